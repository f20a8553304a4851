import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { transpile } from 'typescript';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { atFirst, good, html, htmlPage, response, says } from '../../test/helpers/answers.ts';
import { whereRevealed } from '../../test/helpers/key-hunt.ts';
import { MisbehavingServer } from '../../test/helpers/misbehaving-server.ts';

const apiKey = 'key-not-in-any-span-0123456789';
const secret = 'variable-not-in-any-span-0123456789';
const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(async () => {
  provider.register();
  await import(await documentedBridge());
});
beforeEach(() => exporter.reset());
afterAll(() => provider.shutdown());

/** The bridge of docs/opentelemetry.ts, beside the real OpenTelemetry. */
async function documentedBridge(): Promise<string> {
  const bridge = await readFile(new URL('../../docs/opentelemetry.ts', import.meta.url), 'utf8');
  const folder = new URL('./node_modules/.cache/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const file = new URL('documented-bridge.mjs', folder);
  await writeFile(file, transpile(bridge, { module: 99, target: 9, verbatimModuleSyntax: true }));
  return file.href;
}

const spansOf = (which: 'call' | 'attempt'): ReadableSpan[] =>
  exporter
    .getFinishedSpans()
    .filter(({ name }) => (name === 'POST') === (which === 'attempt') && !name.startsWith('a '));
const parentOf = (span: ReadableSpan | undefined): string | undefined => span?.parentSpanContext?.spanId;

test('the documented bridge makes a span of each call, below the active one, and of each attempt, below its call', async () => {
  await using server = await MisbehavingServer.start(
    atFirst(1, says(response(503, [html, ['retry-after', '0']], htmlPage))),
  );
  await using client = createControlClient({ baseUrl: server.url, apiKey });
  const outer = trace.getTracer('test').startSpan('a request to the integrator');
  await context.with(trace.setSpan(context.active(), outer), async () => {
    await client.request('query List($note: String) { team(note: $note) }', { note: secret });
  });
  outer.end();
  const [call] = spansOf('call');
  const attempts = spansOf('attempt');
  expect(spansOf('call')).toHaveLength(1);
  expect(parentOf(call)).toBe(outer.spanContext().spanId);
  expect(attempts.map(parentOf)).toEqual([call?.spanContext().spanId, call?.spanContext().spanId]);
  expect(call).toMatchObject({
    name: 'query List',
    kind: SpanKind.INTERNAL,
    status: { code: SpanStatusCode.UNSET },
    attributes: { 'graphql.operation.name': 'List', 'graphql.operation.type': 'query' },
  });
  const { hostname, port } = new URL(server.url);
  const address = { 'http.request.method': 'POST', 'server.address': hostname, 'server.port': Number(port) };
  expect(attempts.map(({ attributes, kind }) => ({ kind, ...attributes }))).toEqual([
    { kind: SpanKind.CLIENT, ...address, 'http.response.status_code': 503, 'error.type': 'http_status' },
    { kind: SpanKind.CLIENT, ...address, 'http.response.status_code': 200, 'http.request.resend_count': 1 },
  ]);
  expect(attempts.map(({ status }) => status.code)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET]);
  for (const hidden of [apiKey, secret]) {
    expect(
      exporter
        .getFinishedSpans()
        .flatMap((span) => whereRevealed([span.name, span.attributes, span.status, span.events], hidden)),
    ).toEqual([]);
  }
});

test('the bridge of examples/otel is the documented one', async () => {
  const [documented, example] = await Promise.all(
    ['docs/opentelemetry.ts', 'examples/otel/src/bridge.ts'].map((file) =>
      readFile(new URL(`../../${file}`, import.meta.url), 'utf8'),
    ),
  );
  expect(example).toBe(documented);
});

test('simultaneous calls keep their attempts apart', async () => {
  await using server = await MisbehavingServer.start(says(good));
  await using client = createControlClient({ baseUrl: server.url, apiKey });
  await Promise.all(Array.from({ length: 20 }, (_, index) => client.request(`query Q${index} { team }`)));
  const calls = spansOf('call').map((span) => span.spanContext().spanId);
  expect(new Set(calls).size).toBe(20);
  expect(spansOf('attempt').map(parentOf).sort()).toEqual(calls.sort());
});

test('a failed call is a span in error, with its code and without the words of the server', async () => {
  await using server = await MisbehavingServer.start(says(response(403, [html], htmlPage)));
  await using client = createControlClient({ baseUrl: server.url, apiKey });
  await client.request('mutation Rename { rename { id } }').catch(() => {});
  expect(spansOf('call')).toMatchObject([
    { status: { code: SpanStatusCode.ERROR, message: 'forbidden' }, attributes: { 'error.type': 'forbidden' } },
  ]);
});
