import { describe, expect, test } from 'vitest';
import { isFull } from '../helpers/cases.ts';
import { controlApi, type Ended } from '../helpers/cli.ts';
import { folderWith } from '../helpers/cli-in-process.ts';
import { linkPackages } from '../helpers/linked-packages.ts';

const sdl = 'type Query { device: Device }\ntype Device { id: ID!, name: String }\n';

/** Runs a command in a project whose live schema has drifted, and whose output is stale, and whose config runs code. */
async function inProject(code: string, command: readonly string[], baseUrl = ''): Promise<Ended> {
  const source = baseUrl === '' ? "schema: 'schema.graphql'" : `baseUrl: ${baseUrl}`;
  await using folder = await folderWith({
    'codegen.mjs': `import { closeSync } from 'node:fs';
import { controlApiCodegen } from 'control-api-sdk/codegen';
${code}
export default controlApiCodegen({ ${source}, operations: 'operations/*.graphql', output: 'out.js' });
`,
    'operations/a.graphql': 'query A { device { id name } }\n',
    'schema.graphql': sdl,
    'live.graphql': sdl.replace(', name: String', ''),
    'out.js': '// old\n',
  });
  await linkPackages(folder.path);
  return await controlApi(command, {}, '', folder.path);
}

/** Every run tests one command with all cases, and the slower one with every fourth case. */
const commands = [
  [['check', '--live', 'live.graphql', '--format', 'json'], true],
  [['generate', '--check'], isFull],
] as const;

const never = 'await new Promise(() => {});';

/** The end of a config's code, the exit code and the message. */
const endings: readonly (readonly [what: string, code: string, exit: number | null, said: RegExp])[] = [
  ['exits with 0', 'process.exit(0);', 3, /^There is no answer: codegen\.mjs, or what it loads, ended the process\./],
  ['exits with 7', 'process.exit(7);', 3, /codegen\.mjs, or what it loads, ended the process/],
  ['exits later', `setTimeout(() => process.exit(0), 1); ${never}`, 3, /codegen\.mjs, or what it loads, ended/],
  ['never settles', never, 3, /codegen\.mjs, or what it loads, waits for something that never comes/],
  ['sets a code and never settles', `process.exitCode = 0; ${never}`, 3, /waits for something that never comes/],
  ['listens for the exit', `process.on('exit', () => process.exit(0)); ${never}`, 3, /waits for something/],
  ['removes listeners and never settles', `process.removeAllListeners('exit'); ${never}`, 3, /^$/],
  ['throws', "throw new Error('no token');", 2, /codegen\.mjs cannot be loaded: no token/],
  [
    'rejects later',
    `setTimeout(() => Promise.reject(new Error('late')), 1); ${never}`,
    3,
    /The command had run codegen\.mjs/,
  ],
  ['kills itself', "process.kill(process.pid, 'SIGKILL');", null, /^$/],
  ['asks itself to end', `setInterval(() => {}, 9); process.kill(process.pid, 'SIGTERM'); ${never}`, 143, /^/],
];

describe.each(commands.map((it) => [it[0].join(' '), ...it] as const))('%s', (_line, words, isWhole) => {
  const some = <T>(table: readonly T[]) => (isWhole ? table : table.filter((_, at) => at % 4 === 0));

  test.each(some(endings))('a command has no answer if the config %s', async (_what, code, exit, said) => {
    const { code: got, stdout, stderr } = await inProject(code, words);
    expect([got, stdout], stderr).toEqual([exit, '']);
    expect(stderr).toMatch(said);
  });

  test.each(
    some([
      ['ends its output', 'process.stdout.end();'],
      ['closes its output', 'closeSync(1);'],
      ['exits with 0 after the answer', "process.on('exit', () => process.exit(0));"],
      ['sets the exit code', 'process.exitCode = 0;'],
    ]),
  )('a command does not exit with 0 if the config %s', async (_what, code) => {
    expect((await inProject(code, words)).code).not.toBe(0);
  });

  test('a command exits with 3 if the config crashes after the answer', async () => {
    const crash = "process.once('beforeExit', () => setTimeout(() => { throw new Error('late'); }));";
    const { code, stderr } = await inProject(crash, words);
    expect(code, stderr).toBe(3);
    expect(stderr).toContain('Error: late');
  });

  test('stdout has the answer alone if the config prints', async () => {
    const prints = "console.log('banner'); process.stdout.write('more'); setTimeout(() => console.log('late'), 1);";
    const [quiet, loud] = await Promise.all([inProject('', words), inProject(prints, words)]);
    const untimed = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now');
    expect([loud.code, untimed(loud.stdout)]).toEqual([1, untimed(quiet.stdout)]);
    expect(loud.stderr).toMatch(/^banner\nmore/);
    expect(loud.stderr).toContain('late');
  });
});

test('a command exits with 3 if a function of the config never settles', async () => {
  const { code, stderr } = await inProject('', ['generate', '--check'], '() => new Promise(() => {})');
  expect([code, stderr]).toEqual([
    3,
    'There is no answer: codegen.mjs, or what it loads, waits for something that never comes. Correct what it awaits.\n',
  ]);
});
