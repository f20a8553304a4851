import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, Kind, parse, print, validate, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../src/cli/check/unified-diff.ts';
import { fixOperations } from '../../src/drift/index.ts';
import { Project } from './helpers/check.ts';
import { generatedTypes } from './oracle/generated-types.ts';

const fixture = (file: string): string => readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
const query = (fields: string, types = ''): string =>
  `type Query { device(id: ID): Device } type Device { id: ID ${fields} } ${types}`;
const device = (selection: string): string => `query Q { device(id: 1) { ${selection} } }`;

function fix(before: string, after: string, text: string) {
  const operations = [{ file: 'a.graphql', text }];
  return fixOperations({ operations, snapshot: buildSchema(before), live: buildSchema(after) });
}

describe('a broken operation is corrected where the schema says the new name and its result stays what it was', () => {
  test.each<[what: string, before: string, after: string, text: string, fixed: string]>([
    [
      'a renamed field keeps its old name as an alias',
      query('state: String! @deprecated(reason: "Use `status`.")'),
      query('status: String!'),
      device('id state'),
      device('id state: status'),
    ],
    [
      'an alias stays',
      query('state: String! @deprecated(reason: "Use `status`.")'),
      query('status: String!'),
      device('now: state @include(if: true)'),
      device('now: status @include(if: true)'),
    ],
    [
      'a shared fragment is corrected once',
      query('state: String @deprecated(reason: "Use `status`.")'),
      query('status: String'),
      'query A { device { ...F } } query B { device { ...F } } fragment F on Device { state }',
      'query A { device { ...F } } query B { device { ...F } } fragment F on Device { state: status }',
    ],
    [
      'a renamed field inside a renamed field',
      query('owner: User', 'type User { login: String @deprecated(reason: "Use `loginName`.") }'),
      query('owner: Account', 'type Account { loginName: String }'),
      device('owner { login }'),
      device('owner { login: loginName }'),
    ],
    [
      'both levels at once',
      query(
        'parts: Part @deprecated(reason: "Use `part`.")',
        'type Part { desc: String @deprecated(reason: "Use `description`.") }',
      ),
      query('part: Part', 'type Part { description: String }'),
      device('parts { desc }'),
      device('parts: part { desc: description }'),
    ],
    [
      'an argument',
      query('log(desc: String @deprecated(reason: "Use `description`.")): String'),
      query('log(description: String): String'),
      'query Q($d: String) { device { log(desc: $d) } }',
      'query Q($d: String) { device { log(description: $d) } }',
    ],
    [
      'an input field and an enum value in a literal',
      query(
        'log(at: At): String',
        'input At { desc: S @deprecated(reason: "Use `description`.") } enum S { CANCELED @deprecated(reason: "Use `CANCELLED`.") }',
      ),
      query('log(at: At): String', 'input At { description: S } enum S { CANCELLED }'),
      device('log(at: { desc: CANCELED })'),
      device('log(at: { description: CANCELLED })'),
    ],
    [
      'one of two operations',
      query('state: String @deprecated(reason: "Use `status`.") gone: Int'),
      query('status: String'),
      'query A { device { state } } query B { device { gone } }',
      'query A { device { state: status } } query B { device { gone } }',
    ],
  ])('%s', (_what, before, after, text, fixed) => {
    const { files } = fix(before, after, text);
    expect(files.map((file) => file.after)).toEqual([fixed]);
  });

  test.each<[what: string, before: string, after: string, text: string, reason: string]>([
    [
      'nothing has its name',
      query('state: String @deprecated(reason: "Use `status`.")'),
      query('power: String'),
      device('state'),
      'no certain replacement',
    ],
    [
      'it moved',
      query('ip: String'),
      query('net: Net', 'type Net { ip: String }'),
      device('ip'),
      'it is now in `net { ip }`, where the result has another shape',
    ],
    [
      'the new field may be null',
      query('state: String! @deprecated(reason: "Use `status`.")'),
      query('status: String'),
      device('state'),
      'the type of the result would change: Device.status changed its type from String! to String.',
    ],
    [
      'a field of the new object may be null',
      query('parts: Part @deprecated(reason: "Use `part`.")', 'type Part { n: Int! }'),
      query('part: Part', 'type Part { n: Int }'),
      device('parts { n }'),
      'the type of the result would change: Part.n changed its type from Int! to Int.',
    ],
    [
      'only its name is alike',
      query('isTested: Int'),
      query('isTrusted: Int'),
      device('isTested'),
      'no certain replacement',
    ],
    [
      'a type has another name',
      query('any: Any', 'union Any = Robot | Other type Robot { id: ID model: Int } type Other { x: Int }'),
      query('any: Any', 'union Any = Machine | Other type Machine { id: ID model: Int } type Other { x: Int }'),
      device('any { ... on Robot { model } }'),
      'no certain replacement',
    ],
    [
      'something else in the operation is gone',
      query('state: String @deprecated(reason: "Use `status`.") gone: Int'),
      query('status: String'),
      device('state gone'),
      'something else in the operation has no certain replacement',
    ],
    ['it was invalid before', query('a: Int'), query('b: Int'), device('c'), 'the snapshot rejects the operation, too'],
  ])('it is left as it is where %s', (_what, before, after, text, reason) => {
    const { files, left } = fix(before, after, text);
    expect(files).toEqual([]);
    expect(left.map((it) => it.reason).join('\n')).toContain(reason);
  });

  test('over the members of a schema, each renamed: the result is validated, and generated as before', async () => {
    const sdl = fixture('fleet.graphql');
    const text = fixture('operations.graphql');
    const before = generatedTypes(buildSchema(sdl), parse(text));
    const members = new Set([...sdl.matchAll(/^ {2}(\w+)(?=[(:])/gm)].map(([, name = '']) => name));
    let fixed = 0;
    // One of three is enough on every run: each is generated anew.
    for (const name of [...members].filter((_, index) => index % 3 === 0)) {
      const live = buildSchema(renamedField(sdl, name));
      const snapshot = buildSchema(announced(sdl, name));
      const fixes = fixOperations({ operations: [{ file: 'a', text }], snapshot, live });
      const after = fixes.files[0]?.after;
      if (after === undefined) continue;
      const document = parse(after);
      const works = document.definitions.filter(
        (it) => it.kind !== Kind.OPERATION_DEFINITION || fixes.fixed.includes(it.name?.value ?? ''),
      );
      expect(
        validate(live, { kind: Kind.DOCUMENT, definitions: works })
          .map(({ message }) => message)
          .filter((it) => !it.includes('never used')),
      ).toEqual([]);
      if (fixes.fixed.length === 0) continue;
      const types = generatedTypes(live, { kind: Kind.DOCUMENT, definitions: works });
      for (const operation of fixes.fixed)
        expect(types.get(operation), `${name}: ${operation}`).toEqual(before.get(operation));
      fixed += fixes.fixed.length;
    }
    expect(fixed).toBeGreaterThan(8);
  }, 120_000);
});

/** The schema with every output field of a name under a new name. */
function renamedField(sdl: string, name: string): string {
  return print(
    visit(parse(sdl), {
      FieldDefinition: (node) =>
        node.name.value === name ? { ...node, name: { ...node.name, value: `${name}Value` } } : undefined,
    }),
  );
}

/** The schema in which a deprecation reason says the new name. */
function announced(sdl: string, name: string): string {
  const [definition] = parse(`type T { f: Int @deprecated(reason: "Use \`${name}Value\`.") }`).definitions;
  const directives = definition?.kind === Kind.OBJECT_TYPE_DEFINITION ? definition.fields?.[0]?.directives : [];
  return print(
    visit(parse(sdl), {
      FieldDefinition: (node) => (node.name.value === name ? { ...node, directives } : undefined),
    }),
  );
}

describe('the diff', () => {
  const long = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const edited = (...at: readonly number[]): string =>
    long.map((line, index) => (at.includes(index) ? `${line} edited` : line)).join('\n');
  test.each([
    ['one line', edited(), edited(5)],
    ['the first and the last line, without an end of the file', edited(), edited(0, 29)],
    ['lines that share a hunk', edited(), edited(3, 4, 9, 25)],
    ['a file with an end', `${edited()}\n`, `${edited(29)}\n`],
    ['carriage returns', edited().replaceAll('\n', '\r\n'), edited(2, 20).replaceAll('\n', '\r\n')],
  ])('git applies it: %s', async (_what, before, after) => {
    await using project = await Project.create({ 'a/b.graphql': before });
    const diff = unifiedDiff('a/b.graphql', before, after);
    execFileSync('git', ['apply', '-'], { cwd: project.folder, input: `Words before it.\n\n${diff}` });
    expect(readFileSync(join(project.folder, 'a/b.graphql'), 'utf8')).toBe(after);
  });
});

describe('control-api check --fix', () => {
  const files = {
    'schema.graphql': query('state: String! @deprecated(reason: "Use `status`.") ip: String'),
    'live.graphql': query('status: String! net: Net', 'type Net { ip: String }'),
    'operations/a.graphql': `# why\nquery A {\n  device {\n    state # kept\n  }\n}\n`,
    'operations/b.graphql': 'query B { device { ip } }',
    'code.ts': 'const a = `é`;\nexport const c = gql`\n  query C { device { state } }\n`;\nconst state = 1;\n',
  };
  const args = ['--live', 'live.graphql', '--operations', 'operations', 'code.ts', '--fix'];

  test('shows a diff that git applies, says what it leaves, and writes nothing', async () => {
    await using project = await Project.create(files);
    const { code, stdout, stderr } = await project.check(args, {});
    expect(code).toBe(1);
    expect(stdout).toContain('--- a/code.ts\n+++ b/code.ts\n@@ -1,5 +1,5 @@\n');
    expect(stdout).toContain('-    state # kept\n+    state: status # kept\n');
    expect(stderr).toBe(
      'Not corrected: operations/b.graphql:1:20 Device.ip: it is now in `net { ip }`, where the result has another shape.\n' +
        'Can be corrected: 2 operations in 2 files. To write this, pass `--write`.\n',
    );
    for (const [file, text] of Object.entries(files))
      expect(readFileSync(join(project.folder, file), 'utf8')).toBe(text);
    execFileSync('git', ['apply', '-'], { cwd: project.folder, input: stdout });
    expect((await project.check(args.slice(0, -1), {})).stdout).toContain('1 of 3 operations is affected');
  });

  test('--write writes it, and the exit code is that of the operations afterwards', async () => {
    await using project = await Project.create(files);
    const first = await project.check([...args, '--write'], {});
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('Corrected: 2 operations in 2 files.')]);
    expect(readFileSync(join(project.folder, 'code.ts'), 'utf8')).toBe(
      files['code.ts'].replace('{ state }', '{ state: status }'),
    );
    writeFileSync(join(project.folder, 'operations/b.graphql'), 'query B { device { id } }');
    await project.write('operations/a.graphql', files['operations/a.graphql']);
    expect((await project.check([...args, '--write'], {})).code).toBe(0);
  });

  test('says so where there is nothing certain', async () => {
    await using project = await Project.create({
      ...files,
      'code.ts': 'gql`query C { device { id } }`',
      'operations/a.graphql': '',
    });
    const { stdout, stderr } = await project.check(args, {});
    expect(stderr).toContain('No operation has a certain correction.\n');
    expect(stdout).not.toContain('+++');
  });

  test.each([
    [['--write'], '`--write` needs `--fix`'],
    [['--fix', '--accept', '--reason', 'x'], '`--fix` and `--accept` cannot be combined'],
    [['--fix', '--no-snapshot'], '`--fix` and `--no-snapshot` cannot be combined'],
    [['--fix', '--format', 'json'], 'pass `--output` for the json report'],
  ])('%s is refused', async (options, message) => {
    await using project = await Project.create(files);
    const { code, stderr } = await project.check(['--live', 'live.graphql', ...options], {});
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('needs a snapshot', async () => {
    await using project = await Project.create({ ...files, 'schema.graphql': '' });
    execFileSync('rm', ['schema.graphql'], { cwd: project.folder });
    const { code, stderr } = await project.check(args, {});
    expect([code, stderr]).toEqual([2, expect.stringContaining('`--fix` needs a snapshot')]);
  });
});
