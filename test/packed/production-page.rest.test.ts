import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { buildImage, type Image } from '../../evidence/frameworks/image.ts';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { listen } from '../helpers/listen.ts';
import { blocksOf } from '../helpers/markdown.ts';
import { node } from './integrator.ts';

/*
 * The service of the page with its Dockerfile. Both are written as the page has them, the steps of the Dockerfile run on this
 * machine, and its command is started.
 */

const page = 'docs/production.md';
let project: string;
let image: Image;
let emulator: Emulator;
let service: ChildProcess;
let url: string;

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

/** One connection, as from a load balancer. It survives the moment at which the server stops to listen. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
function read(path: string, over: Agent | undefined = undefined): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent: over }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    }).on('error', reject);
  });
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'control-api-production-'));
  for (const {
    words: [file = ''],
    text,
  } of blocksOf(page))
    if (/^[\w.-]+\.\w+$|^Dockerfile$|^\.\w+$/.test(file)) writeFileSync(join(project, file), text);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'service', private: true }));
  writeFileSync(join(project, '.env'), 'CONTROL_API_KEY=secret-of-a-person\n');
  const quiet = { stdio: 'ignore', env: { ...process.env, npm_config_offline: 'true' } } as const;
  execFileSync('npm', ['install', inject('tarball')], { cwd: project, ...quiet });
  image = await buildImage(project, async (line, cwd) => {
    execFileSync('sh', ['-c', line], { cwd, ...quiet });
  });
  emulator = await startEmulator({ devices: 3 });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const [program = '', ...args] = image.command;
  const { NODE_OPTIONS, VITEST, NODE_ENV, ...around } = process.env;
  service = spawn(program, args, {
    cwd: image.folder,
    env: {
      ...around,
      PORT: String(port),
      DRAIN_MS: '300',
      CONTROL_API_URL: emulator.url,
      CONTROL_API_KEY: emulator.key,
    },
  });
  await vi.waitFor(() => read('/livez'), { timeout: 300_000 });
});

afterAll(async () => {
  service?.kill('SIGKILL');
  agent.destroy();
  image?.remove();
  rmSync(project, { recursive: true, force: true });
  await emulator?.close();
});

test('the image of the production page has one package, and no .env', () => {
  const { packages } = JSON.parse(readFileSync(join(image.folder, 'node_modules/.package-lock.json'), 'utf8'));
  expect(Object.keys(packages)).toEqual(['node_modules/control-api-sdk']);
  expect(() => readFileSync(join(image.folder, '.env'))).toThrow('ENOENT');
});

test('the service of the production page answers its callers, and has a status for each failure', async () => {
  const { status, text } = await read('/devices');
  expect([status, Object.keys(JSON.parse(text)[0])]).toEqual([200, ['id', 'name']]);
  await emulator.fail({ fault: 'revoked-key' });
  const refused = await read('/devices');
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    502,
    { error: 'unauthenticated', mayHaveHappened: false },
  ]);
  emulator.clearFaults();
});

test('a process without a key stays alive, and is not ready', async () => {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], PORT: String(port), CONTROL_API_URL: emulator.url };
  const bare = spawn(process.execPath, ['server.mjs'], { cwd: image.folder, env });
  const at = `http://127.0.0.1:${port}`;
  try {
    await expect.poll(() => fetch(`${at}/livez`).then((it) => it.status)).toBe(200);
    expect((await fetch(`${at}/readyz`)).status).toBe(503);
  } finally {
    bare.kill();
  }
});

test('a mistake in the program fails its request with 500, and the process goes on', async () => {
  writeFileSync(
    join(project, 'mistake.mjs'),
    `import { answerFor } from './answer-for.mjs';
     console.error = () => {};
     console.log(JSON.stringify(answerFor(new TypeError('a mistake'))));`,
  );
  const { stdout } = await node(project, 'mistake.mjs');
  expect(JSON.parse(stdout)).toEqual({ status: 500, headers: {}, body: { error: 'internal' } });
});

test('the service of the production page ends as the page says: not ready, then the last answers, then exit 0', async () => {
  expect((await read('/readyz', agent)).status).toBe(200);
  await emulator.fail({ fault: 'slow', delayMs: 1500 });
  const underWay = read('/devices');
  const ended = once(service, 'exit');
  await expect.poll(() => emulator.requests.length).toBeGreaterThan(2);
  service.kill('SIGTERM');
  await expect.poll(async () => (await read('/readyz', agent)).status).toBe(503);
  expect((await underWay).status).toBe(200);
  expect(await ended).toEqual([0, null]);
});

test('the table of the production page has each error code, with the status that the function returns', async () => {
  const codes = [
    ...(readFileSync('docs/errors.md', 'utf8').split(/## Codes[\s\S]*?--- \|\n/)[1] ?? '').matchAll(/^\| `(\w+)` \|/gm),
  ].map(([, code]) => code);
  const rows = [...readFileSync(page, 'utf8').matchAll(/^\| (`.*?`) \| (\d{3})/gm)].flatMap(([, named = '', status]) =>
    [...named.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(status)] as const),
  );
  expect(rows.map(([code]) => code).sort()).toEqual(codes.sort());
  writeFileSync(
    join(project, 'each.mjs'),
    `import { ControlApiError } from 'control-api-sdk';
     import { answerFor } from './answer-for.mjs';
     const status = (code, details) => answerFor(new ControlApiError(code, '', details)).status;
     const lost = new ControlApiError('network', '', { operationKind: 'mutation', outcome: 'unknown', retryAfterMs: 1500 });
     console.log(JSON.stringify([${JSON.stringify(codes)}.map((code) => [code, status(code)]), answerFor(lost)]));`,
  );
  const { stdout } = await node(project, 'each.mjs');
  const [each, lost] = JSON.parse(stdout);
  expect(Object.fromEntries(each)).toEqual(Object.fromEntries(rows));
  expect(lost).toMatchObject({ headers: { 'retry-after': '2' }, body: { mayHaveHappened: true } });
});
