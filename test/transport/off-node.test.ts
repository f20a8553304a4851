import { afterEach, expect, test, vi } from 'vitest';
import type { chooseTransport } from '../../src/transport/choose-transport.ts';
import { messageOf } from '../helpers/message-of.ts';
import { sentThroughQueue, transportRequest } from '../helpers/transport-request.ts';

const https = new URL('https://control.example/graphql');
const plain = new URL('http://127.0.0.1:4000/graphql');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.doUnmock('../../src/transport/node-builtin.ts');
  vi.resetModules();
});

/** The choice of a runtime other than Node. The test lets its `fetch` answer. */
async function runtime({ isDeno = false } = {}) {
  vi.resetModules();
  vi.doMock('../../src/transport/node-builtin.ts', () => ({ builtin: () => undefined, isNode: false, isDeno }));
  const choose: typeof chooseTransport = (await import('../../src/transport/choose-transport.ts')).chooseTransport;
  const answers: (() => void)[] = [];
  const fetch = vi.fn(
    (_input: unknown, _init: unknown) =>
      new Promise<Response>((resolve) => {
        answers.push(() => resolve(new Response('{}')));
      }),
  );
  vi.stubGlobal('fetch', fetch);
  return { choose, fetch, answer: () => answers.shift()?.() };
}

/** The calls of the transport of Node, without a connection. */
const nodeRequests = () =>
  vi.spyOn(process.getBuiltinModule('node:http'), 'request').mockImplementation(() => {
    throw new Error('over node:http');
  });

test('requests off Node go through the current `fetch` of the runtime', async () => {
  const { choose, fetch, answer } = await runtime();
  const transport = choose({ url: https }, {}).open();
  const answered = transport.send(transportRequest());
  expect(fetch).toHaveBeenCalledWith(https.href, expect.objectContaining({ method: 'POST', redirect: 'manual' }));
  answer();
  expect(await answered).toMatchObject({ status: 200 });
  const other = vi.fn(async () => new Response('', { status: 404 }));
  vi.stubGlobal('fetch', other);
  expect(await transport.send(transportRequest())).toMatchObject({ status: 404 });
  expect(fetch).toHaveBeenCalledOnce();
});

test.each([
  [https, { rejectUnauthorized: true }],
  [new URL('https://localhost/graphql'), false],
  [plain, false],
])(
  'certificates off Node are checked whatever the environment says, except on this machine: %s',
  async (endpoint, tls) => {
    const { choose, fetch } = await runtime();
    choose({ url: endpoint }, {}).open().send(transportRequest());
    const init: object = Object(fetch.mock.lastCall?.[1]);
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
    expect('tls' in init && init.tls).toEqual(tls);
  },
);

test('`maxConnections` limits the requests under way off Node, which are else unlimited', async () => {
  for (const maxConnections of [1, undefined]) {
    const { choose, fetch, answer } = await runtime();
    const transport = choose({ url: https }, { maxConnections }).open();
    const all = [1, 2].map(() => sentThroughQueue(transport, transportRequest()));
    await Promise.resolve();
    expect(fetch).toHaveBeenCalledTimes(maxConnections ?? 2);
    answer();
    await all[0];
    expect(fetch).toHaveBeenCalledTimes(2);
    answer();
    await Promise.all(all);
  }
});

test('an agent is refused off Node', async () => {
  const { choose } = await runtime();
  const agent = { destroy: () => {}, addRequest: () => {} } as never;
  expect(messageOf(() => choose({ url: https }, { agent }))).toBe(
    'The option `agent` serves on Node only. Pass `fetch` instead.',
  );
});

test.each([
  ['Deno', plain, true],
  ['Deno', https, false],
  ['another runtime', plain, false],
])('on %s, %s is opened by node:http: %s', async (name, endpoint, byNode) => {
  const { choose, fetch } = await runtime({ isDeno: name === 'Deno' });
  nodeRequests();
  const sent = choose({ url: endpoint }, {}).open().send(transportRequest());
  if (byNode) await expect(sent).rejects.toMatchObject({ cause: new Error('over node:http') });
  expect(fetch).toHaveBeenCalledTimes(byNode ? 0 : 1);
});

test('plain http through `fetch` is refused for a name that may lead anywhere', async () => {
  const { choose } = await runtime();
  expect(messageOf(() => choose({ url: new URL('http://api.localhost:4000/graphql') }, {}))).toBe(
    'With the `fetch` of this runtime, where api.localhost:4000 leads cannot be checked. Use https; or 127.0.0.1 as the host, and in NO_PROXY.',
  );
});

test('plain http through `fetch` is refused if a proxy of the environment would get the key', async () => {
  const { choose } = await runtime();
  for (const name of ['NO_PROXY', 'no_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  vi.stubEnv('HTTP_PROXY', 'http://proxy.example');
  expect(messageOf(() => choose({ url: plain }, {}))).toMatch(
    /^With the `fetch` of this runtime, the proxy in HTTP_PROXY/,
  );
  expect(() => choose({ url: https }, {})).not.toThrow();
  vi.stubEnv('NO_PROXY', 'example.com,127.0.0.1');
  expect(() => choose({ url: plain }, {})).not.toThrow();
});

test('plain http through `fetch` is refused if Deno does not let the variable be read', async () => {
  const { choose } = await runtime();
  const denied = () => {
    throw new Error('Requires env access');
  };
  vi.stubGlobal('process', { env: new Proxy({}, { get: denied }) });
  const said = messageOf(() => choose({ url: plain }, {}));
  vi.stubGlobal('process', undefined);
  expect(() => choose({ url: plain }, {})).not.toThrow();
  vi.unstubAllGlobals();
  expect(said).toMatch(/^With the `fetch` of this runtime, .*--allow-env/);
});
