import { type GraphQLEnumType, type GraphQLScalarType, isEnumType } from 'graphql';
import { absorbsNull, mappedScalar, type Position, type ScalarMap } from '../../graphql/mapped-scalar.ts';

/** The settings of the code generator that decide which types a schema becomes. */
export interface TypeMapping {
  /** TypeScript types of custom scalars, e.g. `{ DateTime: 'string' }`. */
  readonly scalars: ScalarMap;
  /** Whether enums in results accept values that are added later. */
  readonly openEnums: boolean;
}

/** A leaf type in the generated TypeScript: the text of a type, or the values of an enum. */
export type LeafText = string | EnumValues;

/** The values of an enum; an open one accepts any other string as well. */
export interface EnumValues {
  readonly values: ReadonlySet<string>;
  readonly isOpen: boolean;
}

/** The generated type of a scalar or enum. */
export function leafText(
  type: GraphQLScalarType | GraphQLEnumType,
  { scalars, openEnums }: TypeMapping,
  position: Position,
): LeafText {
  if (isEnumType(type))
    return {
      values: valuesOf(type),
      isOpen: openEnums && position === 'output',
    };
  return mappedScalar(type.name, scalars, position);
}

/** The names of an enum's values. */
export function valuesOf(type: GraphQLEnumType): ReadonlySet<string> {
  return new Set(type.getValues().map(({ name }) => name));
}

/** A text that is equal for equal leaf types only. */
export function leafKey(leaf: LeafText): string {
  return typeof leaf === 'string' ? leaf : JSON.stringify([leaf.isOpen, ...[...leaf.values].sort()]);
}

/** Whether every value of one leaf type is a value of the other. */
export function isLeafAssignable(from: LeafText, to: LeafText): boolean {
  if (absorbsNull(to) || from === 'any') return true;
  if (typeof to === 'string') return typeof from === 'string' ? from === to : to === 'string';
  if (typeof from === 'string') return to.isOpen && from === 'string';
  return to.isOpen || (!from.isOpen && [...from.values].every((value) => to.values.has(value)));
}
