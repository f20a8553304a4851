import { readFile, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../src/codegen/generate.ts';
import { say } from '../../helpers/cli-in-process.ts';
import { Project } from '../helpers/check.ts';
import { compilerOptions } from './projects.ts';

const sdl = `
type Query { device(id: ID!): Device, devices(state: State): [Device!]! }
type Mutation { rename(id: ID!, name: String!): Device }
type Device { id: ID!, name: String!, serial: String, state: State!, ticks: Int! }
enum State { ON OFF LOST }
`;
const moved = {
  nullable: sdl.replace('name: String!,', 'name: String,'),
  removed: sdl.replace(' serial: String,', ''),
  shrunk: sdl.replace(' LOST', ''),
  required: sdl.replace('name: String!)', 'name: String!, reason: String!)'),
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
const operation = `export class TypedOperation<Result, Variables> extends String {
  declare readonly __apiType?: (variables: Variables) => Result;
  constructor(text: string, _about: object) { super(text); }
}
export interface Client {
  request<Result, Variables>(operation: TypedOperation<Result, Variables>, variables: Variables): Promise<Result>;
}
`;
const files = {
  'package.json': '{ "type": "module" }',
  'schema.graphql': sdl,
  'operations/all.graphql': operations,
  'codegen.mjs': `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
export default controlApiCodegen({ schema: 'schema.graphql', operations: 'operations', output: 'src/generated/api.ts', importFrom: '../operation.js' });`,
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  'src/operation.ts': operation,
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

const acceptedTicks = {
  coordinate: 'Device.ticks',
  change: 'nullability-changed',
  from: 'Int!',
  to: 'Int',
  reason: 'none',
};

const args = ['--config', 'codegen.mjs', '--live', 'live.graphql'];

async function checkCode(project: Project, ...more: readonly string[]) {
  const given = more.some((it) => it.startsWith('--code')) ? more : ['--code', ...more];
  return project.check([...args, ...given], {});
}

interface Found {
  readonly coordinate: string;
  readonly direction: string;
  readonly codePlaces: readonly { readonly file: string; readonly line: number; readonly column: number }[];
}

/** Where each change breaks code: `coordinate: file:line:column`. */
async function placesIn(project: Project): Promise<readonly string[]> {
  const { stdout } = await checkCode(project, '--format', 'json');
  const { findings, code }: { findings: readonly Found[]; code: { unexplained: readonly unknown[] } } =
    JSON.parse(stdout);
  expect(code.unexplained).toEqual([]);
  return findings.flatMap(({ coordinate, codePlaces }) =>
    codePlaces.map(({ file, line, column }) => `${coordinate}: ${file}:${line}:${column}`),
  );
}

describe('each change lists the lines of the code that it breaks', () => {
  test.for([
    ['nullable', ['Device.name: src/report.ts:8:13']],
    ['removed', ['Device.serial: src/report.ts:8:59']],
    ['shrunk', ['State.LOST: src/report.ts:11:58']],
    ['required', ['Mutation.rename(reason:): src/report.ts:7:32']],
    ['unread', []],
  ] as const)('%s', async ([what, expected]) => {
    await using project = await makeProject(moved[what]);
    expect(await placesIn(project)).toEqual(expected);
  });

  test('code that was generated before the snapshot is named as such, and not put down to the only change', async () => {
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
    const { stdout } = await checkCode(project, '--format', 'json');
    const report: { findings: readonly Found[]; code: { unexplained: readonly { line: number }[]; stale: string[] } } =
      JSON.parse(stdout);
    expect(report.findings.map((it) => [it.coordinate, it.codePlaces.map(({ line }) => line)])).toEqual([
      ['Device.name', [4]],
    ]);
    expect(report.code.unexplained.map(({ line }) => line)).toEqual([3]);
    expect(report.code.stale).toEqual(['src/generated/api.ts']);
    const pretty = await checkCode(project);
    expect(pretty.stdout).toContain(
      'src/generated/api.ts was not generated from the snapshot and these operations: run `npx control-api-sdk generate` before the next check.',
    );
    expect(pretty.stdout).toContain(
      '(TS2339) No change since the snapshot explains it: the generated code is of another one.',
    );
  });

  test('a value that was passed on, taken apart, and compared', async () => {
    await using project = await makeProject(moved.nullable, {
      'src/report.ts': `import type { OneQuery } from './generated/api.js';
type Device = NonNullable<OneQuery['device']>;
const print = (text: string): string => text;
export function a({ name }: Device): string { return name; }
export function b(device: Device): string { const title = device.name; return print(title); }
export const c = (device: Device): { title: string } => ({ title: device.name });
export const d = (devices: Device[]): string[] => devices.map(({ name: text }) => text.trim());
`,
    });
    expect(await placesIn(project)).toEqual([
      'Device.name: src/report.ts:4:47',
      'Device.name: src/report.ts:5:85',
      'Device.name: src/report.ts:6:60',
      'Device.name: src/report.ts:7:83',
    ]);
  });

  test('what breaks in a file that never names the generated one', async () => {
    await using project = await makeProject(moved.nullable, {
      'src/report.ts': `import type { One } from './generated/api.js';
type Result<T> = T extends { __apiType?: (...all: never[]) => infer R } ? R : never;
declare global { var device: NonNullable<Result<typeof One>['device']>; }`,
      'src/elsewhere.ts': 'export const title = globalThis.device.name.trim();',
    });
    expect(await placesIn(project)).toEqual(['Device.name: src/elsewhere.ts:1:22']);
  });
});

test('a change that affects no line says that it is safe to regenerate', async () => {
  await using project = await makeProject(moved.unread);
  const { code, stdout } = await checkCode(project);
  expect(code).toBe(1);
  expect(stdout).toContain('No line of your code is affected.');
  expect(stdout).toContain('No line of yours is affected: safe to regenerate. (`tsc --noEmit`, 0 s)');
});

test('a line that stops compiling counts, also where the change alone would not', async () => {
  await using project = await makeProject(moved.shrunk);
  expect(await project.check(args, {})).toMatchObject({ code: 0 });
  const { code, stdout } = await checkCode(project);
  expect(code).toBe(1);
  expect(stdout).toContain('Types changed (breaking)  State.LOST');
});

test('a line that stops compiling without a change that explains it is never in step', async () => {
  const earlier = sdl.replace('ticks: Int!', 'ticks: Int! model: String!');
  await using project = await makeProject(sdl, {
    'schema.graphql': earlier,
    'operations/all.graphql': operations.replace('ticks', 'ticks model'),
    'src/report.ts': `import type { OneQuery } from './generated/api.js';
export const model = ({ device }: OneQuery): string | undefined => device?.model;
`,
  });
  await project.write('schema.graphql', sdl);
  await project.write('operations/all.graphql', operations);
  const { code, stdout } = await checkCode(project);
  expect(stdout).toContain('✗ Drifted: 1 place in your code would no longer compile.');
  expect(stdout).toContain('src/report.ts:2:');
  expect(code).toBe(1);
  const junit = await checkCode(project, '--format', 'junit');
  expect(junit.stdout).toMatch(/tests="3" failures="1"/);
  expect(junit.stdout).toMatch(
    /<testcase name="your code" classname="tsc --noEmit" time="0"><failure [^>]*>src\/report.ts:2:/,
  );
});

test('without a change, nothing is compiled', async () => {
  await using project = await makeProject(sdl, { 'src/report.ts': 'this is no TypeScript' });
  const { code, stdout } = await checkCode(project);
  expect(code).toBe(0);
  expect(stdout).toContain('No line of yours is affected: safe to regenerate.');
});

describe('what cannot be checked is a mistake to correct (exit code 2)', () => {
  const refused = async (project: Project, more: readonly string[], message: string): Promise<void> => {
    const { code, stderr } = await checkCode(project, ...more);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(project.folder);
    expect(code).toBe(2);
  };

  test('TypeScript is missing: the exact command to install it', async () => {
    await using project = await Project.create({ ...files, 'live.graphql': moved.nullable });
    await generate('codegen.mjs', { check: false, cwd: project.folder });
    await refused(project, [], 'run `npm install --save-dev typescript`');
  });

  test('nothing was generated yet', async () => {
    await using project = await Project.create({ ...files, 'live.graphql': moved.nullable });
    await project.install('typescript', 'node_modules/typescript');
    await refused(project, [], 'src/generated/api.ts does not exist: run `npx control-api-sdk generate`');
  });

  test('no TypeScript is generated', async () => {
    await using project = await makeProject(moved.nullable, {
      'other.mjs': `export default { schema: 'schema.graphql', documents: 'operations', generates: {} };`,
    });
    const { code, stderr } = await project.check(['--config', 'other.mjs', '--live', 'live.graphql', '--code'], {});
    expect(stderr).toContain('The config generates no TypeScript');
    expect(code).toBe(2);
  });

  test('there is no config of the generator', async () => {
    await using project = await makeProject(moved.nullable);
    await rm(join(project.folder, 'codegen.mjs'));
    const { code, stderr } = await project.check(['--live', 'live.graphql', '--code'], {});
    expect(stderr).toContain('`--code` needs the config of the generator');
    expect(code).toBe(2);
  });

  test('there is no project', async () => {
    await using project = await makeProject(moved.nullable);
    await rm(join(project.folder, 'tsconfig.json'));
    await refused(project, [], "pass the command that checks your code: `--code='npm run typecheck'`");
    await refused(project, ['--code', '--operations', 'operations'], 'cannot be combined');
  });
});

describe('a command of the integrator decides', () => {
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const env = { PATH: process.env['PATH'] };
  const checked = (project: Project, command: string) => project.check([...args, `--code=${command}`], env);

  test.each(['true', 'false'])('which lines there are (`--pretty %s`)', async (pretty) => {
    await using project = await makeProject(moved.nullable);
    const { code, stdout } = await checked(project, `echo "> typecheck" && node ${tsc} --noEmit --pretty ${pretty}`);
    expect(stdout).toContain("    src/report.ts:8:13  'device.name' is possibly 'null'. (TS18047)");
    expect(code).toBe(1);
  });

  test('it gets no key', async () => {
    await using project = await makeProject(moved.nullable, {
      'check.mjs': "process.exitCode = Object.keys(process.env).some((it) => it.includes('KEY')) ? 1 : 0;",
    });
    process.env['CONTROL_API_KEY'] = 'emulator_0123456789';
    const { stdout } = await checked(project, 'node check.mjs').finally(() => delete process.env['CONTROL_API_KEY']);
    expect(stdout).not.toContain('nothing is known');
  });

  test.each([
    ['that does not exist', 'no-such-program', /no-such-program/],
    ['that fails for another reason', 'node -e "console.error(1 + 1); process.exit(2)"', /: 2$/m],
  ])('one %s has no verdict, and the reason is said', async (_what, command, reason) => {
    await using project = await makeProject(moved.unread);
    await project.write('drift.json', JSON.stringify({ accepted: [acceptedTicks] }));
    const { code, stdout } = await checked(project, command);
    expect(stdout).toContain('fails on a copy of the workspace and names no place, so nothing is known of your code');
    expect(stdout).toMatch(reason);
    expect(code).toBe(3);
  });

  test('one that does not read the code has no verdict: the file is named', async () => {
    await using project = await makeProject(moved.unread);
    await project.write('drift.json', JSON.stringify({ accepted: [acceptedTicks] }));
    const { code, stdout } = await checked(project, 'node --version');
    expect(stdout).toContain('`node --version` does not check all that uses generated types: src/report.ts.');
    expect(code).toBe(3);
  });

  test('one that is stopped leaves nothing behind', async () => {
    await using project = await makeProject(moved.unread, {
      'hang.mjs':
        "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], String(process.pid)); setInterval(() => {}, 1000);",
    });
    const stop = new AbortController();
    const pid = join(project.folder, 'pid');
    const done = project.check([...args, `--code=node hang.mjs ${pid} && true`], env, { signal: stop.signal });
    await expect.poll(() => readFile(pid, 'utf8').catch(() => '')).toMatch(/^\d+$/);
    const running = Number(await readFile(pid, 'utf8'));
    stop.abort(new Error('stopped'));
    await done.catch(() => {});
    await expect.poll(() => isRunning(running)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a copy that is not faithful has no verdict', () => {
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

  test.each(['', "process.cwd() + '/' + "])(
    'an error in a linked package is the same error at each distance (%s)',
    async (base) => {
      await using linked = await Project.create({ 'index.d.ts': '' });
      const file = JSON.stringify(join(linked.folder, 'index.d.ts'));
      await using project = await makeProject(moved.unread, {
        'drift.json': JSON.stringify({ accepted: [acceptedTicks] }),
        'check.mjs': `import { relative } from 'node:path';
console.log(${base}relative(process.cwd(), ${file}) + '(1,1): error TS2304: Cannot find name.');
process.exit(1);`,
      });
      const { stdout } = await project.check([...args, '--code=node check.mjs'], { PATH: process.env['PATH'] });
      expect(stdout).not.toContain('says other things');
    },
  );

  test('where it says other things than the project itself, that is the reason', async () => {
    await using project = await makeProject(moved.unread, {
      'drift.json': JSON.stringify({ accepted: [acceptedTicks] }),
    });
    await project.write(
      'check.mjs',
      `if (process.cwd() !== ${JSON.stringify(project.folder)}) { console.log('src/report.ts(1,1): error TS2307: Cannot find module.'); process.exit(1); }`,
    );
    const { code, stdout } = await project.check([...args, '--code=node check.mjs'], { PATH: process.env['PATH'] });
    expect(stdout).toContain(
      '`node check.mjs` says other things of an unchanged copy of the workspace than of the workspace itself, so nothing is known of your code: src/report.ts:1:1 Cannot find module.',
    );
    expect(code).toBe(3);
  });
});

test('beyond eight changes, lines have no reasons', async () => {
  const many = Array.from({ length: 9 }, (_, index) => `f${index}: String!`).join(' ');
  const earlier = sdl.replace('ticks: Int!', `ticks: Int! ${many}`);
  await using project = await makeProject(
    earlier.replaceAll(/(f\d: String)!/g, '$1').replace('name: String!,', 'name: String,'),
    {
      'schema.graphql': earlier,
      'operations/all.graphql': operations.replace('ticks', `ticks ${many.replaceAll(': String!', '')}`),
    },
  );
  const { code, stdout } = await checkCode(project);
  expect(stdout).toContain("src/report.ts:8:13 'device.name' is possibly 'null'. (TS18047)");
  expect(stdout).toContain('Which change a line is about is tried for at most 8 changes, and there are more.');
  expect(stdout).not.toContain('No line of your code is affected.');
  expect(code).toBe(1);
});

test.each([
  ['inside of it', 'export const device = (query: OneQuery): { name: string } | null => query.device;'],
  [
    'beside it',
    "const nameOf = (device: NonNullable<OneQuery['device']>): string => device.name;\nexport const name = ({ device }: OneQuery) => (device === null ? '' : nameOf(device));",
  ],
])('an improvement is none the less one for a breaking change %s, accepted or not', async (_where, code) => {
  const live = sdl
    .replace('device(id: ID!): Device,', 'device(id: ID!): Device!,')
    .replace('name: String!,', 'name: String,');
  await using project = await makeProject(live, {
    'src/report.ts': `import type { OneQuery } from './generated/api.js';\n${code}\n`,
  });
  const judged = async () => {
    const { code: exit, stdout } = await checkCode(project, '--format', 'json');
    const { findings }: { findings: readonly (Found & { status: string })[] } = JSON.parse(stdout);
    return [exit, ...findings.map(({ status, coordinate, direction }) => `${status} ${coordinate} ${direction}`)];
  };
  expect(await judged()).toEqual([1, 'failing Device.name breaking', 'noted Query.device safe']);
  await checkCode(project, '--accept=known');
  expect(await judged()).toEqual([0, 'noted Query.device safe', 'accepted Device.name breaking']);
});
