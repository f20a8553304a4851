import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { failure, say } from '../helpers/cli-in-process.ts';

const emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql', devices: 250 });
const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
afterAll(() => emulator.close());

test('`devices` prints only a table of all devices', async () => {
  const { code, stdout, stderr } = await say(['devices'], { env });
  expect([code, stderr]).toEqual([0, '']);
  const [header, ...lines] = stdout.trimEnd().split('\n');
  expect(header).toMatch(/^ID {2,}NAME$/);
  expect(new Set(lines).size).toBe(250);
  expect(lines[0]).toMatch(/^device_[0-9a-f]{8} {2}[a-z]+-[a-z]+$/);
});

test('`devices` prints a header without devices', async () => {
  await using empty = await startEmulator({ devices: 0 });
  const none = { CONTROL_API_URL: empty.url, CONTROL_API_KEY: empty.key };
  const outputs = await Promise.all(
    ['table', 'json', 'ndjson', 'csv'].map((format) => say(['devices', '--format', format], { env: none })),
  );
  expect(outputs.map(({ stdout }) => stdout)).toEqual(['ID  NAME\n', '[]\n', '', 'id,name\r\n']);
});

test('`devices` prints no list that may be incomplete', async () => {
  await using partial = await startEmulator({ schema: 'test/fixtures/paging/first-without-page-info.graphql' });
  const settings = { CONTROL_API_URL: partial.url, CONTROL_API_KEY: partial.key };
  expect(await say('devices', { env: settings })).toEqual(failure(3, /^[^\n]{20,400}\.\n$/));
});

test('`request` introspects without a key', async () => {
  const line = 'request operations/check-introspection.graphql';
  expect((await say(line, { env: { CONTROL_API_URL: emulator.url } })).code).toBe(0);
});

test.each(['table', 'json', 'ndjson', 'csv'])(
  'a failure of `devices --format %s` prints one helpful sentence on stderr, and nothing on stdout',
  async (format) => {
    const failed = (given: Readonly<Record<string, string>>) => say(['devices', '--format', format], { env: given });
    const line = /^[^\n]{20,}\n$/;
    const refused = await failed({ ...env, CONTROL_API_KEY: 'emulator_not-one-of-yours' });
    expect(refused).toEqual(failure(4, 'support'));
    const unreachable = await failed({ ...env, CONTROL_API_URL: 'http://127.0.0.1:9' });
    expect(unreachable).toEqual(failure(3, line));
    expect(refused.stderr + unreachable.stderr).not.toContain('emulator_');
    expect(await failed({})).toEqual(failure(2, /^(?=.*CONTROL_API_URL)[^\n]{20,}\n$/));
    expect(await failed({ CONTROL_API_URL: emulator.url })).toEqual(failure(2, /^(?=.*CONTROL_API_KEY)[^\n]{20,}\n$/));
  },
);
