import { afterAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { say } from '../helpers/cli-in-process.ts';

const emulator = await startEmulator({
  schema: 'test/fixtures/relay.graphql',
  devices: 250,
});
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
  const { code, stdout, stderr } = await say(['devices'], { env: settings });
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^[^\n]{20,400}\.\n$/);
});

test('`request` introspects without a key', async () => {
  const line = 'request operations/check-introspection.graphql';
  expect((await say(line, { env: { CONTROL_API_URL: emulator.url } })).code).toBe(0);
});

describe('a failure prints one helpful sentence on stderr, nothing on stdout, and sets an exit code', () => {
  const nobody = 'http://127.0.0.1:9';

  test.each(['table', 'json', 'ndjson', 'csv'])(
    'a failure of `devices --format %s` is one sentence',
    async (format) => {
      const args = ['devices', '--format', format];
      const wrongKey = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: 'emulator_not-one-of-yours' };
      const refused = await say(args, { env: wrongKey });
      const unreachable = await say(args, { env: { CONTROL_API_URL: nobody, CONTROL_API_KEY: emulator.key } });
      const unconfigured = await say(args);
      const keyless = await say(args, { env: { CONTROL_API_URL: emulator.url } });
      expect([refused.code, unreachable.code, unconfigured.code, keyless.code]).toEqual([4, 3, 2, 2]);
      for (const { stdout } of [refused, unreachable, unconfigured, keyless]) expect(stdout).toBe('');
      for (const { stderr } of [unreachable, unconfigured, keyless]) expect(stderr).toMatch(/^[^\n]{20,}\n$/);
      expect(refused.stderr).toContain('support');
      expect(unconfigured.stderr).toContain('CONTROL_API_URL');
      expect(keyless.stderr).toContain('CONTROL_API_KEY');
      for (const { stderr } of [refused, unreachable]) expect(stderr).not.toContain('emulator_');
    },
  );

  test('a command line without a command shows the help', async () => {
    const { code, stdout, stderr } = await say([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: control-api');
  });
});
