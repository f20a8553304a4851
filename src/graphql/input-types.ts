import { type GraphQLNamedType, type GraphQLType, getNamedType, isInputObjectType } from 'graphql';

/** Adds the types that a value of an input type may consist of: its own, and those of the fields of input objects. */
export function addInputTypes(type: GraphQLType | undefined, found: Set<GraphQLNamedType>): void {
  const named = getNamedType(type);
  if (named === undefined || found.has(named)) return;
  found.add(named);
  if (isInputObjectType(named)) for (const field of Object.values(named.getFields())) addInputTypes(field.type, found);
}
