import type { WorldChange } from '../model/world-options.ts';
import { nameOf, type StoredObject, type Values } from './emulated-object.ts';

/** The objects of one family: those of the start, then those that were created. */
export interface StoredFamily {
  readonly name: string;
  /** How many there were at the start. */
  readonly size: number;
  readonly objects: StoredObject[];
  /** The last object with each id; it may be deleted. */
  readonly byId: Map<string, StoredObject>;
}

/** Pairs of objects, from either end. */
export type Pairs = Map<StoredObject, Set<StoredObject>>;

/** The result of a transaction. */
export interface Committed<Result> {
  readonly result: Result;
  /** The objects that it created, changed or deleted; empty if it changed nothing. */
  readonly changed: ReadonlySet<StoredObject>;
}

/** The objects of the world, and what changed of them. Changes are made in transactions, which happen whole or not at all. */
export class Store {
  /** The seed; after a restore, that of the snapshot. */
  seed: string | number;
  /** How many transactions changed something: the world's clock. */
  clock = 0;
  /** Raised by everything that alters an answer. */
  version = 0;
  readonly families: Map<string, StoredFamily> = new Map();
  /** For each family and key of a reference: who refers to an object. Made when a list first needs it. */
  readonly referrers: Map<string, Pairs> = new Map();
  /** Pairs of objects without a reference, by the name of their relation. Drawn when a list first needs them. */
  readonly pairs: Map<string, Pairs> = new Map();
  /** The last change to each value, object and pair since the start, in the order in which they can be made again. */
  readonly changes: Map<string, WorldChange> = new Map();
  #journal: { readonly undo: () => void; readonly object: StoredObject }[] | undefined;

  constructor(seed: string | number) {
    this.seed = seed;
  }

  /** Runs changes, and undoes all of them if it throws. One within another belongs to it. */
  transaction<Result>(run: () => Result): Committed<Result> {
    const journal = this.#journal ?? [];
    const isOuter = this.#journal === undefined;
    const from = journal.length;
    this.#journal = journal;
    try {
      const result = run();
      const changed = new Set(journal.slice(from).map(({ object }) => object));
      if (isOuter && changed.size > 0) this.clock += 1;
      if (changed.size > 0) this.version += 1;
      return { result, changed };
    } catch (error) {
      for (const { undo } of journal.splice(from).reverse()) undo();
      throw error;
    } finally {
      if (isOuter) this.#journal = undefined;
    }
  }

  /** Sets a value of an object; `before` is what it held, for a reference. */
  put(object: StoredObject, key: string, value: unknown, before: unknown): void {
    object.changed ??= {};
    const values: Values = object.changed;
    const old = values[key];
    const had = Object.hasOwn(values, key);
    values[key] = value;
    this.#refer(object, key, before, value);
    const to = isStored(value) ? { ref: nameOf(value) } : { value };
    this.#note(object, { object: nameOf(object), key, ...to }, () => {
      if (had) values[key] = old;
      else delete values[key];
      this.#refer(object, key, value, before);
    });
  }

  add(family: StoredFamily, id: string | number): StoredObject {
    const { objects, byId, name } = family;
    const object: StoredObject = { family: name, index: objects.length, id, isAlive: true, changed: { id } };
    const before = byId.get(String(id));
    objects.push(object);
    byId.set(String(id), object);
    this.#note(object, { object: nameOf(object), created: id }, () => {
      objects.pop();
      if (before) byId.set(String(id), before);
      else byId.delete(String(id));
    });
    return object;
  }

  remove(object: StoredObject): void {
    object.isAlive = false;
    this.#note(object, { object: nameOf(object), deleted: true }, () => {
      object.isAlive = true;
    });
  }

  /** Joins or parts a pair of a relation; false if that is as it was. */
  join(relation: string, owner: StoredObject, item: StoredObject, joined: boolean): boolean {
    const pairs = this.pairs.get(relation) ?? new Map();
    this.pairs.set(relation, pairs);
    if ((pairs.get(owner)?.has(item) ?? false) === joined) return false;
    const [one, other] = [nameOf(owner), nameOf(item)];
    const isTurned = owner.family !== item.family && one > other;
    pair(pairs, owner, item, joined);
    const change = { object: isTurned ? other : one, ref: isTurned ? one : other, relation, joined };
    this.#note(owner, change, () => pair(pairs, owner, item, !joined));
    return true;
  }

  /** Forgets all objects and changes; they are drawn again when they are asked for. */
  clear(seed: string | number): void {
    this.seed = seed;
    this.families.clear();
    this.forgetDerived();
    this.changes.clear();
    this.clock = 0;
  }

  /** Forgets what is derived from the schema. */
  forgetDerived(): void {
    this.referrers.clear();
    this.pairs.clear();
    this.version += 1;
  }

  #refer(object: StoredObject, key: string, from: unknown, to: unknown): void {
    const referrers = this.referrers.get(`${object.family} ${key}`);
    if (referrers === undefined) return;
    if (isStored(from)) referrers.get(from)?.delete(object);
    if (isStored(to)) addTo(referrers, to, object);
  }

  #note(object: StoredObject, change: WorldChange, undo: () => void): void {
    if (this.#journal === undefined) throw new Error('The store changes in transactions only.');
    const name = nameOfChange(change);
    const before = this.changes.get(name);
    this.changes.delete(name);
    this.changes.set(name, change);
    this.#journal.push({
      object,
      undo: () => {
        undo();
        if (before) this.changes.set(name, before);
        else this.changes.delete(name);
      },
    });
  }
}

/** The name of what a change changes: a later change to it takes its place. */
export function nameOfChange({ object, key, relation, ref, deleted }: WorldChange): string {
  return `${object} ${relation === undefined ? (key ?? (deleted ? '-' : '+')) : `${relation} ${ref}`}`;
}

/** Joins or parts a pair: of two families from either end, of one family from the owner's alone. */
export function pair(pairs: Pairs, owner: StoredObject, item: StoredObject, joined: boolean): void {
  const ends: readonly (readonly [StoredObject, StoredObject])[] =
    owner.family === item.family
      ? [[owner, item]]
      : [
          [owner, item],
          [item, owner],
        ];
  for (const [one, other] of ends) {
    if (joined) addTo(pairs, one, other);
    else pairs.get(one)?.delete(other);
  }
}

/** Adds an object to those of another one. */
export function addTo(pairs: Pairs, one: StoredObject, other: StoredObject): void {
  const known = pairs.get(one);
  if (known) known.add(other);
  else pairs.set(one, new Set([other]));
}

/** Whether a value is an object of the store. */
export function isStored(value: unknown): value is StoredObject {
  return typeof value === 'object' && value !== null && 'isAlive' in value && 'family' in value;
}
