import type { GraphQLObjectType } from 'graphql';
import { flatName, sameNoun } from '../model/names.ts';
import type { LinkField } from '../model/shapes.ts';
import { byAge, type EmulatedObject, isRef, refTo, type StoredObject } from './emulated-object.ts';
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

  reference({ stored, values, holder, place }: EmulatedObject, field: LinkField): StoredObject | null {
    if (stored) return this.targets(stored, field)[0] ?? null;
    const said = values?.[field.key];
    if (said !== undefined) return this.#named(said).find(({ isAlive }) => isAlive) ?? null;
    const types = this.#world.model.storedOf(field.target);
    if (holder && types.some(({ name }) => name === holder.family)) return holder;
    const all = this.#world.all(field.target);
    // A root gives the first object, as `viewer` does; a part any.
    return all[holder ? this.#world.chance(place, field.key) % Math.max(all.length, 1) : 0] ?? null;
  }

  list({ holder }: EmulatedObject, field: LinkField): readonly StoredObject[] {
    const { model } = this.#world;
    const owner = holder && this.#world.typeOf(holder.family);
    if (!holder || !owner || model.isSingle(owner)) return this.#world.all(field.target);
    const referring = model.storedOf(field.target).flatMap((items) => {
      const back = model.back(items, owner);
      return back ? this.referring(items, back, holder) : [];
    });
    return [...new Set([...this.targets(holder, field), ...referring])].sort(byAge);
  }

  /** Decides whether an object is in the list of an owner by that object alone; undefined where the owner decides it. */
  membership({ holder }: EmulatedObject, field: LinkField): ((stored: StoredObject) => boolean) | undefined {
    const { model } = this.#world;
    const owner = holder && this.#world.typeOf(holder.family);
    const types = model.storedOf(field.target);
    if (!holder || !owner || model.isSingle(owner)) return ({ family }) => types.some(({ name }) => name === family);
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
    const [mine, theirs] = [this.#world.typeOf(owner.family), this.#world.typeOf(item.family)];
    if (!mine || !theirs) return false;
    const back = field.kind === 'many' ? model.back(theirs, mine) : undefined;
    if (back) return this.join(item, back, owner, joined);
    if (field.kind === 'one' && !joined && !field.isNullable) return false;
    const before = this.targets(owner, field);
    // An object that belongs elsewhere stays there.
    if (before.includes(item) === joined) return true;
    const after = joined ? [...before, item] : before.filter((each) => each !== item);
    store.put(owner, field.key, field.kind === 'many' ? after.map(refTo) : joined ? refTo(item) : null);
    return true;
  }

  targets(object: StoredObject, field: LinkField): readonly StoredObject[] {
    const types = this.#world.model.storedOf(field.target);
    const said = object.values[field.key];
    const found = (said === undefined ? this.#draw(object, field, types) : this.#named(said)).filter(
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

  /** Draws what a field refers to among the objects of the start, so that it depends on nothing that happened since. */
  #draw(object: StoredObject, field: LinkField, types: readonly GraphQLObjectType[]): readonly StoredObject[] {
    const { model, fixtures } = this.#world;
    const { key, kind } = field;
    const own = this.#world.typeOf(object.family);
    if (!own || ((kind === 'many' || field.isNullable) && this.#world.isLeftEmpty(object.name, key))) return [];
    const stated = fixtures.stated.get(`${own.name} ${key}`);
    const isFree = (each: StoredObject): boolean => each !== object && !stated?.has(each.name);
    if (kind === 'many') {
      if (stated || object.index >= this.#world.family(own.name).size) return [];
      // An owner holds a list of its neighbours, unless the items hold it.
      const held = types.filter((items) => !model.back(items, own));
      const places = Array.from({ length: several }, (_, at) => object.index + at + 1);
      return [...new Set(places.flatMap((place) => this.#chosen(held, place, isFree) ?? []))];
    }
    const isBack = types.some((each) => model.back(own, each)?.key === key);
    // Lists that are read from one field get about the same number of items; parents in a tree are older.
    if (isBack && types.includes(own))
      return object.index === 0
        ? []
        : [this.#world.family(own.name).objects[Math.floor((object.index - 1) / several)] ?? []].flat();
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

  /** The only reference or list of a type that leads to another, or the one that is called after it; undefined where it is not clear. */
  only(owner: GraphQLObjectType, to: GraphQLObjectType): LinkField | undefined {
    const { model } = this.#world;
    const all = model.links(owner).filter(({ target }) => model.storedOf(target).includes(to));
    return all.length === 1 ? all[0] : all.find(({ key }) => sameNoun(flatName(key), flatName(to.name)));
  }

  /** The field by which two types are joined: a reference comes before a list. */
  between(one: GraphQLObjectType, other: GraphQLObjectType): LinkField | undefined {
    const [mine, theirs] = [this.only(one, other), this.only(other, one)];
    return [mine, theirs].find((each) => each?.kind === 'one') ?? mine ?? theirs;
  }
}
