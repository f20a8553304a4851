import type { GraphQLObjectType } from 'graphql';
import { flatName, sameNoun } from '../model/names.ts';
import type { LinkField } from '../model/shapes.ts';
import { byAge, type EmulatedObject, isRef, refTo, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import { addTo } from './store.ts';

/** The children of an object in a tree, and the items of a drawn list. */
const several = 3;

/** The links between objects: one side holds names of the other side, which reads its list from an index. */
export class Links {
  readonly #world: Population;

  constructor(world: Population) {
    this.#world = world;
  }

  reference({ stored, values, holder, place }: EmulatedObject, field: LinkField): StoredObject | null {
    if (stored) return this.targets(stored, field)[0] ?? null;
    const written = values?.[field.key];
    if (written !== undefined) return this.#named(written).find(({ isAlive }) => isAlive) ?? null;
    const types = this.#world.model.storedOf(field.target);
    if (holder && types.some(({ name }) => name === holder.family)) return holder;
    const all = this.#world.all(field.target);
    // A root gives the first object, as `viewer` does; a part any.
    return all[holder ? this.#world.chance(place, field.key) % Math.max(all.length, 1) : 0] ?? null;
  }

  list({ holder }: EmulatedObject, field: LinkField): readonly StoredObject[] {
    const { model } = this.#world;
    const owner = holder && this.#world.typeOf(holder);
    if (!owner || model.isSingle(owner)) return this.#world.all(field.target);
    const referring = model.storedOf(field.target).flatMap((items) => {
      const back = model.back(items, owner);
      return back ? this.referring(items, back, holder) : [];
    });
    return [...new Set([...this.targets(holder, field), ...referring])].sort(byAge);
  }

  /** A test for items of an owner's list that needs the item alone; undefined if the owner holds the list. */
  membership({ holder }: EmulatedObject, field: LinkField): ((stored: StoredObject) => boolean) | undefined {
    const { model } = this.#world;
    const owner = holder && this.#world.typeOf(holder);
    const types = model.storedOf(field.target);
    if (!owner || model.isSingle(owner)) return ({ family }) => types.some(({ name }) => name === family);
    const backs = new Map(types.map((items) => [items.name, model.back(items, owner)]));
    if ([...backs.values()].includes(undefined)) return undefined;
    return (stored) => {
      const back = backs.get(stored.family);
      return back !== undefined && this.targets(stored, back).includes(holder);
    };
  }

  referring({ name }: GraphQLObjectType, field: LinkField, to: StoredObject): readonly StoredObject[] {
    const { store } = this.#world;
    const known = store.referrers.get(`${name} ${field.key}`);
    const index = known ?? new Map<string, Set<StoredObject>>();
    if (!known) {
      for (const object of this.#world.family(name).objects)
        for (const target of this.targets(object, field)) addTo(index, target.name, object);
      store.referrers.set(`${name} ${field.key}`, index);
    }
    return [...(index.get(to.name) ?? [])].filter((each) => each.isAlive && this.targets(each, field).includes(to));
  }

  /** Links or unlinks two objects; false if the schema does not allow it. */
  join(owner: StoredObject, field: LinkField, item: StoredObject, joined: boolean): boolean {
    const { model, store } = this.#world;
    const back = field.kind === 'many' ? model.back(this.#world.typeOf(item), this.#world.typeOf(owner)) : undefined;
    if (back) return this.join(item, back, owner, joined);
    if (field.kind === 'one' && !joined && !field.isNullable) return false;
    const before = this.targets(owner, field);
    if (before.includes(item) === joined) return true;
    const after = joined ? [...before, item] : before.filter((each) => each !== item);
    store.put(owner, field.key, field.kind === 'many' ? after.map(refTo) : joined ? refTo(item) : null);
    return true;
  }

  targets(object: StoredObject, field: LinkField): readonly StoredObject[] {
    const types = this.#world.model.storedOf(field.target);
    const written = object.values[field.key];
    const found = (written === undefined ? this.#draw(object, field, types) : this.#named(written)).filter(
      ({ isAlive, family }) => isAlive && types.some(({ name }) => name === family),
    );
    if (found.length > 0 || field.kind === 'many' || field.isNullable) return found;
    return this.#world.all(field.target).slice(0, 1);
  }

  #named(value: unknown): readonly StoredObject[] {
    return [value]
      .flat()
      .filter(isRef)
      .flatMap(({ $object }) => this.#world.objectNamed($object) ?? []);
  }

  /** Draws links to objects of the start alone, so that later changes do not move them. */
  #draw(object: StoredObject, field: LinkField, types: readonly GraphQLObjectType[]): readonly StoredObject[] {
    const { model, fixtures } = this.#world;
    const { key, kind } = field;
    const own = this.#world.typeOf(object);
    if ((kind === 'many' || field.isNullable) && this.#world.isLeftEmpty(object.name, key)) return [];
    const stated = fixtures.stated.get(`${own.name} ${key}`);
    const isFree = (each: StoredObject): boolean => each !== object && !stated?.has(each.name);
    if (kind === 'many') {
      if (stated || object.index >= this.#world.family(own.name).size) return [];
      // An owner holds a list of its neighbors, unless the items hold it.
      const held = types.filter((items) => !model.back(items, own));
      const places = Array.from({ length: several }, (_, at) => object.index + at + 1);
      return [...new Set(places.flatMap((place) => this.#chosen(held, place, isFree) ?? []))];
    }
    const isBack = types.some((each) => model.back(own, each)?.key === key);
    // Parents in a tree are older, so that the tree has no circle.
    if (isBack && types.includes(own))
      return object.index === 0
        ? []
        : [this.#world.family(own.name).objects[Math.floor((object.index - 1) / several)] ?? []].flat();
    // By index, so that each owner has about as many items.
    return [this.#chosen(types, isBack ? object.index : this.#world.chance(object.name, key), isFree) ?? []].flat();
  }

  #chosen(types: readonly GraphQLObjectType[], number: number, isRight: (stored: StoredObject) => boolean) {
    const type = types[number % types.length];
    const { objects = [], size = 0 } = type ? this.#world.family(type.name) : {};
    for (let step = 0; step < size; step += 1) {
      const object = objects[(Math.floor(number / types.length) + step) % size];
      if (object && isRight(object)) return object;
    }
    return undefined;
  }

  /** The only link of a type to another type, or the one with the name of that type. */
  only(owner: GraphQLObjectType, to: GraphQLObjectType): LinkField | undefined {
    const { model } = this.#world;
    const all = model.links(owner).filter(({ target }) => model.storedOf(target).includes(to));
    return all.length === 1 ? all[0] : all.find(({ key }) => sameNoun(flatName(key), flatName(to.name)));
  }

  /** The field that links two types, a reference rather than a list. */
  between(one: GraphQLObjectType, other: GraphQLObjectType): LinkField | undefined {
    const [mine, theirs] = [this.only(one, other), this.only(other, one)];
    return [mine, theirs].find((each) => each?.kind === 'one') ?? mine ?? theirs;
  }
}
