import { type GraphQLType, isListType, isNonNullType } from 'graphql';

/** Whether a value of one type is assignable to another: lists and nulls are compared here, the inner types by the caller. */
export function isAssignable(from: GraphQLType, to: GraphQLType, innerAssignable: () => boolean): boolean {
  if (!isNonNullType(from) && isNonNullType(to)) return false;
  const [bareFrom, bareTo] = [isNonNullType(from) ? from.ofType : from, isNonNullType(to) ? to.ofType : to];
  if (isListType(bareFrom) && isListType(bareTo)) return isAssignable(bareFrom.ofType, bareTo.ofType, innerAssignable);
  return !isListType(bareFrom) && !isListType(bareTo) && innerAssignable();
}

/** The lists and nulls of a type, without its name. */
export function withoutNames(type: GraphQLType): string {
  return String(type).replace(/\w+/, '');
}

/** Whether both types have the same lists; then only their nulls or names differ. */
export function hasSameLists(one: GraphQLType, other: GraphQLType): boolean {
  const lists = (type: GraphQLType): string => String(type).replace(/[^[]/g, '');
  return lists(one) === lists(other);
}

/** The lists and nulls that a generated type shows if its innermost type is `unknown`, which includes null. */
export function shownAroundUnknown(type: GraphQLType): string {
  return String(type).replace(/\w+!?/, '');
}
