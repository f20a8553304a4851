import { describe, expect, test } from 'vitest';
import { changelogOf, fingerprint } from '../../src/cli/check/update-snapshot.ts';
import { type LoggedStep, withStep } from '../../src/drift/index.ts';
import { Repository } from '../helpers/repository.ts';

function step(from: string, to: string): LoggedStep {
  const changes = [{ level: 'minor', coordinate: `T.${to}`, message: `T.${to} was added.` }] as const;
  return {
    level: 'minor',
    day: '2026-02-01',
    from,
    to,
    yours: { level: undefined, findings: [], operations: 0 },
    rest: { level: 'minor', changes, descriptions: [] },
  };
}

const tops = (text: string): readonly string[] =>
  [...text.matchAll(/^`(\w+)` → `(\w+)`/gm)].map(([, from, to]) => `${from}${to}`);

describe('a changelog', () => {
  const add = (text: string, ...all: readonly (readonly [string, string])[]): string =>
    all.reduce((sum, [from, to]) => withStep(sum, step(from, to)), text);

  test.each<[string, readonly (readonly [string, string])[], readonly string[]]>([
    [
      'a new step comes first',
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      ['bc', 'ab'],
    ],
    [
      'the same step is added once',
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      ['ab'],
    ],
    [
      'there and back, and there again, are three steps',
      [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'b'],
      ],
      ['ab', 'ba', 'ab'],
    ],
    [
      'a snapshot that was put back never took its step',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['b', 'd'],
      ],
      ['bd', 'ab'],
    ],
  ])('%s', (_what, all, expected) => {
    expect(tops(add('', ...all))).toEqual(expected);
  });

  test('the same step again leaves every byte', () => {
    const text = `${add('', ['a', 'b'])}\n\nMy own words.\n`;
    expect(add(text, ['a', 'b'])).toBe(text);
  });

  test('a title and words of its own stay where they are', () => {
    const text = add('# Ours\n\nWords.\n', ['a', 'b'], ['b', 'c']);
    expect(text).toMatch(/^# Ours\n\nWords\.\n\n## 2026-02-01: minor\n\n`b` → `c`\n/);
    expect(text.match(/Words/g)).toHaveLength(1);
    expect(tops(text)).toEqual(['bc', 'ab']);
  });
});

test.each([
  ['schema.graphql', 'schema-changelog.md'],
  ['a.b/control.json', 'a.b/control-changelog.md'],
  ['./a.b/schema', './a.b/schema-changelog.md'],
])('the changelog of %s is %s', (snapshot, changelog) => {
  expect(changelogOf(snapshot)).toBe(changelog);
});

test('a fingerprint is of the schema: the comment above it and the line breaks do not count', () => {
  const [one, ...others] = [
    'type Query { a: Int }\n',
    '# pulled\n\ntype Query { a: Int }',
    '# x\r\ntype Query { a: Int }\r\n',
  ];
  expect(one).toBeDefined();
  for (const other of others) expect(fingerprint(other)).toBe(fingerprint(one ?? ''));
  expect(fingerprint('type Query { b: Int }')).not.toBe(fingerprint(one ?? ''));
});

describe('check --update', () => {
  const sdl = (name: string) => `type Query { team: Team }\ntype Team { id: ID!, name: ${name} }\n`;
  const files = {
    'schema.graphql': sdl('String!'),
    'operations/a.graphql': 'query Team { team { id name } }\n',
    'schema-changelog.md': '',
  };
  const update = 'check --live live.graphql --update';

  test('adds the step to the changelog beside the snapshot, once', async () => {
    using it = new Repository();
    it.write({ ...files, 'live.graphql': sdl('String') });
    const { code, stderr } = await it.run(update);
    expect([code, stderr]).toEqual([0, expect.stringContaining('schema-changelog.md: the step is added (major).\n')]);
    const text = it.read('schema-changelog.md');
    expect(text).toMatch(
      /^# What changed in the schema\n\n## \d{4}-\d\d-\d\d: major\n\n`\w{12}` → `\w{12}`\n\n### Your operations: major\n\n- major: `Team\.name` changed its type from `String!` to `String`\. \(Team\)\n/,
    );
    expect((await it.run(update)).stderr).not.toContain('schema-changelog.md');
    it.write({ 'schema.graphql': files['schema.graphql'] });
    expect((await it.run(update)).stderr).not.toContain('schema-changelog.md');
    expect(it.read('schema-changelog.md')).toBe(text);
  });

  test('a step that is committed goes by the same fingerprints in `schema log`', async () => {
    using it = new Repository();
    it.write({ 'old.graphql': files['schema.graphql'] });
    // The text that an update writes.
    await it.run('check --live old.graphql --update --operations operations --schema schema.graphql');
    it.commit({ ...files, 'live.graphql': sdl('String') });
    await it.run(update);
    it.commit({});
    const [added] = tops(it.read('schema-changelog.md'));
    expect(tops((await it.run('schema log')).stdout)).toEqual([added]);
  });

  test('writes no changelog where there is none', async () => {
    using it = new Repository();
    it.write({
      'schema.graphql': sdl('String!'),
      'operations/a.graphql': files['operations/a.graphql'],
      'live.graphql': sdl('String'),
    });
    await it.run(update);
    expect(() => it.read('schema-changelog.md')).toThrow(/ENOENT/);
  });

  test('where only the text of the file changes, there is no step', async () => {
    using it = new Repository();
    it.write({ ...files, 'live.graphql': sdl('String!') });
    expect((await it.run(update)).stderr).toContain('schema.graphql: written');
    expect(it.read('schema-changelog.md')).toBe('');
  });
});

test('the log, the changelog and the commit message tell one step alike, also when the operations are corrected with it', async () => {
  using it = new Repository();
  const before = 'type Query { team: Team } type Team { id: ID!, name: String!, state: String! }';
  await it.write({ 'old.graphql': before, 'codegen.graphql': '' });
  it.commit({ 'operations/a.graphql': 'query Team { team { name state } }', 'schema-changelog.md': '' });
  await it.run('check --live old.graphql --update');
  it.commit({});
  it.write({ 'live.graphql': 'type Query { team: Team } type Team { id: ID!, title: String!, state: String }' });
  it.write({ 'operations/a.graphql': 'query Team { team { name: title state } }' });
  const { code } = await it.run('check --live live.graphql --update --format conventional-commit --output commit.txt');
  expect(code).toBe(0);
  const message = it.read('commit.txt');
  it.commit({});
  const log = (await it.run('schema log --limit 1')).stdout;
  const changelog = it.read('schema-changelog.md');
  for (const [text, level] of [
    [log, 'Your operations: major'],
    [changelog, 'Your operations: major'],
    [message, 'feat!: '],
  ] as const) {
    expect(text).toContain(level);
    const plain = text.replace(/[`\\]/g, '').replace(/\s+/g, ' ');
    expect(plain).toContain('Team.name was removed.');
    expect(plain).toContain('Team.state changed its type from String! to String.');
  }
});
