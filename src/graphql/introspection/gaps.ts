import { list, member } from './json.ts';

/** What is missing in an introspection answer, in words; undefined if it is complete. */
export function findGap(data: unknown): string | undefined {
  const schema = member(data, '__schema');
  const types = member(schema, 'types');
  if (!Array.isArray(types) || types.length === 0) return 'it lists no types';
  if (!Array.isArray(member(schema, 'directives'))) return 'it lists no directives';
  if (typeof member(member(schema, 'queryType'), 'name') !== 'string') return 'it names no query type';
  const described = new Set(types.map((type) => member(type, 'name')));
  for (const root of ['queryType', 'mutationType', 'subscriptionType']) {
    const name = member(member(schema, root), 'name');
    if (name !== undefined && !described.has(name)) return `type ${name} is not described`;
  }
  for (const type of types) {
    const gap = findTypeGap(type, described);
    if (gap !== undefined) return gap;
  }
  return undefined;
}

const membersOf: Readonly<Record<string, readonly string[]>> = {
  OBJECT: ['fields', 'interfaces'],
  INTERFACE: ['fields', 'possibleTypes'],
  UNION: ['possibleTypes'],
  ENUM: ['enumValues'],
  INPUT_OBJECT: ['inputFields'],
  SCALAR: [],
};

function findTypeGap(type: unknown, described: ReadonlySet<unknown>): string | undefined {
  const name = member(type, 'name');
  const kind = member(type, 'kind');
  const lists = typeof kind === 'string' ? membersOf[kind] : undefined;
  if (typeof name !== 'string' || lists === undefined) return 'a type has no name or kind';
  for (const key of lists) {
    const entries = member(type, key);
    if (!Array.isArray(entries)) return `type ${name} has no ${key}`;
    for (const entry of entries) {
      const refers = key === 'possibleTypes' || key === 'interfaces' ? [entry] : [];
      if (key === 'fields' || key === 'inputFields') refers.push(member(entry, 'type'));
      if (key === 'fields') refers.push(...list(member(entry, 'args')).map((arg) => member(arg, 'type')));
      if (key === 'fields' && !Array.isArray(member(entry, 'args'))) return `a field of ${name} has no args`;
      for (const reference of refers) {
        const target = innermost(reference);
        if (!described.has(target)) return `${name} refers to ${target ?? 'an unnamed type'}, which is not described`;
      }
    }
  }
  return undefined;
}

function innermost(reference: unknown): unknown {
  let type = reference;
  while (member(type, 'ofType') != null) type = member(type, 'ofType');
  return member(type, 'name') ?? undefined;
}
