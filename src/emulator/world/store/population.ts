import {
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
} from 'graphql';
import { hex, mixBits, uuidOf } from '../values/chance.ts';
import { byAge, EmulatedObject, isId, type StoredObject, type Values } from './emulated-object.ts';
import { addObject, type StoredFamily } from './store.ts';
import type { WorldParts } from './world-parts.ts';

/** The number of objects of every family without a count of its own, and of devices. */
const [usual, usualDevices] = [12, 25];

/** The values of what nobody wrote. */
const none: Values = {};

/** The objects of the world: how many there are, their ids, and where they are found. */
export class Population {
  readonly #world: WorldParts;
  readonly #sizes = new Map<string, number>();

  constructor(world: WorldParts) {
    const { model, settings, fixtures } = world;
    this.#world = world;
    this.#share(model.devices, usualDevices);
    for (const { name, isSingle } of model.families.values()) if (isSingle) this.#sizes.set(name, 1);
    for (const name of fixtures.listed) this.#sizes.set(name, 0);
    for (const [name, count] of Object.entries(settings.count ?? {})) this.#share(model.schema.getType(name), count);
    if (settings.devices !== undefined) this.#share(model.devices, settings.devices);
  }

  /** The objects of a family, made when they are first asked for. */
  family(name: string): StoredFamily {
    const { store, fixtures } = this.#world;
    const known = store.families.get(name);
    if (known) return known;
    const stated = fixtures.families.get(name) ?? [];
    const size = Math.max(stated.length, this.#sizes.get(name) ?? usual);
    const family: StoredFamily = { name, size, objects: [], byId: new Map() };
    store.families.set(name, family);
    const taken = new Set(stated.map(({ id }) => String(id)));
    for (let index = 0; index < size; index += 1) {
      const { [index]: values = none } = stated;
      addObject(family, isId(values['id']) ? values['id'] : this.newId(family, taken), values);
    }
    return family;
  }

  /** The object with a name such as `Device#3`. */
  objectNamed(name: string): StoredObject | undefined {
    const [family = '', index] = name.split('#');
    return this.family(family).objects[Number(index)];
  }

  /** The object of a type with this id. */
  find(type: GraphQLCompositeType, id: unknown): StoredObject | undefined {
    const families = isId(id) ? this.#world.model.familiesOf(type).filter(({ identity }) => identity) : [];
    const found = families.map(({ name }) => this.family(name).byId.get(String(id)));
    return found.find((object) => object?.isAlive);
  }

  /** The type of the only object with this id; undefined if several have it. */
  typeOf(id: unknown): GraphQLObjectType | undefined {
    const types = [...this.#world.model.families.values()].map(({ types: [type] }) => type);
    const [only, ...others] = types.filter((type) => this.find(type, id));
    return others.length === 0 ? only : undefined;
  }

  /** All objects of a type, the oldest first. */
  all(type: GraphQLCompositeType | undefined): readonly StoredObject[] {
    const families = type ? this.#world.model.familiesOf(type) : [];
    const all = families.flatMap(({ name }) => this.family(name).objects.filter(({ isAlive }) => isAlive));
    return families.length > 1 ? all.sort(byAge) : all;
  }

  /** An object as one of its types: as the one asked for if it can be, else as its first type. */
  view(stored: StoredObject, as?: GraphQLCompositeType): EmulatedObject {
    const { families, schema } = this.#world.model;
    const types = families.get(stored.family)?.types ?? [];
    const asked = types.find((each) => each === as || (isAbstractType(as) && schema.isSubType(as, each)));
    const type = asked ?? types[0];
    if (type === undefined) throw new Error(`The schema has no ${stored.family}.`);
    return new EmulatedObject(type, { stored });
  }

  /** An id for the next object of a family that no other one has. */
  newId({ name, objects, byId }: StoredFamily, taken?: ReadonlySet<string>): string | number {
    const { identity } = this.#world.model.families.get(name) ?? {};
    const scalar = identity ? getNamedType(identity.type).name : 'ID';
    for (let place = objects.length; ; place += 1_000_003) {
      const number = mixBits(place ^ this.#world.chance(name));
      const text = /uuid|guid/i.test(scalar) ? uuidOf(number) : `${name.toLowerCase()}_${hex(number)}`;
      const id = /int|^(?:long|short|snowflake|number)$/i.test(scalar) ? place + 1 : text;
      if (!byId.has(String(id)) && !taken?.has(String(id))) return id;
    }
  }

  /** Gives the members of an interface or union about the same number each. */
  #share(type: GraphQLNamedType | undefined, count: number): void {
    const families = isCompositeType(type) ? this.#world.model.familiesOf(type) : [];
    for (const [place, { name }] of families.entries())
      this.#sizes.set(name, Math.max(0, Math.ceil((count - place) / families.length)));
  }
}
