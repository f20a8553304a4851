import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cases, isFull } from '../helpers/cases.ts';
import { binary, controlApi, ended, start } from '../helpers/cli.ts';
import { folderWith } from '../helpers/cli-in-process.ts';
import { listen } from '../helpers/listen.ts';

/* A process that is killed again and again sends thousands of mutations to a service that limits, hangs up and refuses. */

const count = cases(10_000);
const kills = cases(20);

const schema = `
type Query { team: Team }
type Team { id: ID }
type Mutation { tag(id: ID!, tag: String!): Tagged }
type Tagged { userErrors: [UserError!]! }
type UserError { message: String! }`;
const operation = 'mutation Tag($id: ID!, $tag: String!) { tag(id: $id, tag: $tag) { userErrors { message } } }';

/** The number of requests for each item, of those that passed the limits, and of executions. */
const delivered = new Map<number, number>();
const executed = new Map<number, number>();
const asked = new Map<number, number>();
let onArrival = () => {};
const add = (to: Map<number, number>, item: number): number => {
  const sum = (to.get(item) ?? 0) + 1;
  to.set(item, sum);
  return sum;
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const item = Number(JSON.parse(body).variables.id);
  const times = add(asked, item);
  onArrival();
  const say = (status: number, value: object, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
  // The first limit passes during the call; the second lasts longer.
  const limit = times > 1 ? undefined : item % 97 === 1 ? '0' : item % 499 === 2 ? '2' : undefined;
  if (limit !== undefined) return say(429, { errors: [{ message: 'slow' }] }, { 'retry-after': limit });
  add(delivered, item);
  if (item % 89 === 3) request.socket.destroy();
  else {
    add(executed, item);
    if (item % 83 === 4) request.socket.destroy();
    else say(200, { data: { tag: { userErrors: item % 79 === 5 ? [{ message: 'It is locked.' }] : [] } } });
  }
}

const server = createServer(answer);
const env = { CONTROL_API_URL: `http://127.0.0.1:${await listen(server)}`, CONTROL_API_KEY: 'emulator_for-this-test' };
const items = Array.from({ length: count }, (_, index) => `{"id":"${index + 1}","tag":"blue"}\n`).join('');
const folder = await folderWith({ 'schema.graphql': schema, 'tag.graphql': operation, 'items.ndjson': items });
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await folder[Symbol.asyncDispose]();
});

const line = ['request', 'tag.graphql', '--variables-file', 'items.ndjson', '--journal', 'run.ndjson'];
const many = [...line, '--concurrency', '16', '--timeout', '1500', '--yes'];

