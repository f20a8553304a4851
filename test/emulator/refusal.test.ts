import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';

const schema =
  'type Query { device(id: ID!): Device } type Device { id: ID! name: String! } type Mutation { rebootDevice(id: ID!): Device rename(id: ID!, name: String!): Device }';

test('A refused mutation is recorded with its reason, has no data and no path, and is `rejected` for the client', async () => {
  const emulator = await startEmulator({
    schema,
    listen: false,
    onNote: () => {},
    fixtures: { Device: [{ id: 'd1', name: 'Gate' }] },
  });
  const control = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key, fetch: emulator.fetch });
  const document = 'mutation { rename(id: "d1", name: "Door") { id } rebootDevice(id: "d1") { id } }';
  await expect(control.request(document)).rejects.toMatchObject({ code: 'graphql', outcome: 'rejected' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${emulator.key}` };
  const response = await emulator.fetch(`${emulator.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: document }),
  });
  const body = await response.json();
  expect(Object.keys(body)).toEqual(['errors']);
  expect(body.errors).toEqual([
    {
      message: expect.stringContaining(
        "Give it a resolver: { Mutation: { rebootDevice: (_, { id }, { update }) => update('Device', id, { … }) } }",
      ),
      locations: [{ line: 1, column: document.indexOf('rebootDevice') + 1 }],
      extensions: { code: 'NOT_EMULATED' },
    },
  ]);
  expect(emulator.requests.map(({ kind, notes }) => [kind, notes])).toEqual([
    ['mutation', [body.errors[0].message]],
    ['mutation', [body.errors[0].message]],
  ]);
  expect(await control.request('{ device(id: "d1") { name } }')).toEqual({ device: { name: 'Gate' } });
});
