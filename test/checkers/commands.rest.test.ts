import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../src/codegen/generate.ts';
import { compilerOptions, operationModule } from '../drift/code/projects.ts';
import { Project } from '../drift/helpers/check.ts';
import { ended, start } from '../helpers/cli.ts';

/*
 * A project's own command, started by each runner that people have, on a removed value of an enum: only the code decides whether it
 * breaks anything. The truth is what the command reports once the code is generated anew.
 */

const bin = (name: string): string => resolve(import.meta.dirname, 'node_modules/.bin', name);
const sdl = 'type Query { device: Device }\ntype Device { id: ID!, state: State! }\nenum State { ON OFF LOST }\n';
const moved = sdl.replace(' LOST', '');
const user = (from: string): string => `import type { OneQuery } from '${from}';
export const isOn = (it: OneQuery): boolean => it.device?.state === 'ON';
export const isLost = (it: OneQuery): boolean => it.device?.state === 'LOST';
`;
const types = { compilerOptions: { ...compilerOptions, noEmit: true }, include: ['.'], exclude: ['node_modules'] };
const tsconfig = JSON.stringify(types);
const script = { scripts: { typecheck: 'tsc --noEmit -p .' } };

interface Layout {
  /** The folder of the package with the generated code. */
  readonly at: string;
  readonly files: Readonly<Record<string, string>>;
  /** Links among installed packages, by where they are. */
  readonly links?: Readonly<Record<string, string>>;
}

const single: Layout = {
  at: '.',
  files: {
    'package.json': JSON.stringify({ type: 'module', private: true, packageManager: 'yarn@1.22.22', ...script }),
    'tsconfig.json': tsconfig,
    'src/use.ts': user('./generated/api.js'),
  },
};

const member = (name: string, more: object = {}): string =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', ...script, ...more });

/** A workspace whose packages have a file of the same path each; `web` uses the source of `api`. */
const workspace: Layout = {
  at: 'packages/api',
  files: {
    'package.json': JSON.stringify({
      ...{ name: 'root', type: 'module', private: true, workspaces: ['packages/*'], packageManager: 'npm@10.0.0' },
      scripts: { typecheck: 'npm run -ws typecheck' },
    }),
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    'turbo.json': JSON.stringify({ tasks: { typecheck: {} }, cacheDir: '.turbo/cache', globalPassThroughEnv: ['*'] }),
    'nx.json': JSON.stringify({ targetDefaults: { typecheck: { cache: true } }, neverConnectToCloud: true }),
    'packages/api/package.json': member('@acme/api', { exports: './src/generated/api.ts' }),
    'packages/api/tsconfig.json': tsconfig,
    'packages/api/src/use.ts': user('./generated/api.js'),
    'packages/web/package.json': member('@acme/web', { dependencies: { '@acme/api': '1.0.0' } }),
    'packages/web/tsconfig.json': tsconfig,
    'packages/web/src/use.ts': user('@acme/api'),
    'packages/web/src/other.ts': 'export const other = 1;\n',
  },
  links: { 'node_modules/@acme/api': '../../packages/api', 'node_modules/@acme/web': '../../packages/web' },
};

const references: Layout = {
  at: '.',
  files: {
    'package.json': JSON.stringify({ type: 'module', private: true }),
    'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './src' }] }),
    'src/tsconfig.json': JSON.stringify({
      compilerOptions: { ...compilerOptions, composite: true, outDir: '../dist' },
    }),
    'src/use.ts': user('./generated/api.js'),
  },
};

async function makeProject({ at, files, links = {} }: Layout, isIgnored: boolean): Promise<Project> {
  const made = await Project.create({
    'schema.graphql': sdl,
    'live.graphql': moved,
    'operations/one.graphql': 'query One { device { state } }',
    'codegen.mjs': `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
export default controlApiCodegen({ schema: 'schema.graphql', operations: 'operations', output: '${at}/src/generated/api.ts', importFrom: '../operation.js' });`,
    '.gitignore': `node_modules\n.turbo\n.nx\n.wireit\n${isIgnored ? 'generated\n' : ''}`,
    [`${at}/src/operation.ts`]: operationModule,
    ...files,
  });
  await made.install('typescript', join(import.meta.dirname, 'node_modules/typescript'));
  mkdirSync(join(made.folder, 'node_modules/.bin'), { recursive: true });
  for (const name of ['tsc', 'turbo', 'nx']) await symlink(bin(name), join(made.folder, 'node_modules/.bin', name));
  for (const name of ['turbo', 'nx']) await made.install(name, join(import.meta.dirname, 'node_modules', name));
  for (const [from, to] of Object.entries(links)) {
    mkdirSync(join(made.folder, from, '..'), { recursive: true });
    await symlink(to, join(made.folder, from), 'junction');
  }
  await generate('codegen.mjs', { check: false, cwd: made.folder });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: made.folder });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  return made;
}

