import type { GraphQLCompositeType } from 'graphql';
import type { Family, ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { hash } from '../values/chance.ts';
import {
  byAge,
  type EmulatedObject,
  holderOf,
  isStored,
  nameOf,
  objectPlace,
  type StoredObject,
  saidOf,
} from './emulated-object.ts';
import type { Population } from './population.ts';
import { addTo } from './store.ts';
import type { WorldGround } from './world-ground.ts';

/** The shape of a tree of objects of one type. */
const branches = 3;

/** How the objects of the world belong together: a list and the reference back are one fact, so they agree. */
export class Links {
  readonly #world: WorldGround;
  readonly #population: Population;
  /** The owners of the lists that fixtures state, by the family of the items and what makes the list: nothing else is drawn for them. */
  readonly stated: Map<string, Set<StoredObject>> = new Map();

  constructor(world: WorldGround, population: Population) {
    this.#world = world;
    this.#population = population;
  }

  /** The object that a field refers to; null if there is none. */
  reference(owner: EmulatedObject, field: ModelField): StoredObject | null {
    const { model } = this.#world;
    const { target } = field;
    if (target === undefined) return null;
    if (owner.stored) return this.referenceOf(owner.stored, field);
    const holder = holderOf(owner);
    const families = model.familiesOf(target);
    if (holder && families.some(({ name }) => name === holder.family)) return holder;
    // A root gives without arguments, as `viewer`, the first object: the one to which most belongs.
    if (!holder && owner.owner === undefined) return this.#population.all(target)[0] ?? null;
    return this.#chosen(families, objectPlace(owner), field);
  }

  /** The object that an object of the store refers to. */
  referenceOf(stored: StoredObject, field: ModelField): StoredObject | null {
    const { key, target, definition } = field;
    const said = saidOf(stored, key);
    if (isStored(said) && said.isAlive && this.#familiesOf(target).some(({ name }) => name === said.family))
      return said;
    if (said === null && isNullable(definition)) return null;
    const known = stored.drawn?.get(field);
    if (isStored(known) && known.isAlive) return known;
    const drawn = this.#drawReference(stored, field);
    stored.drawn ??= new Map();
    stored.drawn.set(field, drawn);
    return drawn;
  }

  /** The objects that a list of an owner has, the oldest first. */
  list(owner: EmulatedObject, field: ModelField): readonly StoredObject[] {
    const { model, relations } = this.#world;
    const { target } = field;
    const holder = holderOf(owner);
    const family = holder && model.families.get(holder.family);
    if (target === undefined) return [];
    if (!holder || !family || family.types.some((type) => model.isSingle(type))) return this.#population.all(target);
    const referring = model.familiesOf(target).flatMap((items) => {
      const back = relations.backReference(items, family);
      return back ? this.referring(items, back, holder) : [];
    });
    return [...referring, ...this.#members(holder, family, field)].filter(({ isAlive }) => isAlive).sort(byAge);
  }

  /** Decides whether an object is in the list of an owner by that object alone; undefined where the owner decides it. */
  membership(owner: EmulatedObject, { target }: ModelField): ((stored: StoredObject) => boolean) | undefined {
    const { model, relations } = this.#world;
    const holder = holderOf(owner);
    const family = holder && model.families.get(holder.family);
    const families = this.#familiesOf(target);
    const isOf = new Set(families.map(({ name }) => name));
    if (!holder || !family || family.types.some((type) => model.isSingle(type)))
      return (stored) => isOf.has(stored.family);
    const backs = new Map(families.map((items) => [items.name, relations.backReference(items, family)]));
    if ([...backs.values()].includes(undefined)) return undefined;
    return (stored) => {
      const back = backs.get(stored.family);
      return back !== undefined && this.referenceOf(stored, back) === holder;
    };
  }

  /** Everyone whose field refers to an object. */
  referring(family: Family, field: ModelField, to: StoredObject): readonly StoredObject[] {
    const { store } = this.#world;
    const name = `${family.name} ${field.key}`;
    const known = store.referrers.get(name) ?? new Map<StoredObject, Set<StoredObject>>();
    if (!store.referrers.has(name)) {
      store.referrers.set(name, known);
      for (const object of this.#population.family(family).objects) {
        const target = this.referenceOf(object, field);
        if (target) addTo(known, target, object);
      }
    }
    return [...(known.get(to) ?? [])].filter((object) => object.isAlive && this.referenceOf(object, field) === to);
  }

  /** Draws nothing more for the list of an owner: it has the items that join it. */
  state(owner: StoredObject, own: Family, { key, target }: ModelField): void {
    const { relations, store } = this.#world;
    for (const items of this.#familiesOf(target)) {
      const back = relations.backReference(items, own);
      const other = relations.otherList(own, key, items);
      addTo(this.stated, back ? `${items.name} ${back.key}` : `${items.name} ${own.name}.${key}`, owner);
      if (other) addTo(this.stated, `${own.name} ${items.name}.${other.key}`, owner);
      if (!back && !Array.isArray(saidOf(owner, key))) store.put(owner, key, []);
    }
  }

  /** Joins or parts an object and what its reference or list has, at both ends; false if the schema does not allow it. */
  join(owner: StoredObject, field: ModelField, item: StoredObject, joined: boolean): boolean {
    const { model, store, relations } = this.#world;
    const [mine, theirs] = [model.families.get(owner.family), model.families.get(item.family)];
    if (!mine || !theirs) return false;
    if (field.kind === 'reference') {
      if (!joined && !isNullable(field.definition)) return false;
      // An object that belongs elsewhere stays there.
      if ((this.referenceOf(owner, field) === item) !== joined) store.put(owner, field.key, joined ? item : null);
      return true;
    }
    const back = relations.backReference(theirs, mine);
    if (back) return this.join(item, back, owner, joined);
    const before = this.#members(owner, mine, field);
    if (before.includes(item) === joined) return true;
    const other = relations.otherList(mine, field.key, theirs);
    const beforeThere = other ? this.#members(item, theirs, other) : [];
    const changed = (list: readonly StoredObject[], one: StoredObject): readonly StoredObject[] =>
      joined ? [...list, one] : list.filter((each) => each !== one);
    store.put(owner, field.key, changed(before, item));
    if (other) store.put(item, other.key, changed(beforeThere, owner));
    return true;
  }

  /** The items of a list that no field refers back from: those that were set, or else drawn. */
  #members(owner: StoredObject, own: Family, { key, target }: ModelField): readonly StoredObject[] {
    const said = saidOf(owner, key);
    if (Array.isArray(said)) return said.filter(isStored);
    return this.#familiesOf(target).flatMap((items) =>
      this.#world.relations.backReference(items, own) ? [] : this.#drawList(owner, own, key, items),
    );
  }

  #drawList(owner: StoredObject, own: Family, key: string, items: Family): readonly StoredObject[] {
    const { relations } = this.#world;
    const [mine, theirs] = [this.#population.family(own), this.#population.family(items)];
    if (this.stated.has(`${items.name} ${own.name}.${key}`) || owner.index >= mine.size) return [];
    const isEmpty = (object: StoredObject, other: Family): boolean =>
      this.#world.isLeftEmpty(nameOf(object), other.name);
    if (own === items) {
      const others = [1, 2, 3].map((step) => mine.objects[(owner.index + step) % mine.size]);
      return isEmpty(owner, items)
        ? []
        : [...new Set(others)].filter((each) => each && each !== owner).filter(isStored);
    }
    // Both ends of a relation draw the same pairs: which of them may be empty must not depend on who asks first.
    const leads = relations.otherList(own, key, items) === undefined || own.name < items.name;
    if (leads && isEmpty(owner, items)) return [];
    const drawn: StoredObject[] = [];
    for (let at = owner.index; at < Math.max(mine.size, theirs.size) && theirs.size > 0; at += mine.size) {
      const item = theirs.objects[at % theirs.size];
      if (item && (leads || !isEmpty(item, own))) drawn.push(item);
    }
    return drawn;
  }

  #familiesOf(target: GraphQLCompositeType | undefined): readonly Family[] {
    return target ? this.#world.model.familiesOf(target) : [];
  }

  #drawReference(stored: StoredObject, field: ModelField): StoredObject | null {
    const { model, relations } = this.#world;
    const { target, definition, key } = field;
    const own = model.families.get(stored.family);
    const families = this.#familiesOf(target);
    if (own === undefined || (isNullable(definition) && this.#world.isLeftEmpty(nameOf(stored), key))) return null;
    const family = families[stored.index % Math.max(families.length, 1)];
    if (family === undefined) return null;
    if (relations.backReference(own, family)?.key !== key) return this.#chosen(families, nameOf(stored), field, stored);
    const { objects, size } = this.#population.family(family);
    if (family === own) {
      // A tree: the first object is the root.
      const parent = stored.index === 0 ? undefined : objects[Math.floor((stored.index - 1) / branches)];
      return parent?.isAlive ? parent : null;
    }
    const stated = this.stated.get(`${own.name} ${key}`);
    const start = Math.floor(stored.index / families.length);
    const owner = nextOf(objects, start, size, (each) => each.isAlive && !stated?.has(each));
    return owner ?? (isNullable(definition) ? null : (objects.find(({ isAlive }) => isAlive) ?? null));
  }

  /** An object drawn for a field that no list is made from; an object does not refer to itself. */
  #chosen(families: readonly Family[], from: string, { key }: ModelField, self?: StoredObject): StoredObject | null {
    const { store } = this.#world;
    const number = hash(store.seed, from, key);
    const family = families[number % Math.max(families.length, 1)];
    if (family === undefined) return null;
    const { objects } = this.#population.family(family);
    const isOther = (each: StoredObject): boolean => each.isAlive && (each !== self || objects.length === 1);
    return nextOf(objects, number >>> 4, objects.length, isOther) ?? null;
  }
}

/** The first of `size` objects that is right, from a place on, and round. */
function nextOf(
  objects: readonly StoredObject[],
  start: number,
  size: number,
  isRight: (object: StoredObject) => boolean,
): StoredObject | undefined {
  for (let step = 0; step < size; step += 1) {
    const object = objects[(start + step) % size];
    if (object && isRight(object)) return object;
  }
  return undefined;
}
