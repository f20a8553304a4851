import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isLeafType } from 'graphql';
import { type Field, fieldOf, fieldsOf, isDeprecated, isListField } from '../fields.ts';
import { type SelectedField, selects } from './read-selection.ts';

/** The warning of a mutation whose payload lists errors of users that are not selected: a refusal then looks like a success. */
export function unreadErrors({ owner, definition, below }: SelectedField, schema: GraphQLSchema): string | undefined {
  if (owner !== schema.getMutationType() || below === undefined) return undefined;
  const lists = errorLists(below.type);
  const [list] = lists;
  if (list === undefined || selects(below, ...lists.map(({ name }) => name))) return undefined;
  return `${definition.name} answers with \`${list.name}\`, which is not selected, so a refusal may look like a success. Select \`${list.name} { message }\`.`;
}

/** The lists of errors that a payload has: those that are deprecated only if all are. */
function errorLists(payload: GraphQLNamedType): readonly Field[] {
  const lists = fieldsOf(payload).filter((field) => isListField(field) && isUserError(getNamedType(field.type)));
  const current = lists.filter((field) => !isDeprecated(field));
  return current.length > 0 ? current : lists;
}

/** Whether a type is an error of a user by its structure: a message with details about it, and nothing that has an identity or leads on. */
function isUserError(type: GraphQLNamedType): boolean {
  const message = fieldOf(type, 'message');
  if (message === undefined || getNamedType(message.type).name !== 'String') return false;
  return fieldsOf(type).every((field) => isLeafType(getNamedType(field.type)) && String(field.type) !== 'ID!');
}
