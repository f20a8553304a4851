import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startEmulator } from 'control-api-sdk/emulator';
import { demoWorld } from '../demo/world.js';

/* The backend as it is run with a service: a user is added, and the settings come from the environment. */

const folder = mkdtempSync(join(tmpdir(), 'backend-and-page-'));
const users = join(folder, 'users.json');
const origin = 'https://devices.example.com';
const password = 'a password of the test';
const children = new Set<ChildProcess>();
let emulator: Awaited<ReturnType<typeof startEmulator>>;

before(async () => {
  emulator = await startEmulator(demoWorld(Date.now()));
});
after(async () => {
  for (const child of children) child.kill();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

function start(script: string, ...args: string[]) {
  const env = {
    USERS_FILE: users,
    PUBLIC_ORIGIN: origin,
    PORT: '0',
    CONTROL_API_URL: emulator.url,
    CONTROL_API_KEY: emulator.key,
  };
  const child = spawn(process.execPath, [`dist/server/${script}`, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  return child;
}

async function addUser(name: string, role: string, line: string): Promise<number | null> {
  const child = start('add-user.js', name, role);
  child.stdin.end(`${line}\n`);
  return new Promise((resolve) => child.on('close', resolve));
}

test('a user is added, with a hash in place of the password; a short password is not taken', async () => {
  assert.equal(await addUser('ella', 'operator', 'too short'), 1);
  assert.equal(await addUser('ella', 'operator', password), 0);
  assert.match(readFileSync(users, 'utf8'), /"role": "operator",\s+"password": "scrypt:16:[\w-]{22}:[\w-]{43}"/);
  assert.equal(statSync(users).mode & 0o77, 0);
});

test('that user signs in to the server and sees the devices; it ends when it is asked to', async () => {
  const server = start('main.js');
  const address = await new Promise<string>((resolve) => {
    server.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))?.[0] ?? ''));
  });
  const headers = { origin, 'content-type': 'application/json' };
  const body = JSON.stringify({ user: 'ella', password });
  const session = await fetch(`${address}/api/session`, { method: 'POST', headers, body });
  assert.equal(session.status, 200);
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const list = await (await fetch(`${address}/api/devices`, { headers: { cookie } })).text();
  assert.match(list, /North gate camera/);
  server.kill('SIGTERM');
  assert.equal(await new Promise((resolve) => server.on('close', resolve)), 0);
});
