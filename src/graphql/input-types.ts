import { type GraphQLNamedType, type GraphQLType, getNamedType, isInputObjectType } from 'graphql';

/** The types that values of some input types may consist of: their own, and those of the fields of input objects. */
export function inputTypesIn(types: readonly (GraphQLType | undefined)[]): ReadonlySet<GraphQLNamedType> {
  const found = new Set(types.flatMap((type) => getNamedType(type) ?? []));
  for (const type of found)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) found.add(getNamedType(field.type));
  return found;
}
