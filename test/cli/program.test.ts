import { expect, test } from 'vitest';
import {
  type CommandInput,
  choiceOption,
  command,
  commandGroup,
  flag,
  listOption,
  numberOption,
  textOption,
} from '../../src/cli/command.ts';
import { run } from '../../src/cli/run.ts';
import { listenedIo } from '../helpers/cli-in-process.ts';

const inputs: CommandInput[] = [];

const copy = command({
  name: 'copy',
  summary: 'Copy',
  arguments: [
    { name: 'from', text: 'what to copy' },
    { name: 'to', text: 'where to', optional: true },
  ],
  options: {
    dryRun: { ...flag('only say it'), excludes: { name: 'nothing gets one' } },
    pageSize: numberOption('<number>', { least: 1, most: 9 }, 'how many at once', 3),
    name: textOption('<name>', 'its new name'),
    format: choiceOption('<format>', ['json', 'csv'], 'format', 'json'),
    var: listOption('<name=value>', 'only these'),
    only: { ...listOption('<path...>', 'only these paths'), needs: 'name' },
  },
  examples: [],
  run: async (input) => {
    inputs.push(input);
    return 0;
  },
});
const tree = [
  commandGroup('file', 'Files', [copy]),
  command({ name: 'list', summary: 'List', examples: [], run: async () => 0 }),
];

async function said(line: string | readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { io, written } = listenedIo();
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  return { code: await run(words, io, tree), ...written() };
}

async function copied(line: string): Promise<CommandInput | undefined> {
  expect(await said(`file copy ${line}`)).toEqual({ code: 0, stdout: '', stderr: '' });
  return inputs.pop();
}

const defaults = { dryRun: false, pageSize: 3, name: undefined, format: 'json', var: [], only: [] };

test.each<[line: string, options: object, words: readonly string[]]>([
  ['a', {}, ['a']],
  ['a b', {}, ['a', 'b']],
  ['--dry-run a', { dryRun: true }, ['a']],
  ['a --page-size 9', { pageSize: 9 }, ['a']],
  ['a --page-size=1 --page-size=2', { pageSize: 2 }, ['a']],
  ['a --name -', { name: '-' }, ['a']],
  ['a --name=', { name: '' }, ['a']],
  ['a --format csv', { format: 'csv' }, ['a']],
  ['--var x=1 a --var y=2', { var: ['x=1', 'y=2'] }, ['a']],
  ['a --only x y --name n', { only: ['x', 'y'], name: 'n' }, ['a']],
  ['--name n --only x y -- a b', { only: ['x', 'y'], name: 'n' }, ['a', 'b']],
  ['-- --dry-run', {}, ['--dry-run']],
])('options are read: %s', async (line, options, words) => {
  expect(await copied(line)).toMatchObject({ options: { ...defaults, ...options }, words });
});

test('options keep their order, after the options of every command', async () => {
  expect((await copied('a --var 1 --name n --var 2 --settings=package.json'))?.order).toEqual([
    { option: '--settings', value: 'package.json' },
    { option: '--var', value: '1' },
    { option: '--name', value: 'n' },
    { option: '--var', value: '2' },
  ]);
});

test('each command line begins with the default values', async () => {
  await copied('a --var x --page-size 2');
  expect(await copied('a')).toMatchObject({ options: defaults, order: [] });
});

test.each([
  ['file copy', "Missing required argument 'from': what to copy. Run: control-api file copy --help"],
  [
    'file copy a b c',
    "Too many arguments for 'copy'. Expected 2 arguments but got 3. Run: control-api file copy --help",
  ],
  ['file copy a --dry', "Unknown option '--dry'. Run: control-api file copy --help"],
  ['file copy a --dryrun', "Unknown option '--dryrun'. Did you mean --dry-run?"],
  ['file copy a --pagesize 3', "Unknown option '--pagesize'. Did you mean --page-size?"],
  ['file copy a -x', "Unknown option '-x'. Run: control-api file copy --help"],
  [
    'file copy a --page-size 0',
    "Option '--page-size <number>' argument '0' is invalid. It must be a whole number from 1 to 9.",
  ],
  [
    'file copy a --page-size 1e0',
    "Option '--page-size <number>' argument '1e0' is invalid. It must be a whole number from 1 to 9.",
  ],
  ['file copy a --format xml', "Option '--format <format>' argument 'xml' is invalid. Allowed choices are json, csv."],
  ['file copy a --name', "Option '--name <name>' argument missing. Run: control-api file copy --help"],
  [
    'file copy a --name --dry-run',
    "Option '--name <name>' argument '--dry-run' is invalid. It is an option: write the value before it.",
  ],
  ['file copy a --name n --dry-run', '`--dry-run` and `--name` cannot be combined: nothing gets one.'],
  ['file copy a --only x', '`--only` needs `--name`: pass it, too.'],
  ['file copy a --dry-run=yes', "Option '--dry-run' takes no value."],
  ['files', "Unknown command 'files'. Did you mean file?"],
  ['file cpoy', "Unknown command 'cpoy'. Did you mean copy?"],
  ['nothing', "Unknown command 'nothing'. Run: control-api --help"],
  ['help nothing', "Unknown command 'nothing'. Run: control-api --help"],
  ['nothing --help', "Unknown command 'nothing'. Run: control-api --help"],
  ['constructor', "Unknown command 'constructor'. Run: control-api --help"],
  ['--dry-run list', "Unknown option '--dry-run'. Run: control-api --help"],
])('the mistake in `%s` is reported', async (line, message) => {
  expect(await said(line)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
});

test('the value of an unknown option, which may be a key, is not shown', async () => {
  const { code, stderr } = await said(['list', "--api-key=it's-very-secret"]);
  expect([code, stderr]).toEqual([2, expect.not.stringContaining('secret')]);
});

test.each(['file copy --help', 'file copy -h', 'help file copy', 'file copy a --name n --help'])(
  'help that was asked for is data: %s',
  async (line) => {
    const { code, stdout, stderr } = await said(line);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: control-api file copy \[options\] <from> \[to\]\n\nCopy\.\n/);
  },
);

test.each(['', 'file'])('help that nobody asked for is a message, and exits with 2: %j', async (line) => {
  const { code, stdout, stderr } = await said(line);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Usage: control-api/);
});
