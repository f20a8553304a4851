import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createControlClient, isControlApiError, ListDevices, TypedOperation } from '../../src/index.ts';
import { mock } from '../../src/testing/index.ts';
import { Devices, Rename } from '../types/generated/relay.ts';
import * as trees from '../types/generated/relay-ast.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const client = createControlClient({ baseUrl: 'https://api.example.com', apiKey: 'key-of-a-test', maxRetries: 0 });
const page = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
const empty = { team: { devices: page } };
const listed = (name: string) => ({ team: { devices: { nodes: [{ id: '1', name }] } } });

const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!isControlApiError(error)) throw new Error('There was no failure of the client.', { cause: error });
  return error;
};

test('an operation of any generator is answered with the data', async () => {
  server.use(mock(ListDevices, { data: listed('gate') }), mock(trees.Devices, { data: empty }));
  expect(await client.request(ListDevices)).toEqual(listed('gate'));
  expect(await client.request(trees.Devices, { first: 2 })).toEqual(empty);
  expect(await client.request(Devices, { first: 2 })).toEqual(empty);
});

test('an answer may depend on the variables and on the number of the request', async () => {
  server.use(
    mock(Rename, async ({ variables: { input }, nth, request }) => ({
      data: {
        renameDevice: {
          device: { id: input.id, name: `${input.name} ${nth} ${request.method}`, status: 'ONLINE' as const },
        },
      },
    })),
  );
  const names = [];
  for (const name of ['a', 'b']) {
    const { renameDevice } = await client.request(Rename, { input: { id: '1', name } });
    names.push(renameDevice?.device?.name);
  }
  expect(names).toEqual(['a 1 POST', 'b 2 POST']);
});

test('partial data comes with its errors', async () => {
  server.use(mock(ListDevices, { data: listed('gate'), errors: [{ message: 'No.' }] }));
  expect(await client.execute(ListDevices)).toMatchObject({ data: listed('gate'), errors: [{ message: 'No.' }] });
});

test.each<[string, Parameters<typeof mock.error>[1], object]>([
  ['a GraphQL error', {}, { code: 'graphql', status: 200, outcome: 'unknown' }],
  ['a code', { code: 'UNAUTHENTICATED', message: 'No.' }, { code: 'unauthenticated', serverMessage: 'No.' }],
  ['a status', { status: 503 }, { code: 'http_status', status: 503, outcome: 'unknown' }],
  ['a rate limit', { status: 429, retryAfter: 7 }, { code: 'rate_limited', retryAfterMs: 7_000 }],
  ['empty data', { data: null }, { code: 'graphql', outcome: 'unknown' }],
  ['an answer that breaks off', 'network', { code: 'network', outcome: 'unknown' }],
  ['no connection', 'no-connection', { code: 'network', outcome: 'not-sent' }],
])('mock.error gives %s', async (_, failure, expected) => {
  // msw prints errors of a handler.
  using _quiet = vi.spyOn(console, 'error').mockReturnValue();
  server.use(mock.error(ListDevices, failure as 'network'));
  expect(await failureOf(client.request(ListDevices))).toMatchObject(expected);
});

test('an answer breaks off, and a mutation reaches its handler once', async () => {
  const answered = vi.fn(() => ({ error: 'network' as const }));
  server.use(mock(Rename, answered));
  const renamed = client.request(Rename, { input: { id: '1', name: 'a' } }, { maxRetries: 3 });
  expect(await failureOf(renamed)).toMatchObject({ code: 'network', outcome: 'unknown', attempts: 1 });
  expect(answered).toHaveBeenCalledOnce();
});

test('a failure without options has a message', async () => {
  server.use(mock.error(ListDevices));
  expect(await failureOf(client.request(ListDevices))).toMatchObject({ serverMessage: 'Something went wrong.' });
});

test('mock.sequence gives one answer after the other, and then the last one again', async () => {
  server.use(mock.sequence(ListDevices, [{ error: { status: 503 } }, { data: listed('a') }, { data: listed('b') }]));
  expect(await failureOf(client.request(ListDevices))).toMatchObject({ status: 503 });
  for (const name of ['a', 'b', 'b']) expect(await client.request(ListDevices)).toEqual(listed(name));
});

test('an operation without a name is refused at once', () => {
  const unnamed = new TypedOperation<object, object>('{ a }', { name: '', kind: 'query', connections: {} });
  expect(() => mock(unnamed, { data: {} })).toThrow('a query or a mutation with a name');
});
