import { type GraphQLCompositeType, type GraphQLObjectType, isCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { ControlApiError } from '../../../index.ts';
import type { Model } from '../model/model.ts';
import { identityOf, isLink, type LinkField } from '../model/shapes.ts';
import type { Fixtures } from '../model/world-options.ts';
import { isAllowed } from '../values/leaf-value.ts';
import type { Ref, Values } from './emulated-object.ts';
import { addTo } from './store.ts';

/** Fixtures as values that the schema allows. A reference is the name of an object. */
export interface FixtureObjects {
  readonly families: ReadonlyMap<string, readonly Values[]>;
  /** The families that the fixtures list. Objects of others are only mentioned. */
  readonly listed: ReadonlySet<string>;
  /** The names of objects with stated lists, by the field that holds such a list (`Device group`): no items are drawn for them. */
  readonly stated: ReadonlyMap<string, ReadonlySet<string>>;
}

interface FixtureObject {
  readonly family: GraphQLObjectType;
  readonly ref: Ref;
  readonly values: Record<string, unknown>;
}

/** @throws {ControlApiError} with the place of a value that does not fit the schema. */
export function fixtureObjects(model: Model, fixtures: Fixtures): FixtureObjects {
  const families = new Map<string, Values[]>();
  const stated = new Map<string, Set<string>>();
  const known = new Map<string, FixtureObject>();
  const links: (() => void)[] = [];
  const lists = Object.entries(fixtures).map(([name, list]) => {
    const type = model.schema.getType(name);
    if (!isCompositeType(type)) throw wrong(name, 'the schema has no such type');
    return { name, type, list };
  });
  const listed = new Set(lists.flatMap(({ type }) => model.storedOf(type)).map(({ name }) => name));
  for (const { name, type, list } of lists)
    for (const [at, record] of list.entries()) add(type, record, `${name}[${at}]`);
  for (const follow of links) follow();
  return { families, listed, stated };

  /** Adds or updates an object, and its nested objects. */
  function add(type: GraphQLCompositeType, record: Values, place: string): FixtureObject {
    const named = model.schema.getType(String(record['__typename'] ?? type.name));
    const [family, ...others] = isCompositeType(named) ? model.storedOf(named) : [];
    if (!family || others.length > 0)
      throw wrong(place, 'it is not clear which type with an id it is: write `__typename`');
    const object = objectOf(family, record[identityOf(family)?.name ?? 'id']);
    for (const [name, value] of Object.entries(record)) {
      if (name === '__typename') continue;
      const at = `${place}.${name}`;
      const field = model.fields(family).get(name);
      if (field === undefined) throw wrong(at, `\`${family.name}\` has no field \`${name}\``);
      const { key, kind, definition } = field;
      if (value !== null && isLink(field)) {
        const items = [value].flat().map((each) => (isRecord(each) ? add(field.target, each, at) : String(each)));
        links.push(() => link(object, field, items, at));
      } else if (/^(?:id|value)$/.test(kind) && !isAllowed(definition.type, value))
        throw wrong(at, `the schema has \`${String(definition.type)}\` there`);
      else object.values[key] = value;
    }
    return object;
  }

  function objectOf(family: GraphQLObjectType, id: unknown): FixtureObject {
    const before = id === undefined ? undefined : known.get(`${family.name} ${String(id)}`);
    if (before) return before;
    const objects = families.get(family.name) ?? [];
    families.set(family.name, objects);
    const values = id === undefined ? {} : { id };
    const object = { family, values, ref: { $object: `${family.name}#${objects.push(values) - 1}` } };
    if (id !== undefined) known.set(`${family.name} ${String(id)}`, object);
    return object;
  }

  /** Writes a reference or a list at the side that holds it. */
  function link(owner: FixtureObject, field: LinkField, named: readonly (FixtureObject | string)[], at: string): void {
    const { family, ref, values } = owner;
    const items = named.map((item) => (typeof item === 'string' ? find(field, item, at) : item));
    if (field.kind === 'one') for (const item of items) write(owner, field, item);
    for (const each of field.kind === 'many' ? model.storedOf(field.target) : []) {
      const back = model.back(each, family);
      addTo(stated, back ? `${each.name} ${back.key}` : `${family.name} ${field.key}`, ref.$object);
      if (!back) values[field.key] ??= [];
      for (const item of items.filter((one) => one.family === each))
        if (back) write(item, back, owner);
        else write(owner, field, item);
    }
  }

  /** The object with an id. If the fixtures do not list its type, it has emulated values. */
  function find({ target }: LinkField, id: string, at: string): FixtureObject {
    const targets = model.storedOf(target);
    const [found] = targets.flatMap(({ name }) => known.get(`${name} ${id}`) ?? []);
    const free = targets.find(({ name }) => !listed.has(name));
    if (found) return found;
    if (free) return objectOf(free, id);
    throw wrong(at, `no ${String(target)} of the fixtures has the id "${id}"`);
  }
}

function write({ values }: FixtureObject, { key, kind }: LinkField, { ref }: FixtureObject): void {
  values[key] = kind === 'one' ? ref : [values[key] ?? [], ref].flat();
}

function wrong(place: string, reason: string): ControlApiError {
  return new ControlApiError('configuration', `The fixtures are wrong at ${place}: ${reason}.`);
}
