import { readFileSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../src/codegen/generate.ts';
import { Project } from '../drift/helpers/check.ts';
import { isFull } from '../helpers/cases.ts';
import { type Ended, ended, start } from '../helpers/cli.ts';
import { filesOf, type Layout, layoutNamed, layouts, live } from './layouts.ts';

const bin = join(import.meta.dirname, 'node_modules/.bin');
const env = {
  PATH: ['node_modules/.bin', bin, process.env['PATH']].join(delimiter),
  HOME: process.env['HOME'] ?? '',
  ...{ NX_DAEMON: 'false', NX_NO_CLOUD: 'true', TURBO_TELEMETRY_DISABLED: '1', YARN_ENABLE_NETWORK: '0' },
  ...{ npm_config_update_notifier: 'false', npm_config_offline: 'true', GIT_CONFIG_GLOBAL: '/dev/null' },
};

function run({ folder }: Project, command: string): Promise<Ended> {
  return ended(start('sh', ['-c', command], env, folder));
}

async function expectFine(project: Project, command: string): Promise<void> {
  const { code, stdout, stderr } = await run(project, command);
  expect(code, `${command}: ${stdout}${stderr}`).toBe(0);
}

/** Links as npm makes them. */
async function link({ folder }: Project, links: Readonly<Record<string, string>>): Promise<void> {
  for (const [at, to] of Object.entries(links)) {
    await mkdir(dirname(join(folder, at)), { recursive: true });
    await symlink(to, join(folder, at));
  }
}

const manifestOf = (project: Project): object => JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8'));
const change = (project: Project, more: object): Promise<void> =>
  project.write('package.json', JSON.stringify({ name: 'root', ...manifestOf(project), ...more }));
const compiler = { devDependencies: { tsc: 'link:./tools/tsc' } };

async function npm(project: Project, { packages }: Layout): Promise<void> {
  await change(project, packages ? { workspaces: Object.keys(packages) } : {});
  await link(project, {
    'node_modules/.bin/tsc': '../../tools/tsc/tsc.cjs',
    'node_modules/typescript': resolve('node_modules/typescript'),
    ...(packages && { 'node_modules/@acme/api': '../../packages/api' }),
  });
  await expectFine(project, 'chmod +x tools/tsc/tsc.cjs');
}

async function pnpm(project: Project, { packages }: Layout): Promise<void> {
  await change(project, { ...compiler, packageManager: 'pnpm@10.34.9' });
  await project.write('.npmrc', 'manage-package-manager-versions=false\n');
  if (packages) await project.write('pnpm-workspace.yaml', `packages: ${JSON.stringify(Object.keys(packages))}\n`);
  await expectFine(project, 'pnpm install --offline');
}

async function yarn(project: Project, { packages }: Layout): Promise<void> {
  await change(project, {
    devDependencies: { tsc: 'portal:./tools/tsc' },
    ...(packages && { workspaces: Object.keys(packages) }),
  });
  await project.write('yarn.lock', '');
  await project.write('.yarnrc.yml', 'nodeLinker: node-modules\nenableTelemetry: false\nenableGlobalCache: false\n');
  await expectFine(project, 'yarn install --no-immutable');
}

async function turbo(project: Project, layout: Layout): Promise<void> {
  await pnpm(project, layout);
  await project.write('turbo.json', '{ "tasks": { "typecheck": {} } }');
  await expectFine(project, 'git init -q && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm all');
  // Its cache holds the result of today.
  await run(project, 'turbo run typecheck');
}

interface Runner {
  readonly setUp: (project: Project, layout: Layout) => Promise<void>;
  /** Undefined for the installed compiler. */
  readonly command: (layout: Layout) => string | undefined;
}

const runners: Readonly<Record<string, Runner>> = {
  plain: { setUp: npm, command: () => undefined },
  'npm run typecheck': {
    setUp: npm,
    command: ({ packages }) => `npm run typecheck${packages ? ' --workspaces --if-present' : ''}`,
  },
  'pnpm typecheck': { setUp: pnpm, command: ({ packages }) => (packages ? 'pnpm -r typecheck' : 'pnpm typecheck') },
  'yarn tsc': {
    setUp: yarn,
    command: ({ packages, script = 'tsc --noEmit' }) =>
      packages ? 'yarn workspaces foreach -A run typecheck' : script.replaceAll('tsc -', 'yarn tsc -'),
  },
  'turbo run typecheck': { setUp: turbo, command: () => 'turbo run typecheck --concurrency=1' },
  'turbo, generated files ignored': {
    setUp: async (project, layout) => {
      await project.write('.gitignore', 'generated\nnode_modules\n');
      await turbo(project, layout);
    },
    command: () => 'turbo run typecheck --continue',
  },
  nx: {
    setUp: async (project, layout) => {
      await npm(project, layout);
      await change(project, { nx: {} });
      await link(project, { 'node_modules/nx': join(import.meta.dirname, 'node_modules/nx') });
      await project.write('nx.json', '{ "targetDefaults": { "typecheck": { "cache": true } }, "analytics": false }');
      await run(project, 'nx run-many -t typecheck');
    },
    command: () => 'nx run-many -t typecheck',
  },
  'tsc -b': { setUp: npm, command: () => 'tsc -b' },
};

interface Place {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

interface Report {
  readonly error?: { readonly message: string };
  readonly findings?: readonly { readonly codePlaces: readonly Place[] }[];
  readonly code?: { readonly unexplained: readonly Place[]; readonly uncompiled: readonly string[] };
}

interface Judged {
  readonly exit: number;
  readonly reason: string;
  /** The lines that no longer compile; several if the report says that it is one of them. */
  readonly places: readonly string[];
  readonly unchecked: readonly string[];
}

async function judge(project: Project, command: string | undefined): Promise<Judged> {
  const how = command === undefined ? ['--code'] : ['--code-command', command];
  const args = ['--config', 'codegen.mjs', '--live', 'live.graphql', '--format', 'json', ...how];
  const { code, stdout, stderr } = await project.check(args, env);
  expect(stdout, stderr).not.toBe('');
  const { error, findings = [], code: checked }: Report = JSON.parse(stdout);
  const all = [...findings.flatMap(({ codePlaces }) => codePlaces), ...(checked?.unexplained ?? [])];
  const places = all.flatMap(({ file, line, message }) => {
    const several = /^One of ([^:]+):/.exec(message)?.[1]?.split(', ') ?? [file];
    return several.map((it) => `${it}:${line}`);
  });
  const reason = error?.message ?? '';
  const unchecked = checked?.uncompiled ?? /types: (.*?)\. To/.exec(reason)?.[1]?.split(', ') ?? [];
  return { exit: code, reason, places: [...new Set(places)].sort(), unchecked };
}

/** Whether the checker fails after the code is generated again, without its cache. */
async function failsAfter(project: Project, command: string): Promise<boolean> {
  await project.write('schema.graphql', live);
  await generate('codegen.mjs', { check: false, cwd: project.folder });
  for (const left of ['.turbo', 'node_modules/.cache', '.nx', 'dist'])
    await rm(join(project.folder, left), { recursive: true, force: true });
  const { code } = await run(project, command);
  return code !== 0;
}

/** Every run takes each runner once; layouts.rest.test.ts has each layout. */
const cells = Object.keys(layouts).flatMap((layout, row) =>
  Object.keys(runners).map((runner, column) => ({
    layout,
    runner,
    inEveryRun: row < 8 && (row * 3 + column) % 8 === 0,
  })),
);
const chosen = cells.filter(({ inEveryRun }) => isFull || inEveryRun);

test.each(chosen)('no code is called safe if its checker fails: $layout, $runner', async ({ layout: name, runner }) => {
  const layout = layoutNamed(name);
  const its = runners[runner] ?? expect.unreachable(runner);
  await using project = await Project.create(filesOf(layout));
  await generate('codegen.mjs', { check: false, cwd: project.folder });
  await its.setUp(project, layout);
  const command = its.command(layout);
  const { exit, reason, places, unchecked } = await judge(project, command);
  const fails = await failsAfter(project, command ?? layout.script ?? 'tsc --noEmit');
  const users = Object.keys(layout.files).filter((file) => /\ba\.[jt]s$/.test(file));
  // Each of these lines is listed, or its file is named as not checked.
  expect([exit, fails]).toEqual(reason === '' ? [1, true] : [3, expect.any(Boolean)]);
  expect(places.filter((place) => !users.some((file) => place === `${file}:2`))).toEqual([]);
  expect(users.filter((file) => !places.includes(`${file}:2`) && !unchecked.includes(file))).toEqual([]);
  if (exit === 3) expect(reason).toContain('does not check every file that may use generated types');
});
