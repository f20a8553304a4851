import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { folderWith, run } from './integrator.ts';

const binOf = (project: 'installed' | 'equipped') => join(inject(project), 'node_modules/.bin');
const cli = join(binOf('equipped'), 'control-api');
const nowhere = { CONTROL_API_URL: 'http://127.0.0.1:9', CONTROL_API_KEY: 'emulator_0123456789' };
const relay = resolve('test/fixtures/relay.graphql');

/** Runs shell lines with the installed `control-api` beside an emulator. */
function shell(lines: string, files: Readonly<Record<string, string>> = {}, devices = 250, schema = relay) {
  const path = `${binOf('equipped')}:${process.env['PATH']}`;
  return run(cli, ['emulator', '--schema', schema, '--count', `Device=${devices}`, '--', 'sh', '-c', lines], {
    cwd: folderWith(files, 'equipped'),
    env: { PATH: path },
  });
}

/** Runs shell lines on a terminal with this many columns, and types `input`. Stdout and stderr are mixed. */
function onTerminal(columns: number, lines: string, input = ''): Promise<string> {
  const script = `script -qec 'stty cols ${columns} rows 40; ${lines}; echo "exit $?"' /dev/null`;
  const child = spawn(cli, ['emulator', '--schema', relay, '--', 'sh', '-c', script], {
    cwd: folderWith({}, 'equipped'),
    env: { ...process.env, PATH: `${binOf('equipped')}:${process.env['PATH']}` },
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const asked = shown.includes('[y/N]');
    shown += text;
    if (!asked && shown.includes('[y/N]')) child.stdin.write(input);
  });
  return new Promise((done) => child.once('close', () => done(shown)));
}

it.each(['control-api --version', 'control-api --help'])(
  'the exit code of a failed write is 3: %s > /dev/full',
  async (line) => {
    const ended = await shell(`${line} > /dev/full`);
    expect(ended.code, ended.stderr).toBe(3);
  },
);

it('the exit code of a crash is 3, and its message asks for a report', async () => {
  // It throws once the command has begun.
  const preload = `data:text/javascript,const { once } = process;
      process.once = (...args) => { setImmediate(() => { throw new Error('boom'); }); return once.apply(process, args); };`;
  const around = { cwd: folderWith({}), env: nowhere };
  const ended = await run(process.execPath, ['--import', preload, cli, 'devices'], around);
  expect([ended.code, ended.stdout]).toEqual([3, '']);
  expect(ended.stderr).toContain('boom');
});

it('a table on a terminal keeps its ids whole, and the count stands below', async () => {
  const line = 'control-api list team.devices --fields id,name,status,hardware.serialNumber --limit 2';
  const stdout = await onTerminal(40, line);
  // A slow list shows a line of progress first, which is erased.
  const kept = stdout
    .split('\n')
    .map((line) => line.split('\r\u001b[K').at(-1))
    .join('\n');
  const lines = kept.replaceAll('\u001b[1m', '').replaceAll('\u001b[22m', '').trimEnd().split('\r\n');
  expect(stdout).toContain('\u001b[1mID');
  expect(lines.slice(1, 3).every((line) => /^device_[0-9a-f]{8} /.test(line))).toBe(true);
  expect(lines.join('')).not.toContain('…');
  expect(lines).toHaveLength(5);
  expect(lines.slice(-2)).toEqual(['2 devices', 'exit 0']);
});

it.each([
  ['y\n', 0, 'Rename'],
  ['n\n', 1, 'Nothing was sent.'],
  ['\u0003', 130, ''],
])('a terminal is asked about a mutation: %j exits %i', async (input, code, shown) => {
  const document = 'mutation Rename { rebootDevice(id: 1) { acceptedAt } }';
  const stdout = await onTerminal(200, `control-api request "${document}" --variables "{}"`, input);
  expect(stdout).toContain('Rename is a mutation. Send it to http://127.0.0.1:');
  expect(stdout).toContain(shown);
  if (code > 0) expect(stdout).toContain(`exit ${code}`);
});

describe('without optional packages', () => {
  const bare = (args: readonly string[]) =>
    run(join(binOf('installed'), 'control-api'), args, { cwd: folderWith({}), env: nowhere });

  it('help and a request need none', async () => {
    expect((await bare(['list', '--help'])).code).toBe(0);
    expect((await bare(['request', '{ team { name } }', '--dry-run'])).code).toBe(0);
  });

  it('a mutation needs a confirmation', async () => {
    const { code, stderr } = await bare(['request', 'mutation { a }']);
    expect([code, stderr]).toEqual([2, 'This operation is a mutation: pass `--yes` to send it. Nothing was sent.\n']);
  });

  it.each(['list team.devices', 'schema show', 'operations add team.devices', 'generate', 'check', 'emulator'])(
    '`%s` names the package that it needs',
    async (line) => {
      const { code, stdout, stderr } = await bare(line.split(' '));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('npm install --save-dev graphql@16');
    },
  );
});

it('examples/shell renames offline devices, reports that, and finds nothing to do the second time', async () => {
  const folder = folderWith({}, 'equipped');
  cpSync('examples/shell', folder, { recursive: true });
  const script = join(folder, 'rename-offline.sh');
  const { code, stdout, stderr } = await shell(`${script} && ${script}`, {}, 12, resolve('docs/invented.graphql'));
  expect(code, stderr).toBe(0);
  const [first, second] = [...stderr.matchAll(/^(\d+) devices renamed$/gm)].map(([, count]) => Number(count));
  expect(first).toBeGreaterThan(0);
  expect(second).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  const shown = lines.slice(0, Number(first));
  expect(lines).toEqual([...shown, ...shown]);
  for (const line of shown) expect(line).toMatch(/^\{"name":"offline-\S+","status":"OFFLINE"\}$/);
});
