import { expectTypeOf, test } from 'vitest';
import {
  type ControlApiError,
  type ControlClient,
  createControlClient,
  type ExecuteResult,
  isControlApiError,
  type OperationHasNoPageableConnection,
  type Paginated,
  type TypedOperation,
} from '../../src/index.ts';
import {
  Devices,
  type DevicesQuery,
  type DevicesQueryVariables,
  FoundNode,
  type Plan,
  Rename,
  Team,
  type TeamQuery,
  TwoLists,
} from './generated/relay.ts';
import * as ast from './generated/relay-ast.ts';

const control: ControlClient = createControlClient();

/** The output of typed-document-node with `documentMode: string`, and of the client preset. */
declare class TypedDocumentString<Result, Variables> extends String {
  __apiType?: (variables: Variables) => Result;
}
/** The output of typed-document-node by default, and of `graphql()` of gql.tada. */
interface TypedDocumentNode<Result, Variables> {
  readonly kind: 'Document';
  readonly definitions: readonly object[];
  __apiType?: (variables: Variables) => Result;
}

test('a generated operation has the types of its result, its variables and the nodes of its connections', () => {
  type Node = NonNullable<NonNullable<DevicesQuery['team']['devices']['nodes']>[number]>;
  expectTypeOf(Devices).toEqualTypeOf<TypedOperation<DevicesQuery, DevicesQueryVariables, { 'team.devices': Node }>>();
  expectTypeOf<Node>().toEqualTypeOf<{
    id: string;
    name: string;
    status: 'ONLINE' | 'OFFLINE' | 'REBOOTING';
    settings: unknown;
  }>();
});

test('a generated operation is a string, so that it fits where a document fits', () => {
  // biome-ignore lint/complexity/noBannedTypes: what such clients ask for
  expectTypeOf(Devices).toExtend<String>();
});

test('a generated operation without connections has no type for them', () => {
  expectTypeOf(Team).toEqualTypeOf<TypedOperation<TeamQuery, { [key: string]: never }>>();
});

test('request infers the result', () => {
  expectTypeOf(control.request(Team)).resolves.toEqualTypeOf<TeamQuery>();
  expectTypeOf(control.request(Devices, { first: 5 })).resolves.toEqualTypeOf<DevicesQuery>();
});

test('request requires variables if one of them is required', () => {
  expectTypeOf(control.request(Team)).resolves.toHaveProperty('team');
  expectTypeOf(control.request(Devices)).resolves.toHaveProperty('team');
  expectTypeOf(control.request(Devices, {})).resolves.toHaveProperty('team');
  expectTypeOf(control.request(Devices, undefined, { timeoutMs: 5 })).resolves.toHaveProperty('team');
  // @ts-expect-error `input` is required
  void control.request(Rename);
  // @ts-expect-error `input` is required
  void control.request(Rename, {});
  // @ts-expect-error `id` and `name` of the input are required
  void control.request(Rename, { input: {} });
});

test('request refuses variables of a wrong type or name', () => {
  // @ts-expect-error a number is wanted
  void control.request(Devices, { first: '5' });
  // @ts-expect-error there is no such variable
  void control.request(Devices, { frist: 5 });
  // @ts-expect-error there is no such variable, beside one that there is
  void control.request(Devices, { first: 5, last: 5 });
  // @ts-expect-error there are no variables at all
  void control.request(Team, { first: 5 });
  // @ts-expect-error no such status
  void control.request(Devices, { filter: { status: 'ASLEEP' } });
  // @ts-expect-error no such field of the input
  void control.request(Rename, { input: { id: '1', name: 'a', color: 'red' } });
  // @ts-expect-error an ID is a string
  void control.request(Rename, { input: { id: 1, name: 'a' } });
  // @ts-expect-error no such option
  void control.request(Team, undefined, { retries: 3 });
});

test('request takes null and undefined for an optional variable', () => {
  void control.request(Devices, { first: null, after: undefined, filter: { status: null } });
});

