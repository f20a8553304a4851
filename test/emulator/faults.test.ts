import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseFault } from '../../src/emulator/fault.ts';
import { faultNames, readFault } from '../../src/emulator/fault-table.ts';
import type { Emulator, EmulatorOptions, Fault } from '../../src/emulator/index.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { type ControlClient, createControlClient, isControlApiError } from '../../src/index.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';

const schema = `
type Query { team: Team! }
type Mutation { rename(id: ID!, name: String!): Device }
type Team { devices(first: Int, after: String): DeviceConnection! }
type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Device { id: ID! name: String }`;
const moved = schema.replace('name: String }', 'label: String }');

const list = 'query List { team { devices { nodes { id name } } } }';
const rename = 'mutation Rename { rename(id: "1", name: "x") { id name } }';

afterEach(() => void vi.unstubAllGlobals());

/** An emulator without a socket, and a client of it, both on a clock that moves as soon as both wait. */
async function pair(options: EmulatorOptions = {}) {
  const fixtures = { Device: [{ id: '1', name: 'gate' }] };
  const emulator = await startEmulator({ schema, devices: 250, fixtures, listen: false, ...options });
  const { client, clock } = onMovedClock({ baseUrl: emulator.url, apiKey: emulator.key, fetch: emulator.fetch });
  // The fault `slow` takes the timer of the moment.
  vi.stubGlobal('setTimeout', (resolve: () => void, ms: number) => clock.after(ms, resolve));
  const settled = async <Value>(promise: Promise<Value>): Promise<Value> => {
    let done = false;
    const watched = promise.finally(() => {
      done = true;
    });
    watched.catch(() => {});
    while (!done) {
      for (let turn = 0; turn < 20 && !done; turn += 1) await nextTurn();
      const [due] = clock.due;
      if (!done && due !== undefined) await clock.advance(due - clock.now());
    }
    return watched;
  };
  return { emulator, client, clock, settled };
}

/** The error of a call; undefined if it succeeds. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

const failureOf = async (call: Promise<unknown>) => {
  const error = await errorOf(call);
  if (!isControlApiError(error)) throw new Error('There was no failure of the client.', { cause: error });
  return error;
};

/** What a call came to, in the words of the manual. */
async function outcomeOf(call: (client: ControlClient) => Promise<unknown>, fault: Fault) {
  const { emulator, client, settled } = await pair();
  await emulator.fail(fault);
  const error = await settled(errorOf(call(client)));
  const sent = emulator.requests.map(({ operationName, variables }) => JSON.stringify([operationName, variables]));
  const retried = new Set(sent).size < sent.length ? ', retried' : '';
  if (error === undefined) return `answers${retried}`;
  if (!isControlApiError(error)) throw error;
  return `\`${error.code}\`, \`${error.outcome}\`${retried}`;
}

const request = (document: string) => (client: ControlClient) => client.request(document);
const devices = (client: ControlClient) => client.devices({ pageSize: 10 }).toArray({ limit: 1_000 });

/** Faults that no plain request shows, but a listing does. */
const ofListings = ['page-too-large', 'stuck-cursor', 'introspection-off'];

/** The rows of the manual: a fault as `--fail` takes it, and the outcomes of a query and of a mutation. */
const table = readFileSync('docs/emulator.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, fault = '', client = ''] = /^\| `([^`]+)` \| .+ \| (.+) \|$/.exec(line) ?? [];
    const [both = '', retried] = client.split('; a query is ');
    const [query, mutation = both] = client.split('; a mutation: ');
    const row = { fault, query: retried === undefined ? query : `${both}, ${retried}`, mutation };
    return faultNames.some((name) => fault.split(',')[0] === name) ? [row] : [];
  });

