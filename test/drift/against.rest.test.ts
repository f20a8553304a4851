import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaPlace } from '../../src/cli/read-schema.ts';
import { type Emulator, type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { Repository } from '../helpers/repository.ts';

const sdl = (name: string) => `type Query { team: Team }\ntype Team { id: ID!, name: ${name} }\n`;

let it: Repository;
let emulator: Emulator;
const requests: EmulatorRequest[] = [];

beforeAll(async () => {
  it = new Repository();
  it.commit({ 'schema.graphql': sdl('String!'), 'operations/a.graphql': 'query Team { team { id name } }\n' });
  it.git('tag', 'v1');
  it.git('mv', 'schema.graphql', 'control.graphql');
  it.commit({ 'control.graphql': sdl('String'), 'invalid.graphql': 'type Query {' });
  it.write({
    'earlier.graphql': sdl('String!'),
    'control.mjs': `export default { schema: 'control.graphql', documents: 'operations', generates: {} };`,
    'operations/here.mjs': `export default { documents: '.', generates: {} };`,
  });
  emulator = await startEmulator({ schema: sdl('String!'), onRequest: (request) => void requests.push(request) });
});

afterAll(async () => {
  await emulator.close();
  it[Symbol.dispose]();
});

const check = (...args: readonly string[]) => it.run(['check', '--live', 'control.graphql', ...args]);

test.each([
  ['file.graphql', { from: 'file', file: 'file.graphql' }],
  ['-', { from: 'file', file: '-' }],
  ['C:\\a.graphql', { from: 'file', file: 'C:\\a.graphql' }],
  ['https://example.com', { from: 'service', baseUrl: 'https://example.com' }],
  ['git:main', { from: 'git', ref: 'main', path: undefined }],
  ['git:origin/main~2:a/b.graphql', { from: 'git', ref: 'origin/main~2', path: 'a/b.graphql' }],
  ['git:main@{2026-01-01 10:00}:a.graphql', { from: 'git', ref: 'main@{2026-01-01 10:00}', path: 'a.graphql' }],
])('`--against %s` is parsed', (text, expected) => {
  expect(schemaPlace(text)).toEqual(expected);
});

test.each([['git:v1:schema.graphql'], ['git:HEAD~1:schema.graphql'], ['earlier.graphql']])(
  'check compares with %s in place of the snapshot',
  async (against) => {
    const { code, stdout } = await check('--against', against);
    expect(stdout).toContain('Team.name changed its type from String! to String.');
    expect(stdout).toContain(`${against} and your operations, against control.graphql`);
    expect(code).toBe(1);
  },
);

test('a ref without a path means the snapshot at that ref', async () => {
  const { code, stdout } = await check('--against', 'git:HEAD', '--config', 'control.mjs');
  expect([code, stdout.split('\n')[0]]).toEqual([0, '✓ In step: 1 operation matches the live schema.']);
});

test('a path is relative to the current folder', async () => {
  const { code } = await it.run(
    'check --live ../control.graphql --against git:v1:../schema.graphql --config here.mjs',
    {},
    'operations',
  );
  expect(code).toBe(1);
});

test('check compares with another service, and sends it no key', async () => {
  const url = emulator.url;
  const { code, stdout } = await it.run(['check', '--live', 'control.graphql', '--against', url], {
    CONTROL_API_KEY: 'a-key-that-stays-here',
  });
  expect([code, stdout]).toEqual([1, expect.stringContaining('Team.name changed its type')]);
  expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(['none']));
});

test('a service that cannot be reached gives no verdict', async () => {
  const { code, stdout } = await check('--against', 'http://127.0.0.1:9');
  expect([code, stdout]).toEqual([3, expect.stringContaining('? Could not check: ')]);
  // The doctor checks the service of the settings.
  expect(stdout).not.toContain('doctor');
  expect(stdout).toContain('Check the URL of `--against`, then try again:');
  expect(stdout).toContain('npx control-api-sdk check --live control.graphql --against http://127.0.0.1:9\n');
});

test.each([
  [['git:v9'], 'git has no commit, branch or tag “v9”: check its name, or get it: git fetch --tags\n'],
  [['git:--all'], 'git has no commit, branch or tag “--all”: check its name, or get it: git fetch --tags\n'],
  [
    ['git:HEAD'],
    'At HEAD, there is no file schema.graphql: name the path that it had then, such as git:HEAD:<path>. To list the files: git ls-tree -r --name-only HEAD\n',
  ],
  [['git:v1:operations'], /^At v1, there is no file operations: /],
  [['git:HEAD:invalid.graphql'], /^The schema in git:HEAD:invalid\.graphql:1:13 is invalid: /],
  [['git:'], '`--against git:` needs a ref: write --against git:main, or git:v1.2.0:<path>\n'],
  [['none.graphql'], /^The schema file none\.graphql cannot be read/],
])('`--against` with %j exits 2 and says one thing to do', async (args, message) => {
  const { code, stdout, stderr } = await check('--against', ...args);
  expect([code, stdout]).toEqual([2, '']);
  if (typeof message === 'string') expect(stderr).toBe(message);
  else expect(stderr).toMatch(message);
});

test('standard input cannot stand for both schemas', async () => {
  const { code, stderr } = await it.run('check --live - --against -');
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot both read standard input')]);
});

test('the message about a missing ref names a shallow clone', async () => {
  using shallow = new Repository({ url: `file://${it.folder}`, args: ['--depth=1', '--no-tags'] });
  const { code, stderr } = await shallow.run('check --live control.graphql --against git:v1:schema.graphql');
  expect([code, stderr]).toEqual([
    2,
    'git has no commit, branch or tag “v1”: this clone is shallow and may lack it. Run: git fetch --unshallow --tags\n',
  ]);
});

test('a missing repository and a missing git are distinguished', async () => {
  using empty = new Repository();
  empty.write({ '.git/HEAD': 'nothing', 'a.graphql': sdl('String'), 'operations/a.graphql': '{ team { id } }' });
  const line = 'check --live a.graphql --against git:HEAD';
  expect((await empty.run(line)).stderr).toBe(
    'This folder is in no git repository, so there is no history to read: run the command in a clone.\n',
  );
  expect((await empty.run(line, { PATH: empty.folder })).stderr).toBe(
    'git is not installed, and it keeps the history: install git.\n',
  );
});
