import { type GraphQLEnumType, getNamedType, isEnumType } from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import { listsFailures } from '../model/failures.ts';

/** The value of an enum that says what happened: `SUCCESS`, or `NOT_FOUND`; undefined if it says no such thing. */
export function outcomeOf(leaf: GraphQLEnumType, isFailed: boolean): unknown {
  const values = leaf.getValues();
  const done = values.find(({ name }) => /^(?:SUCCESS|SUCCEEDED|OK|DONE)$/i.test(name));
  const failed = values.find(({ name }) => /NOT_?FOUND|^UNKNOWN/i.test(name));
  return (isFailed ? failed : failed && done)?.value ?? (isFailed ? undefined : done?.value);
}

/** Whether a field of a payload can say that an id is unknown. */
export function saysFailure(field: Field): boolean {
  const type = getNamedType(field.type);
  return listsFailures(field) || (isEnumType(type) && outcomeOf(type, true) !== undefined);
}