describe('the table of faults in the manual', () => {
  test('the manual has a row for each fault', () => {
    expect([...new Set(table.map(({ fault }) => readFault(parseFault(fault)).fault))]).toEqual(faultNames);
  });

  test.each(table)('the client answers the fault $fault as the manual says', async ({ fault, query, mutation }) => {
    const given = readFault(parseFault(fault));
    const set: Fault = given.fault === 'schema-moved' ? { ...given, schema: moved } : given;
    const listed = ofListings.includes(set.fault);
    const read = await outcomeOf(listed ? devices : request(list), set);
    expect({
      query: listed ? `\`devices()\`: ${read}` : read,
      mutation: await outcomeOf(request(rename), set),
    }).toEqual({ query, mutation });
  });
});

describe('details of faults', () => {
  test.each<readonly [name: string, details: object, error: object]>([
    ['rate-limited', { retryAfter: 17 }, { status: 429, retryAfterMs: 17_000 }],
    [
      'graphql-error',
      { code: 'QUOTA', message: 'No more.' },
      { status: 200, serverMessage: 'No more.', errors: [{ extensions: { code: 'QUOTA' } }] },
    ],
    ['html-502', { status: 504 }, { status: 504 }],
    ['unavailable-then-fine', { status: 507 }, { status: 507 }],
  ])('the answer of the fault %s has the details %j', async (name, details, wanted) => {
    const { client, settled } = await pair({ faults: [{ fault: name, ...details } as Fault] });
    expect(await settled(failureOf(client.request(list, {}, { maxRetries: 0 })))).toMatchObject(wanted);
  });

  test('the fault partial-data empties the named field, and the error has its path', async () => {
    for (const fault of [{ fault: 'partial-data' }, { fault: 'partial-data', field: 'Device.name' }] as const) {
      const { emulator, client } = await pair({ devices: 2, faults: [fault] });
      const { data, errors } = await client.execute(list);
      const named = 'field' in fault;
      const name = named ? null : expect.any(String);
      expect(data).toMatchObject({ team: { devices: { nodes: [{ name: null }, { name }] } } });
      expect(errors?.map(({ path }) => path?.join('.'))).toEqual(
        ['team.devices.nodes.0.name', 'team.devices.nodes.1.name'].slice(0, named ? 2 : 1),
      );
      expect(emulator.requests[0]?.faults).toEqual(['partial-data']);
    }
  });

  test('the fault slow waits for the given time', async () => {
    const { client, clock, settled } = await pair({ faults: [{ fault: 'slow', delayMs: 7_000 }] });
    await settled(client.request(list));
    expect(clock.now()).toBe(7_000);
  });

  test('the fault schema-moved serves another schema, with the same objects, until a reset', async () => {
    const { emulator, client } = await pair({ devices: 1 });
    const before: unknown = await client.request('{ team { devices { nodes { id } } } }');
    await emulator.fail({ fault: 'schema-moved', schema: moved });
    expect(await client.request('{ team { devices { nodes { id } } } }')).toEqual(before);
    expect(await client.request('{ team { devices { nodes { label } } } }')).toBeTruthy();
    emulator.clearFaults();
    expect(await failureOf(client.request(list))).toMatchObject({ code: 'graphql' });
    emulator.reset();
    expect(await client.request(list)).toBeTruthy();
  });

  test('a mutation whose answer is lost was executed, so its outcome is unknown', async () => {
    for (const fault of ['reset', 'truncated'] as const) {
      const { emulator, client, settled } = await pair({ faults: [{ fault }] });
      expect(await settled(failureOf(client.request(rename)))).toMatchObject({ outcome: 'unknown', attempts: 1 });
      expect(emulator.requests).toHaveLength(1);
    }
  });
});

