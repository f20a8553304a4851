import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { binary, controlApi, ended, start } from '../helpers/cli.ts';
import { say } from '../helpers/cli-in-process.ts';

const requests: EmulatorRequest[] = [];
let emulator: Emulator;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator({
    schema: 'test/fixtures/relay.graphql',
    devices: 250,
    onRequest: (request) => requests.push(request),
  });
  env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
  folder = await mkdtemp(join(tmpdir(), 'control-api-cli-'));
});

afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

const oneSentence = /^[^\n]{20,400}\.\n$/;

describe('control-api devices', () => {
  test('prints only a table of all devices', async () => {
    const { code, stdout, stderr } = await controlApi(['devices'], env);
    expect([code, stderr]).toEqual([0, '']);
    const [header, ...lines] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^ID {2,}NAME$/);
    expect(new Set(lines).size).toBe(250);
    expect(lines[0]).toMatch(/^device_[0-9a-f]{8} {2}[a-z]+-[a-z]+$/);
  });

  test('prints the same devices in every format', async () => {
    const outputs = await Promise.all(
      ['json', 'ndjson', 'csv'].map((format) => controlApi(['devices', '--format', format], env)),
    );
    const [json, ndjson, csv] = outputs.map(({ stdout }) => stdout);
    const devices: { id: string; name: string }[] = JSON.parse(json ?? '');
    expect(devices).toHaveLength(250);
    expect(
      (ndjson ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(devices);
    expect(csv).toBe(['id,name', ...devices.map(({ id, name }) => `${id},${name}`), ''].join('\r\n'));
    for (const { code, stderr } of outputs) expect([code, stderr]).toEqual([0, '']);
  });

  test('stops at --limit, and requests no more pages than it needs', async () => {
    requests.length = 0;
    const { stdout } = await controlApi(['devices', '--limit', '3', '--page-size', '2', '--format', 'ndjson'], env);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(requests.filter(({ operationName }) => operationName === 'ListDevicesByPage')).toHaveLength(2);
  });

  test('prints a header when there are no devices', async () => {
    await using empty = await startEmulator({ devices: 0 });
    const none = { CONTROL_API_URL: empty.url, CONTROL_API_KEY: empty.key };
    const outputs = await Promise.all(
      ['table', 'json', 'ndjson', 'csv'].map((format) => controlApi(['devices', '--format', format], none)),
    );
    expect(outputs.map(({ stdout }) => stdout)).toEqual(['ID  NAME\n', '[]\n', '', 'id,name\r\n']);
  });

  test('reads the key from a file', async () => {
    const file = join(folder, 'key');
    await writeFile(file, `${emulator.key}\n`);
    const settings = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY_FILE: file };
    expect((await controlApi(['devices', '--limit', '1'], settings)).code).toBe(0);
  });
});

