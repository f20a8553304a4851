import { describe, expect, test } from 'vitest';
import { ExitError } from '../../src/cli/exit.ts';
import { command, commandGroup } from '../../src/cli/line/command.ts';
import { choiceOption, flag, listOption, negatedFlag, numberOption, textOption } from '../../src/cli/line/option.ts';
import { findCommand, parseLine } from '../../src/cli/line/parse-line.ts';

const copy = command({
  name: 'copy',
  summary: 'Copy',
  arguments: [
    { name: 'from', text: 'what to copy' },
    { name: 'to', text: 'where to', optional: true },
  ],
  options: {
    dryRun: flag('only say it'),
    links: negatedFlag('leave links out'),
    pageSize: numberOption('<number>', { least: 1, most: 9 }, 'how many at once', 3),
    name: textOption('<name>', 'its new name'),
    format: choiceOption('<format>', ['json', 'csv'], 'format', 'json'),
    where: listOption('<condition>', 'only these'),
    only: listOption('<path...>', 'only these paths', ['.']),
  },
  run: async () => undefined,
});
const tree = [commandGroup('file', 'Files', [copy]), command({ name: 'list', summary: 'List', run: async () => 0 })];

const parse = (line: string) => parseLine(copy, ['file', 'copy'], line === '' ? [] : line.split(' '));
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ExitError && error.exitCode === 2) return error.message;
    throw error;
  }
  return 'no fault';
};

const defaults = { dryRun: false, links: true, pageSize: 3, name: undefined, format: 'json', where: [], only: ['.'] };

describe('options', () => {
  test.each<[line: string, options: object, words: readonly string[]]>([
    ['a', {}, ['a']],
    ['a b', {}, ['a', 'b']],
    ['--dry-run a', { dryRun: true }, ['a']],
    ['a --no-links', { links: false }, ['a']],
    ['a --page-size 9', { pageSize: 9 }, ['a']],
    ['a --page-size=1 --page-size=2', { pageSize: 2 }, ['a']],
    ['a --name -', { name: '-' }, ['a']],
    ['a --name=--odd', { name: '--odd' }, ['a']],
    ['a --name=', { name: '' }, ['a']],
    ['a --format csv', { format: 'csv' }, ['a']],
    ['--where x=1 a --where y=2', { where: ['x=1', 'y=2'] }, ['a']],
    ['a --only x y --dry-run', { only: ['x', 'y'], dryRun: true }, ['a']],
    ['--only x y -- a b', { only: ['x', 'y'] }, ['a', 'b']],
    ['-- --dry-run', {}, ['--dry-run']],
  ])('%s', (line, options, words) => {
    expect(parse(line).input).toMatchObject({ options: { ...defaults, ...options }, words });
  });

  test('their order is kept, since an option may belong to the one before it', () => {
    expect(parse('a --where 1 --name n --where 2').input.order).toEqual([
      { option: '--where', value: '1' },
      { option: '--name', value: 'n' },
      { option: '--where', value: '2' },
    ]);
  });

  test('those of every command are read besides', () => {
    expect(parse('a --settings staging.env --verbose').shared).toEqual({
      settings: 'staging.env',
      verbose: true,
      help: false,
    });
    expect(parse('-h').shared.help).toBe(true);
  });
});

describe('a mistake is reported with what to write instead', () => {
  test.each([
    ['', 'The argument <from> is missing: what to copy. Run: control-api file copy --help'],
    ['a b c', '“c” is one argument too many. Run: control-api file copy --help'],
    ['a --dry', 'control-api file copy has no option `--dry`. Run: control-api file copy --help'],
    ['a --dryrun', 'control-api file copy has no option `--dryrun`. Did you mean `--dry-run`?'],
    ['a --pagesize 3', 'control-api file copy has no option `--pagesize`. Did you mean `--page-size`?'],
    ['a --links', 'control-api file copy has no option `--links`. Did you mean `--no-links`?'],
    ['a -x', 'control-api file copy has no option `-x`. Run: control-api file copy --help'],
    ['a --page-size 0', 'The option `--page-size` must be a whole number from 1 to 9.'],
    ['a --page-size 1e0', 'The option `--page-size` must be a whole number from 1 to 9.'],
    ['a --format xml', 'The option `--format` must be json or csv.'],
    ['a --name', '`--name` needs a value: write --name <name>'],
    ['a --name --dry-run', '`--name` needs a value: write --name <name>'],
    ['a --dry-run=yes', '`--dry-run` takes no value.'],
  ])('%s', (line, message) => {
    expect(faultOf(() => parse(line))).toBe(message);
  });

  test.each([
    ['files', 'control-api has no command “files”. Did you mean `file`?'],
    ['file cpoy', 'control-api file has no command “cpoy”. Did you mean `copy`?'],
    ['nothing', 'control-api has no command “nothing”. Run: control-api --help'],
    ['--verbose list', 'control-api has no option `--verbose`: put options after the command. Run: control-api --help'],
  ])('%s', (line, message) => {
    expect(faultOf(() => findCommand(tree, line.split(' ')))).toBe(message);
  });
});

test('a command under another one is found, and what follows its name', () => {
  expect(findCommand(tree, ['file', 'copy', 'a', '-h'])).toMatchObject({ path: ['file', 'copy'], rest: ['a', '-h'] });
  expect(findCommand(tree, ['file', '--help'])).toMatchObject({ path: ['file'], rest: ['--help'] });
});
