import type { StoredObject, Values } from './emulated-object.ts';
import { nameOf } from './emulated-object.ts';

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

/** What a transaction did. */
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
  /** The pairs that were joined (true) or parted (false) since the start. */
  readonly changedPairs: Map<string, Map<string, boolean>> = new Map();
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
    this.#note(object, () => {
      if (had) values[key] = old;
      else delete values[key];
      this.#refer(object, key, value, before);
    });
  }

  add(family: StoredFamily, id: string | number): StoredObject {
    const object: StoredObject = {
      family: family.name,
      index: family.objects.length,
      id,
      isAlive: true,
      changed: { id },
    };
    const before = family.byId.get(String(id));
    family.objects.push(object);
    family.byId.set(String(id), object);
    this.#note(object, () => {
      family.objects.pop();
      if (before) family.byId.set(String(id), before);
      else family.byId.delete(String(id));
    });
    return object;
  }

  remove(object: StoredObject): void {
    object.isAlive = false;
    this.#note(object, () => {
      object.isAlive = true;
    });
  }

  /** Joins or parts a pair of a relation; false if that is as it was. */
  join(relation: string, owner: StoredObject, item: StoredObject, joined: boolean): boolean {
    const pairs = this.pairs.get(relation) ?? new Map();
    this.pairs.set(relation, pairs);
    if ((pairs.get(owner)?.has(item) ?? false) === joined) return false;
    const names = this.changedPairs.get(relation) ?? new Map<string, boolean>();
    this.changedPairs.set(relation, names);
    const [one, other] = [`${nameOf(owner)} ${nameOf(item)}`, `${nameOf(item)} ${nameOf(owner)}`];
    const name = owner.family !== item.family && one > other ? other : one;
    const old = names.get(name);
    pair(pairs, owner, item, joined);
    names.set(name, joined);
    this.#note(owner, () => {
      pair(pairs, owner, item, !joined);
      if (old === undefined) names.delete(name);
      else names.set(name, old);
    });
    return true;
  }

  /** Forgets all objects and changes; they are drawn again when they are asked for. */
  clear(seed: string | number): void {
    this.seed = seed;
    this.families.clear();
    this.forgetDerived();
    this.changedPairs.clear();
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

  #note(object: StoredObject, undo: () => void): void {
    if (this.#journal === undefined) throw new Error('The store changes in transactions only.');
    this.#journal.push({ object, undo });
  }
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
