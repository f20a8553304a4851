import { type GraphQLEnumType, type GraphQLScalarType, isEnumType } from 'graphql';
import type { ScalarMap } from '../model/drift-config.ts';

/** A leaf type in the generated TypeScript: the text of a type, or the set of the values of an enum. */
export type LeafText = string | ReadonlySet<string>;

const builtIn: ScalarMap = { ID: 'string', String: 'string', Boolean: 'boolean', Int: 'number', Float: 'number' };

/** The generated type of a scalar or enum. */
export function leafText(type: GraphQLScalarType | GraphQLEnumType, scalars: ScalarMap): LeafText {
  if (isEnumType(type)) return new Set(type.getValues().map((value) => value.name));
  return scalars[type.name] ?? builtIn[type.name] ?? 'unknown';
}

/** A text that is equal for equal leaf types only. */
export function leafKey(leaf: LeafText): string {
  return typeof leaf === 'string'
    ? leaf
    : [...leaf]
        .sort()
        .map((value) => `'${value}'`)
        .join('|');
}

/** Whether every value of one leaf type is a value of the other. */
export function isLeafAssignable(from: LeafText, to: LeafText): boolean {
  if (to === 'unknown' || to === 'any') return true;
  if (typeof from === 'string') return from === to;
  return typeof to === 'string' ? to === 'string' : [...from].every((value) => to.has(value));
}
