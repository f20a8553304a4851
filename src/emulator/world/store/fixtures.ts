import { type GraphQLCompositeType, isCompositeType, isObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { ConfigurationError } from '../../../index.ts';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import type { Relations } from '../model/relations.ts';
import type { Fixtures } from '../model/world-options.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { StoredObject } from './emulated-object.ts';
import type { Links } from './links.ts';
import type { Population } from './population.ts';
import type { Store } from './store.ts';

/** The objects of fixtures, before they are linked. */
export interface FixtureObjects {
  /** The objects of each family, in order. */
  readonly families: ReadonlyMap<string, readonly Record<string, unknown>[]>;
  /** The families that the fixtures list; others are only mentioned. */
  readonly listed: ReadonlySet<string>;
  readonly links: readonly FixtureLink[];
}

interface FixtureLink {
  readonly family: Family;
  readonly index: number;
  readonly field: ModelField;
  readonly ids: readonly string[];
  readonly place: string;
}

/** Reads fixtures: checks every value against the schema, and gathers the objects that references mention. */
class FixtureReader {
  readonly families = new Map<string, Record<string, unknown>[]>();
  readonly listed = new Set<string>();
  readonly links: FixtureLink[] = [];
  readonly #model: Model;
  readonly #known = new Map<string, number>();

  constructor(model: Model) {
    this.#model = model;
  }

  add(type: GraphQLCompositeType, record: Readonly<Record<string, unknown>>, place: string): string | undefined {
    const family = this.#familyOf(type, record, place);
    const objects = this.#objectsOf(family);
    const own = record[family.identity?.name ?? 'id'];
    const id = own === undefined ? undefined : String(own);
    const before = id === undefined ? undefined : this.#known.get(`${family.name} ${id}`);
    const index = before ?? objects.length;
    if (id !== undefined) this.#known.set(`${family.name} ${id}`, index);
    const values = objects[index] ?? {};
    objects[index] = values;
    for (const [key, value] of Object.entries(record)) {
      if (key !== '__typename') this.#readValue(family, index, values, key, value, `${place}.${key}`);
    }
    return id;
  }

  /** Makes an object with emulated values for each id that a reference mentions and no list has. */
  addMentioned(): void {
    for (const { field, ids, place } of this.links) {
      for (const id of ids) {
        const targets = field.target ? this.#model.familiesOf(field.target) : [];
        if (targets.some(({ name }) => this.#known.has(`${name} ${id}`))) continue;
        const free = targets.find(({ name }) => !this.listed.has(name));
        if (free === undefined) throw wrong(place, `no ${String(field.target)} of the fixtures has the id "${id}"`);
        this.#known.set(`${free.name} ${id}`, this.#objectsOf(free).push({ id }) - 1);
      }
    }
  }

  #objectsOf({ name }: Family): Record<string, unknown>[] {
    const objects = this.families.get(name) ?? [];
    this.families.set(name, objects);
    return objects;
  }

  #familyOf(type: GraphQLCompositeType, record: Readonly<Record<string, unknown>>, place: string): Family {
    const named = typeof record['__typename'] === 'string' ? this.#model.schema.getType(record['__typename']) : type;
    const concrete = isObjectType(named) ? named : undefined;
    const [only, ...others] = this.#model.familiesOf(type);
    const family = concrete ? this.#model.familyOf(concrete) : others.length === 0 ? only : undefined;
    if (family) return family;
    throw wrong(
      place,
      concrete ? `\`${concrete.name}\` is not a type of objects with an id` : 'its type is not clear: add `__typename`',
    );
  }

  #readValue(
    family: Family,
    index: number,
    values: Record<string, unknown>,
    key: string,
    value: unknown,
    place: string,
  ): void {
    const field = this.#model.fieldsOfFamily(family).get(key);
    if (field === undefined) throw wrong(place, `\`${family.name}\` has no field \`${key}\``);
    if (field.kind === 'identity' || field.kind === 'value') {
      const { type } = field.definition;
      if (!isAllowed(type, value)) throw wrong(place, `the schema has \`${String(type)}\` there`);
      values[field.key] = value;
    } else if (field.kind === 'part' || field.kind === 'parts') values[field.key] = value;
    else if (value === null) values[field.key] = null;
    else {
      const many = field.kind === 'references';
      const list = many ? itemsIn(value) : [value];
      const ids = list.map((each, at) => this.#idIn(field, each, many ? `${place}[${at}]` : place));
      this.links.push({ family, index, field, ids, place });
    }
  }

  #idIn(field: ModelField, value: unknown, place: string): string {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    const id = isRecord(value) && field.target ? this.add(field.target, value, place) : undefined;
    if (id === undefined) throw wrong(place, 'write the id of an object, or an object with an `id`');
    return id;
  }
}

/**
 * Reads fixtures.
 *
 * @throws {ConfigurationError} with the place of a value that does not fit.
 */
export function readFixtureObjects(model: Model, fixtures: Fixtures): FixtureObjects {
  const reader = new FixtureReader(model);
  for (const [name, list] of Object.entries(fixtures)) {
    const type = model.schema.getType(name);
    if (!isCompositeType(type)) throw wrong(name, 'the schema has no such type');
    for (const family of model.familiesOf(type)) reader.listed.add(family.name);
    for (const [at, record] of list.entries()) reader.add(type, record, `${name}[${at}]`);
  }
  reader.addMentioned();
  return reader;
}

interface Places {
  readonly model: Model;
  readonly store: Store;
  readonly population: Population;
  readonly relations: Relations;
  readonly links: Links;
}

/** Links the objects of fixtures with each other. A list that is stated has these items alone. */
export function linkFixtures({ model, store, population, relations, links }: Places, fixtures: FixtureObjects): void {
  links.stated.clear();
  const named = (field: ModelField, id: string): StoredObject[] => {
    const found = field.target && population.find(field.target, id)?.stored;
    return found ? [found] : [];
  };
  for (const {
    family: read,
    index,
    field: { definition },
    ids,
  } of fixtures.links) {
    // The schema may be another one than that which the fixtures were read with.
    const family = model.families.get(read.name);
    const field = family && model.fieldsOfFamily(family).get(definition.name);
    const owner = family && population.family(family).objects[index];
    if (!family || !owner || field?.target === undefined) continue;
    const targets = ids.flatMap((id) => named(field, id));
    if (field.kind === 'reference') {
      if (owner.fixture) owner.fixture[field.key] = targets[0] ?? null;
      continue;
    }
    for (const items of model.familiesOf(field.target)) {
      const own = targets.filter((target) => target.family === items.name);
      const back = relations.backReference(items, family);
      const name = back ? `${items.name} ${back.key}` : relations.listRelation(family, field.key, items);
      links.stated.set(name, (links.stated.get(name) ?? new Map()).set(owner, own));
      if (back) for (const item of own) if (item.fixture) item.fixture[back.key] = owner;
    }
  }
  store.version += 1;
}

/** The items of a list, also of a page: `nodes`, `edges { node }` or `items`. */
function itemsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  const list: unknown = Object.values(value).find(Array.isArray);
  return (Array.isArray(list) ? list : []).map((each: unknown) =>
    isRecord(each) && 'node' in each ? each['node'] : each,
  );
}

function wrong(place: string, reason: string): ConfigurationError {
  return new ConfigurationError(`The fixtures are wrong at ${place}: ${reason}.`);
}
