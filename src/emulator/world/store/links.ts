import type { GraphQLCompositeType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import type { Relations } from '../model/relations.ts';
import { hash } from '../values/chance.ts';
import { byAge, type EmulatedObject, holderOf, nameOf, objectPlace, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import { addTo, isStored, type Pairs, pair, type Store } from './store.ts';

/** The shape of a tree of objects of one type. */
const branches = 3;

interface Parts {
  readonly model: Model;
  readonly store: Store;
  readonly population: Population;
  readonly relations: Relations;
  /** Whether the place is one that is left empty. */
  readonly isLeftEmpty: (place: string, key: string) => boolean;
}

/** How the objects of the world belong together: a list and the reference back are one fact, so they agree. */
export class Links {
  readonly #parts: Parts;
  /** The lists that fixtures state, by their relation and owner: nothing else is drawn for them. */
  readonly stated: Map<string, Map<StoredObject, readonly StoredObject[]>> = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The object that a field refers to; null if there is none. */
  reference(owner: EmulatedObject, field: ModelField): StoredObject | null {
    const { model, population } = this.#parts;
    const { target } = field;
    if (target === undefined) return null;
    const { stored } = owner;
    if (stored) return this.referenceOf(stored, field);
    const holder = holderOf(owner);
    const families = model.familiesOf(target);
    const own = holder && families.find(({ name }) => name === holder.family);
    if (holder && own) return holder;
    // A root gives without arguments, as `viewer`, the first object: the one to which most belongs.
    if (!holder && owner.owner === undefined) return population.all(target)[0] ?? null;
    return this.#chosen(families, objectPlace(owner), field, undefined);
  }

  /** The object that an object of the store refers to. */
  referenceOf(stored: StoredObject, field: ModelField): StoredObject | null {
    const { key, target, definition } = field;
    const set = stored.changed?.[key] ?? (stored.changed && key in stored.changed ? null : stored.fixture?.[key]);
    if (isStored(set) && set.isAlive && this.#fits(set, target)) return set;
    if (set === null && isNullable(definition)) return null;
    const known = stored.drawn?.get(field);
    if (isStored(known) && known.isAlive) return known;
    const drawn = this.#draw(stored, field);
    stored.drawn ??= new Map();
    stored.drawn.set(field, drawn);
    return drawn;
  }

  /** The objects that a list of an owner has. */
  list(owner: EmulatedObject, field: ModelField): readonly StoredObject[] {
    const { model, population } = this.#parts;
    const { target } = field;
    if (target === undefined) return [];
    const holder = holderOf(owner);
    const family = holder && model.families.get(holder.family);
    if (!holder || !family || family.types.some((type) => model.isSingle(type))) return population.all(target);
    const found = model.familiesOf(target).flatMap((each) => this.#items(holder, family, field.key, each));
    return found.filter(({ isAlive }) => isAlive).sort(byAge);
  }

  /** Everyone whose field refers to an object. */
  referring(family: Family, field: ModelField, to: StoredObject): readonly StoredObject[] {
    const name = `${family.name} ${field.key}`;
    let referrers = this.#parts.store.referrers.get(name);
    if (referrers === undefined) {
      referrers = new Map();
      this.#parts.store.referrers.set(name, referrers);
      for (const object of this.#parts.population.family(family).objects) {
        const target = this.referenceOf(object, field);
        if (target) addTo(referrers, target, object);
      }
    }
    return [...(referrers.get(to) ?? [])].filter(({ isAlive }) => isAlive);
  }

  /** Joins or parts an owner and an item of its list, by whatever the schema has for it; false if that is as it was. */
  join(owner: StoredObject, key: string, item: StoredObject, joined: boolean): boolean {
    const { model, store, relations } = this.#parts;
    const [mine, theirs] = [model.families.get(owner.family), model.families.get(item.family)];
    if (!mine || !theirs) return false;
    const back = relations.backReference(theirs, mine);
    if (back === undefined) {
      const relation = relations.listRelation(mine, key, theirs);
      this.#pairs(relation, mine, theirs);
      return store.join(relation, owner, item, joined);
    }
    const before = this.referenceOf(item, back);
    if ((before === owner) === joined || (!joined && !isNullable(back.definition))) return false;
    store.put(item, back.key, joined ? owner : null, before);
    return true;
  }

  #items(holder: StoredObject, family: Family, key: string, items: Family): readonly StoredObject[] {
    const { relations } = this.#parts;
    const back = relations.backReference(items, family);
    if (back) return this.referring(items, back, holder);
    const pairs = this.#pairs(relations.listRelation(family, key, items), family, items);
    return [...(pairs.get(holder) ?? [])].filter((item) => item.family === items.name);
  }

  #fits({ family }: StoredObject, target: GraphQLCompositeType | undefined): boolean {
    return target !== undefined && this.#parts.model.familiesOf(target).some(({ name }) => name === family);
  }

  #draw(stored: StoredObject, field: ModelField): StoredObject | null {
    const { model, population, relations, isLeftEmpty } = this.#parts;
    const { target, definition, key } = field;
    const own = model.families.get(stored.family);
    const families = target ? model.familiesOf(target) : [];
    if (own === undefined || (isNullable(definition) && isLeftEmpty(nameOf(stored), key))) return null;
    const family = families[stored.index % Math.max(families.length, 1)];
    if (family === undefined) return null;
    if (relations.backReference(own, family)?.key !== key) return this.#chosen(families, nameOf(stored), field, stored);
    const { objects, size } = population.family(family);
    if (family === own) {
      // A tree: the first object is the root.
      const parent = stored.index === 0 ? undefined : objects[Math.floor((stored.index - 1) / branches)];
      return parent?.isAlive ? parent : null;
    }
    const start = Math.floor(stored.index / families.length);
    const stated = this.stated.get(`${own.name} ${key}`);
    for (let step = 0; step < size; step += 1) {
      const owner = objects[(start + step) % size];
      if (owner?.isAlive && !stated?.has(owner)) return owner;
    }
    return isNullable(definition) ? null : (objects.find(({ isAlive }) => isAlive) ?? null);
  }

  /** An object drawn for a field that no list is made from; an object does not refer to itself. */
  #chosen(
    families: readonly Family[],
    from: string,
    { key }: ModelField,
    self: StoredObject | undefined,
  ): StoredObject | null {
    const { population, store } = this.#parts;
    const number = hash(store.seed, from, key);
    const family = families[number % Math.max(families.length, 1)];
    if (family === undefined) return null;
    const { objects } = population.family(family);
    for (let step = 0; step < objects.length; step += 1) {
      const object = objects[((number >>> 4) + step) % objects.length];
      if (object?.isAlive && (object !== self || objects.length === 1)) return object;
    }
    return null;
  }

  /** The pairs of two families without a reference, drawn when they are first needed. */
  #pairs(relation: string, owners: Family, items: Family): Pairs {
    const { store, population } = this.#parts;
    const known = store.pairs.get(relation);
    if (known) return known;
    const pairs: Pairs = new Map();
    store.pairs.set(relation, pairs);
    const stated = this.stated.get(relation);
    if (stated === undefined) this.#drawPairs(pairs, owners, items);
    for (const [owner, own] of stated ?? []) for (const item of own) pair(pairs, owner, item, true);
    for (const { object, ref = '', joined = true, ...change } of store.changes.values()) {
      const [one, other] =
        change.relation === relation ? [object, ref].map((name) => population.objectNamed(name)) : [];
      if (one && other) pair(pairs, one, other, joined);
    }
    return pairs;
  }

  #drawPairs(pairs: Pairs, owners: Family, items: Family): void {
    const { population, isLeftEmpty } = this.#parts;
    const [mine, theirs] = [population.family(owners), population.family(items)];
    if (mine === theirs) {
      for (const object of mine.objects.slice(0, mine.size))
        for (const step of [1, 2, 3]) {
          const other = mine.objects[(object.index + step) % mine.size];
          if (other && other !== object && !isLeftEmpty(nameOf(object), items.name)) pair(pairs, object, other, true);
        }
      return;
    }
    for (let index = 0; index < Math.max(mine.size, theirs.size) && mine.size > 0 && theirs.size > 0; index += 1) {
      const [owner, item] = [mine.objects[index % mine.size], theirs.objects[index % theirs.size]];
      if (owner && item && !isLeftEmpty(nameOf(owner), items.name)) pair(pairs, owner, item, true);
    }
  }
}
