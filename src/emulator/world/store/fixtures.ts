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
  readonly listed: Set<string> = new Set();
  readonly links: FixtureLink[] = [];
  readonly #model: Model;
  readonly #known = new Map<string, number>();

  /** @throws {ControlApiError} with the place of a value that does not fit. */
  constructor(model: Model, fixtures: Fixtures) {
    this.#model = model;
    const mentions: (() => void)[] = [];
    for (const [name, list] of Object.entries(fixtures)) {
      const type = model.schema.getType(name);
      if (!isCompositeType(type)) throw wrong(name, 'the schema has no such type');
      for (const family of model.familiesOf(type)) this.listed.add(family.name);
      for (const [at, record] of list.entries()) this.#add(type, record, `${name}[${at}]`, mentions);
    }
    for (const mention of mentions) mention();
  }

  #add(type: GraphQLCompositeType, record: Input, place: string, mentions: (() => void)[]): string | undefined {
    const family = this.#familyOf(type, record, place);
    const objects = this.#objectsOf(family);
    const own = record[family.identity?.name ?? 'id'];
    const id = own === undefined ? undefined : String(own);
    const index = this.#known.get(`${family.name} ${id}`) ?? objects.length;
    if (id !== undefined) this.#known.set(`${family.name} ${id}`, index);
    objects[index] ??= {};
    for (const [name, value] of Object.entries(record)) {
      if (name === '__typename') continue;
      const at = `${place}.${name}`;
      const field = this.#model.fieldsOfFamily(family).get(name);
      if (field === undefined) throw wrong(at, `\`${family.name}\` has no field \`${name}\``);
      const { key, kind, definition } = field;
      if (value === null || !/^reference/.test(kind)) {
        if (/identity|value/.test(kind) && !isAllowed(definition.type, value))
          throw wrong(at, `the schema has \`${String(definition.type)}\` there`);
        objects[index][key] = value;
        continue;
      }
      const ids = itemsIn(value).map((each, place) =>
        this.#idIn(field, each, kind === 'references' ? `${at}[${place}]` : at, mentions),
      );
      this.links.push({ family: family.name, index, field: name, ids });
      mentions.push(() => this.#mention(field, ids, at));
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
    const [only, ...others] = this.#model.familiesOf(type);
    if (!isObjectType(concrete)) {
      if (only && others.length === 0) return only;
      throw wrong(place, 'its type is not clear: add `__typename`');
    }
    const family = this.#model.familyOf(concrete);
    if (family) return family;
    throw wrong(place, `\`${concrete.name}\` is not a type of objects with an id`);
  }

  #idIn({ target }: ModelField, value: unknown, place: string, mentions: (() => void)[]): string {
    if (isId(value)) return String(value);
    const id = isRecord(value) && target ? this.#add(target, value, place, mentions) : undefined;
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
