import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { createControlClient } from 'control-api-sdk';
import { startEmulator } from 'control-api-sdk/emulator';
import { demoWorld } from '../demo/world.js';
import { createApp } from '../server/app.js';
import { operations } from '../server/devices.js';
import { readSettings } from '../server/settings.js';
import { hashPassword } from '../server/users.js';
import type { Device, DeviceDetail, DevicePage } from '../shared/api.js';

const origin = 'https://devices.example.com';
const password = 'a password of the test';
const emulator = await startEmulator({ ...demoWorld(Date.now()), listen: false });
const control = createControlClient({
  ...{ baseUrl: emulator.url, apiKey: emulator.key, fetch: emulator.fetch, maxRetries: 0 },
  access: { only: operations },
});
after(() => control.close());

// Cheap, since these tests sign in often.
const hash = await hashPassword(password, 8);
const accounts = { ella: { role: 'operator', password: hash }, vic: { role: 'viewer', password: hash } } as const;

let now = 0;
let log: string[] = [];
let app = createApp({ control, accounts, origin });
beforeEach(() => {
  emulator.reset();
  log = [];
  app = createApp({ control, accounts, origin, now: () => now, log: (line) => void log.push(line) });
});

const own = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  app.request(path, {
    method,
    headers: { ...(method !== 'GET' && own), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

/** What the answer to a GET holds. */
async function read<T>(path: string, session: Record<string, string>): Promise<T> {
  const answer = await send('GET', path, undefined, session);
  assert.equal(answer.status, 200);
  return JSON.parse(await answer.text());
}
const list = (session: Record<string, string>, query = '') => read<DevicePage>(`/api/devices?${query}`, session);

async function signIn(user: string): Promise<Record<string, string>> {
  const answer = await send('POST', '/api/session', { user, password });
  assert.equal(answer.status, 200);
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

async function firstId(session: Record<string, string>): Promise<string> {
  const [device] = (await list(session)).devices;
  assert.ok(device);
  return device.id;
}

describe('who is not signed in', () => {
  test('gets no device, and nothing is asked of the service', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/devices'],
      ['GET', '/api/devices/device_1001'],
      ['PATCH', '/api/devices/device_1001', { name: 'x' }],
    ] as const)
      assert.equal((await send(method, path, body)).status, 401);
    assert.deepEqual(emulator.requests, []);
  });

  test('learns neither a password nor which names there are', async () => {
    const wrong = await send('POST', '/api/session', { user: 'ella', password: 'wrong' });
    const unknown = await send('POST', '/api/session', { user: 'nobody', password });
    const inherited = await send('POST', '/api/session', { user: 'constructor', password });
    assert.deepEqual([wrong.status, unknown.status, inherited.status], [401, 401, 401]);
    assert.equal(await wrong.text(), await unknown.text());
  });

  test('has five tries in a minute, also at the same moment', async () => {
    const tries = await Promise.all(
      Array.from({ length: 7 }, () => send('POST', '/api/session', { user: 'vic', password: 'x' })),
    );
    assert.equal(tries.filter(({ status }) => status === 429).length, 2);
    now += 61_000;
    await signIn('vic');
  });
});

describe('a session', () => {
  test('is a cookie that no script reads, and that no other site sends', async () => {
    const cookie = (await send('POST', '/api/session', { user: 'ella', password })).headers.get('set-cookie') ?? '';
    assert.match(cookie, /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });

  test('ends when it is signed out, and after eight hours', async () => {
    const session = await signIn('ella');
    await send('DELETE', '/api/session', undefined, session);
    assert.equal((await send('GET', '/api/devices', undefined, session)).status, 401);
    const another = await signIn('ella');
    now += 8 * 3_600_000;
    assert.equal((await send('GET', '/api/devices', undefined, another)).status, 401);
  });
});

describe('a request that changes something', () => {
  test('is refused unless it comes from the page, as JSON', async () => {
    const session = await signIn('ella');
    const path = `/api/devices/${await firstId(session)}`;
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ])
      assert.equal((await send('PATCH', path, { name: 'taken' }, { ...session, ...headers })).status, 403);
    assert.ok(!emulator.requests.some(({ kind }) => kind === 'mutation'));
    assert.equal((await send('PATCH', path, { name: ' Gate 7 ' }, session)).status, 200);
    assert.equal((await read<Device>(path, session)).name, 'Gate 7');
  });

  test('is for operators only: the role is a scope that the key does not have', async () => {
    const session = await signIn('vic');
    const answer = await send('PATCH', `/api/devices/${await firstId(session)}`, { name: 'x' }, session);
    assert.equal(answer.status, 403);
    assert.ok(!emulator.requests.some(({ kind }) => kind === 'mutation'));
  });

  test('is refused with an empty name, a long one, none, or a body that is too long', async () => {
    const session = await signIn('ella');
    const path = `/api/devices/${await firstId(session)}`;
    for (const body of [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      {},
      { name: 7 },
      { name: '', more: 'x'.repeat(20_000) },
    ])
      assert.equal((await send('PATCH', path, body, session)).status, 422);
    assert.ok(!emulator.requests.some(({ kind }) => kind === 'mutation'));
  });

  test('whose fate is unknown is reported so, and not sent again', async () => {
    const session = await signIn('ella');
    const path = `/api/devices/${await firstId(session)}`;
    await emulator.fail({ fault: 'html-502', operation: 'RenameDevice' });
    const answer = await send('PATCH', path, { name: 'Gate 7' }, session);
    assert.equal(answer.status, 502);
    assert.match(await answer.text(), /"unclear".*may have been saved/);
    assert.equal(emulator.requests.filter(({ kind }) => kind === 'mutation').length, 1);
    assert.equal(log.length, 1);
  });
});

