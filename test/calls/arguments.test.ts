import { describe, expect, test } from 'vitest';
import { atFirst, html, response, says } from '../helpers/answers.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { served, servedKey } from '../helpers/served.ts';

const query = 'query List($id: Int) { team(id: $id) { devices { nodes { id } } } }';

test('each attempt sends the variables and headers as they were at the call', async () => {
  const { server, client } = await served(atFirst(1, says(response(503, [html, ['retry-after', '0']]))));
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
    expect(delivery.headers.get('authorization')).toBe(`Bearer ${servedKey}`);
  }
});

test('one object of variables serves several calls at once', async () => {
  const { server, client } = await served();
  const variables = { id: 0 };
  const calls = [1, 2, 3].map((id) => {
    variables.id = id;
    return client.request('mutation Delete($id: Int) { delete(id: $id) }', variables);
  });
  await Promise.all(calls);
  expect(server.deliveries.map(({ body }) => JSON.parse(body).variables.id).sort()).toEqual([1, 2, 3]);
});

describe('an argument that the types forbid', () => {
  const { client, sent } = laboratory([]);
  const call = client.request as (...all: readonly unknown[]) => Promise<unknown>;

  test.each<[what: string, args: readonly unknown[], message: RegExp]>([
    ['Variables that are a text', [query, '{"id":1}'], /variables must be an object/],
    [
      'A signal that is a controller',
      [query, {}, { signal: new AbortController() }],
      /`signal` must be an AbortSignal/,
    ],
    ['A document with a null definition', [{ kind: 'Document', definitions: [null] }], /document/],
    ['A document with half a definition', [{ kind: 'Document', definitions: [{ kind: 'OperationDefinition' }] }], /./],
  ])('an invalid argument is a configuration error, and nothing is sent: %s', async (_what, args, message) => {
    await expect(call(...args)).rejects.toMatchObject({
      code: 'configuration',
      outcome: 'not-sent',
      message: expect.stringMatching(message),
    });
    expect(sent).toEqual([]);
  });

  test('a list refuses a controller as its signal when it is made', () => {
    const signal = new AbortController() as unknown as AbortSignal;
    expect(() => client.devices({ signal })).toThrow(/`signal` must be an AbortSignal/);
  });
});
