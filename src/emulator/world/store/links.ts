import type { Family, ObjectField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { byAge, type EmulatedObject, isRef, type Ref, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import { addTo } from './store.ts';

/** How many children an object of a tree has, and how many items a drawn list. */
const several = 3;

/** How the objects of the world belong together: one side holds names of the other, which reads its own list from an index. */
export class Links {
  readonly #world: Population;

  constructor(world: Population) {
    this.#world = world;
  }

  /** The object that a field refers to; null if there is none. */
  reference({ stored, values, holder, owner, place }: EmulatedObject, field: ObjectField): StoredObject | null {
    if (stored) return this.referenceOf(stored, field);
    const [named] = this.#named(values?.[field.key]);
    if (named?.isAlive) return named;
    const families = this.#world.model.familiesOf(field.target);
    if (holder && families.some(({ name }) => name === holder.family)) return holder;
    // A root gives without arguments, as `viewer`, the first object: the one to which most belongs.
    if (!owner) return this.#world.all(field.target)[0] ?? null;
    return this.#chosen(families, this.#world.chance(place, field.key), ({ isAlive }) => isAlive) ?? null;
  }

  /** The object that an object of the store refers to. */
  referenceOf(stored: StoredObject, field: ObjectField): StoredObject | null {
    return this.#targets(stored, field)[0] ?? null;
  }

  /** The objects that a list of an owner has, the oldest first. */
  list({ holder }: EmulatedObject, field: ObjectField): readonly StoredObject[] {
    const { model } = this.#world;
    const family = holder && model.families.get(holder.family);
    if (!family || family.isSingle) return this.#world.all(field.target);
    const referring = model.familiesOf(field.target).flatMap((each) => {
      const back = model.backOf(each, family, field);
      return back ? this.referring(each, back, holder) : [];
    });
    return [...new Set([...this.#targets(holder, field), ...referring])].sort(byAge);
  }

  /** Decides whether an object is in the list of an owner by that object alone; undefined where the owner decides it. */
  membership({ holder }: EmulatedObject, field: ObjectField): ((stored: StoredObject) => boolean) | undefined {
    const { model } = this.#world;
    const family = holder && model.families.get(holder.family);
    const families = model.familiesOf(field.target);
    const backs = new Map(families.map((items) => [items.name, family && model.backOf(items, family, field)]));
    if (!family || family.isSingle) return ({ family: name }) => backs.has(name);
    if ([...backs.values()].includes(undefined)) return undefined;
    return (stored) => {
      const back = backs.get(stored.family);
      return back !== undefined && this.#targets(stored, back).includes(holder);
    };
  }

  /** Everyone whose field refers to an object. */
  referring({ name }: Family, field: ObjectField, to: StoredObject): readonly StoredObject[] {
    const { store } = this.#world;
    const index = store.referrers.get(`${name} ${field.key}`) ?? new Map<string, Set<StoredObject>>();
    if (!store.referrers.has(`${name} ${field.key}`)) {
      for (const object of this.#world.family(name).objects)
        for (const target of this.#targets(object, field)) addTo(index, target.name, object);
      store.referrers.set(`${name} ${field.key}`, index);
    }
    return [...(index.get(to.name) ?? [])].filter((each) => each.isAlive && this.#targets(each, field).includes(to));
  }

  /** Joins or parts an object and what its reference or list has; false if the schema does not allow it. */
  join(owner: StoredObject, field: ObjectField, item: StoredObject, joined: boolean): boolean {
    const { model, store } = this.#world;
    const [mine, theirs] = [model.families.get(owner.family), model.families.get(item.family)];
    if (!mine || !theirs) return false;
    const isList = field.kind === 'references';
    const back = isList ? model.backOf(theirs, mine, field) : undefined;
    if (back) return this.join(item, back, owner, joined);
    if (!isList && !joined && !isNullable(field.definition)) return false;
    const before = this.#targets(owner, field);
    // An object that belongs elsewhere stays there.
    if (before.includes(item) === joined) return true;
    const after = joined ? [...before, item] : before.filter((each) => each !== item);
    store.put(owner, field.key, isList ? after.map(refTo) : joined ? refTo(item) : null);
    return true;
  }

  /** The objects that a field of an object names itself: those that were written, or else drawn; where one must be, any. */
  #targets(object: StoredObject, field: ObjectField): readonly StoredObject[] {
    const { model } = this.#world;
    const families = model.familiesOf(field.target);
    const said = object.values[field.key];
    const isOne = ({ isAlive, family }: StoredObject): boolean =>
      isAlive && families.some(({ name }) => name === family);
    const found = (said === undefined ? this.#draw(object, field, families) : this.#named(said)).filter(isOne);
    if (found.length > 0 || field.kind === 'references' || isNullable(field.definition)) return found;
    const all = families.flatMap(({ name }) => this.#world.family(name).objects);
    return [all.find(({ isAlive }) => isAlive) ?? []].flat();
  }

  /** The objects that a written value names. */
  #named(value: unknown): readonly StoredObject[] {
    const refs = [value].flat().filter(isRef);
    return refs.flatMap(({ $object }) => this.#world.objectNamed($object) ?? []);
  }

  /** Draws what a field refers to among the objects of the start, so that it depends on nothing that happened since. */
  #draw(object: StoredObject, field: ObjectField, families: readonly Family[]): readonly StoredObject[] {
    const { model, fixtures } = this.#world;
    const { key, kind, definition } = field;
    const own = model.families.get(object.family);
    const isList = kind === 'references';
    const isEmpty = (isList || isNullable(definition)) && this.#world.isLeftEmpty(object.name, key);
    if (!own || isEmpty) return [];
    const stated = fixtures.stated.get(`${own.name} ${key}`);
    const isNew = object.index >= this.#world.family(own.name).size;
    if (isList && (isNew || stated)) return [];
    const isBack = families.some((each) => model.backReference(own, each)?.key === key);
    const isTree = isBack && families.includes(own);
    // All lists that are read from one field get about the same number of items; parents in a tree are older.
    const number = isBack ? Math.floor(object.index / (isTree ? several : 1)) : this.#world.chance(object.name, key);
    const isFree = (each: StoredObject): boolean =>
      !stated?.has(each.name) && (isTree ? each.index < object.index : each !== object);
    if (!isList) return [this.#chosen(families, number, isFree) ?? []].flat();
    // An owner holds a list of its neighbours, unless the items hold it.
    const held = families.filter((items) => !model.backOf(items, own, field));
    const places = Array.from({ length: several }, (_, at) => object.index + at + 1);
    return [...new Set(places.flatMap((place) => this.#chosen(held, place, isFree) ?? []))];
  }

  /** The first object of the start that is right, from the place of a number on, and round: all families take turns. */
  #chosen(
    families: readonly Family[],
    number: number,
    isRight: (stored: StoredObject) => boolean,
  ): StoredObject | undefined {
    const family = families[number % families.length];
    const { objects = [], size = 0 } = family ? this.#world.family(family.name) : {};
    const start = Math.floor(number / families.length);
    for (let step = 0; step < size; step += 1) {
      const object = objects[(start + step) % size];
      if (object && isRight(object)) return object;
    }
    return undefined;
  }
}

/** The name of an object, as a value that refers to it. */
export function refTo({ name }: StoredObject): Ref {
  return { $object: name };
}
