import { readFile, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../../src/codegen/generate.ts';
import { say } from '../../helpers/cli-in-process.ts';
import { Project } from '../helpers/check.ts';
import { compilerOptions, configFile, operationModule } from './projects.ts';

const sdl = `
type Query { device(id: ID!): Device, devices(state: State): [Device!]! }
type Mutation { rename(id: ID!, name: String!): Device }
type Device { id: ID!, name: String!, serial: String, state: State!, ticks: Int! }
enum State { ON OFF LOST }
`;
const moved = {
  nullable: sdl.replace('name: String!,', 'name: String,'),
  shrunk: sdl.replace(' LOST', ''),
  unread: sdl.replace('ticks: Int!', 'ticks: Int'),
};

const operations = `query One($id: ID!) { device(id: $id) { name serial state ticks } }
mutation Rename($id: ID!, $name: String!) { rename(id: $id, name: $name) { id } }
`;
const report = `import { One, type OneQuery, Rename } from './generated/api.js';
import type { Client } from './operation.js';

export async function report(client: Client, id: string): Promise<string> {
  const { device } = await client.request(One, { id });
  if (!device) return 'none';
  await client.request(Rename, { id, name: 'new' });
  return \`\${device.name.trim()}: \${device.state} \${device.serial}\`;
}

export const isLost = ({ device }: OneQuery): boolean => device?.state === 'LOST';
`;
const files = {
  'package.json': '{ "type": "module" }',
  'schema.graphql': sdl,
  'operations/all.graphql': operations,
  'codegen.mjs': configFile(),
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  'src/operation.ts': operationModule,
  'src/report.ts': report,
};

/** What was generated before, by what it was generated of. */
const generated = new Map<string, string>();

/** A project that is generated, has TypeScript, and is asked about a live schema. */
async function makeProject(live: string, changes: Readonly<Record<string, string>> = {}): Promise<Project> {
  const all: Readonly<Record<string, string>> = { ...files, ...changes, 'live.graphql': live };
  const project = await Project.create(all);
  await project.install('typescript', 'node_modules/typescript');
  const output = 'src/generated/api.ts';
  const source = `${all['schema.graphql']}\n${all['operations/all.graphql']}`;
  const known = generated.get(source);
  if (known !== undefined) await project.write(output, known);
  else await generate('codegen.mjs', { check: false, cwd: project.folder });
  generated.set(source, known ?? (await readFile(join(project.folder, output), 'utf8')));
  return project;
}

const acceptedTicks = JSON.stringify({
  accepted: [{ coordinate: 'Device.ticks', change: 'nullability-changed', from: 'Int!', to: 'Int', reason: 'none' }],
});

const args = ['--config', 'codegen.mjs', '--live', 'live.graphql'];
const env = { PATH: process.env['PATH'] ?? '' };

async function checkCode(project: Project, ...more: readonly string[]) {
  const given = more.some((it) => it.startsWith('--code')) ? more : ['--code', ...more];
  return project.check([...args, ...given], env);
}

interface Found {
  readonly coordinate: string;
  readonly direction: string;
  readonly codePlaces: readonly { readonly file: string; readonly line: number; readonly column: number }[];
}

interface Report {
  readonly findings: readonly Found[];
  readonly code: { readonly unexplained: readonly { readonly line: number }[]; readonly stale: readonly string[] };
}

test('code that was generated before the snapshot is named as such, and never in step', async () => {
  const earlier = sdl.replace('ticks: Int!', 'ticks: Int! model: String!');
  await using project = await makeProject(moved.nullable, {
    'schema.graphql': earlier,
    'operations/all.graphql': operations.replace('ticks', 'ticks model'),
    'src/report.ts': `import type { OneQuery } from './generated/api.js';
type Device = NonNullable<OneQuery['device']>;
export const model = (device: Device): string => device.model;
export const name = (device: Device): string => device.name;
`,
  });
  await project.write('schema.graphql', sdl);
  await project.write('operations/all.graphql', operations);
  // Beside a change, the line is not put down to it.
  const report: Report = JSON.parse((await checkCode(project, '--format', 'json')).stdout);
  expect(report.findings.map((it) => [it.coordinate, it.codePlaces.map(({ line }) => line)])).toEqual([
    ['Device.name', [4]],
  ]);
  expect(report.code.unexplained.map(({ line }) => line)).toEqual([3]);
  expect(report.code.stale).toEqual(['src/generated/api.ts']);
  await project.write('live.graphql', sdl);
  const { code, stdout } = await checkCode(project);
  expect(code).toBe(1);
  expect(stdout).toContain('✗ Drifted: 1 place in your code would no longer compile.');
  expect(stdout).toContain('src/report.ts:3:');
  expect(stdout).toContain(
    'src/generated/api.ts was not generated from the snapshot and these operations: run `npx control-api-sdk generate` before the next check.',
  );
});

test('what breaks in a file that never names the generated one is listed', async () => {
  await using project = await makeProject(moved.nullable, {
    'src/report.ts': `import type { One } from './generated/api.js';
type Result<T> = T extends { __apiType?: (...all: never[]) => infer R } ? R : never;
declare global { var device: NonNullable<Result<typeof One>['device']>; }`,
    'src/elsewhere.ts': 'export const title = globalThis.device.name.trim();',
  });
  const { stdout } = await checkCode(project);
  expect(stdout).toContain("src/elsewhere.ts:1:22  'globalThis.device.name' is possibly 'null'. (TS18047)");
});

test('a change that affects no line says that it is safe to regenerate', async () => {
  await using project = await makeProject(moved.unread);
  const { code, stdout } = await checkCode(project);
  expect(code).toBe(1);
  expect(stdout).toContain('No line of yours is affected: safe to regenerate. (`tsc --noEmit`, 0 s)');
});

test('a line that stops compiling counts, also where the change alone would not', async () => {
  await using project = await makeProject(moved.shrunk);
  expect(await project.check(args, {})).toMatchObject({ code: 0 });
  const { code, stdout } = await checkCode(project);
  expect(code).toBe(1);
  expect(stdout).toContain('Types changed (breaking)  State.LOST');
});

test('without a change, nothing is compiled', async () => {
  await using project = await makeProject(sdl, { 'src/report.ts': 'this is no TypeScript' });
  const { code, stdout } = await checkCode(project);
  expect(code).toBe(0);
  expect(stdout).toContain('No line of yours is affected: safe to regenerate.');
});

const noTypeScript = `export default { schema: 'schema.graphql', documents: 'operations', generates: {} };`;
test.each<[what: string, without: string, message: string, line?: readonly string[]]>([
  ['TypeScript is missing', 'node_modules/typescript', 'run `npm install --save-dev typescript`'],
  [
    'nothing was generated yet',
    'src/generated/api.ts',
    'src/generated/api.ts does not exist: run `npx control-api-sdk generate`',
  ],
  [
    'no TypeScript is generated',
    'codegen.mjs',
    'The config generates no TypeScript',
    ['--config', 'other.mjs', '--live', 'live.graphql'],
  ],
  [
    'there is no config of the generator',
    'codegen.mjs',
    '`--code` needs the config of the generator',
    ['--live', 'live.graphql'],
  ],
  [
    'there is no project',
    'tsconfig.json',
    "pass the command that checks your code: `--code-command 'npm run typecheck'`",
  ],
])('what cannot be checked exits 2 with what to do: %s', async (_what, without, message, line = args) => {
  await using project = await makeProject(moved.nullable, { 'other.mjs': noTypeScript });
  await rm(join(project.folder, without), { recursive: true });
  const { code, stderr } = await project.check([...line, '--code'], env);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain(project.folder);
  expect(code).toBe(2);
});

test('a project whose options exclude others is compiled as it is', async () => {
  const options = { ...compilerOptions, noEmit: true, composite: true, isolatedDeclarations: true };
  await using project = await makeProject(moved.nullable, {
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }),
  });
  const { code, stdout } = await checkCode(project);
  expect(stdout).toContain("src/report.ts:8:13  'device.name' is possibly 'null'. (TS18047)");
  expect(stdout).not.toContain('does not check all');
  expect(code).toBe(1);
});

