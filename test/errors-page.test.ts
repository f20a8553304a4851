import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROWSER_SENTENCE } from '../src/browser/is-server.ts';
import type { ControlClientOptions } from '../src/client/options.ts';
import { startEmulator } from '../src/emulator/index.ts';
import {
  ControlApiError,
  type ControlApiErrorCode,
  createControlClient,
  isControlApiError,
  TypedOperation,
} from '../src/index.ts';
import { TransportFailure } from '../src/transport/transport.ts';
import { byCursor } from './helpers/by-cursor.ts';
import { graphql, headOf, laboratory, networkFailure, type Step } from './helpers/laboratory.ts';

const page = 'docs/errors.md';
const query = 'query ListDevices { team { devices { nodes { id name } } } }';
const mutation = 'mutation RenameDevice { renameDevice { id } }';
const errors = [{ message: 'm', path: ['team', 'devices'], extensions: { code: 'INTERNAL' } }];

const baseUrl = 'https://api.example.com';
const call = (step: Step, document = query, options: ControlClientOptions = {}) =>
  laboratory(() => step, { ...options, baseUrl }).settle(document);

/** Resolves with the error of `make`, now or later. */
const failureOf = async (make: () => unknown): Promise<unknown> => {
  try {
    return await make();
  } catch (error) {
    return error;
  }
};

const paged = new TypedOperation<unknown, { after?: string }, { 'team.devices': { id: string } }>(
  'query ListDevices($after: String) { team { devices(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }',
  {
    name: 'ListDevices',
    kind: 'query',
    connections: { 'team.devices': byCursor('team.devices') },
  },
);

/** A list whose second page leads back to its first. */
async function circle(): Promise<unknown> {
  const pageInfo = { hasNextPage: true, endCursor: 'c1' };
  const nodes = [{ id: 'd1' }];
  const { client } = laboratory(() => graphql({ data: { team: { devices: { nodes, pageInfo } } } }), { baseUrl });
  return failureOf(() => client.paginate(paged).toArray({ limit: Number.POSITIVE_INFINITY }));
}

/** A list with a limit and without a sign of its end. */
async function openEnd(): Promise<unknown> {
  const emulator = await startEmulator({
    schema: `type Query { team: Team! } type Team { devices(limit: Int): Devices! }
      type Devices { nodes: [Device!]! } type Device { id: ID! name: String! }`,
  });
  const client = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
  const error = await failureOf(() => client.devices().toArray({ limit: 10 }));
  await Promise.all([client.close(), emulator.close()]);
  return error;
}

/** A typical cause of each code. */
const failures: Record<ControlApiErrorCode, () => unknown> = {
  configuration: () => createControlClient({ baseUrl: 'http://api.example.com', apiKey: 'any-key-at-all' }),
  browser_runtime: () => new ControlApiError('browser_runtime', BROWSER_SENTENCE),
  operation_not_allowed: () => call('well', mutation, { access: 'read-only' }),
  network: () => call(networkFailure('ECONNREFUSED')),
  timeout: () => call('never'),
  aborted: () => laboratory(() => 'never', { baseUrl }).settle(query, undefined, { signal: AbortSignal.abort() }),
  unauthenticated: () => call({ status: 401 }),
  forbidden: () => call({ status: 403 }),
  rate_limited: () => call({ status: 429, headers: { 'retry-after': '60' } }),
  redirected: () => call({ status: 302 }),
  http_status: () => call({ status: 503 }),
  malformed_response: () => call({ body: '<!doctype html>' }),
  response_too_large: () => call(new TransportFailure('too-large', 'service', headOf({ status: 200 }))),
  graphql: () => call(graphql({ data: null, errors })),
  stuck_cursor: circle,
  incomplete_list: openEnd,
};

test('each error code has its row on the page, and a message as reviewed', async () => {
  const rows = [
    ...(readFileSync(page, 'utf8')
      .split(/## Codes[\s\S]*?--- \|\n/)[1]
      ?.matchAll(/^\| `(\w+)` \|/gm) ?? []),
  ];
  expect(rows.map(([, code]) => code)).toEqual(Object.keys(failures));
  const parts: string[] = [];
  for (const [code, cause] of Object.entries(failures)) {
    const error = await failureOf(cause);
    if (!isControlApiError(error)) throw error;
    expect(error.code).toBe(code);
    parts.push(`${code}\n${error.message}\n`);
  }
  await expect(parts.join('\n')).toMatchFileSnapshot('errors-page.txt');
});