test('request takes the documents of other generators with their types', () => {
  type Result = { team: { id: string } };
  const boxed = new TypedDocumentString<Result, { id: string }>('query A($id: ID!) { a }');
  expectTypeOf(control.request(boxed, { id: '1' })).resolves.toEqualTypeOf<Result>();
  // @ts-expect-error `id` is required
  void control.request(boxed);
  const free = new TypedDocumentString<Result, { first?: number | null }>('query A { a }');
  expectTypeOf(control.request(free)).resolves.toEqualTypeOf<Result>();
  const node: TypedDocumentNode<Result, { id: string }> = { kind: 'Document', definitions: [] };
  expectTypeOf(control.request(node, { id: '1' })).resolves.toEqualTypeOf<Result>();
  // @ts-expect-error a string is wanted
  void control.request(node, { id: 1 });
  expectTypeOf(control.request(ast.Devices, { first: 1 })).resolves.toEqualTypeOf<ast.DevicesQuery>();
  // @ts-expect-error there is no such variable
  void control.request(ast.Devices, { frist: 1 });
});

test('request takes a plain string, whose result is unknown unless the caller types it', () => {
  expectTypeOf(control.request('query { team { id } }')).resolves.toEqualTypeOf<unknown>();
  expectTypeOf(control.request<{ team: null }>('query { team { id } }', { a: 1 })).resolves.toEqualTypeOf<{
    team: null;
  }>();
  // @ts-expect-error neither a text nor a document
  void control.request(5);
});

test('execute infers like request, and has the other parts of the answer', () => {
  expectTypeOf(control.execute(Devices, { first: 5 })).resolves.toEqualTypeOf<ExecuteResult<DevicesQuery>>();
  expectTypeOf(control.execute(Team)).resolves.toHaveProperty('meta');
  // @ts-expect-error `input` is required
  void control.execute(Rename);
  // @ts-expect-error a number is wanted
  void control.execute(Devices, { first: '5' });
});

test('paginate infers the node, without null', () => {
  expectTypeOf(control.paginate(Devices, { first: 10 })).toEqualTypeOf<
    Paginated<{ id: string; name: string; status: 'ONLINE' | 'OFFLINE' | 'REBOOTING'; settings: unknown }>
  >();
});

test('paginate finds nodes in the one variant of an interface that has them', () => {
  expectTypeOf(control.paginate(FoundNode, { id: '1' })).toEqualTypeOf<Paginated<{ id: string }>>();
});

test('paginate requires the connection if there are several, and then has its nodes', () => {
  expectTypeOf(control.paginate(TwoLists, {}, { connection: 'team.devices' })).toEqualTypeOf<
    Paginated<{ id: string }>
  >();
  expectTypeOf(control.paginate(TwoLists, {}, { connection: 'team.members' })).toEqualTypeOf<
    Paginated<{ login: string }>
  >();
  // @ts-expect-error one has to be chosen
  void control.paginate(TwoLists, {});
  // @ts-expect-error one has to be chosen
  void control.paginate(TwoLists);
  // @ts-expect-error there is no such connection
  void control.paginate(TwoLists, {}, { connection: 'team.labels' });
});

test('paginate refuses an operation without a pageable connection, with the reason in the name of the type', () => {
  // @ts-expect-error OperationHasNoPageableConnection
  void control.paginate(Team);
  // @ts-expect-error OperationHasNoPageableConnection
  void control.paginate(Rename, { input: { id: '1', name: 'a' } });
  expectTypeOf(Team).not.toExtend<OperationHasNoPageableConnection>();
});

test('paginate refuses a document without connections: a string, a syntax tree', () => {
  // @ts-expect-error a text
  void control.paginate('query { team { id } }');
  // @ts-expect-error a syntax tree
  void control.paginate(ast.Devices);
});

test('toArray requires a limit', () => {
  // @ts-expect-error a limit must be said, if only Infinity
  void control.paginate(Devices).toArray();
  void control.paginate(Devices).toArray({ limit: Number.POSITIVE_INFINITY });
});

test('paginate requires variables like request', () => {
  // @ts-expect-error `id` is required
  void control.paginate(FoundNode);
  // @ts-expect-error a number is wanted
  void control.paginate(Devices, { first: '10' });
});

test('enums are closed in results and inputs', () => {
  expectTypeOf<TeamQuery['team']['plan']>().toEqualTypeOf<Plan>();
  expectTypeOf<Plan>().toEqualTypeOf<'FREE' | 'BUSINESS' | 'TRIAL'>();
});

test('an error that is narrowed by its code has its class', () => {
  const error: unknown = undefined;
  if (isControlApiError(error)) expectTypeOf(error).toExtend<ControlApiError>();
});