test('a syntax error elsewhere has no verdict, and the file that stops the compiler is named', async () => {
  const wrong = 'export const = 1;';
  await using project = await makeProject(moved.unread, { 'drift.json': acceptedTicks, 'src/wrong.ts': wrong });
  const { code, stdout } = await checkCode(project);
  expect(stdout).toContain('`tsc --noEmit` already stops at src/wrong.ts:1:14 ');
  expect(stdout).toContain('so nothing is known of the code after it. Correct that first.');
  expect(code).toBe(3);
});

test('a terminal shows which run it is at and how long the last one took, and nothing else does', async () => {
  const said = "console.log('src/none.ts(1,1): error TS1: Wrong.');";
  await using project = await makeProject(moved.unread, { 'drift.json': acceptedTicks, 'say.mjs': said });
  let time = 0;
  const now = () => {
    time += 1000;
    return time;
  };
  const line = [...args, '--code-command', 'node say.mjs'];
  const { stderr } = await project.check(line, env, { errTTY: true, now });
  const [, ...shown] = stderr.split('\r\u001b[K');
  expect(shown).toEqual([
    'Your code: run 1 of at most 3 of `node say.mjs`',
    'Your code: run 2 of at most 3 of `node say.mjs`; the last one took 1 s',
    'Your code: run 3 of at most 3 of `node say.mjs`; the last one took 1 s',
    '',
  ]);
  expect((await project.check(line, env, { now })).stderr).not.toContain('Your code');
});

