import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { blocksOf } from '../helpers/markdown.ts';
import { Project } from './helpers/check.ts';
import { changedSdl } from './helpers/reports.ts';

const fixture = (file: string): Promise<string> => readFile(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
let sdl: string;
let operations: string;
let same: Emulator;
let changed: Emulator;
let safer: Emulator;
let project: Project;

beforeAll(async () => {
  [sdl, operations] = await Promise.all([fixture('fleet.graphql'), fixture('operations.graphql')]);
  same = await startEmulator({ schema: sdl });
  changed = await startEmulator({ schema: changedSdl });
  safer = await startEmulator({
    schema: sdl.replace('  battery: Float', '  battery: Float!').replace('first: Int! = 3', 'first: Int! = 4'),
  });
  project = await Project.create({
    'schema.graphql': sdl,
    'operations/all.graphql': operations,
    'operations/empty.graphql': '# nothing yet\n',
    'operations/notes.txt': 'not an operation',
  });
});

afterAll(async () => {
  await Promise.all([same.close(), changed.close(), safer.close(), project[Symbol.asyncDispose]()]);
});

const check = (at: Emulator, ...args: readonly string[]) => project.check(args, { CONTROL_API_URL: at.url });
const written = (file: string): Promise<string> => readFile(join(project.folder, file), 'utf8');

const projectWith = (operation: string) => Project.create({ 'operations/a.graphql': operation, 'schema.graphql': sdl });
const inChanged = () => ({ CONTROL_API_URL: changed.url });
const acceptedIn = (own: Project) => readFile(join(own.folder, 'drift.json'), 'utf8');

test('check exits 0 if the live schema is in step, and prints only to stdout', async () => {
  const { code, stdout, stderr } = await check(same);
  expect([code, stderr]).toEqual([0, '']);
  const [verdict, remarks] = stdout.split('\n\n');
  expect(verdict).toBe(
    `✓ In step: 11 operations match the live schema.\n  schema.graphql and your operations, against ${same.url}/graphql`,
  );
  // Warnings of one-page reads are no drift.
  expect(remarks).toMatch(/^(?:· operations\/all\.graphql:\d+:\d+ \w+: .* may be cut off .*\n){3}$/);
});

test('check exits 1 if the live schema has drifted, and the manual shows what it prints', async () => {
  await using own = await Project.create({
    'schema.graphql': sdl,
    'operations/ping.graphql': 'query Ping { ping }\n',
    'operations/lookup.graphql': 'query Lookup($key: Key!) {\n  byKey(key: $key) { serial }\n}\n',
    'operations/schedule.graphql': 'mutation Schedule($input: ScheduleInput!) {\n  schedule(input: $input) { id }\n}\n',
  });
  await using live = await startEmulator({
    schema: sdl
      .replace(/^ {2}serial: .*\n/m, '')
      .replace('times: Int', 'times: Int!')
      .replace('model: String!', 'model: String! maker: String'),
  });
  const { code, stdout } = await own.check([], { CONTROL_API_URL: live.url });
  expect(code).toBe(1);
  const [shown] = blocksOf('docs/drift.md').filter(({ language, text }) => language === 'text' && text.startsWith('✗'));
  expect(stdout.replace(live.url, 'https://api.example.com')).toBe(shown?.text);
});

test.each([
  ['breaking', 0],
  ['types', 1],
])('`--fail-on %s` exits %i if types get safer and defaults change', async (level, code) => {
  expect((await check(safer, '--fail-on', level)).code).toBe(code);
});

test('several reports are written at once, with the outcome on stderr', async () => {
  const args = ['--format', 'json', '--output', 'out/drift.json', '--output', 'out/drift.md', '--format', 'github'];
  const { code, stdout, stderr } = await check(changed, ...args);
  expect(code).toBe(1);
  expect(JSON.parse(await written('out/drift.json'))).toMatchObject({
    version: 1,
    outcome: 'drifted',
    snapshot: 'schema.graphql',
  });
  expect(await written('out/drift.md')).toMatch(/^### ❌ Drifted: /);
  expect(stdout).toMatch(/^(::(error|warning|notice) file=operations\/all\.graphql,line=\d+,col=\d+,title=.+::.+\n)+$/);
  expect(stderr).toContain('out/drift.json: json report\n');
  expect(stderr).toContain('✗ Drifted: ');
});

test('an output without a format gets the format of its extension', async () => {
  const files = ['a.json', 'a.md', 'a.txt'];
  const { stderr } = await check(same, ...files.flatMap((file) => ['--output', file]));
  expect(stderr.match(/: (\w+) report/g)).toEqual([': json report', ': markdown report', ': pretty report']);
  expect(await written('a.md')).toMatch(/^### ✅ In step: /);
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

test('operations without a snapshot are only validated, and the report says so', async () => {
  await using fresh = await Project.create({ 'operations/all.graphql': operations });
  const first = await fresh.check([], { CONTROL_API_URL: same.url });
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('No snapshot') });
  const without = await fresh.check([], { CONTROL_API_URL: changed.url });
  expect(without.code).toBe(1);
  expect(without.stdout).toContain('No snapshot: the operations were only validated.');
  expect(without.stdout).not.toContain('Types changed (');
});

test('a pull replaces the snapshot, and does not hide a broken operation', async () => {
  await using own = await projectWith('query Key($k: Key!) { byKey(key: $k) { serial } }');
  expect((await own.check([], inChanged())).code).toBe(1);
  expect((await own.run(['schema', 'pull'], inChanged())).code).toBe(0);
  const after = await own.check([], inChanged());
  expect(after.code).toBe(1);
  expect(after.stdout).toContain('✗ Invalid: 1 of 1 operation matches neither the live schema nor the snapshot.');
  expect(after.stdout).toContain('The snapshot rejects this too: correct the operation.');
});

test('`--accept` writes exactly the changes of the named coordinates, and the next check is in step', async () => {
  await using own = await projectWith('mutation M($i: ScheduleInput!) { schedule(input: $i) { id } }');
  const first = await own.check(['--accept', 'ScheduleInput.zone', '--reason', 'we send it already'], inChanged());
  expect(first).toMatchObject({ code: 0, stderr: 'drift.json: 1 change accepted. Commit the file.\n' });
  expect(first.stdout).toContain('✗ Drifted');
  expect(await acceptedIn(own)).toBe(`{
  "accepted": [
    {
      "coordinate": "ScheduleInput.zone",
      "change": "input-field-required",
      "from": null,
      "to": "String!",
      "reason": "we send it already"
    }
  ]
}
`);
  const second = await own.check([], inChanged());
  expect(second.code).toBe(0);
  expect(second.stdout).toContain('Accepted: we send it already');
});

test('`--accept` also accepts a broken operation, and nothing that is not named', async () => {
  await using own = await projectWith(
    'mutation M($s: ScheduleInput!) { schedule(input: $s) { id } } query Q { byKey(key: { id: 1 }) { serial } }',
  );
  const { code, stderr } = await own.check(['--accept', 'Device.serial', '--reason', 'why'], inChanged());
  expect([code, stderr]).toEqual([1, 'drift.json: 1 change accepted. Commit the file.\n']);
  expect(JSON.parse(await acceptedIn(own)).accepted).toEqual([
    expect.objectContaining({ coordinate: 'Device.serial', level: 'broken', reason: 'why' }),
  ]);
  const both = ['--accept', 'ScheduleInput.zone', 'Device.serial', '--reason', 'later'];
  expect((await own.check(both, inChanged())).code).toBe(0);
  expect(JSON.parse(await acceptedIn(own)).accepted.map((it: { reason: string }) => it.reason)).toEqual([
    'why',
    'later',
  ]);
});

test('`--accept` refuses a coordinate without a reported change', async () => {
  await using own = await projectWith('query Q { byKey(key: { id: 1 }) { serial } }');
  const { code, stderr } = await own.check(['--accept', 'Device.seriel', '--reason', 'why'], inChanged());
  expect([code, stderr]).toEqual([2, 'No change of Device.seriel is reported. Did you mean Device.serial?\n']);
  await expect(acceptedIn(own)).rejects.toThrow('ENOENT');
});

test.each([
  ['drift.json'],
  ['./out/../drift.json'],
  ['api/snapshot.graphql', '--config', 'other.mjs', '--format', 'json'],
  ['other.mjs', '--config', 'other.mjs', '--format', 'json'],
  ['operations/all.txt', '--config', 'other.mjs'],
  ['api/snapshot.graphql', '--live', 'api/snapshot.graphql', '--format', 'json'],
  ['api/snapshot.graphql', '--live', 'schema.graphql', '--against', 'api/snapshot.graphql', '--format', 'json'],
])('a report never replaces a file that the check reads: %s', async (file, ...more) => {
  await project.write('api/snapshot.graphql', sdl);
  await project.write('operations/all.txt', '# none');
  await project.write(
    'other.mjs',
    `export default { schema: 'api/snapshot.graphql', documents: ['operations/all.graphql', 'operations/all.txt'], generates: {} };`,
  );
  const before = await readFile(join(project.folder, file), 'utf8').catch(() => undefined);
  const { code, stderr } = await check(same, ...more, '--output', file);
  expect(code).toBe(2);
  expect(stderr).toContain(`The report would replace ${file}, which the check reads`);
  expect(await readFile(join(project.folder, file), 'utf8').catch(() => undefined)).toBe(before);
});
