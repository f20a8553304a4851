import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';
import { type Exchange, MisbehavingServer, refusingAddress } from '../helpers/misbehaving-server.ts';

interface Shown {
  readonly exitCode: number;
  readonly checks: readonly {
    readonly id: string;
    readonly state: string;
    readonly text: string;
    readonly fix: string | null;
    readonly serverMessage: string | null;
  }[];
}

type Files = Readonly<Record<string, string>>;
type Env = Readonly<Record<string, string>>;

const schema = `
type Query { team: Team }
type Team { devices: DeviceConnection! }
type DeviceConnection { nodes: [Device!]! }
type Device { id: ID! name: String! }
`;
const emulator = await startEmulator({ schema });
afterAll(() => emulator.close());

async function repository(files: Files = {}) {
  const folder = await folderWith({ 'package.json': '{}', '.gitignore': '.env\nnode_modules\n', ...files });
  execFileSync('git', ['init', '--quiet'], { cwd: folder.path });
  return folder;
}

async function installed(files: Files = {}) {
  const folder = await repository(files);
  await symlink(resolve('node_modules'), join(folder.path, 'node_modules'));
  return folder;
}

async function examined(cwd: string, env: Env): Promise<Shown & { readonly code: number; readonly stdout: string }> {
  const around = { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } };
  const { code, stdout, stderr } = await say('doctor --format json', around);
  expect(stderr).toBe('');
  return { ...JSON.parse(stdout), code, stdout };
}

interface BrokenSetUp {
  readonly env?: Env;
  readonly files?: Files;
  /** The answer of a server that replaces the emulator. */
  readonly answer?: string;
  readonly tls?: boolean;
  readonly scheme?: 'https';
  /** The first failed check, its message and the exit code. */
  readonly first: string;
  readonly says: RegExp;
  readonly exits: number;
}

const answerOf = (head: string, body: string): string =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
const jsonAnswer = (status: string, body: object): string =>
  answerOf(`${status}\r\nContent-Type: application/json`, JSON.stringify(body));
const remote = 'https://service.example';
const realKey = 'a-key-of-the-service';
// Such a long label is refused without a DNS query.
const nameless = `https://${'a'.repeat(64)}.invalid`;

