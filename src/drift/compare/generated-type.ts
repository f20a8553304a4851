import {
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import { absorbsNull, mappedScalar, type Position, type ScalarMap } from '../../graphql/values.ts';

export interface TypeMapping {
  readonly scalars: ScalarMap;
  readonly openEnums: boolean;
}

/** The generated type of a scalar, an enum or `__typename`. An open enum accepts any string. */
export type LeafType =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'enum'; readonly values: ReadonlySet<string>; readonly isOpen: boolean };

export type EnumLeaf = Extract<LeafType, { readonly kind: 'enum' }>;

export function leafType(type: GraphQLNamedType, { scalars, openEnums }: TypeMapping, position: Position): LeafType {
  if (isEnumType(type)) return { kind: 'enum', values: valuesOf(type), isOpen: openEnums && position === 'output' };
  return { kind: 'text', text: mappedScalar(type.name, scalars, position) };
}

export function valuesOf(type: GraphQLEnumType): ReadonlySet<string> {
  return new Set(type.getValues().map(({ name }) => name));
}

/** A text that only equal leaf types share. */
export function leafKey(leaf: LeafType): string {
  return leaf.kind === 'text' ? leaf.text : JSON.stringify([leaf.isOpen, ...[...leaf.values].sort()]);
}

/** Whether every value of one leaf type is a value of the other. */
export function isLeafAssignable(from: LeafType, to: LeafType): boolean {
  if ((to.kind === 'text' && absorbsNull(to.text)) || (from.kind === 'text' && from.text === 'any')) return true;
  if (to.kind === 'text') return from.kind === 'text' ? from.text === to.text : to.text === 'string';
  if (from.kind === 'text') return to.isOpen && from.text === 'string';
  return to.isOpen || (!from.isOpen && [...from.values].every((value) => to.values.has(value)));
}

/** Whether a type is assignable by its lists and nulls. `innerAssignable` compares the named types. */
export function isAssignable(from: GraphQLType, to: GraphQLType, innerAssignable: () => boolean): boolean {
  if (!isNonNullType(from) && isNonNullType(to)) return false;
  const [bareFrom, bareTo] = [isNonNullType(from) ? from.ofType : from, isNonNullType(to) ? to.ofType : to];
  if (isListType(bareFrom) && isListType(bareTo)) return isAssignable(bareFrom.ofType, bareTo.ofType, innerAssignable);
  return !isListType(bareFrom) && !isListType(bareTo) && innerAssignable();
}

/**
 * A text that only equal generated types in equal lists and nulls share. A type that includes null hides the nulls.
 *
 * @param inner - The key of the named type.
 */
export function typeKey(inner: string, type: GraphQLType): string {
  return `${inner} ${absorbsNull(inner) ? String(type).replace(/\w+!?/, '') : withoutNames(type)}`;
}

/** The lists and nulls of a type. */
export function withoutNames(type: GraphQLType): string {
  return String(type).replace(/\w+/, '');
}

export function hasSameLists(one: GraphQLType, other: GraphQLType): boolean {
  const lists = (type: GraphQLType): string => String(type).replace(/[^[]/g, '');
  return lists(one) === lists(other);
}
