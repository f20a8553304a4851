import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';
import type { Fact } from './finding.ts';

export function kindWords(type: GraphQLNamedType): string {
  if (isScalarType(type)) return 'a scalar';
  if (isEnumType(type)) return 'an enum';
  if (isInputObjectType(type)) return 'an input object';
  if (isObjectType(type)) return 'an object type';
  return isInterfaceType(type) ? 'an interface' : 'a union';
}

/** The fact that a type keeps its name and becomes another kind of type. */
export function kindFact(old: GraphQLNamedType, live: GraphQLNamedType, safe: boolean): Omit<Fact, 'kind'> {
  return {
    change: 'type-changed',
    direction: safe ? 'safe' : 'breaking',
    coordinate: live.name,
    message: `${live.name} is now ${kindWords(live)}; it was ${kindWords(old)}.`,
    before: kindWords(old),
    after: kindWords(live),
  };
}
