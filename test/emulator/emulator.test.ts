import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buildClientSchema, buildSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { inProcess } from '../helpers/in-process.ts';
import { post } from '../helpers/post.ts';

const listDevices = await readFile('operations/list-devices.graphql', 'utf8');
const checkIntrospection = await readFile('operations/check-introspection.graphql', 'utf8');

describe('requests', () => {
  test('introspection is answered with and without a key', async () => {
    await using emulator = await startEmulator();
    for (const key of [null, emulator.key, 'emulator_of-another-seed']) {
      const { status, body } = await post(emulator, checkIntrospection, { key });
      const data = { __schema: { queryType: { name: 'Query' }, mutationType: { name: 'Mutation' } } };
      expect([status, body]).toEqual([200, { data }]);
    }
  });

  test('devices are answered with each of the two keys', async () => {
    await using emulator = await startEmulator({ devices: 3 });
    expect(emulator.keys).toHaveLength(2);
    expect(emulator.keys[0]).toBe(emulator.key);
    for (const key of emulator.keys) {
      const { status, body } = await post(emulator, listDevices, { key });
      expect(status).toBe(200);
      expect(body.data.team.devices.nodes).toHaveLength(3);
    }
  });

  test.each([
    ['no key', null],
    ['an unknown key', 'emulator_0'],
    ['an empty key', ''],
  ])('a request with %s gets 401, UNAUTHENTICATED and no data', async (_, key) => {
    await using emulator = await startEmulator();
    const { status, headers, body } = await post(emulator, listDevices, { key });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  test.each([
    ['beside introspection', '{ __typename team { __typename } }'],
    ['in an inline fragment', '{ ... on Query { ... { team { __typename } } } }'],
    [
      'in a named fragment',
      '{ ...A } fragment A on Query { __typename ...B } fragment B on Query { team { __typename } }',
    ],
    ['under an alias', '{ __schema: team { __typename } }'],
    ['in a mutation', 'mutation { team { __typename } }'],
  ])('a field %s needs a key', async (_, query) => {
    await using emulator = await startEmulator();
    expect((await post(emulator, query, { key: null })).status).toBe(401);
    expect((await post(emulator, query)).body.data).toBeTruthy();
  });

  test.each([
    ['the name of the root', '{ __typename }'],
    ['introspection in a fragment', '{ ...A } fragment A on Query { __type(name: "Device") { name } }'],
    ['the introspecting one of two operations', 'query A { __typename } query B { team { __typename } }', 'A'],
  ])('%s needs no key', async (_, query, operationName?: string) => {
    await using emulator = await startEmulator();
    const { status, body } = await post(emulator, query, { key: null, operationName });
    expect([status, body.errors]).toEqual([200, undefined]);
  });
});

describe('the documented surface', () => {
  test('an emulator without a schema serves documented.graphql', async () => {
    await using emulator = await startEmulator();
    const { body } = await post(emulator, getIntrospectionQuery({ schemaDescription: true }));
    const documented = buildSchema(await readFile('docs/documented.graphql', 'utf8'));
    expect(printSchema(buildClientSchema(body.data))).toBe(printSchema(documented));
  });

  test('an invalid operation is answered with the place and the reason', async () => {
    await using emulator = await startEmulator();
    const { body } = await post(emulator, '{ team { gadgets } }');
    expect(body.errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('Cannot query field "gadgets" on type "Team"'),
        locations: [{ line: 1, column: 10 }],
      }),
    ]);
  });

  test('an answer to `@defer` holds all data at once', async () => {
    const schema = `directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
      type Query { team: Team! } type Team { id: ID! name: String! }`;
    const { client } = await inProcess({ schema });
    const name: unknown = expect.any(String);
    expect(await client.request('query { team { id ... @defer { name } } }')).toEqual({ team: { id: name, name } });
    expect(JSON.stringify(await client.request('{ __schema { queryType { name } } }'))).toContain('Query');
  });

  test('the emulator prints nothing to the console', async () => {
    const writes = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'));
    const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level));
    {
      await using emulator = await startEmulator();
      for (const query of [listDevices, '{', '{ nothing }']) await post(emulator, query, { key: null });
    }
    for (const spy of [...writes, ...logs]) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('the seed', () => {
  const world = async (options: object) => {
    await using emulator = await startEmulator(options);
    const { body } = await post(emulator, listDevices);
    return { keys: emulator.keys, nodes: body.data.team.devices.nodes };
  };

  test('the same seed gives the same ids, names and keys', async () => {
    const first = await world({ seed: 'a', devices: 50 });
    expect(await world({ seed: 'a', devices: 50 })).toEqual(first);
    expect((await world({ seed: 'a', devices: 10 })).nodes).toEqual(first.nodes.slice(0, 10));
  });

  test('another seed gives other data', async () => {
    const [one, two] = [await world({ seed: 1 }), await world({ seed: 2 })];
    expect(new Set([...one.keys, ...two.keys]).size).toBe(4);
    expect(new Set([...one.nodes, ...two.nodes].map(({ id }) => id)).size).toBe(50);
  });

  test('every device has a unique id and name', async () => {
    const { nodes } = await world({ devices: 20_000, nulls: 0 });
    expect(nodes).toHaveLength(20_000);
    expect(new Set(nodes.map(({ id }: { id: string }) => id)).size).toBe(20_000);
    expect(new Set(nodes.map(({ name }: { name: string }) => name)).size).toBe(20_000);
  });

  test('a key of an emulator is recognized by its prefix', async () => {
    const { keys } = await world({});
    for (const key of keys) expect(key).toMatch(/^emulator_[0-9a-f]{32}$/);
  });
});

test('close() ends idle and busy sockets, frees the port, and may be called twice', async () => {
  const emulator = await startEmulator();
  const agent = new Agent({ keepAlive: true });
  const idle = await new Promise<Socket>((resolve, reject) => {
    request(`${emulator.url}/graphql`, { agent, method: 'POST' }, (response) => {
      const { socket } = response;
      response.resume().on('end', () => resolve(socket));
    })
      .on('error', reject)
      .end('{}');
  });
  const silent = connect(emulator.port, '127.0.0.1').on('error', () => {});
  await new Promise((resolve) => silent.once('connect', resolve));
  const ended = Promise.all([idle, silent].map((each) => new Promise((resolve) => each.once('close', resolve))));
  await Promise.all([emulator.close(), emulator.close()]);
  await ended;
  await using next = await startEmulator({ port: emulator.port });
  expect(next.port).toBe(emulator.port);
});

test.each([
  ['a negative number of devices', { devices: -1 }, 'devices'],
  ['half a device', { devices: 1.5 }, 'devices'],
  ['a port that is too high', { port: 70_000 }, 'port'],
  ['pages without items', { maxPageSize: 0 }, 'maxPageSize'],
  ['a share over 1', { nulls: 2 }, '`nulls` must be a number from 0 to 1'],
  ['a negative count', { count: { Device: -1 } }, '`count.Device` must be a whole number'],
  ['a count of an unknown type', { count: { Gadget: 1 } }, '`count` of the emulator names `Gadget`'],
  [
    'a resolver of a scalar',
    { resolvers: { ID: { parse: () => null } } },
    'takes resolvers of object types, interfaces and unions alone',
  ],
  [
    'a resolver that is no function',
    { resolvers: { Query: { team: 3 } } },
    'must have a function, or `{ resolve }`, as `Query.team`',
  ],
  [
    'a resolver of a reference',
    { resolvers: { Query: { __resolveReference: () => null } } },
    'has `Query.__resolveReference`, which it does not run',
  ],
  ['an unknown resolver', { resolvers: { Query: { gadget: () => null } } }, 'names `Query.gadget`'],
  ['a seed that is an object', { seed: {} } as object, '`seed` must be a text or a number'],
  ['a text in place of yes or no', { listen: 'no' } as object, '`listen` must be true or false'],
  ['a text as a callback', { onNote: 'print' } as object, '`onNote` must be a function'],
  ['a request observer that is no function', { onRequest: true } as object, '`onRequest` must be a function'],
  ['a mistyped name', { device: 3 } as object, 'has no option `device`'],
  ['an invalid schema', { schema: 'type Query {' }, 'Syntax Error'],
  ['a schema without a root', { schema: 'type Device { id: ID }' }, 'Query root type'],
  ['a schema of unknown types', { schema: 'type Query { team: Team }' }, 'Team'],
  ['a missing file', { schema: 'no/such.graphql' }, 'no/such.graphql'],
])('an emulator refuses %s in one sentence', async (_, options, words) => {
  await expect(startEmulator(options)).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining(words),
  });
});