test('an operation that cannot be adapted is named, and its code is not said to be checked', async () => {
  const torn = 'mutation Torn($id: ID!) { rename(id: $id, name: "a") { id } retire(id: $id) { id } }';
  const retire = ', retire(id: ID!): Device }\ntype Device';
  const schema = sdl.replace(' }\ntype Device', retire);
  const live = schema.replace('name: String!): Device', 'name: String!, reason: String!): Device');
  await using project = await makeProject(live.replace('retire(id: ID!)', 'retire(id: ID!, reason: Int!)'), {
    'schema.graphql': schema,
    'operations/all.graphql': `${operations}${torn}`,
  });
  const { stdout } = await checkCode(project);
  expect(stdout).toContain(
    'Left out of the generated code, because the live schema rejects them: Torn. Correct them first.',
  );
});

const tsc = resolve('node_modules/typescript/bin/tsc');

test('a command of the integrator decides which lines there are', async () => {
  await using project = await makeProject(moved.nullable);
  const command = `echo "> typecheck" && node ${tsc} --noEmit --pretty true`;
  const { code, stdout } = await checkCode(project, '--code-command', command);
  expect(stdout).toContain("    src/report.ts:8:13  'device.name' is possibly 'null'. (TS18047)");
  expect(code).toBe(1);
});

test('a command of the integrator gets no key', async () => {
  await using project = await makeProject(moved.nullable, {
    'check.mjs': "process.exitCode = Object.keys(process.env).some((it) => it.includes('KEY')) ? 1 : 0;",
  });
  const keyed = { ...env, CONTROL_API_KEY: 'emulator_0123456789' };
  const { stdout } = await project.check([...args, '--code-command', 'node check.mjs'], keyed);
  expect(stdout).not.toContain('nothing is known');
});

const fail = `import { readFileSync } from 'node:fs';
const text = readFileSync('src/generated/api.ts', 'utf8');
const isToday = text !== '' && !text.includes('ticks: number | null');
if (isToday === (process.argv[2] === 'today')) {
  console.error('No room.');
  process.exit(2);
}
if (process.argv[2] === 'today') {
  console.log('src/report.ts(1,1): error TS1: Wrong.');
  process.exit(1);
}
`;
const names = 'fails on a copy of the workspace and names no place, so nothing is known of your code';
test.each<readonly [what: string, command: string, reasons: readonly string[]]>([
  ['does not exist', 'no-such-program', [names, 'no-such-program']],
  ['fails for another reason', 'node -e "console.error(1 + 1); process.exit(2)"', [names, ': 2\n']],
  [
    'does not read the code',
    'node --version',
    ['`node --version` does not check every file that may use generated types: src/report.ts.'],
  ],
  ['fails without a place only with the types of today', 'node fail.mjs today', [names, ': No room.\n']],
  ['fails without a place only with the types to come', 'node fail.mjs later', [names, ': No room.\n']],
  [
    'reports the code of today',
    'echo "src/report.ts(4,1): error TS1: Wrong." && exit 1',
    ['already stops at src/report.ts:4:1 Wrong, so nothing is known of the code after it. Correct that first.'],
  ],
])('a command that %s has no verdict, and the reason is said', async (_what, command, reasons) => {
  await using project = await makeProject(moved.unread, { 'drift.json': acceptedTicks, 'fail.mjs': fail });
  const { code, stdout } = await checkCode(project, '--code-command', command);
  for (const reason of reasons) expect(stdout).toContain(reason);
  expect(code).toBe(3);
});

