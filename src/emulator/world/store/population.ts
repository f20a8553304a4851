import {
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
} from 'graphql';
import { Model } from '../model/model.ts';
import { createStories, type Story } from '../model/story.ts';
import type { WorldSettings } from '../model/world-options.ts';
import { hash, hex, mixBits, uuidOf } from '../values/chance.ts';
import { byAge, EmulatedObject, isId, type StoredObject, type Values } from './emulated-object.ts';
import { type FixtureObjects, fixtureObjects } from './fixtures.ts';
import { addObject, type Store, type StoredFamily } from './store.ts';

/** The number of objects of every family without a count of its own, and of devices. */
const [usual, usualDevices] = [12, 25];

/** The values of what nobody wrote. */
const none: Values = {};

/** The objects of the world behind one schema: what they are drawn from, how many there are, and where they are found. */
export class Population {
  readonly model: Model;
  readonly store: Store;
  readonly settings: WorldSettings;
  readonly fixtures: FixtureObjects;
  /** The states that the objects of a family, or parts of a type, show. */
  readonly storyOf: (name: string) => Story | undefined;
  readonly #sizes = new Map<string, number>();

  /** `known` are the fixtures as they were read with the first schema. */
  constructor(schema: GraphQLSchema, store: Store, settings: WorldSettings, known?: FixtureObjects) {
    const { count = {}, fixtures = {}, devices } = settings;
    const model = new Model(schema, new Set([...Object.keys(count), ...Object.keys(fixtures)]));
    this.model = model;
    this.store = store;
    this.settings = settings;
    this.fixtures = known ?? fixtureObjects(model, fixtures);
    this.storyOf = createStories(model);
    this.#share(model.devices, usualDevices);
    for (const { name, isSingle } of model.families.values()) if (isSingle) this.#sizes.set(name, 1);
    for (const name of this.fixtures.listed) this.#sizes.set(name, 0);
    for (const [name, size] of Object.entries(count)) this.#share(schema.getType(name), size);
    if (devices !== undefined) this.#share(model.devices, devices);
  }

  /** A number from 0 to 2³² − 1, always the same for the same place. */
  chance(place: string, ...parts: readonly (string | number)[]): number {
    return hash(this.store.seed, place, ...parts);
  }

  /** Whether a place is one that is left empty. */
  isLeftEmpty(place: string, key: string): boolean {
    const { nulls } = this.settings;
    return nulls > 0 && this.chance(place, key, 'empty') % 10_000 < nulls * 10_000;
  }

  /** The objects of a family, made when they are first asked for. */
  family(name: string): StoredFamily {
    const { store, fixtures } = this;
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
    const families = isId(id) ? this.model.familiesOf(type).filter(({ identity }) => identity) : [];
    const found = families.map(({ name }) => this.family(name).byId.get(String(id)));
    return found.find((object) => object?.isAlive);
  }

  /** The type of the only object with this id; undefined if several have it. */
  typeOf(id: unknown): GraphQLObjectType | undefined {
    const types = [...this.model.families.values()].map(({ types: [type] }) => type);
    const [only, ...others] = types.filter((type) => this.find(type, id));
    return others.length === 0 ? only : undefined;
  }

  /** All objects of a type, the oldest first. */
  all(type: GraphQLCompositeType | undefined): readonly StoredObject[] {
    const families = type ? this.model.familiesOf(type) : [];
    const all = families.flatMap(({ name }) => this.family(name).objects.filter(({ isAlive }) => isAlive));
    return families.length > 1 ? all.sort(byAge) : all;
  }

  /** An object as one of its types: as the one asked for if it can be, else as its first type. */
  view(stored: StoredObject, as?: GraphQLCompositeType): EmulatedObject {
    const { families, schema } = this.model;
    const types = families.get(stored.family)?.types ?? [];
    const asked = types.find((each) => each === as || (isAbstractType(as) && schema.isSubType(as, each)));
    const type = asked ?? types[0];
    if (type === undefined) throw new Error(`The schema has no ${stored.family}.`);
    return new EmulatedObject(type, { stored });
  }

  /** An id for the next object of a family that no other one has. */
  newId({ name, objects, byId }: StoredFamily, taken?: ReadonlySet<string>): string | number {
    const { identity } = this.model.families.get(name) ?? {};
    const scalar = identity ? getNamedType(identity.type).name : 'ID';
    for (let place = objects.length; ; place += 1_000_003) {
      const number = mixBits(place ^ this.chance(name));
      const text = /uuid|guid/i.test(scalar) ? uuidOf(number) : `${name.toLowerCase()}_${hex(number)}`;
      const id = /int|^(?:long|short|snowflake|number)$/i.test(scalar) ? place + 1 : text;
      if (!byId.has(String(id)) && !taken?.has(String(id))) return id;
    }
  }

  /** Gives the members of an interface or union about the same number each. */
  #share(type: GraphQLNamedType | undefined, count: number): void {
    const families = isCompositeType(type) ? this.model.familiesOf(type) : [];
    for (const [place, { name }] of families.entries())
      this.#sizes.set(name, Math.max(0, Math.ceil((count - place) / families.length)));
  }
}
