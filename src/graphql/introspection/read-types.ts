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
import type { Ask } from './ask.ts';
import { hiddenBy, withHiddenInputs } from './hidden-inputs.ts';
import { allLevels, askUnsupported, type Extent, newerParts, typesQuestion } from './question.ts';

/**
 * Reads a part of a live schema: its root types and the types among some coordinates. What these refer to besides is known by its
 * kind and name alone, and what the server does not show of them is as in the schema of before. Undefined if the server does not show
 * its schema.
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
    // The strictest server takes a depth of five, and no argument that it does not know.
    { asks: asksFor(newerParts), levels: 3 },
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

/** A schema as a server describes it. The part that a mutation uses has no query type, without which there is no introspection. */
function describe(schema: GraphQLSchema): IntrospectionSchema {
  const query = new GraphQLObjectType({ name: '_', fields: { _: { type: GraphQLBoolean } } });
  const asked = schema.getQueryType() ? schema : new GraphQLSchema({ ...schema.toConfig(), query, assumeValid: true });
  return introspectionFromSchema(asked).__schema;
}

/** Reads types in one question; where that is refused, each alone, with as much of it as the server shows. */
async function readAll(ask: Ask, names: ReadonlySet<string>, extents: readonly Extent[]) {
  const read = async (some: readonly string[], extent: Extent): Promise<readonly unknown[] | undefined> => {
    const question = typesQuestion(
      some.map((name) => [name, extent]),
      'query ExplainDrift',
    );
    const { data, errors } = await ask(question);
    return errors.length > 0 ? undefined : some.flatMap((_name, at) => entryOf(data, `t${at}`) ?? []);
  };
  const [most] = extents;
  const whole = most && (await read([...names], most));
  if (whole !== undefined) return { found: whole, unread: [], isStrict: false };
  const found: unknown[] = [];
  /** The names of types that the server did not show, which may be there. */
  const unread: string[] = [];
  let level = 0;
  for (const name of names) {
    let types: readonly unknown[] | undefined;
    for (let extent = extents[level]; extent && types === undefined; extent = types ? extent : extents[++level])
      types = await read([name], extent);
    if (types === undefined && found.length === 0) return undefined;
    level = Math.min(level, extents.length - 1);
    if (types === undefined) unread.push(name);
    else found.push(...types);
  }
  // It is strict where it showed only what the last extent asks for.
  return { found, unread, isStrict: level === extents.length - 1 };
}

/** A type in which references that a question of little depth cut off, and lists that are absent, are as before. */
function completed(type: unknown, before: unknown): object {
  const parts = ['fields', 'inputFields', 'interfaces', 'possibleTypes', 'enumValues'].map((part) => {
    const old = itemsOf(entryOf(before, part));
    return [part, entryOf(type, part) == null ? old : itemsOf(entryOf(type, part)).flatMap((it) => whole(it, old))];
  });
  return { ...Object(type), ...Object.fromEntries(parts) };
}

/** A member of a type, with its arguments; none where its type was cut off, and is not known from before. */
function whole(it: unknown, before: readonly unknown[]): readonly object[] {
  const old = before.find((other) => entryOf(other, 'name') === entryOf(it, 'name'));
  const args = itemsOf(entryOf(it, 'args')).flatMap((argument) => whole(argument, itemsOf(entryOf(old, 'args'))));
  if (!isCut(entryOf(it, 'type'))) return [{ ...Object(it), args }];
  if (old === undefined) return [];
  return [{ ...Object(it), args, type: entryOf(old, 'type'), defaultValue: entryOf(old, 'defaultValue') }];
}

/** Whether a reference ends at a list or a non-null. */
function isCut(reference: unknown): boolean {
  const inner = entryOf(reference, 'ofType');
  if (inner != null) return isCut(inner);
  return /^(?:LIST|NON_NULL)$/.test(String(entryOf(reference, 'kind')));
}

/** The types that descriptions refer to besides, by kind and name, and the scalars of GraphQL; possible types of an interface implement it. */
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
  // A type that is known by its name alone has no members.
  const empty = { fields: [], inputFields: [], possibleTypes: [], enumValues: [] };
  return [...others.values()].map((other) => ({ ...empty, ...other }));
}