describe('the scope of faults', () => {
  /** Whether a fault strikes the queries and mutations of these names. */
  const struck = async (scope: object, names: string, seed = 1) => {
    const fault = { fault: 'graphql-error', ...scope } as Fault;
    const { emulator, client } = await pair({ devices: 1, faults: [fault], seed });
    for (const name of names)
      await errorOf(
        client.request(name === 'M' ? rename : `query ${name} { team { __typename } }`, {}, { maxRetries: 0 }),
      );
    return emulator.requests.map(({ faults }) => faults.length).join('');
  };

  test.each<[string, Partial<Fault>, string]>([
    ['all requests', {}, '111111'],
    ['the requests of one operation', { operation: 'B' }, '010100'],
    ['the requests of one generated operation', { operation: { operationName: 'A' } }, '101010'],
    ['the third request', { nth: 3 }, '001000'],
    ['the second request of one operation', { operation: 'B', nth: 2 }, '000100'],
    ['two requests from the second on', { nth: 2, times: 2 }, '011000'],
    ['the first three requests', { times: 3 }, '111000'],
    ['queries alone', { kind: 'query' }, '111110'],
    ['mutations alone', { kind: 'mutation' }, '000001'],
  ])('a fault strikes %s', async (_, scope, expected) => {
    expect(await struck(scope, 'ABABAM')).toBe(expected);
  });

  test('a fault with a probability strikes the same requests for the same seed', async () => {
    const [one, same, other] = [1, 1, 2].map((seed) => struck({ probability: 0.3 }, 'A'.repeat(60), seed));
    expect(await same).toBe(await one);
    expect(await other).not.toBe(await one);
    const failed = (await one)?.replaceAll('0', '').length;
    expect(failed).toBeGreaterThan(6);
    expect(failed).toBeLessThan(32);
  });

  test('several faults strike together, and clearing removes them all', async () => {
    const { emulator, client, clock, settled } = await pair({ faults: [{ fault: 'slow' }, { fault: 'revoked-key' }] });
    expect(await settled(failureOf(client.request(list)))).toMatchObject({ status: 401 });
    expect(clock.now()).toBe(1_000);
    expect(emulator.requests[0]?.faults).toEqual(['slow', 'revoked-key']);
    expect(emulator.faults).toHaveLength(2);
    emulator.clearFaults();
    expect(emulator.faults).toEqual([]);
    expect(await client.request(list)).toBeTruthy();
    emulator.reset();
    expect(emulator.faults).toHaveLength(2);
    expect(emulator.requests).toEqual([]);
  });

  test('the fault revoked-key revokes one of two keys, so that a client with a function for its key continues with the other', async () => {
    await using emulator = await startEmulator({ faults: [{ fault: 'revoked-key', key: 1 }] });
    const [old = '', newer = ''] = emulator.keys;
    const text = '{ team { devices { nodes { id } } } }';
    const read = (apiKey: () => string) => createControlClient({ baseUrl: emulator.url, apiKey }).request(text);
    await expect(read(() => old)).rejects.toMatchObject({ code: 'unauthenticated', attempts: 1 });
    await expect(read(() => newer)).resolves.toBeDefined();
    const asked = [old, newer];
    await expect(read(() => asked.shift() ?? newer)).resolves.toBeDefined();
  });

  test('the fault revoked-key leaves introspection open, and introspection-off leaves all else', async () => {
    const { client } = await pair({ faults: [{ fault: 'revoked-key' }, { fault: 'introspection-off' }] });
    expect(await client.request('{ __typename }')).toBeTruthy();
    expect(await failureOf(client.request('{ __schema { queryType { name } } }'))).toMatchObject({ status: 400 });
    expect(await failureOf(client.request(list))).toMatchObject({ status: 401 });
  });
});

describe('faults over a socket', () => {
  test('a reset and a truncated answer over a socket are the same to the client', async () => {
    for (const fault of ['reset', 'truncated'] as const) {
      await using emulator = await startEmulator({ schema, faults: [{ fault }] });
      await using client = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key, maxRetries: 0 });
      expect(await failureOf(client.request(list))).toMatchObject({ code: 'network', outcome: 'unknown' });
    }
  });

  test('a stalled answer over a socket never comes, until the caller gives up', async () => {
    const ending = new AbortController();
    const onRequest = () => ending.abort();
    await using emulator = await startEmulator({ schema, faults: [{ fault: 'stalled' }], onRequest });
    await using client = createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
    const failure = await failureOf(client.request(list, {}, { signal: ending.signal }));
    expect(failure).toMatchObject({ code: 'aborted', outcome: 'unknown' });
  });
});

