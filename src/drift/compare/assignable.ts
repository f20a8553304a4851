import { type GraphQLType, isListType, isNonNullType } from 'graphql';

/** Whether a value of one type fits another: lists and nulls are judged here, what is inside them by the caller. */
export function isAssignable(from: GraphQLType, to: GraphQLType, innerAssignable: () => boolean): boolean {
  if (!isNonNullType(from) && isNonNullType(to)) return false;
  const [bareFrom, bareTo] = [isNonNullType(from) ? from.ofType : from, isNonNullType(to) ? to.ofType : to];
  if (isListType(bareFrom) && isListType(bareTo)) return isAssignable(bareFrom.ofType, bareTo.ofType, innerAssignable);
  return !isListType(bareFrom) && !isListType(bareTo) && innerAssignable();
}

/** The lists and nulls of a type, without the name inside them. */
export function withoutNames(type: GraphQLType): string {
  return String(type).replace(/\w+/, '');
}
