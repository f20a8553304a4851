import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { renderLog } from '../../src/drift/index.ts';
import { Repository } from '../helpers/repository.ts';

const operation = 'query Devices { team { devices { nodes { id name } } } }\n';

/** A schema with these fields of a device. */
function sdl(device: string, more = ''): string {
  return `type Query { team: Team }
type Team { devices: Devices }
type Devices { nodes: [Device!]! }
type Device { ${device} }
${more}`;
}

let opened: Repository[] = [];
const repository = (...from: ConstructorParameters<typeof Repository>): Repository => {
  const made = new Repository(...from);
  opened.push(made);
  return made;
};

afterEach(() => {
  for (const it of opened) it[Symbol.dispose]();
  opened = [];
});

/** A project with a snapshot, an operation, and two steps: one that breaks the operation, which is corrected with it. */
function project(): Repository {
  const made = repository();
  made.commit({ 'schema.graphql': sdl('id: ID!, name: String, serial: Int'), 'operations/a.graphql': operation });
  made.commit({ 'README.md': 'nothing to do with it' });
  made.commit(
    {
      'schema.graphql': sdl('id: ID!, rack: Int, serial: Int'),
      'operations/a.graphql': operation.replace('name', 'rack'),
    },
    'Follow the _service_',
  );
  made.commit(
    { 'schema.graphql': sdl('id: ID!, rack: Int, state: State', 'enum State { ON_LINE }') },
    'feat!: refresh',
  );
  return made;
}

/** The day, levels and messages of each step. */
async function steps(it: Repository, line = 'schema log', folder = ''): Promise<readonly unknown[]> {
  const { stdout, stderr, code } = await it.run(`${line} --format json`, {}, folder);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).steps.map(
    ({ day, level, yours, rest }: { day: string; level: string; yours: Group; rest: Group }) =>
      [
        day,
        level,
        yours.level,
        (yours.findings ?? []).map(({ message }) => message),
        rest.level,
        (rest.changes ?? []).map(({ message }) => message),
      ].filter((part) => part !== null && String(part) !== ''),
  );
}

interface Group {
  readonly level: string | null;
  readonly findings?: readonly { readonly message: string }[];
  readonly changes?: readonly { readonly message: string }[];
}