describe('/emulator/faults', () => {
  const admin = ({ fetch, url, key: own }: Emulator, method: string, body?: string, key = own) =>
    fetch(`${url}/emulator/faults`, { method, headers: { authorization: `Bearer ${key}` }, ...(body && { body }) });

  test('another process sets, lists and removes faults', async () => {
    const { emulator, client } = await pair();
    const fault = { fault: 'revoked-key', status: 403, operation: 'List' };
    expect((await admin(emulator, 'POST', JSON.stringify(fault))).status).toBe(201);
    expect(await failureOf(client.request(list))).toMatchObject({ code: 'forbidden' });
    expect(await (await admin(emulator, 'GET')).json()).toEqual([fault]);
    expect((await admin(emulator, 'DELETE')).status).toBe(200);
    expect(await client.request(list)).toBeTruthy();
  });

  test('another process sets a fault over a socket', async () => {
    await using emulator = await startEmulator();
    await admin({ ...emulator, fetch }, 'POST', '{"fault":"html-502"}');
    expect(emulator.faults).toEqual([{ fault: 'html-502' }]);
  });

  test('another process without the key changes no faults', async () => {
    const { emulator } = await pair();
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await admin(emulator, method, method === 'GET' ? '' : '{}', 'emulator_wrong')).status).toBe(401);
    expect(emulator.faults).toEqual([]);
  });

  test('an answer of /emulator/faults says what is wrong', async () => {
    const { emulator } = await pair();
    for (const [body, words] of [
      ['{', 'in JSON'],
      ['{"fault":"fire"}', 'one of: slow'],
    ] as const)
      expect(await (await admin(emulator, 'POST', body)).json()).toMatchObject({
        errors: [{ message: expect.stringContaining(words) }],
      });
    const unknown = await admin(emulator, 'PUT');
    expect([unknown.status, await unknown.json()]).toEqual([404, expect.anything()]);
  });
});

describe('wrong faults', () => {
  test.each<[string, unknown, string]>([
    ['a text in place of an object', 'slow', 'must be an object'],
    ['no name', {}, 'must be one of: slow, stalled'],
    ['the name of an inherited method', { fault: 'toString' }, 'must be one of'],
    ['an option of another fault', { fault: 'slow', status: 429 }, 'has no `status`: it takes'],
    ['a status of another fault', { fault: 'rate-limited', status: 500 }, '429 or 200'],
    ['a number that is a text', { fault: 'slow', delayMs: '1' }, 'whole number'],
    ['the number 0 of a request', { fault: 'slow', nth: 0 }, 'a whole number from 1'],
    ['no schema to move to', { fault: 'schema-moved' }, 'needs a `schema`'],
    ['a schema that is invalid', { fault: 'schema-moved', schema: 'type Query {' }, 'Syntax Error'],
    ['a type that is not there', { fault: 'partial-data', field: 'Nope.nope' }, 'the schema has no `Nope.nope`'],
    ['a field that is not there', { fault: 'partial-data', field: 'Device.nope' }, 'the schema has no `Device.nope`'],
    ['a status below 500', { fault: 'html-502', status: 404 }, 'must be a status from 500 to 599'],
    ['a probability over 1', { fault: 'slow', probability: 2 }, 'must be a number from 0 to 1'],
    ['a kind that is never served', { fault: 'slow', kind: 'subscription' }, 'must be query or mutation'],
  ])('a fault with %s is refused', async (_, fault, words) => {
    const { emulator } = await pair();
    await expect(emulator.fail(fault as Fault)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(words),
    });
    await expect(startEmulator({ faults: [fault as Fault] })).rejects.toThrow(words);
    expect(emulator.faults).toEqual([]);
  });

  test.each([
    ['slow', { fault: 'slow' }],
    ['slow,delayMs=5', { fault: 'slow', delayMs: 5 }],
    ['graphql-error,operation=A,message=a=b', { fault: 'graphql-error', operation: 'A', message: 'a=b' }],
  ])('the command line `--fail %s` sets a fault', (text, fault) => {
    expect(parseFault(text)).toEqual(fault);
  });
});
