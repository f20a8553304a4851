import { type GraphQLCompositeType, isCompositeType, isObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { ControlApiError } from '../../../index.ts';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import type { Fixtures } from '../model/world-options.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { isId } from './emulated-object.ts';

/** The objects that the list or the reference of an object of fixtures names. */
interface FixtureLink {
  readonly family: Family;
  readonly index: number;
  readonly field: ModelField;
  readonly ids: readonly string[];
  readonly place: string;
}

/** The objects of fixtures, before they are linked: every value is one that the schema allows. */
export class FixtureObjects {
  /** The objects of each family, in order. */
  readonly families: Map<string, Record<string, unknown>[]> = new Map();
  /** The families that the fixtures list; others are only mentioned. */
  readonly listed: Set<string> = new Set();
  readonly links: FixtureLink[] = [];
  readonly #model: Model;
  readonly #known = new Map<string, number>();

  /** @throws {ControlApiError} with the place of a value that does not fit. */
  constructor(model: Model, fixtures: Fixtures) {
    this.#model = model;
    for (const [name, list] of Object.entries(fixtures)) {
      const type = model.schema.getType(name);
      if (!isCompositeType(type)) throw wrong(name, 'the schema has no such type');
      for (const family of model.familiesOf(type)) this.listed.add(family.name);
      for (const [at, record] of list.entries()) this.#add(type, record, `${name}[${at}]`);
    }
    this.#addMentioned();
  }

  #add(type: GraphQLCompositeType, record: Readonly<Record<string, unknown>>, place: string): string | undefined {
    const family = this.#familyOf(type, record, place);
    const objects = this.#objectsOf(family);
    const own = record[family.identity?.name ?? 'id'];
    const id = own === undefined ? undefined : String(own);
    const index = this.#known.get(`${family.name} ${id}`) ?? objects.length;
    if (id !== undefined) this.#known.set(`${family.name} ${id}`, index);
    const values = objects[index] ?? {};
    objects[index] = values;
    for (const [key, value] of Object.entries(record)) {
      if (key === '__typename') continue;
      const field = this.#model.fieldsOfFamily(family).get(key);
      if (field === undefined) throw wrong(`${place}.${key}`, `\`${family.name}\` has no field \`${key}\``);
      if (value === null || !/^reference/.test(field.kind))
        values[field.key] = allowed(field, value, `${place}.${key}`);
      else this.#link(family, index, field, value, `${place}.${key}`);
    }
    return id;
  }

  /** Makes an object with emulated values for each id that a reference mentions and no list has. */
  #addMentioned(): void {
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

  #link(family: Family, index: number, field: ModelField, value: unknown, place: string): void {
    const ids =
      field.kind === 'references'
        ? itemsIn(value).map((each, at) => this.#idIn(field, each, `${place}[${at}]`))
        : [this.#idIn(field, value, place)];
    this.links.push({ family, index, field, ids, place });
  }

  #idIn(field: ModelField, value: unknown, place: string): string {
    if (isId(value)) return String(value);
    const id = isRecord(value) && field.target ? this.#add(field.target, value, place) : undefined;
    if (id === undefined) throw wrong(place, 'write the id of an object, or an object with an `id`');
    return id;
  }
}

/** A value of a field; the parts of an object are read when they are asked for. */
function allowed({ kind, definition: { type } }: ModelField, value: unknown, place: string): unknown {
  if ((kind === 'identity' || kind === 'value') && !isAllowed(type, value))
    throw wrong(place, `the schema has \`${String(type)}\` there`);
  return value;
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

function wrong(place: string, reason: string): ControlApiError {
  return new ControlApiError('configuration', `The fixtures are wrong at ${place}: ${reason}.`);
}
