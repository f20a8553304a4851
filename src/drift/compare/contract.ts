import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLType,
  getNamedType,
  isNonNullType,
} from 'graphql';
import { defaultOf } from '../../graphql/default-of.ts';
import type { SemverLevel } from '../model/semver.ts';
import { isAssignable } from './assignable.ts';

/**
 * The level of a changed field type, for a client that may read everything: `minor` if only nulls are gone. Another named
 * type has other fields or values, and fragments on it may no longer match.
 */
export function outputLevel(old: GraphQLOutputType, live: GraphQLOutputType): SemverLevel {
  return isAssignable(live, old, () => hasSameName(old, live)) ? 'minor' : 'major';
}

/** The level of a changed input type: `minor` if every variable that was declared for it still fits. */
export function inputLevel(old: GraphQLInputType, live: GraphQLInputType): SemverLevel {
  return isAssignable(old, live, () => hasSameName(old, live)) ? 'minor' : 'major';
}

/** Whether a value must be given. */
export function isRequired(input: GraphQLArgument | GraphQLInputField): boolean {
  return isNonNullType(input.type) && defaultOf(input) === undefined;
}

function hasSameName(old: GraphQLType, live: GraphQLType): boolean {
  return getNamedType(old).name === getNamedType(live).name;
}
