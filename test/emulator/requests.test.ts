import { describe, expect, test } from 'vitest';
import { type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';
import { post } from '../helpers/post.ts';

const inProcess = async () => {
  const emulator = await startEmulator({ listen: false });
  const { url, key, fetch } = emulator;
  return { emulator, client: createControlClient({ baseUrl: url, apiKey: key, fetch, maxRetries: 0 }) };
};

test('every request is recorded, and reported as it arrives, with its operation, variables and authorization', async () => {
  const reported: EmulatorRequest[] = [];
  await using emulator = await startEmulator({ onRequest: (request) => reported.push(request) });
  const { url, key } = emulator;
  await post(url, 'query List { team { devices { nodes { id } } } }', { key });
  await post(url, 'query List { team { __typename } }', { key: 'emulator_other' });
  await post(url, 'query A { __typename } query B { __typename }', { operationName: 'B' });
  await post(url, 'mutation Rename($to: String) { team { __typename } }', { key, variables: { to: 'x' } });
  await post(url, '{');
  expect(emulator.requests).toEqual([
    { operationName: 'List', kind: 'query', variables: {}, authorization: 'accepted', faults: [], notes: [] },
    { operationName: 'List', kind: 'query', variables: {}, authorization: 'refused', faults: [], notes: [] },
    { operationName: 'B', kind: 'query', variables: {}, authorization: 'none', faults: [], notes: [] },
    {
      operationName: 'Rename',
      kind: 'mutation',
      variables: { to: 'x' },
      authorization: 'accepted',
      faults: [],
      notes: [],
    },
    { operationName: undefined, kind: undefined, variables: {}, authorization: 'none', faults: [], notes: [] },
  ]);
  expect(reported).toEqual(emulator.requests);
});

test('a key is never in a record, not even if a program sends it as a variable', async () => {
  await using emulator = await startEmulator();
  const { url, key } = emulator;
  await post(url, 'query A($a: String) { __typename }', { key, variables: { a: `Bearer ${key}`, b: [{ c: key }] } });
  expect(JSON.stringify(emulator.requests)).not.toContain('emulator_');
  expect(emulator.requests[0]?.variables).toEqual({ a: 'Bearer [redacted]', b: [{ c: '[redacted]' }] });
});

describe('expectOperations', () => {
  test('`expectOperations` passes if exactly these operations arrived', async () => {
    const { emulator, client } = await inProcess();
    emulator.expectOperations([]);
    for (const name of ['A', 'B', 'A']) await client.request(`query ${name} { __typename }`);
    emulator.expectOperations(['A', { operationName: 'B' }]);
  });

  test('`expectOperations` names unexpected and missing operations', async () => {
    const { emulator, client } = await inProcess();
    for (const document of [
      'query A { __typename }',
      'query A { __typename }',
      'query B { __typename }',
      '{ __typename }',
    ])
      await client.request(document);
    expect(() => emulator.expectOperations(['B', 'C', { operationName: 'D' }])).toThrow(
      new Error(
        'The emulator received unexpected operations: A (2 times), (anonymous) (once).\nThe emulator never received these operations: C, D.',
      ),
    );
    emulator.reset();
    emulator.expectOperations([]);
  });
});
