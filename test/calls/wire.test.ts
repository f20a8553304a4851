import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { TypedOperation } from '../../src/base/typed-operation.ts';
import { type ControlClient, createControlClient } from '../../src/index.ts';
import { good } from '../helpers/answers.ts';
import { type Delivery, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { serverSettled } from '../helpers/settled.ts';

const key = 'key-on-the-wire-0123456789';
const query = 'query List { team { devices { nodes { id name } } } }';
const server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
afterAll(() => server[Symbol.asyncDispose]());

const sentBy = async (call: () => Promise<unknown>): Promise<Delivery> => {
  const before = server.deliveries.length;
  await call();
  expect((await serverSettled(server)).deliveries).toHaveLength(before + 1);
  const sent = server.deliveries.at(-1);
  if (!sent) throw new Error('nothing was delivered');
  return sent;
};

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: globalThis.fetch }],
])('over %s', (name, transport) => {
  let client: ControlClient;
  beforeEach(() => {
    client = createControlClient({ baseUrl: server.url, apiKey: key, ...transport });
    return () => client.close();
  });

  test('a document alone is sent as exactly the documented body', async () => {
    const sent = await sentBy(() => client.request(query));
    expect(sent.requestLine).toBe('POST /graphql HTTP/1.1');
    expect(sent.body).toBe(`{"query":${JSON.stringify(query)}}`);
  });

  test('variables are sent if there are any, byte for byte as JSON', async () => {
    const document =
      'query List($first: Int, $name: String) { team { devices(first: $first, name: $name) { nodes { id } } } }';
    const sent = await sentBy(() => client.request(document, { first: 50, name: 'Tür "1" \u2028 💡', after: null }));
    expect(sent.body).toBe(
      `{"query":${JSON.stringify(document)},"variables":{"first":50,"name":${JSON.stringify('Tür "1" \u2028 💡')},"after":null}}`,
    );
    expect(Number(sent.headers.get('content-length'))).toBe(Buffer.byteLength(sent.body));
  });

  test('a document is sent as it was written, in whatever form it came', async () => {
    const written = 'query   List\n{ team { devices { nodes { id } } } } # a comment';
    const generated = new TypedOperation(written, { name: 'List', kind: 'query', connections: {} });
    for (const document of [written, generated]) {
      expect((await sentBy(() => client.request(document))).body).toBe(JSON.stringify({ query: written }));
    }
  });

  test('a request has the two documented headers, those that HTTP needs, and no more', async () => {
    const { headers, headerLines } = await sentBy(() => client.request(query));
    expect(headers.get('authorization')).toBe(`Bearer ${key}`);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('user-agent')).toMatch(/^control-api-sdk\/\d+\.\d+\.\d+/);
    expect(headers.get('accept')).toBe('application/graphql-response+json, application/json');
    expect(headers.get('accept-encoding')).toContain('gzip');
    expect(headers.get('host')).toBe(new URL(server.url).host);
    expect(headerLines.length).toBe(headers.size);
    // The fetch standard adds these, and no caller can remove them.
    const byFetch = name === 'fetch' ? ['accept-language', 'sec-fetch-mode'] : [];
    expect([...headers.keys()].sort()).toEqual(
      [
        'accept',
        'accept-encoding',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
        ...byFetch,
      ].sort(),
    );
  });

  // The cases of introspection: test/calls/read-operation.test.ts.
  test('pure introspection carries no key, and other documents do', async () => {
    const alone = await sentBy(() => client.request('query I { __schema { queryType { name } } }'));
    expect([...alone.headers.keys()]).not.toContain('authorization');
    expect(alone.headerLines.join('\n')).not.toContain(key);
    const beside = await sentBy(() => client.request('query I { __schema { queryType { name } } team { id } }'));
    expect(beside.headers.get('authorization')).toBe(`Bearer ${key}`);
  });

  test('the headers of a client and its User-Agent suffix go with each request, under those of a call', async () => {
    const headers = { 'X-Tenant': 'a', 'x-trace': '1' };
    await using own = createControlClient({ baseUrl: server.url, apiKey: key, headers, userAgent: 'fleet-api/2.3' });
    headers['x-trace'] = 'changed later';
    const sent = await sentBy(() => own.request(query, undefined, { headers: { 'x-tenant': 'b' } }));
    expect(sent.headers.get('x-tenant')).toBe('b');
    expect(sent.headers.get('x-trace')).toBe('1');
    expect(sent.headers.get('user-agent')).toMatch(/^control-api-sdk\/\d+\.\d+\.\d+\S* fleet-api\/2\.3$/);
    const refused = (options: object) => () => createControlClient({ baseUrl: server.url, apiKey: key, ...options });
    expect(refused({ headers: { authorization: 'Bearer other-key-1234' } })).toThrow('is set by the SDK');
    for (const userAgent of ['', 'a\r\nb: c', 5]) expect(refused({ userAgent })).toThrow('`userAgent` must be words');
  });

  test('a base URL with a path keeps the path', async () => {
    await using other = createControlClient({ baseUrl: new URL(`${server.url}/v0/api/`), apiKey: key, ...transport });
    expect((await sentBy(() => other.request(query))).requestLine).toBe('POST /v0/api/graphql HTTP/1.1');
  });
});
