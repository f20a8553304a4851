import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { hash, hex } from './world/chance.ts';

/** Whether the `Authorization` header of a request was accepted. `refused` is an unknown key, `none` is no header. */
export type Authorization = 'none' | 'accepted' | 'refused';

/**

 * The keys of an emulator: two, so that a rotation can be tested. Their prefix marks them as keys of an emulator, which the
 * SDK refuses to send to another machine.
 */
export function makeKeys(seed: string | number): readonly [string, string] {
  const key = (number: number): string =>
    `emulator_${[0, 1, 2, 3].map((part) => hex(hash(seed, 'key', number, part))).join('')}`;
  return [key(0), key(1)];
}

/** Documented: `Authorization: Bearer <API_KEY>`. */
export function readAuthorization(header: string | null, keys: readonly string[]): Authorization {
  if (header === null) return 'none';
  return keys.some((key) => header === `Bearer ${key}`) ? 'accepted' : 'refused';
}

/** Documented: introspection needs no key. So a key is needed as soon as one root field is not introspection. */
export function needsKey(document: DocumentNode, operationName: string | undefined | null): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const beyondIntrospection = (set: SelectionSetNode): boolean =>
    set.selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith('__');
      if (selection.kind === Kind.INLINE_FRAGMENT) return beyondIntrospection(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      return fragment !== undefined && beyondIntrospection(fragment.selectionSet);
    });
  const operation = getOperationAST(document, operationName);
  return operation != null && beyondIntrospection(operation.selectionSet);
}

/** The answer to a rejected request. Inferred: the answer of the service is not documented. */
export function refusal(authorization: Authorization): GraphQLError {
  const message =
    authorization === 'none'
      ? 'The request has no key: send one of the emulator’s keys as `Authorization: Bearer <key>`.'
      : 'The key is unknown: send one of the emulator’s keys.';
  return new GraphQLError(message, {
    extensions: { code: 'UNAUTHENTICATED', http: { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } } },
  });
}
