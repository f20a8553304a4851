import { isStored, type StoredObject } from './emulated-object.ts';

/** The objects of one family: those of the start, then those that were created. */
export interface StoredFamily {
  readonly name: string;
  /** How many there were at the start. */
  readonly size: number;
  readonly objects: StoredObject[];
  /** The last object with each id; it may be deleted. */
  readonly byId: Map<string, StoredObject>;
}

/** The result of a transaction. */
export interface Committed<Result> {
  readonly result: Result;
  /** The objects that it created, changed or deleted; empty if it changed nothing. */
  readonly changed: ReadonlySet<StoredObject>;
}

/** The objects of the world. They change in transactions, which happen whole or not at all. */
export class Store {
  /** The seed; after a restore, that of the snapshot. */
  seed: string | number;
  /** How many transactions changed something: the world's clock. */
  clock = 0;
  /** The objects that changed, in that order, one as often as it did; replaced when all objects are forgotten. */
  history: StoredObject[] = [];
  readonly families: Map<string, StoredFamily> = new Map();
  /** For each family and key of a reference: who refers to an object, or once did. Made when a list first needs it. */
  readonly referrers: Map<string, Map<StoredObject, Set<StoredObject>>> = new Map();
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
      if (isOuter) for (const object of changed) this.history.push(object);
      return { result, changed };
    } catch (error) {
      for (const { undo } of journal.splice(from).reverse()) undo();
      throw error;
    } finally {
      if (isOuter) this.#journal = undefined;
    }
  }

  /** Sets a value of an object: of a reference the object, of a list of objects all of them. */
  put(object: StoredObject, key: string, value: unknown): void {
    object.changed ??= {};
    const { changed } = object;
    const had = Object.hasOwn(changed, key);
    const before = changed[key];
    changed[key] = value;
    const referrers = this.referrers.get(`${object.family} ${key}`);
    if (referrers && isStored(value)) addTo(referrers, value, object);
    this.#record(object, () => {
      if (had) changed[key] = before;
      else delete changed[key];
    });
  }

  add({ objects, byId, name }: StoredFamily, id: string | number): StoredObject {
    const object: StoredObject = { family: name, index: objects.length, id, isAlive: true, changed: { id } };
    const before = byId.get(String(id));
    objects.push(object);
    byId.set(String(id), object);
    this.#record(object, () => {
      objects.pop();
      if (before) byId.set(String(id), before);
      else byId.delete(String(id));
    });
    return object;
  }

  remove(object: StoredObject): void {
    object.isAlive = false;
    this.#record(object, () => {
      object.isAlive = true;
    });
  }

  /** Forgets all objects; they are drawn again when they are asked for. */
  clear(seed: string | number): void {
    this.seed = seed;
    this.families.clear();
    this.referrers.clear();
    this.clock = 0;
    this.history = [];
  }

  #record(object: StoredObject, undo: () => void): void {
    if (this.#journal === undefined) throw new Error('The store changes in transactions only.');
    this.#journal.push({ object, undo });
  }
}

/** Adds an object to the set of a key. */
export function addTo<Key>(sets: Map<Key, Set<StoredObject>>, key: Key, object: StoredObject): void {
  const known = sets.get(key);
  if (known) known.add(object);
  else sets.set(key, new Set([object]));
}
