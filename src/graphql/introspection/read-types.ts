import {
  buildClientSchema,
  GraphQLBoolean,
  GraphQLObjectType,
  GraphQLSchema,
  type IntrospectionSchema,
  introspectionFromSchema,
  specifiedScalarTypes,
} from 'graphql';
import { entryOf, itemsOf } from '../../base/is-record.ts';
import { allLevels, strictLevels } from '../defaults.ts';
import { hiddenBy, withHiddenInputs } from '../hidden-inputs.ts';
import { type Ask, askUnsupported, type Extent, newerParts, typesQuery } from './queries.ts';

/**
 * Reads a part of the live schema: the root types and the types among the coordinates `used`. Other types have only a kind and a
 * name. Parts that the server does not show are taken from the schema `before`. Undefined if introspection is off.
 */
export async function readTypes(
  ask: Ask,
  used: ReadonlySet<string>,
  before: GraphQLSchema,
): Promise<GraphQLSchema | undefined> {
  const { data } = await ask('query ExplainDrift { __schema { queryType { name } mutationType { name } } }');
  const [queryType, mutationType] = ['queryType', 'mutationType'].map((it) => entryOf(data, '__schema', it));
  if (queryType == null) return undefined;
  const roots = [queryType, mutationType].flatMap((type) => (type == null ? [] : String(entryOf(type, 'name'))));
  const names = [...used].filter(
    (it) => /^(?!__)\w+$/.test(it) && !specifiedScalarTypes.some(({ name }) => name === it),
  );
  const unsupported = await askUnsupported(ask);
  const lacking = unsupported ?? newerParts;
  const asksFor = (parts: ReadonlySet<string>) => (it: string) => !it.endsWith('.description') && !parts.has(it);
  const reading = await readAll(ask, new Set([...names, ...roots]), [
    { asks: asksFor(lacking), levels: allLevels },
    { asks: asksFor(lacking), levels: 5 },
    { asks: asksFor(newerParts), levels: strictLevels },
  ]);
  if (reading === undefined) return undefined;
  const { found, unread, isStrict } = reading;
  const old = describe(before);
  const oldByName = new Map(old.types.map((type) => [type.name, type]));
  const shown = found.map((type) => completed(type, oldByName.get(String(entryOf(type, 'name')))));
  const types = [...shown, ...unread.flatMap((name) => oldByName.get(name) ?? [])];
  const __schema = { queryType, mutationType, subscriptionType: null, directives: old.directives };
  const all = [...types, ...othersIn([...types, ...old.directives], types)];
  const schema = buildClientSchema(JSON.parse(JSON.stringify({ __schema: { ...__schema, types: all } })), {
    assumeValid: true,
  });
  return withHiddenInputs(schema, hiddenBy(isStrict ? newerParts : lacking, unsupported));
}

/** The introspection result of a schema. A schema that only mutations use gets a query type, which introspection needs. */
function describe(schema: GraphQLSchema): IntrospectionSchema {
  const query = new GraphQLObjectType({ name: '_', fields: { _: { type: GraphQLBoolean } } });
  const asked = schema.getQueryType() ? schema : new GraphQLSchema({ ...schema.toConfig(), query, assumeValid: true });
  return introspectionFromSchema(asked).__schema;
}

interface Reading {
  readonly found: readonly unknown[];
  readonly unread: readonly string[];
  /** Whether the server answers only the last extent. */
  readonly isStrict: boolean;
}

/** Reads all types with one query; if that is refused, each type alone, in the greatest extent that the server allows. */
async function readAll(
  ask: Ask,
  names: ReadonlySet<string>,
  extents: readonly [Extent, ...Extent[]],
): Promise<Reading | undefined> {
  const read = async (some: readonly string[], extent: Extent): Promise<readonly unknown[] | undefined> => {
    const { data, errors } = await ask(typesQuery(some, extent));
    return errors.length > 0 ? undefined : some.flatMap((_name, at) => entryOf(data, `t${at}`) ?? []);
  };
  let [extent, ...stricter] = extents;
  const whole = await read([...names], extent);
  if (whole !== undefined) return { found: whole, unread: [], isStrict: false };
  const readOne = async (name: string): Promise<readonly unknown[] | undefined> => {
    const types = await read([name], extent);
    const [next, ...others] = stricter;
    if (types !== undefined || next === undefined) return types;
    [extent, stricter] = [next, others];
    return readOne(name);
  };
  const found: unknown[] = [];
  const unread: string[] = [];
  for (const name of names) {
    const types = await readOne(name);
    if (types === undefined && found.length === 0) return undefined;
    if (types === undefined) unread.push(name);
    else found.push(...types);
  }
  return { found, unread, isStrict: stricter.length === 0 };
}

/** A type with the missing lists, and the type references beyond the depth of the query, as before. */
function completed(type: unknown, before: unknown): object {
  const parts = ['fields', 'inputFields', 'interfaces', 'possibleTypes', 'enumValues'].map((part) => {
    const old = itemsOf(entryOf(before, part));
    return [part, entryOf(type, part) == null ? old : itemsOf(entryOf(type, part)).flatMap((it) => whole(it, old))];
  });
  return { ...Object(type), ...Object.fromEntries(parts) };
}

/** A member of a type, with its arguments; an empty list if its type is cut off and not known from before. */
function whole(it: unknown, before: readonly unknown[]): readonly object[] {
  const old = before.find((other) => entryOf(other, 'name') === entryOf(it, 'name'));
  const args = itemsOf(entryOf(it, 'args')).flatMap((argument) => whole(argument, itemsOf(entryOf(old, 'args'))));
  if (!isCut(entryOf(it, 'type'))) return [{ ...Object(it), args }];
  if (old === undefined) return [];
  return [{ ...Object(it), args, type: entryOf(old, 'type'), defaultValue: entryOf(old, 'defaultValue') }];
}

/** Whether a type reference ends at a list or a non-null, before the named type. */
function isCut(reference: unknown): boolean {
  const inner = entryOf(reference, 'ofType');
  if (inner != null) return isCut(inner);
  return /^(?:LIST|NON_NULL)$/.test(String(entryOf(reference, 'kind')));
}

/** The types that are referred to but were not read, with kind, name and interfaces alone, and the specified scalars. */
function othersIn(descriptions: readonly unknown[], types: readonly object[]): readonly object[] {
  const known = new Set(types.map((type) => entryOf(type, 'name')));
  const others = new Map<string, { readonly kind: string; readonly name: string; readonly interfaces: unknown[] }>(
    specifiedScalarTypes.map(({ name }) => [name, { kind: 'SCALAR', name, interfaces: [] }]),
  );
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add);
    else if (typeof value === 'object' && value !== null) {
      const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
      if (typeof kind === 'string' && typeof name === 'string' && !known.has(name) && !others.has(name))
        others.set(name, { kind, name, interfaces: [] });
      Object.values(value).forEach(add);
    }
  };
  add(descriptions);
  for (const type of types)
    if (entryOf(type, 'kind') === 'INTERFACE')
      for (const part of itemsOf(entryOf(type, 'possibleTypes')))
        others.get(String(entryOf(part, 'name')))?.interfaces.push({ kind: 'INTERFACE', name: entryOf(type, 'name') });
  const empty = { fields: [], inputFields: [], possibleTypes: [], enumValues: [] };
  return [...others.values()].map((other) => ({ ...empty, ...other }));
}
