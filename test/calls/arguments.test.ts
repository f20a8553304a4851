import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlClient, createControlClient, isControlApiError } from '../../src/index.ts';
import { atFirst, good, html, response, says } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { serverSettled } from '../helpers/settled.ts';

const apiKey = 'key-for-arguments-0123456789';
const query = 'query List($id: Int) { team(id: $id) { devices { nodes { id } } } }';

describe('what a call was given is what it sends', () => {
  test('whatever its caller does with the objects afterwards, on the first attempt and on every other', async () => {
    await using server = await MisbehavingServer.start(atFirst(1, says(response(503, [html, ['retry-after', '0']]))));
    await using client = createControlClient({ baseUrl: server.url, apiKey });
    const variables = { id: 1, filter: { name: 'then' } };
    const headers: Record<string, string> = { 'x-trace': 'then' };
    const calling = client.request(query, variables, { headers });
    variables.id = 2;
    variables.filter.name = 'now';
    Object.assign(headers, { 'x-trace': 'now', authorization: 'Bearer another-key' });
    await calling;
    expect(server.deliveries.map(({ body }) => JSON.parse(body).variables)).toEqual([
      { id: 1, filter: { name: 'then' } },
      { id: 1, filter: { name: 'then' } },
    ]);
    for (const delivery of server.deliveries) {
      expect(delivery.headers.get('x-trace')).toBe('then');
      expect(delivery.headers.get('authorization')).toBe(`Bearer ${apiKey}`);
    }
  });

  test('one object filled anew for each of several calls at once serves them all', async () => {
    await using server = await MisbehavingServer.start(says(good));
    await using client = createControlClient({ baseUrl: server.url, apiKey });
    const variables = { id: 0 };
    const calls = [1, 2, 3].map((id) => {
      variables.id = id;
      return client.request('mutation Delete($id: Int) { delete(id: $id) }', variables);
    });
    await Promise.all(calls);
    expect(server.deliveries.map(({ body }) => JSON.parse(body).variables.id).sort()).toEqual([1, 2, 3]);
  });
});

describe('an argument that the types forbid', () => {
  let server: MisbehavingServer;
  let client: ControlClient;
  beforeAll(async () => {
    server = await MisbehavingServer.start(says(good));
    client = createControlClient({ baseUrl: server.url, apiKey });
  });
  afterAll(async () => {
    client.close();
    await server[Symbol.asyncDispose]();
  });

  test.each([
    ['variables that are a text', ['{"id":1}'], /variables must be an object/],
    ['variables that are a list', [[1]], /variables must be an object/],
    ['a controller for its signal', [{}, { signal: new AbortController() }], /`signal` must be an AbortSignal/],
  ])('%s: a configuration error that says so, and nothing is sent', async (_what, args, message) => {
    const before = server.deliveries.length;
    const call = client.request as (document: string, ...rest: readonly unknown[]) => Promise<unknown>;
    const error: unknown = await call(query, ...args).catch((thrown: unknown) => thrown);
    if (!isControlApiError(error, 'configuration')) throw error;
    expect(error.message).toMatch(message);
    expect((await serverSettled(server)).deliveries).toHaveLength(before);
  });

  test('a document node that is broken: the same', async () => {
    const call = client.request as (...all: readonly unknown[]) => Promise<unknown>;
    for (const definition of [null, { kind: 'OperationDefinition' }]) {
      const document = { kind: 'Document', definitions: [definition] };
      await expect(call(document)).rejects.toMatchObject({ code: 'configuration', outcome: 'not-sent' });
    }
  });

  test('null stands for no variables, as JSON has it', async () => {
    const call = client.request as (...all: readonly unknown[]) => Promise<unknown>;
    await call(query, null);
    expect(server.deliveries.at(-1)?.body).toBe(JSON.stringify({ query }));
  });

  test('a list says so of its signal when it is made', () => {
    const signal = new AbortController() as unknown as AbortSignal;
    expect(() => client.devices({ signal })).toThrow(/`signal` must be an AbortSignal/);
  });
});