describe('the page is given', () => {
  test('what the type of its API says, and no field more', async () => {
    const session = await signIn('ella');
    const { devices, ...rest } = await list(session);
    assert.deepEqual(Object.keys(rest).sort(), ['counts', 'next']);
    const fields = ['id', 'lastSeenAt', 'name', 'site', 'status', 'updateDue'];
    for (const device of devices) assert.deepEqual(Object.keys(device).sort(), fields);
    const one = await read<DeviceDetail>(`/api/devices/${await firstId(session)}`, session);
    assert.deepEqual(Object.keys(one).sort(), ['application', ...fields]);
  });

  test('pages, a search and a filter, which the service answers', async () => {
    const session = await signIn('vic');
    const first = await list(session);
    assert.deepEqual([first.devices.length, first.counts.all], [20, 26]);
    const second = await list(session, `after=${encodeURIComponent(first.next ?? '')}`);
    assert.deepEqual([second.devices.length, second.next], [6, null]);
    const found = await list(session, 'search=gate+camera&status=offline');
    assert.deepEqual(
      found.devices.map(({ name }) => name),
      ['Staff gate camera'],
    );
    assert.equal((await send('GET', '/api/devices?status=broken', undefined, session)).status, 422);
  });

  test('no word of what the service said about a failure', async () => {
    const session = await signIn('ella');
    await emulator.fail({ fault: 'graphql-error', message: 'row 7 of table secrets', code: 'OOPS' });
    const answer = await send('GET', '/api/devices', undefined, session);
    assert.equal(answer.status, 500);
    assert.doesNotMatch(await answer.text(), /secrets|OOPS/);
    assert.match(log[0] ?? '', /^graphql: /);
    emulator.clearFaults();
    await emulator.fail({ fault: 'rate-limited' });
    assert.equal((await send('GET', '/api/devices', undefined, session)).status, 503);
    assert.doesNotMatch(log.join(), new RegExp(emulator.key));
  });

  test('a policy that lets it load its own files alone', async () => {
    const { headers } = await app.request('/');
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal((await app.request('/../users.demo.json')).status, 404);
    assert.equal((await app.request('/users.demo.json')).status, 404);
    const api = await send('GET', '/api/session');
    assert.equal(api.headers.get('cache-control'), 'no-store');
  });
});

test('settings: off this machine only with https, and never with the passwords of the demo', () => {
  assert.throws(() => readSettings({ PUBLIC_ORIGIN: 'http://devices.example.com' }), /https/);
  assert.throws(() => readSettings({ PUBLIC_ORIGIN: origin }), /USERS_FILE/);
  assert.equal(readSettings({ PUBLIC_ORIGIN: `${origin}/`, USERS_FILE: 'users.json' }).origin, origin);
});
