import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isLeafType,
  type OperationDefinitionNode,
} from 'graphql';
import { type Field, fieldOf, fieldsOf, isDeprecated, isListField } from '../fields.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { placeOf } from '../place.ts';
import type { Warning } from './operation-warnings.ts';
import { selectedFields } from './selected-fields.ts';

/** Finds the mutations whose payload lists errors of users that the operation does not select: a refusal then looks like a success. */
export function findUnreadErrors(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
): readonly Warning[] {
  const root = schema.getMutationType();
  return operations.flatMap(({ name: operation, node, fragments }) => {
    if (root == null || !isMutation(node)) return [];
    const context = { schema, fragments };
    return selectedFields(context, root, [node])
      .flat()
      .flatMap(({ name, type, nodes }) => {
        const payload = getNamedType(type);
        const lists = errorLists(payload);
        const [list] = lists;
        if (list === undefined || !isCompositeType(payload)) return [];
        const read = selectedFields(context, payload, nodes).flatMap((fields) => fields.map((field) => field.name));
        if (lists.some((field) => read.includes(field.name))) return [];
        const message = `${name} answers with \`${list.name}\`, which is not selected, so a refusal may look like a success. Select \`${list.name} { message }\`.`;
        return [{ message, place: placeOf(nodes[0]), operation }];
      });
  });
}

function isMutation({ operation }: OperationDefinitionNode): boolean {
  return operation === 'mutation';
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
