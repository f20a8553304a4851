import { type GraphQLCompositeType, type GraphQLObjectType, isCompositeType } from 'graphql';
import { memo } from '../model/memo.ts';
import type { Model } from '../model/model.ts';
import type { Family } from '../model/model-field.ts';
import type { WorldSettings } from '../model/world-options.ts';
import { hash, hex, mixBits } from '../values/chance.ts';
import { uuidOf } from '../values/formats.ts';
import { byAge, EmulatedObject, type StoredObject } from './emulated-object.ts';
import type { FixtureObjects } from './fixtures.ts';
import type { Store, StoredFamily } from './store.ts';

/** The number of objects of every family without a count of its own, and of devices. */
const [usual, usualDevices] = [12, 25];

/** The objects of the world: how many there are, their ids, and where they are found. */
export class Population {
  readonly #model: Model;
  readonly #store: Store;
  readonly #settings: WorldSettings;
  readonly #fixtures: FixtureObjects;
  /** How many there are of a family if nobody asks for more, and how many the settings ask for. */
  readonly #usual = new Map<string, number>();
  readonly #asked = new Map<string, number>();
  #restored: ReadonlyMap<string, number> = new Map();

  constructor(model: Model, store: Store, settings: WorldSettings, fixtures: FixtureObjects) {
    this.#model = model;
    this.#store = store;
    this.#settings = settings;
    this.#fixtures = fixtures;
    if (model.devices) this.#share(this.#usual, model.devices, usualDevices);
    for (const { name } of this.#singles()) this.#usual.set(name, 1);
    for (const [name, count] of Object.entries(settings.count ?? {})) {
      const type = model.schema.getType(name);
      if (isCompositeType(type)) this.#share(this.#asked, type, count);
    }
    if (settings.devices !== undefined && model.devices) this.#share(this.#asked, model.devices, settings.devices);
  }

  /** Begins again, also with the seed and the sizes of a snapshot. */
  startOver(seed: string | number, sizes: Readonly<Record<string, number>> = {}): void {
    this.#store.clear(seed);
    this.#restored = new Map(Object.entries(sizes));
  }

  /** The objects of a family, drawn when they are first asked for. */
  family({ name }: Pick<Family, 'name'>): StoredFamily {
    const known = this.#store.families.get(name);
    if (known) return known;
    const fixtures = this.#fixtures.families.get(name) ?? [];
    const counted = this.#asked.get(name) ?? (this.#fixtures.listed.has(name) ? 0 : (this.#usual.get(name) ?? usual));
    return this.#materialise(name, this.#restored.get(name) ?? Math.max(fixtures.length, counted));
  }

  /** Draws `size` objects of a family. */
  #materialise(name: string, size: number): StoredFamily {
    const family: StoredFamily = { name, size, objects: [], byId: new Map() };
    this.#store.families.set(name, family);
    const model = this.#model.families.get(name);
    const fixtures = this.#fixtures.families.get(name) ?? [];
    const ids = new Set(fixtures.map((values) => String(values['id'])));
    const isTaken = (id: string): boolean => ids.has(id);
    for (let index = 0; index < size; index += 1) {
      const fixture = fixtures[index];
      const own = fixture?.['id'];
      const id = typeof own === 'string' || typeof own === 'number' ? own : this.#drawId(model, name, index, isTaken);
      const object: StoredObject = {
        family: name,
        index,
        id,
        isAlive: true,
        ...(fixture && { fixture: { ...fixture } }),
      };
      family.objects.push(object);
      family.byId.set(String(id), object);
    }
    return family;
  }

  /** The object with a name such as `Device#3`. */
  objectNamed(name: string): StoredObject | undefined {
    const [family = '', index] = name.split('#');
    return this.family({ name: family }).objects[Number(index)];
  }

  /** The objects of the family that a cursor names; undefined if the schema has none of that name. */
  known(name: string): StoredFamily | undefined {
    return this.#model.families.has(name) ? this.family({ name }) : undefined;
  }

  /** An id that no object of the family has. */
  newId(family: StoredFamily): string | number {
    const isTaken = (id: string): boolean => family.byId.has(id);
    return this.#drawId(this.#model.families.get(family.name), family.name, family.objects.length, isTaken);
  }

  /** The object of a type with this id. */
  find(type: GraphQLCompositeType, id: unknown): EmulatedObject | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    for (const family of this.#model.familiesOf(type)) {
      if (family.identity === undefined) continue;
      const object = this.family(family).byId.get(String(id));
      if (object?.isAlive) return this.view(object, type);
    }
    return undefined;
  }

  /** All objects of a type, the oldest first. */
  all(type: GraphQLCompositeType): readonly StoredObject[] {
    const [only, ...others] = this.#model.familiesOf(type).map((family) => this.living(family));
    return only === undefined ? [] : others.length === 0 ? only : [only, ...others].flat().sort(byAge);
  }

  living(family: Family): readonly StoredObject[] {
    return this.family(family).objects.filter(({ isAlive }) => isAlive);
  }

  /** An object as one of its types: as the one asked for if it can be, else as its first type. */
  view(stored: StoredObject, as?: GraphQLCompositeType): EmulatedObject {
    const type = (as && this.#typesOf(as).get(stored.family)) ?? this.#model.families.get(stored.family)?.types[0];
    if (type === undefined) throw new Error(`The schema has no ${stored.family}.`);
    return new EmulatedObject(type, { stored });
  }

  /** The type that each family has where a type is asked for. */
  readonly #typesOf = memo((as: GraphQLCompositeType): ReadonlyMap<string, GraphQLObjectType> => {
    const members = [...this.#model.membersOf(as)].reverse();
    return new Map(members.map((member) => [this.#model.familyOf(member)?.name ?? '', member]));
  });

  #singles(): readonly Family[] {
    return [...this.#model.families.values()].filter(({ types }) => types.some((type) => this.#model.isSingle(type)));
  }

  /** Gives the members of an interface or union about the same number each. */
  #share(counts: Map<string, number>, type: GraphQLCompositeType, count: number): void {
    const families = this.#model.familiesOf(type);
    families.forEach((family, place) => {
      counts.set(family.name, Math.max(0, Math.ceil((count - place) / families.length)));
    });
  }

  #drawId(family: Family | undefined, name: string, index: number, isTaken: (id: string) => boolean): string | number {
    const mocked = family && this.#mockedId(family, index);
    if (mocked !== undefined && !isTaken(String(mocked))) return mocked;
    for (let attempt = 0; ; attempt += 1) {
      const id = this.#idAt(family, name, index + attempt * 1_000_003);
      if (!isTaken(String(id))) return id;
    }
  }

  #idAt(family: Family | undefined, name: string, index: number): string | number {
    const leaf = String(family?.identity?.type ?? 'ID').replace(/[[\]!]/g, '');
    if (/^(?:\w*Int\w*|Long|Short|Snowflake|Number)$/i.test(leaf)) return index + 1;
    const number = mixBits(index ^ hash(this.#store.seed, name));
    return /uuid|guid/i.test(leaf) ? uuidOf(number) : `${name.toLowerCase()}_${hex(number)}`;
  }

  #mockedId(family: Family, index: number): string | number | undefined {
    const { mocks = {} } = this.#settings;
    const field = family.identity?.name ?? 'id';
    for (const { name } of family.types) {
      const mock = mocks[`${name}.${field}`];
      const number = hash(this.#store.seed, `${family.name}#${index}`, 'id', 0);
      const value: unknown = typeof mock === 'function' ? mock({ type: name, field, index, number }) : mock;
      if (typeof value === 'string' || typeof value === 'number') return value;
    }
    return undefined;
  }
}
