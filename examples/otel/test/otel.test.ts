import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Emulator, startEmulator } from 'control-api-sdk/emulator';
import { type Collector, startCollector } from './collector.js';

const root = new URL('../../', import.meta.url);
const documented = await readFile(new URL('node_modules/control-api-sdk/docs/documented.graphql', root), 'utf8');

let collector: Collector;
before(async () => {
  collector = await startCollector();
});
after(() => collector.close());

/** Runs the program against a service, and returns what arrived at the collector meanwhile. */
async function report(service: Emulator) {
  const [spansBefore, pointsBefore] = [collector.spans.length, collector.points.length];
  const child = spawn(process.execPath, [fileURLToPath(new URL('dist/src/main.js', root))], {
    env: {
      PATH: process.env['PATH'],
      CONTROL_API_URL: service.url,
      CONTROL_API_KEY: service.key,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, output, spans: collector.spans.slice(spansBefore), points: collector.points.slice(pointsBefore) };
}

test('a call that is tried again is a span with two attempts, below the program’s own, and counts in the metrics', async () => {
  const service = await startEmulator({ devices: 3 });
  await service.fail({ fault: 'unavailable-then-fine' });
  const { code, output, spans, points } = await report(service);
  await service.close();
  assert.deepEqual([code, output.trim()], [0, '3 devices'], output);

  const one = (name: string) => spans.filter((span) => span.name === name);
  const [call] = one('query ListDevices');
  assert.equal(one('report').length, 1);
  assert.equal(call?.parent, one('report')[0]?.id);
  assert.deepEqual(call?.attributes, { 'graphql.operation.name': 'ListDevices', 'graphql.operation.type': 'query' });
  const attempts = one('POST');
  assert.deepEqual(
    attempts.map(({ parent, failed, kind }) => ({ parent, failed, kind })),
    [true, false].map((failed) => ({ parent: call?.id, failed, kind: 3 })),
  );
  const server = { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'server.port': service.port };
  assert.deepEqual(
    attempts.map(({ attributes }) => attributes),
    [
      { ...server, 'http.response.status_code': 503, 'error.type': 'http_status' },
      { ...server, 'http.request.resend_count': 1, 'http.response.status_code': 200 },
    ],
  );

  const of = (metric: string) => points.filter((point) => point.metric === metric);
  assert.deepEqual(
    of('http.client.request.duration').map(({ unit, value, attributes }) => [
      unit,
      value,
      attributes['http.response.status_code'],
    ]),
    [
      ['s', 1, 503],
      ['s', 1, 200],
    ],
  );
  assert.deepEqual(
    of('control_api.call.duration').map(({ unit, value, attributes }) => [
      unit,
      value,
      attributes['graphql.operation.name'],
    ]),
    [['s', 1, 'ListDevices']],
  );
});

test('a schema that moved is counted by operation and coordinate, and the log says what changed', async () => {
  const service = await startEmulator();
  await service.fail({ fault: 'schema-moved', schema: documented.replace(/^ {2}name: String$/m, '  label: String') });
  const { code, output, spans, points } = await report(service);
  const keys = service.requests.map(({ authorization }) => authorization);
  await service.close();
  assert.equal(code, 1);
  assert.match(output, /Device\.name was removed\. The operation is in operations\/devices\.graphql\./);
  // The types that the operation uses are asked for without the key.
  assert.deepEqual([keys[0], ...new Set(keys.slice(1))], ['accepted', 'none']);
  const [call] = spans.filter(({ name }) => name === 'query ListDevices');
  assert.equal(call?.failed, true);
  assert.equal(call?.attributes['error.type'], 'graphql');
  assert.deepEqual(
    points
      .filter(({ metric }) => metric === 'control_api.drift')
      .map(({ value, attributes }) => ({ value, ...attributes })),
    [
      {
        value: 1,
        'graphql.operation.name': 'ListDevices',
        'control_api.drift.seen_in': 'refusal',
        'control_api.drift.coordinate': 'Device.name',
        'control_api.drift.change': 'field-removed',
      },
    ],
  );
});

test('nothing that arrived holds a key', () => {
  assert.ok(collector.received.length >= 4);
  assert.doesNotMatch(collector.received.join('\n'), /emulator_/);
});
