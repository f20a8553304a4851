import { expect, test } from 'vitest';
import { type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { keptRequests } from '../../src/emulator/request-log.ts';
import { createControlClient } from '../../src/index.ts';
import { inProcess } from '../helpers/in-process.ts';
import { post } from '../helpers/post.ts';

const asked = { variables: {}, faults: [], notes: [] };

test('every request is recorded, and reported as it arrives, with its operation, variables and authorization', async () => {
  const reported: EmulatorRequest[] = [];
  await using emulator = await startEmulator({ onRequest: (request) => reported.push(request) });
  const variables = { to: 'x' };
  await post(emulator, 'query List { team { devices { nodes { id } } } }');
  await post(emulator, 'query List { team { __typename } }', { key: 'emulator_other' });
  await post(emulator, 'query A { __typename } query B { __typename }', { key: null, operationName: 'B' });
  await post(emulator, 'mutation Rename($to: String) { team { __typename } }', { variables });
  await post(emulator, '{', { key: null });
  expect(emulator.requests).toEqual([
    { ...asked, operationName: 'List', kind: 'query', authorization: 'accepted' },
    { ...asked, operationName: 'List', kind: 'query', authorization: 'refused' },
    { ...asked, operationName: 'B', kind: 'query', authorization: 'none' },
    { ...asked, operationName: 'Rename', kind: 'mutation', variables, authorization: 'accepted' },
    { ...asked, operationName: undefined, kind: undefined, authorization: 'none' },
  ]);
  expect(reported).toEqual(emulator.requests);
});

test('a key is never in a record, not even if a program sends it as a variable', async () => {
  await using emulator = await startEmulator();
  const { key } = emulator;
  await post(emulator, 'query A($a: String) { __typename }', { variables: { a: `Bearer ${key}`, b: [{ c: key }] } });
  expect(JSON.stringify(emulator.requests)).not.toContain('emulator_');
  expect(emulator.requests[0]?.variables).toEqual({ a: 'Bearer [redacted]', b: [{ c: '[redacted]' }] });
});

test('`expectOperations` passes if exactly these operations arrived', async () => {
  const { emulator, client } = await inProcess();
  emulator.expectOperations([]);
  for (const name of ['A', 'B', 'A']) await client.request(`query ${name} { __typename }`);
  emulator.expectOperations(['A', { operationName: 'B' }]);
});

test('`expectOperations` names unexpected and missing operations', async () => {
  const { emulator, client } = await inProcess();
  for (const name of ['query A', 'query A', 'query B', '']) await client.request(`${name} { __typename }`);
  expect(() => emulator.expectOperations(['B', 'C', { operationName: 'D' }])).toThrow(
    new Error(
      'The emulator received unexpected operations: A (2 times), (anonymous) (once).\nThe emulator never received these operations: C, D.',
    ),
  );
  emulator.reset();
  emulator.expectOperations([]);
});

test.each([
  [0, 0, undefined],
  [99_999, 99_999, 0],
  [100_000, 90_000, 10_000],
])('of %i requests, an emulator keeps %i beside the next one', (count, left, first) => {
  const request = { ...asked, operationName: undefined, kind: 'query', authorization: 'accepted' } as const;
  const kept = keptRequests(Array.from({ length: count }, (_, nth) => ({ ...request, variables: { nth } })));
  expect([kept.length, kept[0]?.variables['nth']]).toEqual([left, first]);
});

test('a refused mutation is recorded with its reason, has no data and no path, and is `rejected` for the client', async () => {
  const schema =
    'type Query { device(id: ID!): Device } type Device { id: ID! name: String! } type Mutation { rebootDevice(id: ID!): Device rename(id: ID!, name: String!): Device }';
  const fixtures = { Device: [{ id: 'd1', name: 'Gate' }] };
  await using emulator = await startEmulator({ schema, onNote: () => {}, fixtures });
  await using client = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
  const document = 'mutation { rename(id: "d1", name: "Door") { id } rebootDevice(id: "d1") { id } }';
  await expect(client.request(document)).rejects.toMatchObject({ code: 'graphql', outcome: 'rejected' });
  const { body } = await post(emulator, document);
  const words =
    "Give it a resolver: { Mutation: { rebootDevice: (_, { id }, { update }) => update('Device', id, { … }) } }";
  const error = {
    message: expect.stringContaining(words),
    locations: [{ line: 1, column: document.indexOf('rebootDevice') + 1 }],
    extensions: { code: 'NOT_EMULATED' },
  };
  expect(body).toEqual({ errors: [error] });
  const recorded = ['mutation', [body.errors[0].message]];
  expect(emulator.requests.map(({ kind, notes }) => [kind, notes])).toEqual([recorded, recorded]);
  expect(await client.request('{ device(id: "d1") { name } }')).toEqual({ device: { name: 'Gate' } });
});
