import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { createControlClient } from '../../src/index.ts';
import { inProcess } from '../helpers/in-process.ts';

const relay = 'test/fixtures/relay.graphql';
const json = { 'content-type': 'application/json' };

test('every audit of GraphQL over HTTP passes, except those of queries by GET', async () => {
  await using emulator = await startEmulator({ schema: relay });
  const results = await Promise.all(serverAudits({ url: `${emulator.url}/graphql` }).map((audit) => audit.fn()));
  expect(results).toHaveLength(61);
  // The document shows POST alone, so a program that relies on GET must fail here, not in production.
  expect(results.flatMap(({ status, name }) => (status === 'ok' ? [] : [name]))).toEqual([
    'MAY accept application/x-www-form-urlencoded formatted GET requests',
    'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
    'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
  ]);
});

describe('a socket and `emulator.fetch`', () => {
  const bodies = async (): Promise<readonly string[]> => {
    const operations = [
      { query: await readFile('operations/list-devices.graphql', 'utf8') },
      { query: await readFile('operations/check-introspection.graphql', 'utf8') },
      { query: 'query A { __typename } query B { __typename }', operationName: 'B' },
      { query: 'query A { __typename } query B { __typename }' },
      { query: 'query A { __typename }', operationName: 'C' },
      {
        query: 'query P($n: Int) { team { devices(first: $n) { nodes { id status } pageInfo { endCursor } } } }',
        variables: { n: 2 },
      },
      { query: 'query P($n: Int) { team { devices(first: $n) { nodes { id } } } }', variables: { n: 'two' } },
      {
        query: 'mutation R($input: RenameDeviceInput!) { renameDevice(input: $input) { device { id name } } }',
        variables: {},
      },
      { query: '{ team { gadgets } }' },
      { query: '{' },
      { query: 1 },
      { variables: {} },
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } },
      [{ query: '{ __typename }' }],
    ];
    return [...operations.map((operation) => JSON.stringify(operation)), '', 'no JSON', 'null', '"x"'];
  };

  const inits = (key: string): readonly Record<string, string>[] => [
    { ...json, authorization: `Bearer ${key}` },
    { ...json, accept: 'application/graphql-response+json', authorization: `Bearer ${key}` },
    { 'content-type': 'application/json; charset=utf-8' },
    { ...json, authorization: 'Bearer emulator_other' },
    { ...json, accept: 'text/plain', authorization: `Bearer ${key}` },
    { 'content-type': 'text/plain', authorization: `Bearer ${key}` },
  ];

  const answerOf = async (response: Response) => {
    const headers = Object.fromEntries(response.headers);
    // What only a connection has.
    for (const name of ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])
      delete headers[name];
    return { status: response.status, headers, body: await response.text() };
  };

  test('status, headers and body are the same over a socket and in process, to the byte', async () => {
    await using emulator = await startEmulator({ schema: relay });
    let compared = 0;
    for (const body of await bodies())
      for (const headers of inits(emulator.key))
        for (const path of ['/graphql', '/graphql?x=1']) {
          const ask = async (fetch: typeof globalThis.fetch) =>
            answerOf(await fetch(emulator.url + path, { method: 'POST', headers, body }));
          expect(await ask(emulator.fetch)).toEqual(await ask(globalThis.fetch));
          compared += 1;
        }
    expect(compared).toBeGreaterThan(150);
    expect(emulator.requests.length).toBeGreaterThan(100);
    const [first, second] = emulator.requests;
    expect(first).toEqual(second);
  });

  test('`emulator.fetch` takes requests in every form of `fetch`', async () => {
    const emulator = await startEmulator({ listen: false, devices: 1 });
    const url = `${emulator.url}/graphql`;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${emulator.key}` };
    const body = JSON.stringify({ query: '{ team { devices { nodes { id } } } }' });
    const init = { method: 'POST', headers, body };
    const answers = await Promise.all(
      [
        emulator.fetch(url, init),
        emulator.fetch(new URL(url), { ...init, headers: new Headers(headers) }),
        emulator.fetch(url, { ...init, headers: Object.entries(headers) as [string, string][] }),
        emulator.fetch(new Request(url, init)),
        emulator.fetch(new Request(url, { ...init, body: '{}' }), { body }),
        emulator.fetch(url, { ...init, body: new TextEncoder().encode(body) }),
        emulator.fetch(url, { ...init, body: new Blob([body]) }),
      ].map(async (response) => (await response).text()),
    );
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ data: { team: { devices: { nodes: [{}] } } } });
  });
});

describe('`emulator.fetch`', () => {
  test('two emulators in process share nothing, and need no port and no closing', async () => {
    const [one, two] = [await inProcess({ seed: 1, devices: 1 }), await inProcess({ seed: 2, devices: 2 })];
    await one.emulator.fail({ fault: 'graphql-error' });
    expect(await two.client.devices().toArray({ limit: 10 })).toHaveLength(2);
    await expect(one.client.devices().toArray({ limit: 10 })).rejects.toThrow();
    expect([one.emulator.port, two.emulator.port]).toEqual([0, 0]);
  });

  test('`emulator.fetch` sends nothing to another address', async () => {
    const emulator = await startEmulator({ listen: false });
    for (const url of ['https://api.example.com/graphql', `${emulator.url}1/graphql`])
      await expect(emulator.fetch(url, { method: 'POST', body: '{}' })).rejects.toMatchObject({
        name: 'TypeError',
        cause: { message: expect.stringContaining(`only the emulator at ${emulator.url}`) },
      });
  });

  test('a client without `emulator.fetch` reaches no emulator without a port', async () => {
    const { url, key } = await startEmulator({ listen: false });
    await using client = createControlClient({ baseUrl: url, apiKey: key, maxRetries: 0 });
    await expect(client.request('{ __typename }')).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
  });

  test('an aborted request ends with the reason of its signal', async () => {
    const emulator = await startEmulator({
      listen: false,
      faults: [
        { fault: 'stalled', operation: 'S' },
        { fault: 'slow', operation: 'L', delayMs: 2_000_000_000 },
      ],
    });
    const ask = (name: string, signal: AbortSignal) => {
      const body = JSON.stringify({ query: `query ${name} { __typename }` });
      return emulator.fetch(`${emulator.url}/graphql`, { method: 'POST', headers: json, signal, body });
    };
    await expect(ask('A', AbortSignal.abort('early'))).rejects.toBe('early');
    for (const name of ['S', 'L']) {
      const ending = new AbortController();
      const answer = ask(name, ending.signal);
      ending.abort('late');
      await expect(answer).rejects.toBe('late');
    }
  });
});

describe('undocumented requests', () => {
  test.each<[string, RequestInit & { path?: string }]>([
    ['a query by GET', { method: 'GET', path: '/graphql?query=%7Bteam%7D' }],
    ['a form', { body: '{}', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['an upload', { body: '--', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    ['the bare operation', { body: '{ team }', headers: { 'content-type': 'application/graphql' } }],
    ['a batch', { body: '[{"query":"{ team }"}]' }],
    ['a persisted query', { body: '{"extensions":{"persistedQuery":{"sha256Hash":"x"}}}' }],
    ['a subscription', { body: '{"query":"subscription { renamed { id } }"}' }],
  ])('%s is answered with 400 and the documented use', async (_, { path = '/graphql', ...init }) => {
    const schema = 'type Query { id: ID } type Subscription { renamed: Device } type Device { id: ID }';
    const emulator = await startEmulator({ listen: false, schema });
    const response = await emulator.fetch(emulator.url + path, { method: 'POST', headers: json, ...init });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: readonly { message: string }[] };
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('a POST of a JSON object')]);
  });

  test.each([
    ['a request for HTML alone', '/graphql', 406, '`accept: application/json`'],
    ['a request to another path', '/api', 404, '/graphql'],
  ])('the answer to %s says what is wrong', async (_, path, status, words) => {
    const emulator = await startEmulator({ listen: false });
    const init = { method: 'POST', headers: { ...json, accept: 'text/html' }, body: '{"query":"{ __typename }"}' };
    const response = await emulator.fetch(emulator.url + path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ message: expect.stringContaining(words) }] });
  });
});

test('a request under a foreign host name is refused, so that no page of another site reads the answer', async () => {
  await using emulator = await startEmulator();
  const status = (host: string) =>
    new Promise((resolve, reject) =>
      request(`${emulator.url}/`, { headers: { host, accept: 'text/html' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end(),
    );
  expect(await status('evil.example')).toBe(421);
  expect(await status(`localhost:${emulator.port}`)).toBe(200);
});

describe('no answer is cached', () => {
  const schema =
    'type Query { team: Team } type Mutation { team: Team } type Team { devices: [Device!] } type Device { id: ID }';
  const query = '{ team { devices { id } } }';

  test('an answer changes with a fault, with the schema and with a reset', async () => {
    const { emulator, client } = await inProcess({ schema });
    const first = await client.request(query);
    expect(await client.request(query)).toEqual(first);
    await emulator.fail({ fault: 'graphql-error', times: 1 });
    await expect(client.request(query)).rejects.toMatchObject({ code: 'graphql' });
    expect(await client.request(query)).toEqual(first);
    emulator.clearFaults();
    await emulator.fail({ fault: 'schema-moved', schema: schema.replaceAll('devices', 'gadgets') });
    await expect(client.request(query)).rejects.toMatchObject({ code: 'graphql' });
    emulator.clearFaults();
    await expect(client.request(query)).rejects.toMatchObject({ code: 'graphql' });
    emulator.reset();
    expect(await client.request(query)).toEqual(first);
    expect(emulator.requests).toHaveLength(1);
  });

  test('an answer changes with the key, the accepted type and the variables', async () => {
    const emulator = await startEmulator({ listen: false, schema: relay });
    const ask = async (headers: Record<string, string>, n: number) => {
      const query = 'query P($n: Int) { team { devices(first: $n) { nodes { id } } } }';
      const body = JSON.stringify({ query, variables: { n } });
      const init = { method: 'POST', headers: { ...json, ...headers }, body };
      const response = await emulator.fetch(`${emulator.url}/graphql`, init);
      const { data } = (await response.json()) as { data?: { team: { devices: { nodes: unknown[] } } } };
      return [response.status, response.headers.get('content-type'), data?.team.devices.nodes.length];
    };
    const authorization = `Bearer ${emulator.key}`;
    for (let round = 0; round < 2; round += 1) {
      const type = 'application/json; charset=utf-8';
      expect(await ask({ authorization }, 2)).toEqual([200, type, 2]);
      expect(await ask({ authorization }, 3)).toEqual([200, type, 3]);
      expect(await ask({ authorization: 'Bearer emulator_x' }, 2)).toEqual([401, type, undefined]);
      const accept = 'application/graphql-response+json';
      expect(await ask({ authorization, accept }, 2)).toEqual([200, `${accept}; charset=utf-8`, 2]);
    }
    expect(emulator.requests.map(({ authorization }) => authorization)).toEqual(
      Array.from({ length: 8 }, (_, index) => (index % 4 === 2 ? 'refused' : 'accepted')),
    );
    expect(emulator.requests.map(({ variables }) => variables['n'])).toEqual([2, 3, 2, 2, 2, 3, 2, 2]);
  });
});