describe('control-api schema log', () => {
  test('shows what changed when, for the operations as they were just before, and for the rest', async () => {
    using it = project();
    const { stdout, stderr, code } = await it.run('schema log');
    const commit = (at: string) => it.git('rev-parse', '--short=10', at);
    const prints = [...stdout.matchAll(/^`([0-9a-f]{12})` → `([0-9a-f]{12})`/gm)].flatMap(([, from, to]) => [from, to]);
    const [second, third, first] = [prints[0], prints[1], prints[2]];
    expect([code, stdout]).toEqual([
      0,
      `# What changed in the schema

## 2026-01-04: major

\`${second}\` → \`${third}\`, commit \`${commit('HEAD')}\`: feat!: refresh

### Your operations: unchanged

### The rest of the schema: major

- major: \`Device.serial\` was removed.
- minor: \`Device.state\` was added.
- minor: \`State\` was added.

## 2026-01-03: major

\`${first}\` → \`${second}\`, commit \`${commit('HEAD~1')}\`: Follow the \\_service\\_

### Your operations: major

- major: \`Device.name\` was removed. (Devices)

### The rest of the schema: minor

- minor: \`Device.rack\` was added.
`,
    ]);
    expect(stderr).toBe(`The first snapshot is of 2026-01-01 (commit ${commit('HEAD~3')}).\n`);
  });

  test('follows the snapshot through a rename, and into the folder of a package', async () => {
    using it = project();
    it.git('mv', 'schema.graphql', 'control.graphql');
    it.commit({}, 'Rename');
    it.commit({ 'control.graphql': it.read('control.graphql').replace('ON_LINE', 'ON_LINE OFF') });
    it.git('mv', 'control.graphql', 'operations/control.graphql');
    it.commit({}, 'Move');
    const expected = [
      ['2026-01-06', 'minor', 'minor', ['State.OFF was added.']],
      ['2026-01-04', 'major', 'major', expect.anything()],
      expect.arrayContaining(['2026-01-03']),
    ];
    expect(await steps(it, 'schema log --schema operations/control.graphql')).toEqual(expected);
    const inside = await steps(it, 'schema log --schema control.graphql --operations .', 'operations');
    expect(inside.map((step) => Array.isArray(step) && step[0])).toEqual(['2026-01-06', '2026-01-04', '2026-01-03']);
  });

  test('a merge is one step: what came with it', async () => {
    using it = repository();
    it.commit({ 'schema.graphql': sdl('id: ID!') });
    it.git('checkout', '--quiet', '-b', 'refresh');
    it.commit({ 'schema.graphql': sdl('id: ID!, a: Int') });
    it.commit({ 'schema.graphql': sdl('id: ID!, a: Int, b: Int') });
    it.git('checkout', '--quiet', 'main');
    it.commit({ 'README.md': 'meanwhile' });
    it.merge('refresh', 'Merge the refresh');
    expect(await steps(it)).toEqual([['2026-01-05', 'minor', 'minor', ['Device.a was added.', 'Device.b was added.']]]);
  });

  test('a conflict that a merge resolved is a part of its step', async () => {
    using it = repository();
    it.commit({ 'schema.graphql': sdl('id: ID!') });
    it.git('checkout', '--quiet', '-b', 'refresh');
    it.commit({ 'schema.graphql': sdl('id: ID!, a: Int') });
    it.git('checkout', '--quiet', 'main');
    it.commit({ 'schema.graphql': sdl('id: ID!, b: Int') });
    expect(() => it.merge('refresh', 'Merge')).toThrow();
    it.commit({ 'schema.graphql': sdl('id: ID!, a: Int, b: Int') }, 'Merge');
    expect(await steps(it)).toEqual([
      ['2026-01-05', 'minor', 'minor', ['Device.a was added.']],
      ['2026-01-03', 'minor', 'minor', ['Device.b was added.']],
    ]);
  });

  test('an invalid snapshot in the history is left out with a sentence, and its changes are not lost', async () => {
    using it = repository();
    it.commit({ 'schema.graphql': sdl('id: ID!') });
    const broken = it.commit({ 'schema.graphql': `${sdl('id: ID!, a: Int')}\n<<<<<<< HEAD\n` });
    it.commit({ 'schema.graphql': sdl('id: ID!, a: Int, b: Int') });
    expect(await steps(it)).toEqual([['2026-01-03', 'minor', 'minor', ['Device.a was added.', 'Device.b was added.']]]);
    const { stderr } = await it.run('schema log');
    expect(stderr).toMatch(
      `The schema in schema.graphql at commit ${broken.slice(0, 10)} (2026-01-02):6:1 is invalid: `,
    );
    expect(stderr).toContain('It is left out, so its changes are in a later step.\n');
  });

  test('a snapshot that was removed for a while goes on where it was', async () => {
    using it = repository();
    it.commit({ 'schema.graphql': sdl('id: ID!') });
    it.git('rm', '--quiet', 'schema.graphql');
    it.commit({}, 'Remove');
    it.commit({ 'schema.graphql': sdl('id: ID!, a: Int') });
    expect(await steps(it)).toEqual([['2026-01-03', 'minor', 'minor', ['Device.a was added.']]]);
    expect((await it.run('schema log')).stderr).toContain('There is no schema.graphql at commit ');
  });

  test('what is not committed is the newest step, with a sentence', async () => {
    using it = project();
    it.write({ 'schema.graphql': it.read('schema.graphql').replace('rack: Int', 'rack: Int!') });
    const { stdout, stderr } = await it.run('schema log --limit 1');
    expect(stdout).toContain('- minor: `Device.rack` changed its type from `Int` to `Int!`. (Devices)');
    expect(stdout).toMatch(/^`\w+` → `\w+`$/m);
    expect(stderr).toBe('schema.graphql has changes that are not committed: they are the newest step.\n');
    expect(await steps(it, 'schema log --since HEAD')).toHaveLength(1);
  });

  test.each([
    ['--limit 1', ['2026-01-04']],
    ['--since 2026-01-04', ['2026-01-04']],
    ['--since 2026-01-03', ['2026-01-04', '2026-01-03']],
    ['--since 2026-02-01', []],
    ['--since HEAD~1', ['2026-01-04']],
    ['--since v1', ['2026-01-04', '2026-01-03']],
    ['--since main', []],
  ])('`%s` shows the steps of %j', async (options, days) => {
    using it = project();
    it.git('tag', 'v1', 'HEAD~2');
    const found = await steps(it, `schema log ${options}`);
    expect(found.map((step) => Array.isArray(step) && step[0])).toEqual(days);
  });

  test('a shallow clone shows the steps that it has, and says that there may be more', async () => {
    using origin = project();
    const shallow = repository({ url: `file://${origin.folder}`, args: ['--depth=2'] });
    expect(await steps(shallow)).toHaveLength(1);
    expect((await shallow.run('schema log')).stderr).toBe(
      'This clone is shallow: what came before 2026-01-03 is not in it. To get it: git fetch --unshallow\n',
    );
    expect((await shallow.run('schema log --limit 1')).stderr).toBe('');
  });

  test('a change of the comment at its top, or of its layout, is no step', async () => {
    using it = repository();
    it.commit({ 'schema.graphql': `# from here\n${sdl('id: ID!')}` });
    it.commit({ 'schema.graphql': `# from there\n${sdl('id: ID!')}` });
    it.commit({ 'schema.graphql': `# from there\n${sdl('id:    ID!')}` });
    expect(await steps(it)).toEqual([]);
    expect((await it.run('schema log')).stdout).toBe('# What changed in the schema\n\nNo step.\n');
  });

  test('finds operations in code, of the patterns and only as they were committed', async () => {
    using it = repository();
    const code = `import { gql } from 'graphql-tag';\nexport const q = gql\`${operation}\`;\n`;
    it.commit({ 'schema.graphql': sdl('id: ID!, name: String'), 'src/a.ts': code, 'src/b.js': code });
    it.commit({ 'schema.graphql': sdl('id: ID!'), 'src/a.ts': 'export {};\n' });
    const found = await steps(it, 'schema log --operations src/**/*.ts');
    expect(found).toEqual([['2026-01-02', 'major', 'major', ['Device.name was removed.']]]);
  });

  test('operations that cannot be read then are left out with a sentence', async () => {
    using it = repository();
    it.commit({ 'schema.graphql': sdl('id: ID!, name: String'), 'operations/a.graphql': 'query {' });
    it.commit({ 'schema.graphql': sdl('id: ID!') });
    const { stdout, stderr } = await it.run('schema log');
    expect(stdout).toContain('### The schema: major\n\n- major: `Device.name` was removed.');
    expect(stderr).toMatch(/At commit \w{10}, not compared: operations\/a\.graphql:1:8: Syntax Error/);
  });

  test('writes a file', async () => {
    using it = project();
    const { stdout } = await it.run('schema log');
    expect((await it.run('schema log --output schema-changelog.md')).stderr).toContain(
      'schema-changelog.md: 2 steps\n',
    );
    expect(it.read('schema-changelog.md')).toBe(stdout);
  });

  test.each<[string, (it: Repository) => string, RegExp]>([
    [
      'a snapshot that was never committed',
      (it) => {
        it.commit({ 'README.md': '' });
        it.write({ 'schema.graphql': sdl('id: ID!') });
        return 'schema log';
      },
      /^schema\.graphql is not committed, so it has no history yet: run git add schema\.graphql, and commit it\.\n$/,
    ],
    [
      'a repository without a commit',
      (it) => {
        it.write({ 'schema.graphql': sdl('id: ID!') });
        return 'schema log';
      },
      /^schema\.graphql is not committed/,
    ],
    [
      'no snapshot at all',
      (it) => {
        it.commit({ 'README.md': '' });
        return 'schema log';
      },
      /^There is no schema\.graphql, and there never was on this branch\. To write it, run: npx control-api-sdk schema pull\n$/,
    ],
    [
      'a commit that does not exist',
      (it) => {
        it.commit({ 'schema.graphql': sdl('id: ID!') });
        return 'schema log --since v9';
      },
      /^git has no commit, branch or tag “v9”: check its name, or get it: git fetch --tags\n$/,
    ],
  ])('%s: exit 2, and a sentence', async (_what, prepare, message) => {
    using it = repository();
    const { code, stdout, stderr } = await it.run(prepare(it));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  test('no repository, and no git: exit 2, and which of them is missing', async () => {
    using it = repository();
    it.write({ '.git/HEAD': 'nothing' });
    const outside = await it.run('schema log');
    expect([outside.code, outside.stderr]).toEqual([
      2,
      'This folder is in no git repository, so there is no history to read: run the command in a clone.\n',
    ]);
    const without = await it.run('schema log', { PATH: it.folder });
    expect([without.code, without.stderr]).toEqual([
      2,
      'git is not installed, and it keeps the history: install git.\n',
    ]);
  });
});

test('a text of the schema or of a commit adds no markup to the changelog', () => {
  const hostile = '<b>x</b> [a](b) *y* `z` @everyone\n# title';
  const text = renderLog({
    steps: [
      {
        level: 'minor',
        day: '2026-01-01',
        from: 'a',
        to: 'b',
        commit: { id: 'c', subject: hostile },
        yours: { level: undefined, findings: [], operations: 0 },
        rest: {
          level: 'minor',
          changes: [{ level: 'minor', coordinate: 'A', message: `A.b changed: ${hostile}` }],
          descriptions: [],
        },
      },
    ],
  });
  expect(text).not.toMatch(/<b>|\]\(b\)(?!`)|(?<!\\)\*y|^# title/m);
});

test('the manual shows what the command prints', async () => {
  const it = repository();
  const text = 'query ListDevices { team { devices { nodes { id name serial } } } }\n';
  it.commit({ 'schema.graphql': sdl('id: ID!, name: String!, serial: Int, rack: Int'), 'operations/a.graphql': text });
  it.commit(
    { 'schema.graphql': sdl('id: ID!, name: String!, rack: Int'), 'operations/a.graphql': text.replace(' serial', '') },
    'Follow the service: serial is gone',
  );
  const after = sdl('id: ID!, "What people call it." name: String, state: State', 'enum State { ONLINE OFFLINE }');
  it.write({ 'live.graphql': after });
  const { stdout: message } = await it.run('check --live live.graphql --format conventional-commit');
  it.commit({ 'schema.graphql': after }, 'Refresh the snapshot');
  const { stdout } = await it.run('schema log');
  const manual = readFileSync('docs/drift.md', 'utf8');
  expect(manual).toContain(`\`\`\`markdown\n${stdout}\`\`\`\n`);
  expect(manual).toContain(`\`\`\`text\n${message}\`\`\`\n`);
});
