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
