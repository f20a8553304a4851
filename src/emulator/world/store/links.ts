import type { Family, ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { byAge, type EmulatedObject, isRef, type Ref, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import { addTo } from './store.ts';
import type { WorldGround } from './world-ground.ts';

/** The shape of a tree of objects of one type. */
const branches = 3;

/** How the objects of the world belong together: one side holds names of the other, which reads its own list from an index. */
export class Links {
  readonly #world: WorldGround;
  readonly #population: Population;
  /** The owners of the lists that fixtures state, by the field that holds the list: nothing else is drawn for them. */
  readonly stated: Map<string, Set<StoredObject>> = new Map();

  constructor(world: WorldGround, population: Population) {
    this.#world = world;
    this.#population = population;
  }

  /** The object that a field refers to; null if there is none. */
  reference(owner: EmulatedObject, field: ModelField): StoredObject | null {
    const { target } = field;
    if (target === undefined) return null;
    if (owner.stored) return this.referenceOf(owner.stored, field);
    const { holder } = owner;
    const families = this.#world.model.familiesOf(target);
    if (holder && families.some(({ name }) => name === holder.family)) return holder;
    // A root gives without arguments, as `viewer`, the first object: the one to which most belongs.
    if (!holder && owner.owner === undefined) return this.#population.all(target)[0] ?? null;
    return this.#chosen(families, owner.place, field);
  }

  /** The object that an object of the store refers to. */
  referenceOf(stored: StoredObject, field: ModelField): StoredObject | null {
    return this.#targets(stored, field)[0] ?? null;
  }

  /** The objects that a list of an owner has, the oldest first. */
  list(owner: EmulatedObject, field: ModelField): readonly StoredObject[] {
    const { model } = this.#world;
    const { target } = field;
    const { holder } = owner;
    const family = holder && model.families.get(holder.family);
    if (target === undefined) return [];
    if (!family || family.isSingle) return this.#population.all(target);
    const items = model.familiesOf(target).flatMap((each) => {
      const back = model.backOf(each, family, field);
      return back ? this.referring(each, back, holder) : this.#targets(holder, field, each);
    });
    return [...new Set(items)].sort(byAge);
  }

  /** Decides whether an object is in the list of an owner by that object alone; undefined where the owner decides it. */
  membership({ holder }: EmulatedObject, field: ModelField): ((stored: StoredObject) => boolean) | undefined {
    const { model } = this.#world;
    const family = holder && model.families.get(holder.family);
    const families = field.target ? model.familiesOf(field.target) : [];
    const backs = new Map(families.map((items) => [items.name, family && model.backOf(items, family, field)]));
    if (!family || family.isSingle) return ({ family: name }) => backs.has(name);
    if ([...backs.values()].includes(undefined)) return undefined;
    return (stored) => {
      const back = backs.get(stored.family);
      return back !== undefined && this.#targets(stored, back, family).includes(holder);
    };
  }

  /** Everyone whose field refers to an object. */
  referring({ name }: Family, field: ModelField, to: StoredObject): readonly StoredObject[] {
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

  /** Draws nothing more for the list of an owner: it has the items that join it. */
  state(owner: StoredObject, own: Family, field: ModelField): void {
    for (const items of field.target ? this.#world.model.familiesOf(field.target) : []) {
      const back = this.#world.model.backOf(items, own, field);
      addTo(this.stated, back ? `${items.name} ${back.key}` : `${own.name} ${field.key}`, owner);
      if (!back && !owner.values[field.key]) this.#world.store.put(owner, field.key, []);
    }
  }

  /** Joins or parts an object and what its reference or list has; false if the schema does not allow it. */
  join(owner: StoredObject, field: ModelField, item: StoredObject, joined: boolean): boolean {
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

  /** The objects that a field of an object names itself, or those of one family: the written ones, or else drawn. */
  #targets(object: StoredObject, field: ModelField, only?: Family): readonly StoredObject[] {
    const { key, target, kind, definition } = field;
    const said = object.values[key];
    const families = target ? this.#world.model.familiesOf(target) : [];
    const isOne = ({ isAlive, family }: StoredObject): boolean =>
      isAlive && (only ?? families.find(({ name }) => name === family))?.name === family;
    const refs = said === undefined ? [] : [said].flat().filter(isRef);
    const named = refs.flatMap(({ $object }) => this.#population.objectNamed($object) ?? []).filter(isOne);
    if (Array.isArray(said) || named.length > 0 || (said === null && isNullable(definition))) return named;
    object.targets ??= new Map();
    let drawn = object.targets.get(field);
    if (drawn === undefined || (kind === 'reference' && drawn[0]?.isAlive === false)) {
      drawn = kind === 'reference' ? this.#drawReference(object, field) : this.#drawList(object, field);
      object.targets.set(field, drawn);
    }
    return drawn.filter(isOne);
  }

  #drawList(owner: StoredObject, field: ModelField): readonly StoredObject[] {
    const { model } = this.#world;
    const own = model.families.get(owner.family);
    const { size = 0 } = own ? this.#population.family(own.name) : {};
    if (!own || this.stated.has(`${own.name} ${field.key}`) || owner.index >= size) return [];
    const families = field.target ? model.familiesOf(field.target) : [];
    return families.flatMap((items) => {
      if (model.backOf(items, own, field) || this.#world.isLeftEmpty(owner.name, items.name)) return [];
      const theirs = this.#population.family(items.name);
      const [length, step] = own === items ? [owner.index + 4, 1] : [Math.max(size, theirs.size), size];
      const drawn = new Set<StoredObject>();
      for (let at = owner.index; at < length && theirs.size > 0; at += step) {
        const item = theirs.objects[at % theirs.size];
        if (item && item !== owner) drawn.add(item);
      }
      return [...drawn];
    });
  }

  #drawReference(stored: StoredObject, field: ModelField): readonly StoredObject[] {
    const { model } = this.#world;
    const { target, definition, key } = field;
    const own = model.families.get(stored.family);
    const families = target ? model.familiesOf(target) : [];
    const family = families[stored.index % Math.max(families.length, 1)];
    if (!own || !family || (isNullable(definition) && this.#world.isLeftEmpty(stored.name, key))) return [];
    const { objects, size } = this.#population.family(family.name);
    const isBack = model.backReference(own, family)?.key === key;
    // A tree: the first object is the root.
    if (isBack && family === own)
      return stored.index === 0 ? [] : objects.slice(Math.floor((stored.index - 1) / branches)).slice(0, 1);
    const stated = this.stated.get(`${own.name} ${key}`);
    const start = Math.floor(stored.index / families.length);
    const owner = isBack
      ? (nextOf(objects, start, size, (each) => each.isAlive && !stated?.has(each)) ??
        (isNullable(definition) ? null : (objects.find(({ isAlive }) => isAlive) ?? null)))
      : this.#chosen(families, stored.name, field, stored);
    return owner ? [owner] : [];
  }

  /** An object drawn for a field that no list is made from; an object does not refer to itself. */
  #chosen(families: readonly Family[], from: string, { key }: ModelField, self?: StoredObject): StoredObject | null {
    const number = this.#world.chance(from, key);
    const family = families[number % Math.max(families.length, 1)];
    if (family === undefined) return null;
    const { objects } = this.#population.family(family.name);
    const isOther = (each: StoredObject): boolean => each.isAlive && (each !== self || objects.length === 1);
    return nextOf(objects, number >>> 4, objects.length, isOther);
  }
}

/** The name of an object, as a value that refers to it. */
export function refTo({ name }: StoredObject): Ref {
  return { $object: name };
}

/** The first of `size` objects that is right, from a place on, and round. */
function nextOf(
  objects: readonly StoredObject[],
  start: number,
  size: number,
  isRight: (object: StoredObject) => boolean,
): StoredObject | null {
  for (let step = 0; step < size; step += 1) {
    const object = objects[(start + step) % size];
    if (object && isRight(object)) return object;
  }
  return null;
}
