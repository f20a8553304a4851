import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createControlClient, isControlApiError } from 'control-api-sdk';
import { ListDevices, RenameDevice } from '../src/generated/control-api.js';
import { built, output, startWorld } from './world.js';

test('an unchanged application lists and renames through the broker, and no part of the real key is in its process', async () => {
  await using world = await startWorld({ BROKER_INTROSPECTION: 'allow' });
  const token = await world.issue('application', '15', 'read', 'RenameDevice');
  const folder = await mkdtemp(join(tmpdir(), 'application-'));
  const files = { SNAPSHOT: join(folder, 'heap'), REPORT: join(folder, 'report') };
  const settings = { CONTROL_API_URL: world.url, CONTROL_API_KEY: token };
  const printed = await output([built('test/application.js')], { ...settings, ...files });
  assert.deepEqual(JSON.parse(printed.split('\n').at(-1) ?? ''), { devices: 250, renamed: 'Front door' });
  const { key } = world.service;
  const pieces = [key, ...Array.from({ length: key.length - 11 }, (_, at) => key.slice(at, at + 12))];
  // The emulator's keys begin alike; what is secret comes after that.
  const secret = pieces.filter((piece) => !'control-api-development-key'.includes(piece));
  for (const file of Object.values(files)) {
    const text = await readFile(file, 'utf8');
    assert.ok(text.includes('CONTROL_API_URL'), `${file} is what it should be`);
    assert.deepEqual(
      secret.filter((piece) => text.includes(piece)),
      [],
      file,
    );
  }
  await rm(folder, { recursive: true });
});

test('the log has a line for each request, without variables and answers, and only its owner reads it', async () => {
  await using world = await startWorld();
  await using client = createControlClient({
    baseUrl: world.url,
    apiKey: await world.issue('worker', '15', 'read', 'RenameDevice'),
  });
  const { team } = await client.request(ListDevices, { first: 1 });
  const id = team?.devices.nodes[0]?.id ?? '';
  await client.request(RenameDevice, { id, name: 'Secret name' });
  const file = join(world.home, 'audit.jsonl');
  const text = await readFile(file, 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ subject, name, kind, outcome }) => [subject, name, kind, outcome]),
    [
      ['worker', 'ListDevices', 'query', 'begun'],
      ['worker', 'ListDevices', 'query', 'answered'],
      ['worker', 'RenameDevice', 'mutation', 'begun'],
      ['worker', 'RenameDevice', 'mutation', 'answered'],
    ],
  );
  assert.match(lines[0].document, /^[0-9a-f]{64}$/);
  assert.ok(!text.includes('Secret name') && !text.includes(id) && !text.includes(world.service.key));
  for (const name of ['audit.jsonl', 'signing-key.json'])
    assert.equal((await stat(join(world.home, name))).mode & 0o77, 0);
});

test('a revoked token ends with the next request', async () => {
  await using world = await startWorld();
  const token = await world.issue('worker', '15', 'read');
  await using client = createControlClient({ baseUrl: world.url, apiKey: token });
  await client.request(ListDevices);
  await world.revoke(token);
  await assert.rejects(client.request(ListDevices), (error) => isControlApiError(error, 'unauthenticated'));
});

test('a token that was used ends when its time is over', async () => {
  await using world = await startWorld({ BROKER_RATE: '1000000' });
  await using client = createControlClient({ baseUrl: world.url, apiKey: await world.issue('worker', '0.03', 'read') });
  await client.request(ListDevices);
  let error: unknown;
  while (error === undefined)
    error = await client.request(ListDevices).then(
      () => undefined,
      (it: unknown) => it,
    );
  assert.ok(isControlApiError(error, 'unauthenticated'), String(error));
});

