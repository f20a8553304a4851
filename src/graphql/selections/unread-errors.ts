import { type GraphQLNamedType, getNamedType, isCompositeType, isLeafType } from 'graphql';
import { type Field, fieldOf, fieldsOf, isDeprecated, isListField } from '../fields.ts';
import type { SelectionContext } from './collect-fields.ts';
import { type SelectedField, selectedFields } from './selected-fields.ts';

/** The warning of a mutation whose payload lists errors of users that are not selected: a refusal then looks like a success. */
export function unreadErrors(
  context: SelectionContext,
  { owner, name, type, nodes }: SelectedField,
): string | undefined {
  const payload = getNamedType(type);
  if (owner !== context.schema.getMutationType() || !isCompositeType(payload)) return undefined;
  const lists = errorLists(payload);
  const [list] = lists;
  const read = selectedFields(context, payload, nodes).flatMap((fields) => fields.map((field) => field.name));
  if (list === undefined || lists.some((field) => read.includes(field.name))) return undefined;
  return `${name} answers with \`${list.name}\`, which is not selected, so a refusal may look like a success. Select \`${list.name} { message }\`.`;
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
