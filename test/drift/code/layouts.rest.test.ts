import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../src/codegen/generate.ts';
import { isFull } from '../../helpers/cases.ts';
import { ended, start } from '../../helpers/cli.ts';
import {
  config,
  filesOf,
  inSrc,
  layoutNamed,
  live,
  type Layout as SharedLayout,
  user,
} from '../../monorepos/layouts.ts';
import { Project } from '../helpers/check.ts';
import { difference } from './oracle.ts';

interface Layout extends SharedLayout {
  readonly links?: SharedLayout['files'];
  /** The projects to compile for the truth. */
  readonly tsconfigs?: readonly string[];
  /** Whether lines do not compile now. */
  readonly hasErrors?: boolean;
}

/** The project of a layout, with generated code. */
async function makeProject({ links = {}, ...layout }: Layout, compiler: string): Promise<Project> {
  const made = await Project.create(filesOf(layout));
  await made.install('typescript', compiler);
  for (const [at, to] of Object.entries(links)) {
    await mkdir(dirname(join(made.folder, at)), { recursive: true });
    await symlink(to, join(made.folder, at), 'junction');
  }
  await generate('codegen.mjs', { check: false, cwd: made.folder });
  return made;
}

const args = ['--config', 'codegen.mjs', '--live', 'live.graphql', '--fail-on', 'breaking'];
/** The change itself is accepted: what is judged is the code. */
const accepted = JSON.stringify({
  accepted: [
    { ...{ coordinate: 'State.LOST', change: 'enum-value-removed', from: 'LOST', to: null }, reason: 'known' },
  ],
});

/** The exit code, and the places that no longer compile. */
async function judged(made: Project): Promise<readonly [number, string, readonly string[]]> {
  await made.write('drift.json', accepted);
  const { code: exit, stdout } = await made.check([...args, '--code', '--format', 'json'], {});
  const report: {
    readonly error?: { readonly message: string };
    readonly findings?: readonly { readonly codePlaces: readonly { readonly file: string; readonly line: number }[] }[];
  } = JSON.parse(stdout);
  const places = (report.findings ?? []).flatMap(({ codePlaces }) => codePlaces.map((it) => `${it.file}:${it.line}`));
  return [exit, report.error?.message ?? '', places];
}

/** The lines of the project's own code that its compiler reports. */
async function reported(
  { folder }: Project,
  compiler: string,
  tsconfigs: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const tsconfig of tsconfigs) {
    const how = tsconfig === '--build' ? ['--build'] : ['-p', tsconfig, '--noEmit', '--composite', 'false'];
    const command = [resolve(compiler, 'bin/tsc'), ...how, '--pretty', 'false'];
    const { stdout } = await ended(start(process.execPath, command, {}, folder));
    for (const [, file, line] of stdout.matchAll(/^(.+?)\((\d+),\d+\): error TS/gm)) found.add(`${file}:${line}`);
  }
  return [...found];
}

const workspace = layoutNamed('a workspace that uses sources');
const ofNpm = { 'node_modules/@acme/api': '../../packages/api' };

const layouts: Readonly<Record<string, Layout>> = {
  'a solution that only refers to projects': {
    ...layoutNamed('a solution of projects'),
    tsconfigs: ['tsconfig.app.json', 'tsconfig.node.json'],
  },
  // Only a build sees what another project is now.
  'project references (`tsc -b`)': { ...layoutNamed('projects that refer to others'), tsconfigs: ['--build'] },
  'a workspace of npm, or of Yarn with `node_modules`': { ...workspace, links: ofNpm },
  'a workspace of pnpm': {
    ...workspace,
    files: { ...workspace.files, 'pnpm-workspace.yaml': 'packages: ["packages/*"]' },
    links: { 'packages/web/node_modules/@acme/api': '../../../api' },
  },
  '`paths` across packages': layoutNamed('`paths` across folders'),
  'barrels and aliases': layoutNamed('barrels and aliases'),
  'two outputs in one project': {
    ...inSrc({ 'src/a.ts': user('./generated/api.js'), 'src/b.ts': user('./generated/second.js') }),
    outputs: ['src/generated/api.ts', 'src/generated/second.ts'],
  },
  '`allowJs` with `checkJs`': layoutNamed('JavaScript that is checked'),
  'lines that end as on Windows': inSrc({ 'src/a.ts': `\ufeff${user('./generated/api.js').replaceAll('\n', '\r\n')}` }),
  'declaration files': inSrc({
    'src/types.d.ts': "declare global { type One = import('./generated/api.js').OneQuery }\nexport {};",
    'src/a.ts': user('./x').replace(/^.*\n/, '\n').replaceAll('OneQuery', 'One'),
  }),
  'tests in a project of their own': { ...layoutNamed('tests in a project of their own'), tsconfigs: ['.', 'test'] },
  'a project that has errors already': { ...layoutNamed('errors already'), hasErrors: true },
};