/** The entries of the journal, without a torn last line. */
const journal = () =>
  readFileSync(join(folder.path, 'run.ndjson'), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((text): { line: number; state: string } => JSON.parse(text));

test(`${count} mutations of a process that is killed ${kills} times: none is sent twice, none is lost, each has one state`, async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const printed = new Set<number>();
  for (let killed = 0; killed < kills; killed++) {
    const child = start(process.execPath, [binary, ...many], env, folder.path);
    let left = 1 + random(700);
    onArrival = () => {
      left -= 1;
      if (left === 0) setTimeout(() => child.kill('SIGKILL'), random(8));
    };
    const { code, stdout } = await ended(child);
    expect(code).toBe(null);
    for (const text of stdout.split('\n').slice(0, -1)) printed.add(JSON.parse(text).line);
  }
  onArrival = () => {};
  // Lines that met a long limit in the first whole run go with the second, and none goes with the third.
  const outputs: string[] = [];
  for (let runs = 0; runs < 3; runs++) {
    const { code, stdout } = await controlApi(many, env, '', folder.path);
    expect(code).toBe(3);
    outputs.push(stdout);
    for (const text of stdout.split('\n').slice(0, -1)) printed.add(JSON.parse(text).line);
  }
  expect([outputs[1] === '', outputs[2]]).toEqual([false, '']);

  expect(Math.max(...delivered.values())).toBe(1);
  const states = new Map(journal().map(({ line, state }) => [line, state]));
  expect([...states.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const inState = (...wanted: readonly string[]) =>
    [...states].flatMap(([item, state]) => (wanted.includes(state) ? [item] : []));
  expect(inState('rejected', 'not-sent')).toEqual([]);
  // A kill may come between `begun` and the request.
  const never = [...states].filter(([item]) => !delivered.has(item)).map(([, state]) => state);
  expect(new Set(never)).toEqual(new Set(['begun']));
  // Each done line was executed once, and its answer was printed.
  for (const item of inState('done', 'refused')) expect([executed.get(item), printed.has(item)]).toEqual([1, true]);
  expect(inState('refused').every((item) => item % 79 === 5)).toBe(true);
  expect(inState('unknown').length).toBeGreaterThan(count / 50);
  expect(inState('begun').length).toBeLessThanOrEqual(kills * 16);
  expect(inState('done').length).toBeGreaterThan(count * 0.9);
});

test('a file and a journal of many lines are read in little memory', async () => {
  const variables = `{"id":"1","tag":"${'x'.repeat(300)}"}`;
  const args = line.map((word) => word.replace('items.ndjson', 'long.ndjson').replace('run.ndjson', 'long-run.ndjson'));
  const [items, journal] = [join(folder.path, 'long.ndjson'), join(folder.path, 'long-run.ndjson')];
  writeFileSync(items, '');
  expect((await controlApi([...args, '--yes'], env, '', folder.path)).code).toBe(0);
  const lines = Array.from({ length: isFull ? 250_000 : 100_000 }, (_, index) => index + 1);
  writeFileSync(items, `${variables}\n`.repeat(lines.length));
  const rejected = lines.map((it) => `{"line":${it},"variables":${variables},"state":"rejected"}\n`);
  appendFileSync(journal, rejected.join(''));
  // The two files have 700 bytes a line.
  const child = start(process.execPath, ['--max-old-space-size=40', binary, ...args, '--dry-run'], env, folder.path);
  const shown = createHash('sha256');
  let stderr = '';
  child.stdout.on('data', (chunk: Uint8Array) => shown.update(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([
    0,
    `Nothing was sent. ${lines.length.toLocaleString('en')} would go, and 0 would not.\n`,
  ]);
  const expected = createHash('sha256');
  for (const it of lines) expected.update(`{"line":${it},"variables":${variables}}\n`);
  expect(shown.digest('hex')).toBe(expected.digest('hex'));
});

test('a limit that outlasts a call holds the next line back', async () => {
  let until = 0;
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    request.resume();
    if (until === 0) until = Date.now() + 900;
    if (Date.now() < until) response.writeHead(429, { 'retry-after': '1' }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"tag":{"userErrors":[]}}}');
  });
  const items = '{"id":"1","tag":"a"}\n'.repeat(4);
  const args = line.map((word) => word.replace('items.ndjson', '-').replace('run.ndjson', 'limited.ndjson'));
  const ended = await controlApi([...args, '--concurrency', '1', '--timeout', '500', '--yes'], env, items, folder.path);
  expect(ended.stderr).toContain('STATE     LINES\ndone      3\nrejected  1\n');
  expect(ended.code).toBe(4);
});

test('Ctrl-C ends a run after the calls under way, and a second one aborts them', async () => {
  const args = many.map((word) => word.replace('run.ndjson', 'stop.ndjson'));
  const child = start(process.execPath, [binary, ...args], env, folder.path);
  let arrived = 0;
  server.removeAllListeners('request');
  server.on('request', () => {
    arrived += 1;
    if (arrived === 16) {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGINT'), 200);
    }
  });
  const { code, stderr } = await ended(child);
  expect([code, arrived]).toEqual([130, 16]);
  expect(stderr).toContain('STATE    LINES\nunknown  16\nunsent   not counted\n');
});

test('a signal ends a run whose standard input stays open', async () => {
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"tag":{"userErrors":[]}}}');
  });
  const args = many.map((word) => word.replace('items.ndjson', '-').replace('run.ndjson', 'open.ndjson'));
  const child = start(process.execPath, [binary, ...args], env, folder.path);
  child.stdin.write('{"id":"1","tag":"a"}\n{"id":"2","ta');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([143, 'STATE   LINES\ndone    1\nunsent  not counted\n']);
});
