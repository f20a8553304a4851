import type { Family, ObjectField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { byAge, type EmulatedObject, isRef, type Ref, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import { addTo } from './store.ts';
import type { WorldGround } from './world-ground.ts';

/** How many children an object of a tree has, and how many items a drawn list. */
const several = 3;

/** How the objects of the world belong together: one side holds names of the other, which reads its own list from an index. */
export class Links {
  readonly #world: WorldGround;
  readonly #population: Population;

  constructor(world: WorldGround, population: Population) {
    this.#world = world;
    this.#population = population;
  }

  /** The object that a field refers to; null if there is none. */
  reference({ stored, values, holder, owner, place }: EmulatedObject, field: ObjectField): StoredObject | null {
    if (stored) return this.referenceOf(stored, field);
    const said = values?.[field.key];
    const named = isRef(said) ? this.#population.objectNamed(said.$object) : undefined;
    if (named?.isAlive) return named;
    const families = this.#world.model.familiesOf(field.target);
    if (holder && families.some(({ name }) => name === holder.family)) return holder;
    // A root gives without arguments, as `viewer`, the first object: the one to which most belongs.
    if (!owner) return this.#population.all(field.target)[0] ?? null;
    return this.#chosen(families, this.#world.chance(place, field.key)) ?? null;
  }

  /** The object that an object of the store refers to. */
  referenceOf(stored: StoredObject, field: ObjectField): StoredObject | null {
    return this.#targets(stored, field)[0] ?? null;
  }

  /** The objects that a list of an owner has, the oldest first. */
  list({ holder }: EmulatedObject, field: ObjectField): readonly StoredObject[] {
    const { model } = this.#world;
    const family = holder && model.families.get(holder.family);
    if (!family || family.isSingle) return this.#population.all(field.target);
    const families = model.familiesOf(field.target);
    const referring = families.flatMap((each) => {
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
    const { referrers } = this.#world.store;
    const index = `${name} ${field.key}`;
    const known = referrers.get(index) ?? new Map<string, Set<StoredObject>>();
    if (!referrers.has(index)) {
      for (const object of this.#population.family(name).objects)
        for (const target of this.#targets(object, field)) addTo(known, target.name, object);
      referrers.set(index, known);
    }
    return [...(known.get(to.name) ?? [])].filter((each) => each.isAlive && this.#targets(each, field).includes(to));
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

  /** The objects that a field of an object names itself: the written ones, or else drawn. */
  #targets(object: StoredObject, field: ObjectField): readonly StoredObject[] {
    const { key, target, kind, definition } = field;
    const said = object.values[key];
    const families = this.#world.model.familiesOf(target);
    const isOne = ({ isAlive, family }: StoredObject): boolean =>
      isAlive && families.some(({ name }) => name === family);
    const refs = said === undefined ? [] : [said].flat().filter(isRef);
    const named = refs.flatMap(({ $object }) => this.#population.objectNamed($object) ?? []).filter(isOne);
    if (Array.isArray(said) || named.length > 0 || (said === null && isNullable(definition))) return named;
    const drawn =
      kind === 'reference' ? this.#drawReference(object, field, families) : this.#drawList(object, field, families);
    return drawn.filter(isOne);
  }

  /** Some neighbours of an owner in each family; a new object has none. */
  #drawList(owner: StoredObject, field: ObjectField, families: readonly Family[]): readonly StoredObject[] {
    const { model, fixtures } = this.#world;
    const own = model.families.get(owner.family);
    const isNew = owner.index >= this.#population.family(owner.family).size;
    if (!own || isNew || fixtures.stated.has(`${own.name} ${field.key}`)) return [];
    return families.flatMap((items) => {
      if (model.backOf(items, own, field) || this.#world.isLeftEmpty(owner.name, items.name)) return [];
      const { objects, size } = this.#population.family(items.name);
      const drawn = Array.from({ length: several }, (_, at) => objects[(owner.index + at + 1) % size]);
      return [...new Set(drawn)].flatMap((item) => (item && item !== owner ? [item] : []));
    });
  }

  #drawReference(object: StoredObject, { definition, key }: ObjectField, families: readonly Family[]): StoredObject[] {
    const { model, fixtures } = this.#world;
    const own = model.families.get(object.family);
    const isOptional = isNullable(definition);
    if (!own || (isOptional && this.#world.isLeftEmpty(object.name, key))) return [];
    const isBack = families.some((each) => model.backReference(own, each)?.key === key);
    const isTree = isBack && families.includes(own);
    // All lists that are read from one field get about the same number of items; parents in a tree are older.
    const number = isBack ? Math.floor(object.index / (isTree ? several : 1)) : this.#world.chance(object.name, key);
    const stated = fixtures.stated.get(`${own.name} ${key}`);
    const isFree = (each: StoredObject) =>
      !stated?.has(each.name) && (isTree ? each.index < object.index : each !== object);
    const drawn = this.#chosen(families, number, isFree);
    const any = () =>
      families.flatMap(({ name }) => this.#population.family(name).objects).find(({ isAlive }) => isAlive);
    return [drawn ?? (isOptional ? undefined : any()) ?? []].flat();
  }

  /** The first object that is right, from the place of a number on, and round: neighbours of all families take turns. */
  #chosen(
    families: readonly Family[],
    number: number,
    isRight = (_: StoredObject): boolean => true,
  ): StoredObject | undefined {
    const family = families[number % families.length];
    const { objects = [], size = 0 } = family ? this.#population.family(family.name) : {};
    const start = Math.floor(number / families.length);
    for (let step = 0; step < size; step += 1) {
      const object = objects[(start + step) % size];
      if (object?.isAlive && isRight(object)) return object;
    }
    return undefined;
  }
}

/** The name of an object, as a value that refers to it. */
export function refTo({ name }: StoredObject): Ref {
  return { $object: name };
}