const broken: Readonly<Record<string, BrokenSetUp>> = {
  'no base URL': {
    env: { CONTROL_API_URL: '' },
    ...{ first: 'settings', says: /CONTROL_API_URL is not set/, exits: 2 },
  },
  'TLS checks switched off': {
    env: { CONTROL_API_URL: remote, CONTROL_API_KEY: realKey, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    ...{ first: 'base-url', says: /NODE_TLS_REJECT_UNAUTHORIZED.*NODE_EXTRA_CA_CERTS/, exits: 2 },
  },
  'a key with its prefix': {
    env: { CONTROL_API_KEY: `Bearer ${emulator.key}` },
    ...{ first: 'key', says: /stands with "Bearer/, exits: 2 },
  },
  'a key that is blank, so that the key file beside it is not read': {
    env: { CONTROL_API_KEY: '', CONTROL_API_KEY_FILE: 'package.json' },
    ...{ first: 'key', says: /CONTROL_API_KEY\) is blank/, exits: 2 },
  },
  'an emulator key for the service': {
    env: { CONTROL_API_URL: nameless },
    ...{ first: 'key', says: /emulator key/, exits: 2 },
  },
  'a host that no name server has': {
    env: { CONTROL_API_URL: nameless, CONTROL_API_KEY: realKey },
    ...{ first: 'service', says: /no connection was established \((?:ENOTFOUND|EAI_AGAIN)\)/, exits: 3 },
  },
  'a certificate of a private authority': {
    ...{ tls: true, answer: '' },
    ...{ first: 'service', says: /an authority that this process trusts.*NODE_EXTRA_CA_CERTS/, exits: 3 },
  },
  'plain http where the base URL says https': {
    ...{ scheme: 'https', answer: answerOf('400 Bad Request', '') },
    ...{ first: 'service', says: /EPROTO|ERR_SSL|TLS/, exits: 3 },
  },
  'a web page at the base URL': {
    answer: answerOf('200 OK\r\nContent-Type: text/html', '<!doctype html><title>Welcome</title>'),
    ...{ first: 'service', says: /base URL/, exits: 3 },
  },
  'a service that is down behind its balancer': {
    answer: answerOf('503 Service Unavailable', 'down'),
    ...{ first: 'service', says: /503/, exits: 3 },
  },
  'introspection that was disabled': {
    answer: jsonAnswer('200 OK', { errors: [{ message: 'Introspection is disabled.' }] }),
    ...{ first: 'introspection', says: /Introspection is disabled/, exits: 3 },
  },
  'introspection that asks for a key': {
    answer: jsonAnswer('401 Unauthorized', { errors: [{ message: 'Who is there?' }] }),
    ...{ first: 'introspection', says: /Who is there\?/, exits: 3 },
  },
  'a key that the service does not know': {
    env: { CONTROL_API_KEY: 'emulator_not-one-of-yours' },
    ...{ first: 'key-accepted', says: /did not accept the key.*The key is unknown/, exits: 4 },
  },
  'an .env that git does not ignore': {
    files: { '.gitignore': 'node_modules\n', '.env': `CONTROL_API_KEY=${emulator.key}\n` },
    ...{ first: 'env-ignored', says: /does not ignore \.env.*\.gitignore/, exits: 1 },
  },
};

test.each(Object.entries(broken))('doctor names the right cause first: %s', async (_, setUp) => {
  const { env, files, answer, tls = false, scheme, first, says, exits } = setUp;
  await using folder = await installed(files);
  const respond = ({ client }: Exchange): void => void client.end(answer ?? '');
  const hangUp = (client: Exchange['client']): void => void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  await using server = await MisbehavingServer.start({ tls, answer: respond, ...(scheme && { begun: hangUp }) });
  const served = scheme === undefined ? server.url : server.url.replace('http:', `${scheme}:`);
  const url = answer === undefined ? emulator.url : served;
  const given = { CONTROL_API_URL: url, CONTROL_API_KEY: emulator.key, ...env };
  const { checks, code, exitCode, stdout } = await examined(folder.path, given);
  const failed = checks.find(({ state }) => state === 'failed');
  expect(failed?.id, stdout).toBe(first);
  expect(`${failed?.text} ${failed?.serverMessage} ${failed?.fix}`).toMatch(says);
  expect([code, exitCode]).toEqual([exits, exits]);
  expect(stdout).not.toContain(emulator.key);
});

test('doctor names a port where nothing listens', async () => {
  await using folder = await repository();
  await using nobody = await refusingAddress();
  const env = { CONTROL_API_URL: nobody.url, CONTROL_API_KEY: emulator.key };
  const { checks, code } = await examined(folder.path, env);
  const failed = checks.filter(({ state }) => state === 'failed');
  expect(failed.map(({ id }) => id)).toEqual(['service']);
  expect(failed[0]?.text).toMatch(/127\.0\.0\.1:\d+: no connection was established \(ECONNREFUSED\)/);
  expect(code).toBe(3);
  // What depends on the service is not blamed on anything else.
  const after = checks.filter(({ text }) => text === 'Not checked: it depends on “Service”.').map(({ id }) => id);
  expect(after).toEqual(['introspection', 'key-accepted']);
});

test('doctor accepts a set-up that works, and shows only a short hash of the key', async () => {
  const settings = `CONTROL_API_URL=${emulator.url}\nCONTROL_API_KEY=${emulator.key}\n`;
  await using folder = await installed({ '.env': settings });
  const { checks, code, stdout } = await examined(folder.path, {});
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(code).toBe(0);
  const hash = createHash('sha256').update(emulator.key).digest('hex');
  expect(checks.find(({ id }) => id === 'key')?.text).toBe(
    `CONTROL_API_KEY (from .env), ${emulator.key.length} characters, SHA-256 begins with ${hash.slice(0, 4)}`,
  );
  expect(stdout).not.toContain(hash.slice(0, 5));
  expect(stdout).not.toContain(emulator.key.slice(0, 12));
});

test('doctor exits with 0 after warnings: a check for drift in CI has no key', async () => {
  await using folder = await installed();
  const { checks, code } = await examined(folder.path, { CONTROL_API_URL: emulator.url });
  expect(checks.filter(({ state }) => state === 'warning').map(({ id }) => id)).toEqual(['key']);
  expect(checks.find(({ id }) => id === 'key-accepted')?.state).toBe('skipped');
  expect(code).toBe(0);
});

test('doctor sends no key before the service has answered GraphQL, and none with introspection', async () => {
  await using folder = await repository();
  const page = answerOf('200 OK\r\nContent-Type: text/html', '<!doctype html>');
  await using server = await MisbehavingServer.start({ answer: ({ client }) => void client.end(page) });
  await examined(folder.path, { CONTROL_API_URL: server.url, CONTROL_API_KEY: emulator.key });
  expect(server.deliveries.length).toBeGreaterThan(0);
  expect(server.deliveries.filter(({ headers }) => headers.has('authorization'))).toEqual([]);
});

test('doctor skips the test of the key if `team` needs an argument', async () => {
  const sdl = schema.replace('team: Team', 'team(id: ID!): Team');
  await using other = await startEmulator({ schema: sdl });
  await using folder = await installed();
  const env = { CONTROL_API_URL: other.url, CONTROL_API_KEY: other.key };
  const { checks, code, stdout } = await examined(folder.path, env);
  const accepted = checks.find(({ id }) => id === 'key-accepted');
  expect(accepted?.state, stdout).toBe('skipped');
  expect(accepted?.text).toMatch(/^Not known: .* says nothing of the key\.$/);
  expect(accepted?.serverMessage).toMatch(/id/);
  expect(code).toBe(0);
});

test('doctor warns of a service that is too busy to try the key', async () => {
  const faults = [{ fault: 'rate-limited', operation: 'TryKey' }] as const;
  await using other = await startEmulator({ schema, faults });
  await using folder = await installed();
  const { checks, code } = await examined(folder.path, { CONTROL_API_URL: other.url, CONTROL_API_KEY: other.key });
  const warned = checks.filter(({ state }) => state === 'warning').map(({ id, fix }) => [id, fix]);
  expect(warned).toEqual([['key-accepted', 'Wait, then run the command again.']]);
  expect(code).toBe(0);
});

test('doctor prints a line for each check, with the message of the service and the fix below', async () => {
  await using folder = await repository();
  const env = { PATH: process.env['PATH'] ?? '', CONTROL_API_URL: emulator.url, CONTROL_API_KEY: 'emulator_unknown' };
  const { stdout, code } = await say('doctor', { cwd: folder.path, env });
  const lines = stdout.split('\n');
  const at = lines.findIndex((line) => line.startsWith('✗ Key accepted: '));
  expect(lines[at + 1]).toMatch(/^ {2}The service says: “.*key is unknown.*”$/);
  expect(lines[at + 2]).toMatch(/^ {2}→ Check that the key belongs to this team/);
  expect(lines.slice(0, 4).join('\n')).toMatch(/^✓ Node: v\d.*\n! Packages: .*\n {2}→ Run: npm install.*\n✓ Settings/);
  expect(code).toBe(4);
});