const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ...{ TURBO_TELEMETRY_DISABLED: '1', NX_DAEMON: 'false', NX_NO_CLOUD: 'true', COREPACK_ENABLE_STRICT: '0' },
};

/** The exit code, the reason of no verdict, and the lines of code of a check. */
async function judged(made: Project, command: string) {
  const args = ['--config', 'codegen.mjs', '--live', 'live.graphql', '--fail-on', 'breaking', '--format', 'json'];
  const { code, stdout } = await made.check([...args, '--code-command', command], env);
  const {
    error,
    findings = [],
    code: own,
  } = JSON.parse(stdout) as {
    readonly error?: { readonly message: string };
    readonly findings?: readonly { readonly codePlaces: readonly { readonly file: string; readonly line: number }[] }[];
    readonly code?: {
      readonly unexplained?: readonly { readonly file: string; readonly line: number }[];
      readonly uncompiled?: readonly string[];
    };
  };
  const places = [...findings.flatMap(({ codePlaces }) => codePlaces), ...(own?.unexplained ?? [])];
  const lines = new Set(places.map(({ file, line }) => `${file}:${line}`));
  return { code, reason: error?.message ?? '', lines: [...lines].sort(), unchecked: own?.uncompiled ?? [] };
}

type Cell = readonly [what: string, layout: Layout, command: string, lines: readonly string[]];
const both = ['packages/api/src/use.ts:3', 'packages/web/src/use.ts:3'];
/** A runner that ends with the first package that fails, or checks one alone: each file is listed, or named as not checked. */
const some: readonly string[] = [];

const cells: readonly Cell[] = [
  ['npm', single, 'npm run typecheck', ['src/use.ts:3']],
  ['pnpm', single, `${bin('pnpm')} --config.manage-package-manager-versions=false typecheck`, ['src/use.ts:3']],
  ['Yarn', single, `${bin('yarn')} --silent tsc --noEmit -p .`, ['src/use.ts:3']],
  ['project references', references, 'node_modules/.bin/tsc -b', ['src/use.ts:3']],
  ['npm of a workspace', workspace, 'npm run -ws typecheck', both],
  ['one package of a workspace', workspace, 'npm run -w @acme/web typecheck', some],
  ['pnpm of a workspace', workspace, `${bin('pnpm')} -r --no-bail run typecheck`, both],
  ['turbo', workspace, 'node_modules/.bin/turbo run typecheck --continue --no-daemon', both],
  ['turbo that stops', workspace, 'node_modules/.bin/turbo run typecheck --no-daemon --concurrency=1', some],
  ['nx', workspace, 'node_modules/.bin/nx run-many -t typecheck --outputStyle=stream', both],
];

/** A cache that does not hash ignored files is the harder case; `--full` has both, and the slowest runner. */
const full = process.env['CONTROL_API_SDK_FULL'] === '1';
const chosen = cells.filter(([runner]) => full || runner !== 'nx');

test.each(
  chosen.flatMap((cell) => (full ? ['ignored', 'tracked'] : ['ignored']).map((tracked) => [tracked, ...cell] as const)),
)(
  'with generated code that is %s, a command by %s lists what it reports later on, or says why not',
  async (tracked, _what, layout, command, expected) => {
    await using made = await makeProject(layout, tracked === 'ignored');
    const { code, reason, lines, unchecked } = await judged(made, command);
    await made.write('schema.graphql', moved);
    await generate('codegen.mjs', { check: false, cwd: made.folder });
    const later = await ended(start('/bin/sh', ['-c', command], env, made.folder));
    // Turbo and nx may take an answer of before, from a cache of their own: a check must not.
    if (!/turbo|nx run/.test(command)) expect(later.code).not.toBe(0);
    expect([code, reason]).toEqual([1, '']);
    if (expected !== some) expect([lines, unchecked]).toEqual([expected, []]);
    else {
      expect([lines.length, unchecked.length]).toEqual([1, 1]);
      expect([...lines, ...unchecked.map((file) => `${file}:3`)].sort()).toEqual(both);
    }
  },
);
