import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../src/codegen/generate.ts';
import { ended, start } from '../../helpers/cli.ts';
import { Project } from '../helpers/check.ts';
import { difference } from './oracle.ts';
import { aliased, barrel, compilerOptions, operationModule, solution } from './projects.ts';

const sdl = 'type Query { device: Device }\ntype Device { id: ID!, name: String!, serial: String! }\n';
const optional = sdl.replace('serial: String!', 'serial: String');
/** A file that uses generated types. Its third line does not compile with the live schema. */
const user = (from: string): string => `import type { OneQuery } from '${from}';
export const a = (it: OneQuery): string => it.device?.name ?? '';
export const b = (it: OneQuery): string => it.device ? it.device.serial : '';
`;
const project = (more: object): string => JSON.stringify({ compilerOptions, ...more });
const composite = (more: object = {}): string =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, composite: true, outDir: 'dist' }, ...more });

const full = process.env['CONTROL_API_SDK_FULL'] === '1';

type Files = Readonly<Record<string, string>>;

/** The layout's files, with generated code in a folder. */
async function makeProject(
  { output, files, links = {}, outputs = [`${output}/generated/api.ts`] }: Layout,
  compiler: string,
): Promise<Project> {
  const made = await Project.create({
    'package.json': '{ "type": "module" }',
    'schema.graphql': sdl,
    'live.graphql': optional,
    'operations/one.graphql': 'query One { device { name serial } }',
    'codegen.mjs': `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
const configs = ${JSON.stringify(outputs)}.map((output) =>
  controlApiCodegen({ schema: 'schema.graphql', operations: 'operations', output, importFrom: '../operation.js' }));
export default { ...configs[0], generates: Object.assign({}, ...configs.map((it) => it.generates)) };`,
    [`${output}/operation.ts`]: operationModule,
    ...files,
  });
  await made.install('typescript', compiler);
  for (const [at, to] of Object.entries(links)) await symlink(to, join(made.folder, at), 'junction');
  await generate('codegen.mjs', { check: false, cwd: made.folder });
  return made;
}

const args = ['--config', 'codegen.mjs', '--live', 'live.graphql', '--fail-on', 'breaking'];
/** The change itself is accepted: what is judged is the code. */
const accepted = JSON.stringify({
  accepted: [
    {
      coordinate: 'Device.serial',
      change: 'nullability-changed',
      from: 'String!',
      to: 'String',
      reason: 'known',
    },
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

interface Layout {
  /** The folder that holds the generated code. */
  readonly output: string;
  readonly outputs?: readonly string[];
  readonly files: Files;
  readonly links?: Files;
  /** The projects to compile for the truth. */
  readonly tsconfigs?: readonly string[];
  /** Whether lines do not compile now. */
  readonly hasErrors?: boolean;
}

const workspace: Files = {
  'package.json': '{ "type": "module", "workspaces": ["packages/*"] }',
  'packages/api/package.json': '{ "name": "@acme/api", "type": "module", "exports": "./generated/api.ts" }',
  'packages/web/package.json': '{ "name": "web", "type": "module", "dependencies": { "@acme/api": "*" } }',
  'tsconfig.json': project({ include: ['packages'] }),
  'packages/web/a.ts': user('@acme/api'),
};
const inSrc = (files: Files): Layout => ({
  output: 'src',
  files: { 'tsconfig.json': project({ include: ['src'] }), ...files },
});

const layouts: Readonly<Record<string, Layout>> = {
  'a solution that only refers to projects': {
    output: 'src',
    tsconfigs: ['tsconfig.app.json', 'tsconfig.node.json'],
    files: {
      'tsconfig.json': solution('./tsconfig.app.json', './tsconfig.node.json'),
      'tsconfig.app.json': project({ include: ['src'] }),
      'tsconfig.node.json': project({ include: ['vite.config.ts'] }),
      'vite.config.ts': 'export default {};',
      'src/a.ts': user('./generated/api.js'),
    },
  },
  'project references (`tsc -b`)': {
    output: 'api',
    // Only a build sees what another project is now.
    tsconfigs: ['--build'],
    // TypeScript 6 wants the folder of the sources to be named.
    hasErrors: true,
    files: {
      'tsconfig.json': solution('./api', './web'),
      'api/tsconfig.json': composite(),
      'web/tsconfig.json': composite({ references: [{ path: '../api' }] }),
      'web/a.ts': user('../api/generated/api.js'),
    },
  },
  'a workspace of npm, or of Yarn with `node_modules`': {
    output: 'packages/api',
    files: { ...workspace, 'node_modules/@acme/.keep': '' },
    links: { 'node_modules/@acme/api': '../../packages/api' },
  },
  'a workspace of pnpm': {
    output: 'packages/api',
    files: {
      ...workspace,
      'pnpm-workspace.yaml': 'packages: ["packages/*"]',
      'packages/web/node_modules/@acme/.keep': '',
    },
    links: { 'packages/web/node_modules/@acme/api': '../../../api' },
  },
  '`paths` across packages': {
    output: 'api',
    files: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, ...aliased },
        include: ['web'],
      }),
      'web/a.ts': user('@api'),
    },
  },
  'barrels and aliases': inSrc({
    'src/index.ts': barrel,
    'src/a.ts': user('./index.js').replace('{ OneQuery }', '{ Answer as OneQuery }'),
  }),
  'two outputs in one project': {
    ...inSrc({ 'src/a.ts': user('./generated/api.js'), 'src/b.ts': user('./generated/second.js') }),
    outputs: ['src/generated/api.ts', 'src/generated/second.ts'],
  },
  '`allowJs` with `checkJs`': {
    output: 'src',
    files: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, allowJs: true, checkJs: true, noEmit: true },
        include: ['src'],
      }),
      'src/a.js': `/** @import { OneQuery } from './generated/api.js' */
/** @param {import('./generated/api.js').OneQuery} it @returns {string} */
export const b = (it) => it.device ? it.device.serial : '';
`,
    },
  },
  'lines that end as on Windows': inSrc({ 'src/a.ts': `\ufeff${user('./generated/api.js').replaceAll('\n', '\r\n')}` }),
  'declaration files': inSrc({
    'src/types.d.ts': "declare global { type One = import('./generated/api.js').OneQuery }\nexport {};",
    'src/a.ts': user('./x').replace(/^.*\n/, '\n').replaceAll('OneQuery', 'One'),
  }),
  'tests in a project of their own': {
    output: 'src',
    tsconfigs: ['.', 'test'],
    files: {
      'tsconfig.json': project({ include: ['src'] }),
      'test/tsconfig.json': project({ include: ['.'] }),
      'test/a.ts': user('../src/generated/api.js'),
    },
  },
  'a project that has errors already': {
    ...inSrc({ 'src/a.ts': `${user('./generated/api.js')}export const c = (it: OneQuery): number => it.device;\n` }),
    hasErrors: true,
  },
};

