import { type GraphQLNamedType, getNamedType, isLeafType } from 'graphql';
import { type Field, fieldOf, fieldsOf, isDeprecated, isListField } from './fields.ts';

/** The lists of errors that a payload has: those that are deprecated only if all are. */
export function errorLists(payload: GraphQLNamedType): readonly Field[] {
  const lists = fieldsOf(payload).filter(isErrorList);
  const current = lists.filter((field) => !isDeprecated(field));
  return current.length > 0 ? current : lists;
}

/** Whether a field lists errors of a user. */
export function isErrorList(field: Field): boolean {
  return isListField(field) && isUserError(getNamedType(field.type));
}

/** Whether a type is an error of a user by its structure: a message with details about it, and nothing that has an identity or leads on. */
function isUserError(type: GraphQLNamedType): boolean {
  const message = fieldOf(type, 'message');
  if (message === undefined || getNamedType(message.type).name !== 'String') return false;
  return fieldsOf(type).every((field) => isLeafType(getNamedType(field.type)) && String(field.type) !== 'ID!');
}