describe('a failure prints one helpful sentence on stderr, nothing on stdout, and sets an exit code', () => {
  const nobody = 'http://127.0.0.1:9';

  test.each(['table', 'json', 'ndjson', 'csv'])('devices --format %s', async (format) => {
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
  });

  test.each([
    ['an unknown command', ['gadgets']],
    ['an unknown option', ['devices', '--all']],
    ['an unknown format', ['devices', '--format', 'xml']],
    ['an invalid limit', ['devices', '--limit', '0']],
    ['an invalid page size', ['devices', '--page-size', 'many']],
    ['a missing argument', ['request']],
    ['a missing file', ['request', 'no/such.graphql']],
    ['variables that are not an object', ['request', 'operations/list-devices.graphql', '--variables', '[1]']],
    ['variables that are invalid JSON', ['request', 'operations/list-devices.graphql', '--variables', '{secret']],
    ['a missing schema file', ['emulator', '--schema', 'no/such.graphql']],
    ['a command that does not exist', ['emulator', '--', 'no-such-program']],
  ])('%s exits 2', async (_, args) => {
    const { code, stdout, stderr } = await say(args, { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]{20,}\n$/);
    expect(stderr).not.toContain('secret');
  });

  test('a command line without a command shows the help', async () => {
    const { code, stdout, stderr } = await controlApi([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: control-api');
  });

  test('a list that may be incomplete is not printed', async () => {
    await using partial = await startEmulator({ schema: 'test/fixtures/paging/first-without-page-info.graphql' });
    const settings = { CONTROL_API_URL: partial.url, CONTROL_API_KEY: partial.key };
    const { code, stdout, stderr } = await controlApi(['devices'], settings);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(oneSentence);
  });
});

describe('the key', () => {
  test.each([['devices'], ['request'], ['emulator']])('%s has no option for it', async (command) => {
    const help = await controlApi([command, '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).not.toMatch(/--\S*(key|token|auth|header)/i);
    expect((await controlApi([command, '--key', emulator.key], env)).code).toBe(2);
  });
});

describe('control-api request', () => {
  const device = 'query One($id: ID!) { device(id: $id) { id name } } query Two { team { plan } }';
  const first = async () => {
    const { stdout } = await controlApi(['devices', '--limit', '1', '--format', 'json'], env);
    return JSON.parse(stdout)[0];
  };

  test('prints the data as JSON, from a file and from standard input', async () => {
    const file = await controlApi(['request', 'operations/check-introspection.graphql'], env);
    const input = await controlApi(
      ['request', '-'],
      env,
      await readFile('operations/check-introspection.graphql', 'utf8'),
    );
    expect(file).toEqual(input);
    expect(JSON.parse(file.stdout)).toEqual({
      __schema: { queryType: { name: 'Query' }, mutationType: { name: 'Mutation' } },
    });
    expect([file.code, file.stderr]).toEqual([0, '']);
  });

  test('accepts variables as JSON and from a file, and the name of the operation', async () => {
    const expected = await first();
    const variables = JSON.stringify({ id: expected.id });
    const file = join(folder, 'variables.json');
    await writeFile(file, variables);
    for (const given of [variables, `@${file}`]) {
      const { stdout } = await controlApi(['request', '-', '--operation', 'One', '--variables', given], env, device);
      expect(JSON.parse(stdout)).toEqual({ device: expected });
    }
    const other = await controlApi(['request', '-', '--operation', 'Two'], env, device);
    expect(JSON.parse(other.stdout)).toEqual({ team: { plan: expect.any(String) } });
  });

  test('introspects without a key', async () => {
    const { code } = await controlApi(['request', 'operations/check-introspection.graphql'], {
      CONTROL_API_URL: emulator.url,
    });
    expect(code).toBe(0);
  });

  test('prints the message of the service about an invalid operation, and exits 4', async () => {
    const { code, stdout, stderr } = await controlApi(['request', '-'], env, '{ team { gadgets } }');
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toContain('The service says: “Cannot query field "gadgets" on type "Team".”');
  });
});

describe('control-api emulator', () => {
  test('prints lines that a shell can evaluate, serves until it is stopped, and exits as a stopped program', async () => {
    for (const [signal, exitCode] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const child = start(process.execPath, [binary, 'emulator', '--devices', '2', '--seed', 'shell']);
      const end = ended(child);
      const lines = await new Promise<string>((resolve) => {
        let text = '';
        child.stdout.on('data', (chunk) => {
          text += chunk;
          if (text.split('\n').length > 2) resolve(text);
        });
      });
      expect(lines).toMatch(
        /^export CONTROL_API_URL=http:\/\/127\.0\.0\.1:\d+\nexport CONTROL_API_KEY=emulator_[0-9a-f]+\n$/,
      );
      const used = await ended(
        start('sh', ['-c', `${lines} exec "${process.execPath}" "${binary}" devices --format csv`]),
      );
      expect([used.code, used.stdout.split('\r\n')]).toEqual([
        0,
        ['id,name', expect.any(String), expect.any(String), ''],
      ]);
      child.kill(signal);
      const { code, stdout, stderr } = await end;
      expect([code, stdout]).toEqual([exitCode, lines]);
      expect(stderr).toContain('Serving the documented surface with 2 devices at http://127.0.0.1:');
      expect(stderr).toContain('query ListDevicesAtOnce (key: accepted)\n');
      expect(stderr).not.toContain('emulator_');
    }
  });

  test('runs a command with its URL and key set, and exits with the code of the command', async () => {
    const script = 'process.stdout.write(process.env.CONTROL_API_URL); process.exitCode = 7';
    const { code, stdout, stderr } = await controlApi(['emulator', '--', process.execPath, '-e', script]);
    expect([code, stderr]).toEqual([7, '']);
    await expect(fetch(stdout)).rejects.toThrow();
  });

  test('lets requests fail as asked, and prints a line for each with --verbose', async () => {
    const faults = ['--fail', 'graphql-error,operation=ListDevicesAtOnce,message=No.', '--fail', 'slow,delayMs=1'];
    const ran = [process.execPath, binary, 'devices'];
    const { code, stdout, stderr } = await controlApi(['emulator', '--verbose', ...faults, '--', ...ran]);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toContain('query ListDevicesAtOnce (key: accepted, graphql-error, slow)\n');
    expect(stderr).toContain('No.');
    const wrong = await controlApi(['emulator', '--fail', 'fire', '--', ...ran]);
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain('`fault` must be one of: slow, ');
  });

  test('passes a request to terminate on to the command', async () => {
    const script = 'console.log("ready"); setInterval(() => {}, 1000)';
    const child = start(process.execPath, [binary, 'emulator', '--', process.execPath, '-e', script]);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect((await ended(child)).code).toBe(143);
  });
});

describe('ending early is not a failure', () => {
  test('Ctrl-C ends a call at once, with 130 and no output', async () => {
    const silent = createServer();
    const called = new Promise((resolve) => silent.once('connection', resolve));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const child = start(process.execPath, [binary, 'devices'], { ...env, CONTROL_API_URL: `http://127.0.0.1:${port}` });
    const end = ended(child);
    await called;
    child.kill('SIGINT');
    expect(await end).toEqual({ code: 130, stdout: '', stderr: '' });
    silent.close();
  });

  test('a reader that closes the pipe (| head) ends the command as it ends others: silently, with 141', async () => {
    await using many = await startEmulator({ schema: 'test/fixtures/relay.graphql', devices: 3_000 });
    const settings = { CONTROL_API_URL: many.url, CONTROL_API_KEY: many.key };
    for (const format of ['ndjson', 'csv', 'json']) {
      const command = `{ "${process.execPath}" "${binary}" devices --format ${format}; echo "exit $?" >&2; } | head -n 1`;
      const { stdout, stderr } = await ended(start('sh', ['-c', command], settings));
      expect(stdout.split('\n')).toHaveLength(2);
      expect(stderr).toBe('exit 141\n');
    }
  });
});
