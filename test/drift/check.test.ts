import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Emulator, type EmulatorRequest, startEmulator } from '../../src/emulator/index.ts';
import { Project } from './helpers/check.ts';
import { changedSdl } from './helpers/reports.ts';

vi.setConfig({ testTimeout: 30_000 });

const fixture = (file: string): Promise<string> => readFile(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
const requests: EmulatorRequest[] = [];
let sdl: string;
let operations: string;
let same: Emulator;
let changed: Emulator;
let safer: Emulator;
let project: Project;

beforeAll(async () => {
  [sdl, operations] = await Promise.all([fixture('fleet.graphql'), fixture('operations.graphql')]);
  const onRequest = (request: EmulatorRequest): void => void requests.push(request);
  same = await startEmulator({ schema: sdl, onRequest });
  changed = await startEmulator({ schema: changedSdl, onRequest });
  safer = await startEmulator({
    schema: sdl
      .replace('  battery: Float', '  battery: Float! @deprecated(reason: "gone soon")')
      .replace('first: Int! = 3', 'first: Int! = 4'),
    onRequest,
  });
  project = await Project.create({
    'schema.graphql': sdl,
    'operations/all.graphql': operations,
    'operations/empty.graphql': '# nothing yet\n',
    'operations/notes.txt': 'not an operation',
    'broken.json': '{ "ignore": [{ "coordinate": "Device.state" }] }',
  });
});

afterAll(async () => {
  await Promise.all([same.close(), changed.close(), safer.close(), project[Symbol.asyncDispose]()]);
});

const check = (at: Emulator, ...args: readonly string[]) => project.check(args, { CONTROL_API_URL: at.url });
const written = (file: string): Promise<string> => readFile(join(project.folder, file), 'utf8');

describe('control-api check', () => {
  test('exits 0 if the live schema is in step, and prints only to stdout', async () => {
    const { code, stdout, stderr } = await check(same);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `✓ In step: 11 operations match the live schema.\n  schema.graphql and your operations, against ${same.url}/graphql\n`,
    );
  });

  test('exits 1 if it has drifted, with file, line, column and the likeliest new name', async () => {
    const { code, stdout } = await check(changed);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ Drifted: ');
    expect(stdout).toContain(
      'Device.state was removed. Did you mean status?\n    operations/all.graphql:15:3  ListDevices\n      state\n',
    );
    expect(stdout).toMatch(/\d+ other changes of the schema affect no operation\. To list them, pass `--all`\./);
  });

  test('needs no key and sends none, even if one is set', async () => {
    requests.length = 0;
    const { code } = await project.check([], { CONTROL_API_URL: same.url, CONTROL_API_KEY: same.key });
    expect(code).toBe(0);
    expect(requests.length).toBeGreaterThan(0);
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(['none']));
  });

  test.each([
    ['broken', 0],
    ['breaking', 0],
    ['types', 1],
    ['behaviour', 1],
    ['deprecated', 1],
    ['any', 1],
  ])(
    '--fail-on %s exits %i where types change for the better, defaults change, and something is deprecated',
    async (level, code) => {
      expect((await check(safer, '--fail-on', level)).code).toBe(code);
    },
  );

  test('several reports at once, each to its file, with the outcome on stderr', async () => {
    const args = [
      '--format',
      'json',
      '--output',
      'out/drift.json',
      '--output',
      'out/drift.sarif',
      '--format',
      'github',
    ];
    const { code, stdout, stderr } = await check(changed, ...args);
    expect(code).toBe(1);
    expect(JSON.parse(await written('out/drift.json'))).toMatchObject({
      version: 1,
      outcome: 'drifted',
      snapshot: 'schema.graphql',
    });
    expect(JSON.parse(await written('out/drift.sarif'))).toMatchObject({ version: '2.1.0' });
    expect(stdout).toMatch(
      /^(::(error|warning|notice) file=operations\/all\.graphql,line=\d+,col=\d+,title=.+::.+\n)+$/,
    );
    expect(stderr).toContain('out/drift.json: json report\n');
    expect(stderr).toContain('✗ Drifted: ');
  });

  test('an output without a format gets the format of its extension', async () => {
    const { stderr } = await check(
      same,
      '--output',
      'a.html',
      '--output',
      'a.md',
      '--output',
      'a.xml',
      '--output',
      'a.txt',
    );
    expect(stderr.match(/: (\w+) report/g)).toEqual([
      ': html report',
      ': markdown report',
      ': junit report',
      ': pretty report',
    ]);
    expect(await written('a.html')).toMatch(/^<!doctype html>/);
    expect(await written('a.xml')).toMatch(/^<\?xml/);
  });

  test('in GitHub Actions, annotations and the job summary are written automatically', async () => {
    await project.write('summary.md', '# Before\n');
    const env = {
      CONTROL_API_URL: changed.url,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(project.folder, 'summary.md'),
    };
    const { stdout, stderr } = await project.check([], env);
    expect(stdout).not.toContain('::error');
    expect(stderr).toContain(
      '::error file=operations/all.graphql,line=15,col=3,title=Broken%3A Device.state::Device.state was removed.',
    );
    expect(await written('summary.md')).toMatch(/^# Before\n### ❌ Drifted/);
  });

  test('without a snapshot, the operations are only validated, which is reported', async () => {
    const without = await check(changed, '--no-snapshot');
    expect(without.code).toBe(1);
    expect(without.stdout).toContain('No snapshot: the operations were only validated.');
    expect(without.stdout).not.toContain('Types changed (');
    await using fresh = await Project.create({ 'operations/all.graphql': operations });
    const first = await fresh.check([], { CONTROL_API_URL: same.url });
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('No snapshot') });
  });

  test('--update writes the live schema to the snapshot after the report', async () => {
    await using own = await Project.create({
      'operations/a.graphql': 'query Team { team { devices { nodes { battery } } } }',
      'schema.graphql': sdl,
    });
    const env = { CONTROL_API_URL: safer.url };
    const first = await own.check(['--update', '--fail-on', 'types'], env);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('Device.battery changed its type from Float to Float!.');
    expect(first.stderr).toContain('schema.graphql: written. Run: npx control-api generate\n');
    const text = await readFile(join(own.folder, 'schema.graphql'), 'utf8');
    expect(buildSchema(text).getType('Device')).toBeDefined();
    expect(text).toContain('dense with everything');
    const second = await own.check(['--update', '--fail-on', 'any'], env);
    expect(second).toMatchObject({ code: 0, stderr: 'schema.graphql: unchanged\n' });
  });

  test('--update does not hide a broken operation', async () => {
    await using own = await Project.create({
      'operations/a.graphql': 'query Key($k: Key!) { byKey(key: $k) { serial } }',
      'schema.graphql': sdl,
    });
    const env = { CONTROL_API_URL: changed.url };
    expect((await own.check(['--update'], env)).code).toBe(1);
    const after = await own.check([], env);
    expect(after.code).toBe(1);
    expect(after.stdout).toContain('The operation is invalid for the snapshot too.');
  });

  test('an operation newer than the snapshot is reported as not compared', async () => {
    await using own = await Project.create({
      'operations/a.graphql': 'query New { team { devices { nodes { status } } } }',
      'schema.graphql': sdl,
    });
    const { code, stdout } = await own.check([], { CONTROL_API_URL: changed.url });
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Not compared, because they are invalid for the snapshot: New. Update it with `--update`.',
    );
  });

  test('accepted changes are reported, with their reason, and do not fail the check', async () => {
    const until = '2999-01-01';
    const accepted = ['Device', 'ScheduleInput.zone', 'RenameInput.note', 'JobResult', 'State', 'Gone.field'];
    const ignore = accepted.map((coordinate) => ({ coordinate, reason: `${coordinate} is fine`, until }));
    await project.write(
      'drift.json',
      JSON.stringify({ ignore: [...ignore, { coordinate: 'Query', reason: 'old', until: '2020-01-01' }] }),
    );
    const { code, stdout } = await check(changed);
    await project.write('drift.json', '{}');
    expect(code).toBe(0);
    expect(stdout).toContain('Ignored: Device is fine');
    expect(stdout).toContain('The ignore entry for Gone.field matches no finding: remove it.');
    expect(stdout).toContain('The ignore entry for Query expired on 2020-01-01.');
  });

  test('scalars that code generation maps are compared as mapped', async () => {
    await using own = await Project.create({
      'operations/a.graphql': '{ search(text: "") { ... on Application { since } } }',
      'schema.graphql': sdl,
    });
    const live = await startEmulator({ schema: sdl.replace('  since: DateTime!', '  since: DateTime') });
    const env = { CONTROL_API_URL: live.url };
    expect((await own.check([], env)).code).toBe(0);
    await own.write('drift.json', '{ "scalars": { "DateTime": "string" } }');
    expect((await own.check([], env)).code).toBe(1);
    await live.close();
  });

  const wrong: readonly [what: string, args: readonly string[], message: RegExp, env?: NodeJS.ProcessEnv][] = [
    ['no URL', [], /set CONTROL_API_URL/, {}],
    ['an invalid URL', [], /URL/, { CONTROL_API_URL: 'nonsense' }],
    ['a plain-http URL off loopback', [], /https/, { CONTROL_API_URL: 'http://api.example.com' }],
    ['a folder that does not exist', ['--operations', 'nowhere'], /The path nowhere does not exist/],
    ['a folder without operations', ['--operations', 'out'], /No operations found in out/],
    ['a missing snapshot', ['--schema', 'nowhere.graphql'], /nowhere\.graphql/],
    [
      'a snapshot that is not a schema',
      ['--schema', 'operations/notes.txt'],
      /The schema in operations\/notes\.txt:1:1 is invalid: Syntax Error/,
    ],
    ['a missing ignore file', ['--ignore', 'nowhere.json'], /nowhere\.json/],
    ['an ignore entry without a reason', ['--ignore', 'broken.json'], /needs a reason/],
    ['an unknown level', ['--fail-on', 'everything'], /everything/],
    ['an unknown format', ['--format', 'pdf'], /Allowed choices are/],
    ['two formats on standard output', ['--format', 'json', '--format', 'sarif'], /mixed on standard output/],
    ['an output with an unknown format', ['--output', 'report'], /pass `--format` before it/],
    ['--update together with --no-snapshot', ['--update', '--no-snapshot'], /pass one of them/],
    ['an operation file that does not parse', ['--operations', 'bad.graphql'], /bad\.graphql:1:\d+: Syntax Error/],
    [
      'two operations of one name',
      ['--operations', 'operations', 'twin.graphql'],
      /all\.graphql:70:1: The operation Remove is also defined at twin\.graphql:1:1/,
    ],
  ];
  test.each(wrong)('wrong usage exits 2: %s', async (_what, args, message, env) => {
    await project.write('out/.keep', '');
    await project.write('bad.graphql', 'query { team {');
    await project.write('twin.graphql', 'mutation Remove($id: ID!) { remove(id: $id) }');
    const { code, stdout, stderr } = await project.check(args, env ?? { CONTROL_API_URL: same.url });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
