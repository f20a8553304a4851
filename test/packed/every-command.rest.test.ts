import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { everyCommand } from '../cli/every-command.ts';
import { listen } from '../helpers/listen.ts';
import { folderWith } from './integrator.ts';

/**
 * The runs of each command, in this order, in one project beside an emulator, with their exit codes. Other programs are
 * control-api with another setting. The exit code 9 stands for a closed pipe.
 */
const table = `
  init             2 control-api init --ci nothing
  init             3 control-api init --dry-run >/dev/full
  init           141 control-api init --dry-run >&9
  init             0 control-api init
  schema pull      0 control-api schema pull
  schema pull      2 control-api schema pull now
  schema pull      3 nowhere schema pull
  schema pull    141 control-api schema pull --output - >&9
  schema show      0 control-api schema show
  schema show      2 control-api schema show nothing
  schema show      3 control-api schema show >/dev/full
  schema show    141 control-api schema show >&9
  operations add   0 control-api operations add team.devices
  operations add   2 control-api operations add team.nothing
  operations add   3 control-api operations add team.devices --dry-run >/dev/full
  operations add 141 control-api operations add team.devices --dry-run >&9
  generate         1 control-api generate --check
  generate         0 control-api generate
  generate         2 control-api generate --config nothing.ts
  check            0 control-api check
  check            1 control-api check --config broken.mjs
  check            2 control-api check --config nothing.mjs
  check            3 nowhere check
  check          141 control-api check >&9
  doctor           0 control-api doctor
  doctor           2 unset doctor
  doctor           3 nowhere doctor
  doctor           4 wrong-key doctor
  doctor         141 control-api doctor >&9
  devices          0 control-api devices
  devices          2 control-api devices --limit 0
  devices          3 nowhere devices
  devices          4 wrong-key devices
  devices        141 control-api devices >&9
  list             0 control-api list team.devices
  list             2 control-api list team.devices --fields nmae
  list             3 nowhere list team.devices
  list             4 wrong-key list team.devices
  list           141 control-api list team.devices >&9
  request          0 control-api request '{ team { name } }'
  request          2 control-api request 'mutation { removeDevice(id: 1) }'
  request          3 nowhere request '{ team { name } }'
  request          4 wrong-key request '{ team { name } }'
  request        141 control-api request '{ team { name } }' >&9
  emulator         0 control-api emulator -- echo served
  emulator         2 control-api emulator --fail fire
  emulator         3 control-api emulator >/dev/full
  emulator         4 control-api emulator --fail graphql-error,operation=ListDevicesAtOnce -- control-api devices
  emulator       141 control-api emulator >&9
`;

/** Commands that wait for a silent service until Ctrl-C. */
const waiting = [
  'devices',
  'list team.devices',
  "request '{ team { name } }'",
  'schema pull',
  'check',
  'doctor',
  'emulator',
];

const rows = [...table.matchAll(/^ {2}(\S.*?) +(\d+) (.*)$/gm)].map(([, name = '', code, line = '']) => ({
  name,
  code: Number(code),
  line,
}));
const successes = rows.filter(({ code }) => code === 0);

interface Ran {
  readonly code: number;
  readonly shown: string;
}

const mark = '@@@';
const service = createServer();
let withPipe: readonly Ran[];
let onTerminal: readonly Ran[];
let stopped: readonly Ran[];

/** The text before each mark, and the exit code behind it. */
function readRuns(output: string): readonly Ran[] {
  return [...output.matchAll(new RegExp(`([^]*?)${mark} (\\d+)\\r?\\n`, 'g'))].map(([, shown = '', code]) => ({
    code: Number(code),
    shown,
  }));
}