const compilers = {
  '5.4': 'evidence/peers/node_modules/typescript54',
  '5.9': 'node_modules/typescript',
  '6.0': 'evidence/peers/node_modules/typescript6',
  '7.0': 'evidence/peers/node_modules/typescript7',
} as const;

/** Every run has the compiler of this repository, and the newest; `--full` has all of them. */
const chosen = Object.entries(compilers).filter(([version]) => full || version === '5.9' || version === '7.0');
const page = join(import.meta.dirname, 'README.md');

describe.each(chosen)('TypeScript %s reports what `generate` and the compiler would', (_version, at) => {
  test.each(Object.entries(layouts))('%s', async (name, layout) => {
    await using made = await makeProject(layout, at);
    const tsconfigs = layout.tsconfigs ?? ['.'];
    const before = layout.hasErrors ? await reported(made, at, tsconfigs) : [];
    const [exit, message, places] = await judged(made);
    await made.write('schema.graphql', optional);
    await generate('codegen.mjs', { check: false, cwd: made.folder });
    const after = difference(await reported(made, at, tsconfigs), before);
    if (exit === 0) {
      expect(after.length).toBeGreaterThan(0);
      expect([...places].sort()).toEqual(after);
    } else {
      // Nothing is said of what was not checked: it is named, or there is a reason.
      expect([exit, places]).toEqual([3, []]);
      const user = Object.keys(layout.files).find((file) => file.endsWith('/a.ts'));
      expect(message).toMatch(layout.hasErrors ? /`tsc --build` already fails/ : new RegExp(`types: ${user}\\.`));
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

test.each([
  ['vue', ['vue', 'vue-tsc'], '<script setup lang="ts">\n', '<template><p>{{ b }}</p></template>'],
  ['svelte', ['svelte', 'svelte-check'], '<script lang="ts">\n', '<p>{b}</p>'],
])(
  'a component (.%s) is checked by the compiler of the project, and its lines are listed',
  async (extension, packages, script, markup) => {
    const component = `${script}${user('./generated/api.js')}</script>\n${markup}\n`;
    await using made = await makeProject(
      {
        output: 'src',
        files: {
          'tsconfig.json': project({ include: ['src', `src/**/*.${extension}`] }),
          [`src/a.${extension}`]: component,
          'src/b.ts': user('./generated/api.js'),
        },
      },
      compilers['5.9'],
    );
    for (const name of packages) await made.install(name, `evidence/peers/node_modules/${name}`);
    const [exit, message, places] = await judged(made);
    expect([exit, message, [...places].sort()]).toEqual([0, '', [`src/a.${extension}:4`, 'src/b.ts:3']]);
  },
);

test('a Svelte component that `svelte-check` does not compile is named', async () => {
  await using made = await makeProject(
    {
      output: 'src',
      files: {
        'tsconfig.json': project({ include: ['src'] }),
        'pages/a.svelte': `<script lang="ts">\n${user('../src/generated/api.js')}</script>\n`,
      },
    },
    compilers['5.9'],
  );
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
  const manifest = { name: '@acme/api', type: 'module', types: 'dist/api.d.ts', ...more };
  await using made = await makeProject(
    {
      output: 'packages/api',
      files: {
        ...workspace,
        'packages/api/package.json': JSON.stringify(manifest),
        'packages/api/dist/api.d.ts':
          'export type OneQuery = { device: { name: string | null; serial: string } | null };',
        'node_modules/@acme/.keep': '',
      },
      links: { 'node_modules/@acme/api': '../../packages/api' },
    },
    compilers['5.9'],
  );
  expect(await judged(made)).toEqual([3, expect.stringContaining('packages/web/a.ts'), []]);
});
