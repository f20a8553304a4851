import { isRef, type StoredObject, type Values } from './emulated-object.ts';

/** The objects of one family: those of the start, then those that were created. */
export interface StoredFamily {
  readonly name: string;
  /** How many there were at the start. */
  readonly size: number;
  readonly objects: StoredObject[];
  /** The last object with each id; it may be deleted. */
  readonly byId: Map<string, StoredObject>;
}

/** A record as it was; undefined if it was not there. */
type Before = { readonly values: Values; readonly isAlive: boolean } | undefined;

/** The objects of the world. They change in transactions, which happen whole or not at all. */
export class Store {
  /** The seed; after a restore, that of the snapshot. */
  seed: string | number;
  /** How many transactions changed something: the world's clock. */
  clock = 0;
  /** The objects that changed, in that order, one as often as it did; replaced when all objects are forgotten. */
  history: StoredObject[] = [];
  readonly families: Map<string, StoredFamily> = new Map();
  /** For each family and key of a reference: who refers to the object of a name, or once did. Made when first needed. */
  readonly referrers: Map<string, Map<string, Set<StoredObject>>> = new Map();
  #before: Map<StoredObject, Before> = new Map();

  constructor(seed: string | number) {
    this.seed = seed;
  }

  /** Runs changes, and undoes all of them if it throws. */
  transaction<Result>(run: (touched: ReadonlyMap<StoredObject, Before>) => Result): Result {
    const before = new Map<StoredObject, Before>();
    this.#before = before;
    try {
      const result = run(before);
      if (before.size > 0) this.clock += 1;
      for (const object of before.keys()) this.history.push(object);
      return result;
    } catch (error) {
      for (const [object, was] of before) {
        Object.assign(object, was ?? { isAlive: false });
        const { objects, byId } = this.families.get(object.family) ?? {};
        if (was === undefined) objects?.splice(object.index);
        if (was === undefined) byId?.delete(String(object.id));
      }
      throw error;
    }
  }

  /** Writes a value of an object: of a reference the name of the object, of a list of objects all of them. */
  put(object: StoredObject, key: string, value: unknown): void {
    this.#touch(object);
    object.values = { ...object.values, [key]: value };
    const referrers = this.referrers.get(`${object.family} ${key}`);
    for (const ref of referrers ? [value].flat().filter(isRef) : []) addTo(referrers, ref.$object, object);
  }

  add({ objects, byId, name: family }: StoredFamily, id: string | number): StoredObject {
    const object = makeObject(family, objects.length, id, { id });
    this.#before.set(object, undefined);
    objects.push(object);
    byId.set(String(id), object);
    return object;
  }

  remove(object: StoredObject): void {
    this.#touch(object);
    object.isAlive = false;
  }

  /** Forgets all objects; they are made again when they are asked for. */
  clear(seed: string | number): void {
    this.seed = seed;
    this.families.clear();
    this.referrers.clear();
    this.clock = 0;
    this.history = [];
  }

  #touch(object: StoredObject): void {
    if (!this.#before.has(object)) this.#before.set(object, { values: object.values, isAlive: object.isAlive });
  }
}

/** A record that is alive. */
export function makeObject(family: string, index: number, id: string | number, values: Values): StoredObject {
  return { family, index, name: `${family}#${index}`, id, isAlive: true, values };
}

/** Adds an object to the set of a key. */
export function addTo<Key, Item>(sets: Map<Key, Set<Item>> | undefined, key: Key, item: Item): void {
  const known = sets?.get(key);
  if (known) known.add(item);
  else sets?.set(key, new Set([item]));
}