beforeAll(async () => {
  const url = `http://127.0.0.1:${await listen(service)}`;
  const folder = folderWith(
    {
      'package.json': { type: 'module' },
      'broken.graphql': 'query Broken { team { gadgets } }',
      'broken.mjs': "export default { documents: 'broken.graphql', generates: {} };",
      'prepare.sh': `
        nowhere() { CONTROL_API_URL=http://127.0.0.1:9 control-api "$@"; }
        wrong-key() { CONTROL_API_KEY=emulator_wrong_key_0 control-api "$@"; }
        unset() { CONTROL_API_URL= control-api "$@"; }
        ended() { echo "${mark} $?"; }
        git init -q
        exec 9> >(:) && wait $!
        snapshot() { git add schema.graphql && git -c user.name=A -c user.email=a@example.com commit -qm First; }`,
      'pipe.sh': `. ./prepare.sh
        ${rows.map(({ name, code, line }) => `${line} 2>/dev/null </dev/null; ended${name === 'schema pull' && code === 0 ? '; snapshot' : ''}`).join('\n')}`,
      'terminal.sh': `${successes.map(({ line }) => `${line}; echo "${mark} $?"`).join('\n')}`,
      // The shell survives Ctrl-C, and its command does not inherit that.
      'waiting.sh': `trap : INT
        ${waiting.map((line, index) => `CONTROL_API_URL=${url}/${index} control-api ${line}; echo "${mark} $?"`).join('\n')}`,
    },
    'equipped',
  );
  const bin = join(inject('equipped'), 'node_modules/.bin');
  const schema = resolve('test/fixtures/relay.graphql');
  const terminal = (script: string) => `script -qec 'stty cols 80 rows 40; bash ${script}' /dev/null`;
  const lines = `bash pipe.sh; echo "${mark} 0"; ${terminal('terminal.sh')}; echo "${mark} 0"; ${terminal('waiting.sh')}`;
  const child = spawn(join(bin, 'control-api'), ['emulator', '--schema', schema, '--', 'bash', '-c', lines], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const stop = () => child.stdin.write('\u0003');
  const called = new Set<string>();
  service.on('request', ({ url: path = '' }) => {
    const line = path.split('/')[1] ?? '';
    if (!called.has(line)) stop();
    called.add(line);
  });
  let output = '';
  let serving = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    // The last waiting command is the emulator itself.
    if (!serving && output.split(mark).length === rows.length + successes.length + waiting.length + 2)
      if (output.slice(output.lastIndexOf(mark)).includes('export CONTROL_API_KEY=')) {
        serving = true;
        stop();
      }
  });
  await once(child, 'close');
  const runs = readRuns(output);
  withPipe = runs.slice(0, rows.length);
  onTerminal = runs.slice(rows.length + 1, rows.length + 1 + successes.length);
  stopped = runs.slice(-waiting.length);
});

afterAll(() => {
  service.closeAllConnections();
  service.close();
});

test('the table has each command and each of its ends', () => {
  const names = everyCommand(commands).flatMap(({ name, command }) => (command.run === undefined ? [] : [name]));
  expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual(names.sort());
  for (const name of names) {
    const codes = rows.filter((row) => row.name === name).map(({ code }) => code);
    // `generate` prints nothing to standard output, and reads the snapshot.
    expect(codes, name).toEqual(expect.arrayContaining(name === 'generate' ? [0, 1, 2] : [0, 2, 3, 141]));
  }
});

test.each(rows.map((row, index) => ({ ...row, index })))(
  'a command in a pipe exits with $code: $line',
  ({ name, code, index }) => {
    expect(withPipe[index]?.code, withPipe[index]?.shown).toBe(code);
    expect(withPipe[index]?.shown).not.toContain('\u001b');
    // A report has the failure. Other commands print nothing without a result.
    if (code > 1 && name !== 'check' && name !== 'doctor') expect(withPipe[index]?.shown).toBe('');
  },
);

test.each(successes.map((row, index) => ({ ...row, index })))(
  'a command on a terminal exits with 0: $line',
  ({ index }) => {
    expect(onTerminal[index]).toEqual({ code: 0, shown: expect.stringMatching(/\S/) });
  },
);

test.each(waiting.map((line, index) => ({ line, index })))('Ctrl-C exits with 130: control-api $line', ({ index }) => {
  expect(stopped[index]).toEqual({ code: 130, shown: expect.stringContaining('^C') });
});
