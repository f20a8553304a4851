import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { messageOf } from '../helpers/message-of.ts';
import { serverOf } from '../helpers/served.ts';

const query = 'query Ask { team { devices { nodes { id } } } }';
const key = 'key-of-a-build-0123456789';
const said = (beginning: string) => expect.stringMatching(new RegExp(`^${beginning}`));
const fromEnvironment = { baseUrl: undefined, apiKey: undefined };

afterEach(() => vi.unstubAllEnvs());

test('a client is made in an empty environment', () => {
  for (const name of ['CONTROL_API_URL', 'CONTROL_API_KEY', 'CONTROL_API_KEY_FILE']) vi.stubEnv(name, undefined);
  expect(() => createControlClient().close()).not.toThrow();
});

test('the environment is read at the first call', async () => {
  const env: Record<string, string> = {};
  const lab = laboratory([], fromEnvironment, { env });
  expect(await lab.settle(query)).toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    attempts: 0,
    message: said('No base URL'),
  });
  env['CONTROL_API_URL'] = 'https://control.example';
  expect(await lab.settle(query)).toMatchObject({ code: 'configuration', message: said('There is no API key') });
  env['CONTROL_API_KEY'] = key;
  expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 1 } });
  expect(lab.keys).toEqual([key]);
});

test('introspection needs the base URL alone', async () => {
  const lab = laboratory([], fromEnvironment, { env: { CONTROL_API_URL: 'https://control.example' } });
  expect(await lab.settle('{ __typename }')).toMatchObject({ meta: { attempts: 1 } });
  expect(lab.keys).toEqual(['']);
});

test('a variable that is set is checked at once', () => {
  const make = (env: Record<string, string>) => messageOf(() => laboratory([], fromEnvironment, { env }));
  expect(make({ CONTROL_API_URL: 'control.example' })).toMatch(
    /^The base URL is not a URL .* Correct CONTROL_API_URL\.$/,
  );
  expect(make({ CONTROL_API_KEY: `Bearer ${key}` })).toMatch(/from CONTROL_API_KEY\) stands with "Bearer "/);
});

test('a variable is read once', async () => {
  const env: Record<string, string> = { CONTROL_API_URL: 'https://control.example', CONTROL_API_KEY: key };
  const lab = laboratory([], fromEnvironment, { env });
  delete env['CONTROL_API_URL'];
  delete env['CONTROL_API_KEY'];
  expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 1 } });
});

test('a key file that does not exist yet is read at the first call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-api-build-'));
  try {
    const file = join(folder, 'key');
    const lab = laboratory([], { apiKey: undefined }, { env: { CONTROL_API_KEY_FILE: file } });
    expect(await lab.settle(query)).toMatchObject({ message: expect.stringMatching(/could not be read \(ENOENT\)/) });
    writeFileSync(file, key);
    expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 1 } });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an emulator key is refused before a request to a base URL that was found late', async () => {
  const env: Record<string, string> = {};
  const lab = laboratory([], { baseUrl: undefined, apiKey: 'emulator_0123456789' }, { env });
  env['CONTROL_API_URL'] = 'https://control.example';
  expect(await lab.settle(query)).toMatchObject({ code: 'configuration', message: said('.*emulator key') });
  expect(lab.sent).toEqual([]);
});

test('a variable that may not be read, as under Deno, counts as not set', () => {
  const allowed: Record<string, string> = { CONTROL_API_URL: 'https://control.example', CONTROL_API_KEY: key };
  const env = new Proxy(allowed, {
    getOwnPropertyDescriptor: (target, name) => {
      if (!(name in target)) throw new Error(`Requires env access to ${String(name)}`);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
  expect(() => laboratory([], fromEnvironment, { env })).not.toThrow();
});

test('the `baseUrl` function is called once, at the first call', async () => {
  const baseUrl = vi.fn(async () => 'https://control.example');
  const lab = laboratory([], { baseUrl });
  expect(baseUrl).not.toHaveBeenCalled();
  await lab.settle(query);
  await lab.settle(query);
  expect(baseUrl).toHaveBeenCalledOnce();
  expect(lab.sent).toHaveLength(2);
});

test('the `baseUrl` function may answer at once, with a URL', async () => {
  const lab = laboratory([{ status: 404 }], { baseUrl: () => new URL('https://control.example/v0') });
  expect(await lab.settle(query)).toMatchObject({ message: said('https://control.example: ') });
});

test.each([
  ['http://control.example', 'The base URL is plain http'],
  [undefined, 'No base URL'],
  [5, 'The base URL is not a URL'],
])('the answer of the `baseUrl` function is checked: %j', async (answer, message) => {
  const lab = laboratory([], { baseUrl: () => answer as string });
  const expected = { code: 'configuration', outcome: 'not-sent', message: said(message) };
  expect(await lab.settle(query)).toMatchObject(expected);
  expect(lab.sent).toEqual([]);
});

test('a `baseUrl` function that fails is reported with its cause, and called again by the next call', async () => {
  const why = new Error('no such service');
  const baseUrl = vi.fn<() => Promise<string>>().mockRejectedValueOnce(why);
  baseUrl.mockResolvedValue('https://control.example');
  const lab = laboratory([], { baseUrl });
  expect(await lab.settle(query)).toMatchObject({
    code: 'configuration',
    message: 'The `baseUrl` function failed.',
    cause: { message: 'no such service' },
  });
  expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 1 } });
});

test('the deadline of a call includes the `baseUrl` function, and its error says what did not return', async () => {
  const lab = laboratory([], { baseUrl: () => new Promise(() => {}), timeoutMs: 5_000, maxRetries: 0 });
  expect(await lab.settle(query)).toMatchObject({
    code: 'timeout',
    outcome: 'not-sent',
    attempts: 0,
    message:
      'The service: the `baseUrl` function did not return within `timeoutMs` (5000 ms). Check what the function waits for.',
  });
  const bounded = laboratory([], { baseUrl: () => new Promise(() => {}), attemptTimeoutMs: 50, maxRetries: 0 });
  expect(await bounded.settle(query)).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('`baseUrl` function did not return within `attemptTimeoutMs` (50 ms)'),
  });
});

test('simultaneous calls share one answer of the `baseUrl` function', async () => {
  let asked = 0;
  const baseUrl = async () => `https://control-${++asked}.example`;
  const lab = laboratory(() => ({ status: 404 }), { baseUrl });
  const calls = [lab.settled(query), lab.settled(query)];
  await lab.clock.advance(1);
  for (const call of calls) expect(await call).toMatchObject({ message: said('https://control-1.example') });
});

test('the `baseUrl` function leads a client to a server, by one transport', async () => {
  const server = await serverOf();
  const options = { baseUrl: async () => server.url, apiKey: key, maxConnections: 1 };
  await using client = createControlClient(options);
  await Promise.all([client.request(query), client.request(query)]);
  await client.request(query);
  expect([server.connections, server.deliveries.length]).toEqual([1, 3]);
});
