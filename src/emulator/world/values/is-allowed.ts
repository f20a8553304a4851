import { type GraphQLOutputType, isLeafType, isListType, isNonNullType } from 'graphql';

export function isAllowed(type: GraphQLOutputType, value: unknown): boolean {
  if (isNonNullType(type)) return value !== null && isAllowed(type.ofType, value);
  if (value === null) return true;
  if (isListType(type)) return Array.isArray(value) && value.every((each) => isAllowed(type.ofType, each));
  if (!isLeafType(type)) return false;
  try {
    return type.serialize(value) !== undefined;
  } catch {
    return false;
  }
}
