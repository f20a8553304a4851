import type { RequestHandler } from 'msw';
import { assertVersions } from '../graphql/files/load-peer.ts';
import { ControlApiError, type DocumentNodeLike, type TypedDocument, type TypedOperation } from '../index.ts';
import type { MockAnswer, MockAnswers, MockFailure, MockNetworkFault } from './mock-answer.ts';
import { responseOf } from './mock-response.ts';
import { installedMsw } from './msw.ts';

/** An operation with its types: a generated one, or a syntax tree of another generator. */
export type MockableOperation<Result, Variables> =
  | TypedOperation<Result, Variables, object>
  | (DocumentNodeLike & TypedDocument<Result, Variables>);

/** A handler of the project's msw, which a library can name. */
export interface MockHandler extends RequestHandler {}

/** Makes msw handlers, typed by your operations, for `setupServer(…)` or `server.use(…)`. */
export interface MockOperation {
  /**
   * A handler that answers an operation on every endpoint.
   *
   * @example mock(ListDevices, { data: { team: { devices: { nodes: [{ id: '1', name: 'gate' }] } } } })
   * @throws {ControlApiError} if msw is not installed in a supported version, or the operation has no name.
   */
  <Result, Variables>(
    operation: MockableOperation<Result, Variables>,
    answers: MockAnswers<NoInfer<Result>, NoInfer<Variables>>,
  ): MockHandler;
  /** A handler that fails with a GraphQL error, an HTTP status or a network fault. */
  error<Result, Variables>(
    operation: MockableOperation<Result, Variables>,
    failure?: MockFailure<NoInfer<Result>> | MockNetworkFault,
  ): MockHandler;
  /** A handler that gives the answers in order, then repeats the last one. */
  sequence<Result, Variables>(
    operation: MockableOperation<Result, Variables>,
    answers: readonly [MockAnswer<NoInfer<Result>>, ...MockAnswer<NoInfer<Result>>[]],
  ): MockHandler;
}

function handler<Result, Variables>(
  operation: MockableOperation<Result, Variables>,
  answers: MockAnswers<Result, Variables>,
): MockHandler {
  assertVersions('`mock`', ['msw']);
  const graphql = installedMsw();
  const { kind, name } = signature(operation);
  let nth = 0;
  return graphql.link('*')[kind](name, async ({ variables, request }) => {
    nth += 1;
    const answer =
      typeof answers === 'function' ? await answers({ variables: variables as Variables, nth, request }) : answers;
    return responseOf(answer);
  });
}

function signature<Result, Variables>(
  operation: MockableOperation<Result, Variables>,
): {
  kind: 'query' | 'mutation';
  name: string;
} {
  // A generated operation may be an instance of another copy of the class.
  const { kind, name } =
    'operationName' in operation
      ? { kind: operation.operationKind, name: operation.operationName }
      : signatureOfTree(operation);
  if ((kind !== 'query' && kind !== 'mutation') || name === undefined || name === '') {
    throw new ControlApiError('configuration', '`mock` takes a query or a mutation with a name.');
  }
  return { kind, name };
}

interface TreeNode {
  readonly kind?: unknown;
  readonly operation?: unknown;
  readonly name?: { readonly value?: unknown };
}

function signatureOfTree({ definitions }: DocumentNodeLike): { kind: unknown; name: string | undefined } {
  const found = definitions.find((definition: TreeNode) => definition.kind === 'OperationDefinition');
  const { operation, name }: TreeNode = found ?? {};
  return { kind: operation, name: typeof name?.value === 'string' ? name.value : undefined };
}

/** Makes msw handlers, typed by your operations: see {@link MockOperation}. */
export const mock: MockOperation = Object.assign(handler, {
  error: <Result, Variables>(
    operation: MockableOperation<Result, Variables>,
    failure: MockFailure<Result> | MockNetworkFault = {},
  ) => handler(operation, { error: failure }),
  sequence: <Result, Variables>(
    operation: MockableOperation<Result, Variables>,
    answers: readonly [MockAnswer<Result>, ...MockAnswer<Result>[]],
  ) => handler(operation, ({ nth }) => answers[nth - 1] ?? answers.at(-1) ?? answers[0]),
});
