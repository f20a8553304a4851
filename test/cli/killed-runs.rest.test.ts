import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binary, controlApi, ended, start } from '../helpers/cli.ts';
import { folderWith } from '../helpers/cli-in-process.ts';

/* Ten thousand mutations, sent by a process that is killed again and again, to a service that does all that services do. */

const count = 10_000;
const kills = 20;

const schema = `
type Query { team: Team }
type Team { id: ID }
type Mutation { tag(id: ID!, tag: String!): Tagged }
type Tagged { userErrors: [UserError!]! }
type UserError { message: String! }`;
const operation = 'mutation Tag($id: ID!, $tag: String!) { tag(id: $id, tag: $tag) { userErrors { message } } }';

/** How often the mutation was executed for each item, and how often it was asked for. */
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
  const say = (status: number, value: object, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  // One limit passes while the call waits; another one lasts longer than the call.
  if (item % 97 === 1 && times === 1) say(429, { errors: [{ message: 'slow' }] }, { 'retry-after': '0' });
  else if (item % 499 === 2 && times === 1) say(429, { errors: [{ message: 'slow' }] }, { 'retry-after': '6' });
  else if (item % 89 === 3) request.socket.destroy();
  else {
    add(executed, item);
    if (item % 83 === 4) request.socket.destroy();
    else say(200, { data: { tag: { userErrors: item % 79 === 5 ? [{ message: 'It is locked.' }] : [] } } });
  }
}

const server = createServer(answer);
let folder: Awaited<ReturnType<typeof folderWith>>;
let env: Record<string, string>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  env = { CONTROL_API_URL: `http://127.0.0.1:${port}`, CONTROL_API_KEY: 'emulator_for-this-test' };
  const items = Array.from({ length: count }, (_, index) => `{"id":"${index + 1}","tag":"blue"}\n`);
  folder = await folderWith({ 'schema.graphql': schema, 'tag.graphql': operation, 'items.ndjson': items.join('') });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await folder[Symbol.asyncDispose]();
});

const line = ['request', 'tag.graphql', '--variables-file', 'items.ndjson', '--journal', 'run.ndjson'];
const many = [...line, '--concurrency', '16', '--timeout', '5000', '--yes'];

/** The whole lines of the journal. */
const journal = () =>
  readFileSync(join(folder.path, 'run.ndjson'), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((text): { line: number; state: string } => JSON.parse(text));

test('10,000 mutations of a process that is killed 20 times: none is sent twice, none is lost, each has one state', async () => {
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
  const rest = await controlApi(many, env, '', folder.path);
  for (const text of rest.stdout.split('\n').slice(0, -1)) printed.add(JSON.parse(text).line);
  const last = await controlApi(many, env, '', folder.path);
  expect([rest.code, last.code]).toEqual([3, 3]);
  expect(last.stdout).toBe('');

  expect(Math.max(...executed.values())).toBe(1);
  const states = new Map(journal().map(({ line, state }) => [line, state]));
  expect([...states.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const inState = (...wanted: readonly string[]) =>
    [...states].flatMap(([item, state]) => (wanted.includes(state) ? [item] : []));
  expect(inState('rejected', 'not-sent')).toEqual([]);
  // What is said to be done was done, and has its answer; what was not sent has another state.
  for (const item of inState('done', 'refused')) expect([executed.get(item), printed.has(item)]).toEqual([1, true]);
  expect(inState('refused').every((item) => item % 79 === 5)).toBe(true);
  // What may have been executed was asked for once, but for what a limit refused.
  const unknown = inState('unknown', 'begun');
  for (const item of unknown) expect((asked.get(item) ?? 0) - (executed.get(item) ?? 0)).toBeLessThanOrEqual(1);
  expect(inState('unknown').length).toBeGreaterThan(200);
  expect(inState('begun').length).toBeLessThanOrEqual(kills * 16);
  expect(inState('done').length).toBeGreaterThan(9_000);
});

test('a hundred thousand lines take no more memory than a few', async () => {
  const path = join(folder.path, 'long.ndjson');
  writeFileSync(path, `{"id":"1","tag":"${'x'.repeat(900)}"}\n`.repeat(100_000));
  const args = line.map((word) => word.replace('items.ndjson', 'long.ndjson').replace('run.ndjson', 'long-run.ndjson'));
  // The heap is a third of the file.
  const child = start(process.execPath, ['--max-old-space-size=32', binary, ...args, '--dry-run'], env, folder.path);
  let bytes = 0;
  child.stdout.on('data', (chunk: string) => {
    bytes += chunk.length;
  });
  const { code, stderr } = await ended(child);
  expect([code, stderr]).toEqual([0, 'Nothing was sent. 100,000 would go, and 0 would not.\n']);
  expect(bytes).toBeGreaterThan(90_000_000);
});

test('Ctrl-C ends a run after the calls under way, and a second one aborts them', async () => {
  const child = start(
    process.execPath,
    [binary, ...many.map((word) => word.replace('run.ndjson', 'stop.ndjson'))],
    env,
    folder.path,
  );
  let arrived = 0;
  const held: (() => void)[] = [];
  server.removeAllListeners('request');
  server.on('request', () => {
    arrived += 1;
    if (arrived === 16) {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGINT'), 200);
    }
    held.push(() => {});
  });
  const { code, stderr } = await ended(child);
  expect([code, arrived]).toEqual([130, 16]);
  expect(stderr).toContain('STATE    LINES\nunknown  16\nunsent   not counted\n');
});
