import { createRequire } from 'node:module';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { delay, graphql, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { good } from '../../test/helpers/answers.ts';
import { MisbehavingServer } from '../../test/helpers/misbehaving-server.ts';

const apiKey = 'key-seen-by-tests-0123456789';
const query = 'query List($first: Int) { team { devices(first: $first) { nodes { id name } } } }';
nock.restore();

const data = { team: { devices: { nodes: [{ id: 'd1', name: 'Door' }] } } };

test("OpenTelemetry's http instrumentation makes a span of each request", async () => {
  await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
  await using client = createControlClient({ baseUrl: server.url, apiKey });
  await client.request(query);
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const instrumentation = new HttpInstrumentation();
  instrumentation.setTracerProvider(provider);
  instrumentation.enable();
  // It patches the module when something requires it, as an exporter does.
  createRequire(import.meta.url)('node:http');
  try {
    await client.request(query);
    const spans = exporter.getFinishedSpans();
    expect(spans).toHaveLength(1);
    expect(JSON.stringify(spans[0]?.attributes)).toContain('POST');
    expect(JSON.stringify(spans[0]?.attributes)).not.toContain(apiKey);
  } finally {
    instrumentation.disable();
    await provider.shutdown();
  }
});

test.each(['before', 'after'])('msw answers, set up %s the client', async (order) => {
  const worker = setupServer(
    graphql.query('List', ({ variables }) => HttpResponse.json({ data, extensions: { variables } })),
    graphql.mutation('Rename', () =>
      HttpResponse.json({ errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] }),
    ),
  );
  const make = () => createControlClient({ baseUrl: 'https://control.example', apiKey });
  if (order === 'before') worker.listen({ onUnhandledRequest: 'error' });
  await using client = make();
  if (order === 'after') worker.listen({ onUnhandledRequest: 'error' });
  try {
    const answer = await client.execute(query, { first: 5 });
    expect(answer).toMatchObject({
      data,
      extensions: { variables: { first: 5 } },
      meta: { status: 200, attempts: 1 },
    });
    await expect(client.request('mutation Rename { rename { id } }')).rejects.toMatchObject({
      code: 'forbidden',
      outcome: 'rejected',
    });
    expect(JSON.stringify(await client.request(query, { first: 5 }))).toBe(JSON.stringify(data));
  } finally {
    worker.close();
  }
});

describe('a mutation that a handler of msw got may have been executed, and goes to it once', () => {
  const address = 'https://control.example/graphql';
  const rename = 'mutation Rename { rename { id } }';
  const options = { baseUrl: 'https://control.example', apiKey, maxRetries: 3 };

  test.each<[what: string, answer: () => Response | Promise<Response>, limits: object]>([
    [
      'answers too late for an attempt',
      () => delay(300).then(() => HttpResponse.json({ data })),
      { attemptTimeoutMs: 60 },
    ],
    ['answers too late for the call', () => delay(300).then(() => HttpResponse.json({ data })), { timeoutMs: 60 }],
    ['answers by a network error', () => HttpResponse.error(), {}],
  ])(
    'a mutation reaches a handler of msw once, and its outcome is unknown, if the handler %s',
    async (_what, answer, limits) => {
      let got = 0;
      const worker = setupServer(
        http.post(address, () => {
          got++;
          return answer();
        }),
      );
      worker.listen({ onUnhandledRequest: 'error' });
      await using client = createControlClient({ ...options, ...limits });
      try {
        await expect(client.request(rename)).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
        await delay(350);
        expect(got).toBe(1);
      } finally {
        worker.close();
      }
    },
  );

  test('a query that fails in a handler of msw is retried', async () => {
    let tries = 0;
    const worker = setupServer(
      http.post(address, () => (++tries < 3 ? HttpResponse.error() : HttpResponse.json({ data }))),
    );
    worker.listen({ onUnhandledRequest: 'error' });
    await using client = createControlClient(options);
    try {
      expect((await client.execute(query)).meta.attempts).toBe(3);
    } finally {
      worker.close();
    }
  });
});

test('a request that msw lets pass behaves as without msw: a refused connection sent nothing', async () => {
  const worker = setupServer();
  worker.listen({ onUnhandledRequest: 'bypass' });
  try {
    await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.write(good) });
    await using client = createControlClient({ baseUrl: server.url, apiKey });
    await client.request('mutation Rename { rename { id } }');
    expect(server.deliveries).toHaveLength(1);
    await using refused = createControlClient({ baseUrl: 'http://127.0.0.1:9', apiKey, maxRetries: 0 });
    await expect(refused.request('mutation Rename { rename { id } }')).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
    });
  } finally {
    worker.close();
  }
});

describe('nock', () => {
  // nock is active from its import on, and would get the requests of the other tests.
  beforeAll(() => nock.activate());
  afterAll(() => nock.restore());

  test.each(['before', 'after'])('nock answers, set up %s the client', async (order) => {
    const intercept = () =>
      nock('https://control.example', { reqheaders: { authorization: `Bearer ${apiKey}` } })
        .post('/graphql', { query })
        .reply(503, 'busy', { 'retry-after': '0' })
        .post('/graphql', { query })
        .reply(200, { data }, { 'content-type': 'application/json' });
    const early = order === 'before' ? intercept() : undefined;
    await using client = createControlClient({ baseUrl: 'https://control.example', apiKey });
    const scope = early ?? intercept();
    try {
      const answer = await client.execute(query);
      expect(answer).toMatchObject({ data, meta: { attempts: 2 } });
      expect(scope.isDone()).toBe(true);
    } finally {
      nock.cleanAll();
    }
  });

  test.each([
    ['an error of its own', 'ECONNRESET', 'unknown', 1],
    ['a connection that is refused', 'ECONNREFUSED', 'not-sent', 2],
  ])('nock replies with %s to a mutation: %s is %s', async (_what, code, outcome, attempts) => {
    let got = 0;
    const refused = code === 'ECONNREFUSED' ? { code, syscall: 'connect' } : { code };
    nock('https://control.example')
      .persist()
      .post('/graphql', () => {
        got++;
        return true;
      })
      .replyWithError(Object.assign(new Error(code), refused));
    await using client = createControlClient({
      baseUrl: 'https://control.example',
      apiKey,
      maxRetries: 1,
      timeoutMs: 1_500,
    });
    try {
      await expect(client.request('mutation Rename { rename { id } }')).rejects.toMatchObject({
        code: 'network',
        outcome,
      });
      expect(got).toBeGreaterThanOrEqual(attempts);
      if (outcome === 'unknown') expect(got).toBe(1);
    } finally {
      nock.cleanAll();
    }
  });
});