test('a command that stops at the first failing package has not checked the others, in whichever order it takes them', async () => {
  const config = JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true } });
  const inPackage = (name: string) => ({
    [`packages/${name}/package.json`]: JSON.stringify({ name, type: 'module' }),
    [`packages/${name}/tsconfig.json`]: config,
    [`packages/${name}/a.ts`]: report.replaceAll("'./", "'../../src/"),
  });
  await using project = await makeProject(moved.nullable, {
    ...inPackage('app'),
    ...inPackage('web'),
    'package.json': '{ "type": "module", "workspaces": ["packages/*"] }',
    'src/report.ts': '',
    'check.mjs': `import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
const order = readFileSync('src/generated/api.ts', 'utf8') === '' ? ['app', 'web'] : ['web', 'app'];
for (const name of order)
  process.exitCode ||= spawnSync('node', ['${tsc}', '--noEmit', '-p', 'packages/' + name], { stdio: 'inherit' }).status;
`,
  });
  const { code, stdout } = await checkCode(project, '--code-command', 'node check.mjs');
  expect(stdout).toContain('packages/web/a.ts:8:13');
  const unchecked = 'does not check every file that may use generated types: packages/app/a.ts.';
  expect(stdout).toContain(unchecked);
  expect(code).toBe(1);
  const change = { coordinate: 'Device.name', change: 'nullability-changed', from: 'String!', to: 'String' };
  await project.write('drift.json', JSON.stringify({ accepted: [{ ...change, reason: 'known' }] }));
  expect((await checkCode(project, '--code-command', 'node check.mjs')).code).toBe(3);
  const goesOn = await checkCode(project, '--code-command', 'node check.mjs --no-bail');
  expect(goesOn.stdout).not.toContain(unchecked);
});

test('a command that is stopped leaves nothing behind', async () => {
  await using project = await makeProject(moved.unread, {
    'hang.mjs':
      "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], String(process.pid)); setInterval(() => {}, 1000);",
  });
  const stop = new AbortController();
  const pid = join(project.folder, 'pid');
  const done = project.check([...args, '--code-command', `node hang.mjs ${pid} && true`], env, {
    signal: stop.signal,
  });
  await expect.poll(() => readFile(pid, 'utf8').catch(() => '')).toMatch(/^\d+$/);
  const running = Number(await readFile(pid, 'utf8'));
  stop.abort(new Error('stopped'));
  await done.catch(() => {});
  await expect.poll(() => isRunning(running)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('packages above the repository are found', async () => {
  await using above = await Project.create({
    'node_modules/shapes/package.json': '{ "name": "shapes", "types": "index.d.ts" }',
    'node_modules/shapes/index.d.ts': 'export declare function print(text: string): void;',
  });
  const text = `import { print } from 'shapes';
import type { OneQuery } from './generated/api.js';
export const show = ({ device }: OneQuery): void => { if (device) print(device.name); };
`;
  const moves = { ...files, 'src/report.ts': text, 'live.graphql': moved.nullable };
  for (const [file, its] of Object.entries(moves)) await above.write(`inside/repository/${file}`, its);
  await above.write('inside/repository/.git/HEAD', '');
  const cwd = join(above.folder, 'inside/repository');
  await symlink(resolve('node_modules/typescript'), join(above.folder, 'node_modules/typescript'), 'junction');
  await generate('codegen.mjs', { check: false, cwd });
  const { stdout } = await say(['check', ...args, '--code'], { cwd });
  expect(stdout).toContain('src/report.ts:3:');
});

test('an improvement is none the less one for a breaking change inside of it or beside it, accepted or not', async () => {
  const live = sdl
    .replace('device(id: ID!): Device,', 'device(id: ID!): Device!,')
    .replace('name: String!,', 'name: String,');
  await using project = await makeProject(live, {
    'src/report.ts': `import type { OneQuery } from './generated/api.js';
export const device = (query: OneQuery): { name: string } | null => query.device;
const nameOf = (device: NonNullable<OneQuery['device']>): string => device.name;
export const name = ({ device }: OneQuery) => (device === null ? '' : nameOf(device));
`,
  });
  const verdicts = async () => {
    const { code: exit, stdout } = await checkCode(project, '--format', 'json');
    const { findings }: { findings: readonly (Found & { status: string })[] } = JSON.parse(stdout);
    return [exit, ...findings.map(({ status, coordinate, direction }) => `${status} ${coordinate} ${direction}`)];
  };
  expect(await verdicts()).toEqual([1, 'failing Device.name breaking', 'noted Query.device safe']);
  const change = { coordinate: 'Device.name', change: 'nullability-changed', from: 'String!', to: 'String' };
  await project.write('drift.json', JSON.stringify({ accepted: [{ ...change, reason: 'known' }] }));
  expect(await verdicts()).toEqual([0, 'noted Query.device safe', 'accepted Device.name breaking']);
});
