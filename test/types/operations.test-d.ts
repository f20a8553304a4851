import { describe, expectTypeOf, test } from 'vitest';
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

describe('a generated operation', () => {
  test('carries its result, its variables and the nodes of its connections', () => {
    type Node = NonNullable<NonNullable<DevicesQuery['team']['devices']['nodes']>[number]>;
    expectTypeOf(Devices).toEqualTypeOf<
      TypedOperation<DevicesQuery, DevicesQueryVariables, { 'team.devices': Node }>
    >();
    expectTypeOf<Node>().toEqualTypeOf<{
      id: string;
      name: string;
      status: 'ONLINE' | 'OFFLINE' | 'REBOOTING';
      settings: unknown;
    }>();
  });

  test('is a string, so that it goes wherever a string of a document goes', () => {
    // biome-ignore lint/complexity/noBannedTypes: what such clients ask for
    expectTypeOf(Devices).toExtend<String>();
  });

  test('has no connections where it has none', () => {
    expectTypeOf(Team).toEqualTypeOf<TypedOperation<TeamQuery, { [key: string]: never }>>();
  });
});

describe('request', () => {
  test('infers the result', () => {
    expectTypeOf(control.request(Team)).resolves.toEqualTypeOf<TeamQuery>();
    expectTypeOf(control.request(Devices, { first: 5 })).resolves.toEqualTypeOf<DevicesQuery>();
  });

  test('asks for variables exactly where one of them is required', () => {
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

  test('refuses variables of a wrong type or name', () => {
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

  test('takes null and undefined for what is optional', () => {
    void control.request(Devices, { first: null, after: undefined, filter: { status: null } });
  });

  test('takes the documents of other generators, typed as they are', () => {
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

  test('takes a plain text, whose result is unknown unless the caller says it', () => {
    expectTypeOf(control.request('query { team { id } }')).resolves.toEqualTypeOf<unknown>();
    expectTypeOf(control.request<{ team: null }>('query { team { id } }', { a: 1 })).resolves.toEqualTypeOf<{
      team: null;
    }>();
    // @ts-expect-error neither a text nor a document
    void control.request(5);
  });
});

describe('execute', () => {
  test('infers like request, and says what came along', () => {
    expectTypeOf(control.execute(Devices, { first: 5 })).resolves.toEqualTypeOf<ExecuteResult<DevicesQuery>>();
    expectTypeOf(control.execute(Team)).resolves.toHaveProperty('meta');
    // @ts-expect-error `input` is required
    void control.execute(Rename);
    // @ts-expect-error a number is wanted
    void control.execute(Devices, { first: '5' });
  });
});

describe('paginate', () => {
  test('infers the node, without null', () => {
    expectTypeOf(control.paginate(Devices, { first: 10 })).toEqualTypeOf<
      Paginated<{ id: string; name: string; status: 'ONLINE' | 'OFFLINE' | 'REBOOTING'; settings: unknown }>
    >();
  });

  test('finds nodes in the one variant of an interface that has them', () => {
    expectTypeOf(control.paginate(FoundNode, { id: '1' })).toEqualTypeOf<Paginated<{ id: string }>>();
  });

  test('asks which connection, where there are several, and for its nodes then', () => {
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

  test('refuses an operation without a pageable connection, with the reason in the name of the type', () => {
    // @ts-expect-error OperationHasNoPageableConnection
    void control.paginate(Team);
    // @ts-expect-error OperationHasNoPageableConnection
    void control.paginate(Rename, { input: { id: '1', name: 'a' } });
    expectTypeOf(Team).not.toExtend<OperationHasNoPageableConnection>();
  });

  test('refuses what carries no connections: a text, a syntax tree', () => {
    // @ts-expect-error a text
    void control.paginate('query { team { id } }');
    // @ts-expect-error a syntax tree
    void control.paginate(ast.Devices);
  });

  test('asks for a limit where everything is collected', () => {
    // @ts-expect-error a limit must be said, if only Infinity
    void control.paginate(Devices).toArray();
    void control.paginate(Devices).toArray({ limit: Number.POSITIVE_INFINITY });
  });

  test('asks for variables like request', () => {
    // @ts-expect-error `id` is required
    void control.paginate(FoundNode);
    // @ts-expect-error a number is wanted
    void control.paginate(Devices, { first: '10' });
  });
});

test('enums are closed in results and inputs', () => {
  expectTypeOf<TeamQuery['team']['plan']>().toEqualTypeOf<Plan>();
  expectTypeOf<Plan>().toEqualTypeOf<'FREE' | 'BUSINESS' | 'TRIAL'>();
});

test('an error that is known by its code is of its class', () => {
  const error: unknown = undefined;
  if (isControlApiError(error)) expectTypeOf(error).toExtend<ControlApiError>();
});
