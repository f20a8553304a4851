import { getNullableType, isListType, isNonNullType } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';

/** Whether the schema allows null for a field. */
export function isNullable(field: Field): boolean {
  return !isNonNullType(field.type);
}

/** Whether the items of a list may be null. */
export function hasNullableItems(field: Field): boolean {
  const type = getNullableType(field.type);
  return isListType(type) && !isNonNullType(type.ofType);
}
