import { type GraphQLCompositeType, isCompositeType, isObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { ControlApiError } from '../../../index.ts';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import type { Fixtures } from '../model/world-options.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { isId } from './emulated-object.ts';

type Input = Readonly<Record<string, unknown>>;

/** The objects that the list or the reference of an object of fixtures names. */
interface FixtureLink {
  readonly family: string;
  readonly index: number;
  /** The name of the field. */
  readonly field: string;
  readonly ids: readonly string[];
}

/** The objects of fixtures, before they are linked: every value is one that the schema allows. */
export class FixtureObjects {
  /** The values of the objects of each family, in order. */
  readonly families: Map<string, Record<string, unknown>[]> = new Map();
  /** The families that the fixtures list; others are only mentioned. */
  readonly listed: ReadonlySet<string>;
  readonly links: FixtureLink[] = [];
  readonly #model: Model;
  /** The places of objects by their ids. */
  readonly #known = new Map<string, number>();
  /** The places that are looked at when all objects are known. */
  readonly #mentions: (() => void)[] = [];

  /** @throws {ControlApiError} with the place of a value that does not fit. */
  constructor(model: Model, fixtures: Fixtures) {
    this.#model = model;
    const lists = Object.entries(fixtures).map(([name, list]) => {
      const type = model.schema.getType(name);
      if (!isCompositeType(type)) throw wrong(name, 'the schema has no such type');
      return { name, type, list };
    });
    this.listed = new Set(lists.flatMap(({ type }) => model.familiesOf(type)).map(({ name }) => name));
    for (const { name, type, list } of lists)
      for (const [at, record] of list.entries()) this.#add(type, record, `${name}[${at}]`);
    for (const mention of this.#mentions) mention();
  }

  /** Adds an object, or what is said of a known one, and returns its id. */
  #add(type: GraphQLCompositeType, record: Input, place: string): string | undefined {
    const family = this.#familyOf(type, record, place);
    const objects = this.#objectsOf(family);
    const own = record[family.identity?.name ?? 'id'];
    const id = own === undefined ? undefined : String(own);
    const index = this.#known.get(`${family.name} ${id}`) ?? objects.length;
    if (id !== undefined) this.#known.set(`${family.name} ${id}`, index);
    const values = objects[index] ?? {};
    objects[index] = values;
    for (const [name, value] of Object.entries(record)) {
      if (name === '__typename') continue;
      const at = `${place}.${name}`;
      const field = this.#model.fieldsOfFamily(family).get(name);
      if (field === undefined) throw wrong(at, `\`${family.name}\` has no field \`${name}\``);
      const { key, kind, definition } = field;
      if (value !== null && /^reference/.test(kind)) {
        const ids = itemsIn(value).map((each, item) => this.#idIn(field, each, item > 0 ? `${at}[${item}]` : at));
        this.links.push({ family: family.name, index, field: name, ids });
        this.#mentions.push(() => this.#mention(field, ids, at));
      } else if (/identity|value/.test(kind) && !isAllowed(definition.type, value))
        throw wrong(at, `the schema has \`${String(definition.type)}\` there`);
      else values[key] = value;
    }
    return id;
  }

  /** Makes an object with emulated values for each id that a reference mentions and no list has. */
  #mention({ target }: ModelField, ids: readonly string[], place: string): void {
    const targets = target ? this.#model.familiesOf(target) : [];
    for (const id of ids) {
      if (targets.some(({ name }) => this.#known.has(`${name} ${id}`))) continue;
      const free = targets.find(({ name }) => !this.listed.has(name));
      if (free === undefined) throw wrong(place, `no ${String(target)} of the fixtures has the id "${id}"`);
      this.#known.set(`${free.name} ${id}`, this.#objectsOf(free).push({ id }) - 1);
    }
  }

  #objectsOf({ name }: Family): Record<string, unknown>[] {
    const objects = this.families.get(name) ?? [];
    this.families.set(name, objects);
    return objects;
  }

  #familyOf(type: GraphQLCompositeType, { __typename: name }: Input, place: string): Family {
    const concrete = typeof name === 'string' ? this.#model.schema.getType(name) : type;
    const [only, ...others] = isCompositeType(concrete) ? this.#model.familiesOf(concrete) : [];
    if (only && others.length === 0) return only;
    if (isObjectType(concrete)) throw wrong(place, `\`${concrete.name}\` is not a type of objects with an id`);
    throw wrong(place, 'its type is not clear: add `__typename`');
  }

  #idIn({ target }: ModelField, value: unknown, place: string): string {
    if (isId(value)) return String(value);
    const id = isRecord(value) && target ? this.#add(target, value, place) : undefined;
    if (id === undefined) throw wrong(place, 'write the id of an object, or an object with an `id`');
    return id;
  }
}

/** The items of a list, also of a page: `nodes`, `edges { node }` or `items`; or the one of a reference. */
function itemsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const list: unknown = isRecord(value) ? Object.values(value).find(Array.isArray) : undefined;
  if (!Array.isArray(list)) return [value];
  return list.map((each: unknown) => (isRecord(each) && 'node' in each ? each['node'] : each));
}

function wrong(place: string, reason: string): ControlApiError {
  return new ControlApiError('configuration', `The fixtures are wrong at ${place}: ${reason}.`);
}
