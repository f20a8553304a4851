import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';

/** What a type is, in words. */
export function kindWords(type: GraphQLNamedType): string {
  if (isScalarType(type)) return 'a scalar';
  if (isEnumType(type)) return 'an enum';
  if (isInputObjectType(type)) return 'an input object';
  if (isObjectType(type)) return 'an object type';
  return isInterfaceType(type) ? 'an interface' : 'a union';
}