/** A broker before a service that answers as it is told. */
async function worldBefore(answer: RequestListener, settings: Record<string, string> = {}) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const world = await startWorld({ CONTROL_API_URL: `http://127.0.0.1:${Object(server.address()).port}`, ...settings });
  const token = await world.issue('worker', '15', 'read', 'RenameDevice');
  const rename = async () => {
    const body = JSON.stringify({ query: `${RenameDevice}`, variables: { id: 'd1', name: 'x' } });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${world.url}/graphql`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  return {
    world,
    token,
    rename,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

test('what the service says of a failure arrives, and a key that it echoes does not', async () => {
  await using broker = await worldBefore(({ headers }, response) => {
    const errors = [{ message: `No device; ${headers.authorization}`, path: ['renameDevice'] }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { renameDevice: null, echoed: headers.authorization }, errors }));
  });
  const { status, text } = await broker.rename();
  assert.equal(status, 200);
  assert.match(text, /No device; Bearer \[redacted\]/);
  assert.ok(!text.includes(broker.world.service.key));
});

test('a key that a successful answer echoes is cut out, also encoded, and where JSON escapes it', async () => {
  const key = 'a-key-with-"quotes"-and-+slashes/';
  const bytes = (before: string) => Buffer.from(`${before}${key} and more`);
  const echoes = [
    key,
    encodeURIComponent(key),
    bytes('').toString('hex'),
    ...['', 'x', 'xy'].flatMap((before) => [bytes(before).toString('base64'), bytes(before).toString('base64url')]),
  ];
  await using broker = await worldBefore(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { renameDevice: { id: 'd1', name: 'x', echoes } } }));
    },
    { CONTROL_API_KEY: key },
  );
  const { status, text } = await broker.rename();
  assert.equal(status, 200);
  const got: string[] = JSON.parse(text).data.renameDevice.echoes;
  assert.equal(got.length, echoes.length);
  for (const [at, echo] of got.entries()) assert.ok(echo.includes('[redacted]'), `${echoes[at]}: ${echo}`);
  assert.ok(!text.includes('quotes'), text);
});

test('an outage, a limit or a refused key of the broker is not read as a permission that the token lacks', async () => {
  const [limited, refused, down] = [429, 401, 503].map((status) => [status, { 'retry-after': '7' }] as const);
  const read: unknown[] = [];
  for (const answer of [limited, refused, down, undefined]) {
    await using broker = await worldBefore((request, response) => {
      if (answer) response.writeHead(...answer).end();
      else request.socket.destroy();
    });
    await using client = createControlClient({ baseUrl: broker.world.url, apiKey: broker.token, maxRetries: 0 });
    const error = await client.request(RenameDevice, { id: 'd1', name: 'x' }).catch((it: unknown) => it);
    assert.ok(isControlApiError(error), String(error));
    read.push([error.code, error.outcome, error.status]);
  }
  assert.deepEqual(read, [
    ['rate_limited', 'rejected', 429],
    ['http_status', 'unknown', 502],
    ['http_status', 'unknown', 502],
    ['http_status', 'unknown', 502],
  ]);
});

test('nothing is sent while the log cannot be written, and the broker goes on', async () => {
  let deliveries = 0;
  await using broker = await worldBefore((_, response) => {
    deliveries += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { renameDevice: { id: 'd1', name: 'x' } } }));
  });
  const log = join(broker.world.home, 'audit.jsonl');
  await mkdir(log);
  assert.equal((await broker.rename()).status, 503);
  assert.equal(deliveries, 0);
  await rm(log, { recursive: true });
  assert.equal((await broker.rename()).status, 200);
  assert.equal(deliveries, 1);
});

test('refused requests do not fill the log', async () => {
  await using world = await startWorld();
  for (let count = 0; count < 200; count++) await fetch(`${world.url}/graphql`, { method: 'POST' });
  const lines = (await readFile(join(world.home, 'audit.jsonl'), 'utf8')).trim().split('\n');
  assert.ok(lines.length >= 1 && lines.length <= 120, `${lines.length} lines`);
});

test('a broker that is killed in the middle of a mutation leaves `unknown`, and no second delivery', async () => {
  await using world = await startWorld();
  await using client = createControlClient({
    baseUrl: world.url,
    apiKey: await world.issue('worker', '15', 'RenameDevice'),
  });
  await world.service.fail({ fault: 'slow', delayMs: 60_000, times: 1000 });
  const call = client.request(RenameDevice, { id: 'device', name: 'x' }).catch((it: unknown) => it);
  while (world.service.requests.length === 0) await new Promise((next) => setTimeout(next, 5));
  world.broker.kill('SIGKILL');
  const error = await call;
  assert.ok(isControlApiError(error), String(error));
  assert.equal(error.outcome, 'unknown');
  assert.equal(world.service.requests.filter(({ operationName }) => operationName === 'RenameDevice').length, 1);
});

test('a service that does not answer leaves `unknown` for a mutation, and it is delivered once', async () => {
  await using world = await startWorld();
  await using client = createControlClient({
    baseUrl: world.url,
    apiKey: await world.issue('worker', '15', 'RenameDevice'),
  });
  await world.service.fail({ fault: 'reset' });
  const error = await client.request(RenameDevice, { id: 'device', name: 'x' }).catch((it: unknown) => it);
  assert.ok(isControlApiError(error), String(error));
  assert.equal(error.outcome, 'unknown');
  assert.equal(world.service.requests.length, 1);
});
