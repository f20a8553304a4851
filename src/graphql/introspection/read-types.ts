import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery, specifiedScalarTypes } from 'graphql';
import type { Ask } from './ask.ts';
import { fillGaps } from './fill-gaps.ts';
import { list, member } from './json.ts';
import { allLevels, type Extent, newerParts, typesQuestion } from './question.ts';
import { allDirectives, hiddenInputs, withUnseen } from './unseen.ts';
import { askUnsupported } from './unsupported.ts';

/**
 * Reads a part of a live schema: its root types and the types among some coordinates. What these refer to besides is known by its
 * kind and name alone. Undefined if the server does not show its schema.
 */
export async function readTypes(ask: Ask, used: ReadonlySet<string>): Promise<GraphQLSchema | undefined> {
  const { data } = await ask('query ExplainDrift { __schema { queryType { name } mutationType { name } } }');
  const [queryType, mutationType] = ['queryType', 'mutationType'].map((it) => member(member(data, '__schema'), it));
  if (queryType === undefined) return undefined;
  const roots = [queryType, mutationType].flatMap((type) => (type === undefined ? [] : String(member(type, 'name'))));
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
  const known = new Set(found.map((type) => String(member(type, 'name'))));
  const unseen = new Set<string>();
  const { types } = fillGaps([...found, ...othersIn(found, known)], [], unseen);
  const __schema = { queryType, mutationType: mutationType ?? null, subscriptionType: null, types, directives: [] };
  const introspection: unknown = JSON.parse(JSON.stringify({ __schema }));
  const ofFound = [...unseen].filter((coordinate) => known.has(coordinate.replace(/\..*/, '')));
  const directives = [...used].some((it) => it.startsWith('@')) ? [allDirectives] : [];
  return withUnseen(buildClientSchema(introspection as IntrospectionQuery, { assumeValid: true }), {
    ...hiddenInputs(isStrict ? newerParts : lacking, unsupported),
    coordinates: new Set([...ofFound, ...unread, ...directives]),
  });
}

/** Reads types in one question; where that is refused, each alone, with as much of it as the server shows. */
async function readAll(ask: Ask, names: ReadonlySet<string>, extents: readonly Extent[]) {
  const read = async (some: readonly string[], extent: Extent): Promise<readonly unknown[] | undefined> => {
    const question = typesQuestion(
      some.map((name) => [name, extent]),
      'query ExplainDrift',
    );
    const { data, errors } = await ask(question, 0);
    return errors.length > 0 ? undefined : some.flatMap((_name, at) => member(data, `t${at}`) ?? []);
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

/** The types that some types refer to, by kind and name, and the scalars of GraphQL; possible types of an interface implement it. */
function othersIn(types: readonly unknown[], known: ReadonlySet<string>): readonly object[] {
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
  add(types);
  for (const type of types)
    if (member(type, 'kind') === 'INTERFACE')
      for (const part of list(member(type, 'possibleTypes')))
        others.get(String(member(part, 'name')))?.interfaces.push({ kind: 'INTERFACE', name: member(type, 'name') });
  return [...others.values()];
}