const compilers = {
  '5.4': 'evidence/peers/node_modules/typescript54',
  '5.9': 'node_modules/typescript',
  '6.0': 'evidence/peers/node_modules/typescript6',
  '7.0': 'evidence/peers/node_modules/typescript7',
} as const;

/** Every run has the compiler of this repository, and the newest; `--full` has all of them. */
const chosen = Object.entries(compilers).filter(([version]) => isFull || version === '5.9' || version === '7.0');
const page = join(import.meta.dirname, 'README.md');

describe.each(chosen)('TypeScript %s reports what `generate` and the compiler would', (_version, at) => {
  test.each(Object.entries(layouts))('%s', async (name, layout) => {
    await using made = await makeProject(layout, at);
    const tsconfigs = layout.tsconfigs ?? ['.'];
    const before = layout.hasErrors ? await reported(made, at, tsconfigs) : [];
    const [exit, message, places] = await judged(made);
    await made.write('schema.graphql', live);
    await generate('codegen.mjs', { check: false, cwd: made.folder });
    const after = difference(await reported(made, at, tsconfigs), before);
    if (exit === 0) {
      expect(after.length).toBeGreaterThan(0);
      expect([...places].sort()).toEqual(after);
    } else {
      // Nothing is said of what was not checked: it is named, or there is a reason.
      expect([exit, places]).toEqual([3, []]);
      const user = Object.keys(layout.files).find((file) => file.endsWith('/a.ts'));
      expect(message).toContain(`types: ${user}.`);
    }
    const cell = exit === 0 ? 'the same lines' : 'a reason, exit code 3';
    const row = readFileSync(page, 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| ${name} |`));
    expect(row).toContain(cell);
  });
});

test.each(['vue', 'svelte', 'astro'])('a component (.%s) that nothing checks is named', async (extension) => {
  const files = {
    [`src/a.${extension}`]: `<script setup lang="ts">\n${user('@/generated/api')}</script>\n`,
    [`src/other.${extension}`]: "<script>import { ref } from 'vue'; import './style.css';</script>",
  };
  await using made = await makeProject(inSrc(files), compilers['5.9']);
  const [exit, message] = await judged(made);
  expect(exit).toBe(3);
  expect(message).toContain(`does not check every file that may use generated types: src/a.${extension}.`);
});

const vue = [
  'vue',
  ['vue', 'vue-tsc'],
  '<script setup lang="ts">\n',
  '<template><p>{{ isLost }}</p></template>',
] as const;
const svelte = ['svelte', ['svelte', 'svelte-check'], '<script lang="ts">\n', '<p>{isLost}</p>'] as const;

test.each(isFull ? [vue, svelte] : [vue])(
  'a component (.%s) is checked by the compiler of the project, and its lines are listed',
  async (extension, packages, script, markup) => {
    const files = {
      'tsconfig.json': config({ include: ['src', `src/**/*.${extension}`] }),
      [`src/a.${extension}`]: `${script}${user('./generated/api.js')}</script>\n${markup}\n`,
      'src/b.ts': user('./generated/api.js'),
    };
    await using made = await makeProject(inSrc(files), compilers['5.9']);
    for (const name of packages) await made.install(name, `evidence/peers/node_modules/${name}`);
    const [exit, message, places] = await judged(made);
    expect([exit, message, [...places].sort()]).toEqual([0, '', [`src/a.${extension}:3`, 'src/b.ts:2']]);
  },
);

test.runIf(isFull)('a Svelte component that `svelte-check` does not compile is named', async () => {
  const component = `<script lang="ts">\n${user('../src/generated/api.js')}</script>\n`;
  await using made = await makeProject(inSrc({ 'pages/a.svelte': component }), compilers['5.9']);
  for (const name of ['svelte', 'svelte-check']) await made.install(name, `evidence/peers/node_modules/${name}`);
  expect(await judged(made)).toEqual([3, expect.stringContaining('types: pages/a.svelte.'), []]);
});

test('a script that no project includes is named', async () => {
  await using made = await makeProject(inSrc({ 'scripts/a.ts': user('../src/generated/api.js') }), compilers['5.9']);
  expect(await judged(made)).toEqual([3, expect.stringContaining('types: scripts/a.ts.'), []]);
});

test.each([
  ['nothing else', {}],
  ['a script that ends with a source', { scripts: { dev: 'tsx watch generated/api.ts', start: './generated/api.ts' } }],
  ['a list of files with a source', { files: ['generated/api.ts'] }],
])('code that uses a package as it was built is named, where its manifest has %s', async (_what, more) => {
  const { packages, ...built } = layoutNamed('a workspace that uses a built package');
  const api = { name: '@acme/api', type: 'module', types: 'dist/api.d.ts', ...more };
  const layout = { ...built, packages: { ...packages, 'packages/api': api }, links: ofNpm };
  await using made = await makeProject(layout, compilers['5.9']);
  expect(await judged(made)).toEqual([3, expect.stringContaining('packages/web/a.ts'), []]);
});
