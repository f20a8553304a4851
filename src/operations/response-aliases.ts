import { type GraphQLAbstractType, type GraphQLSchema, isInterfaceType } from 'graphql';
import { fieldsOf } from '../graphql/fields.ts';

/**
 * The aliases of fields of an abstract type's possible types, by coordinate: `Device.state`. GraphQL rejects fields of one name and
 * different types in one place, so only the most frequent type of a field keeps the plain name. The aliases depend on the abstract type
 * alone, so that several selections can be merged.
 */
export function responseAliases(schema: GraphQLSchema, abstract: GraphQLAbstractType): ReadonlyMap<string, string> {
  const members = schema.getPossibleTypes(abstract);
  const taken = new Set(isInterfaceType(abstract) ? Object.keys(abstract.getFields()) : []);
  const typesOf = new Map<string, Map<string, number>>();
  for (const field of members.flatMap(fieldsOf)) {
    taken.add(field.name);
    const counts = typesOf.get(field.name) ?? new Map<string, number>();
    typesOf.set(field.name, counts.set(String(field.type), (counts.get(String(field.type)) ?? 0) + 1));
  }
  const aliases = new Map<string, string>();
  for (const member of members) {
    for (const field of fieldsOf(member)) {
      if (String(field.type) === mostFrequent(typesOf.get(field.name))) continue;
      let alias = lowerFirst(member.name) + upperFirst(field.name);
      while (taken.has(alias)) alias += '_';
      taken.add(alias);
      aliases.set(`${member.name}.${field.name}`, alias);
    }
  }
  return aliases;
}

/** Ties go to the first in the alphabet, so that the order of a server's types does not matter. */
function mostFrequent(counts: ReadonlyMap<string, number> = new Map()): string | undefined {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];
}

export const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
export const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
