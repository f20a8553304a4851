import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../src/codegen/generate.ts';
import { Project } from '../helpers/check.ts';
import { compilerOptions } from './projects.ts';

const sdl = 'type Query { device: Device }\ntype Device { id: ID!, name: String!, serial: String! }\n';
const optional = sdl.replace('serial: String!', 'serial: String');
const code = (from: string): string =>
  `import type { OneQuery } from '${from}';\nexport const a = (it: OneQuery): string => it.device?.name ?? '';\n`;
const breaks = (from: string): string =>
  `import type { OneQuery } from '${from}';\nexport const a = (it: OneQuery): string => it.device ? it.device.serial : '';\n`;
const operation = `export class TypedOperation<Result, Variables> extends String {
  declare readonly __apiType?: (variables: Variables) => Result;
  constructor(text: string, _about: object) { super(text); }
}
`;

const project = (more: object): string => JSON.stringify({ compilerOptions, ...more });
const composite = (more: object = {}): string =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, composite: true, outDir: 'dist' }, ...more });

type Files = Readonly<Record<string, string>>;

/** The layout's files, with generated code in a folder. */
async function makeProject(output: string, files: Files, compiler: string, links: Files = {}): Promise<Project> {
  const made = await Project.create({
    'package.json': '{ "type": "module" }',
    'schema.graphql': sdl,
    'live.graphql': optional,
    'operations/one.graphql': 'query One { device { name serial } }',
    'codegen.mjs': `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
export default controlApiCodegen({ schema: 'schema.graphql', operations: 'operations', output: '${output}/generated/api.ts', importFrom: '../operation.js' });`,
    [`${output}/operation.ts`]: operation,
    ...files,
  });
  await made.install('typescript', compiler);
  for (const [at, to] of Object.entries(links)) await symlink(to, join(made.folder, at), 'junction');
  await generate('codegen.mjs', { check: false, cwd: made.folder });
  return made;
}

const args = ['--config', 'codegen.mjs', '--live', 'live.graphql', '--fail-on', 'breaking', '--accepted', 'drift.json'];
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

const solution: Files = {
  'tsconfig.json':
    '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }',
  'tsconfig.app.json': project({ include: ['src'] }),
  'tsconfig.node.json': project({ include: ['vite.config.ts'] }),
  'vite.config.ts': 'export default {};',
};
const references: Files = {
  'tsconfig.json': '{ "files": [], "references": [{ "path": "./api" }, { "path": "./web" }] }',
  'api/tsconfig.json': composite(),
  'web/tsconfig.json': composite({ references: [{ path: '../api' }] }),
};
const workspace: Files = {
  'package.json': '{ "type": "module", "workspaces": ["packages/*"] }',
  'packages/api/package.json': '{ "name": "@acme/api", "type": "module", "exports": "./generated/api.ts" }',
  'packages/web/package.json': '{ "name": "web", "type": "module" }',
  'tsconfig.json': project({ include: ['packages'] }),
  'node_modules/@acme/.keep': '',
};
const acme: Files = { 'node_modules/@acme/api': '../../packages/api' };
const paths: Files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...compilerOptions,
      module: 'esnext',
      moduleResolution: 'bundler',
      paths: { '@api': ['./api/generated/api.ts'] },
    },
    include: ['web'],
  }),
};

interface Layout {
  readonly output: string;
  readonly files: Files;
  readonly user: string;
  readonly from: string;
  readonly links?: Files;
}
const layouts: Readonly<Record<string, Layout>> = {
  'a solution that only refers to projects': {
    output: 'src',
    files: solution,
    user: 'src/a.ts',
    from: './generated/api.js',
  },
  'a package of the workspace': {
    output: 'packages/api',
    files: workspace,
    user: 'packages/web/a.ts',
    from: '@acme/api',
    links: acme,
  },
  'an entry of `paths` across packages': { output: 'api', files: paths, user: 'web/a.ts', from: '@api' },
  'tests in a project of their own': {
    output: 'src',
    files: { 'tsconfig.json': project({ include: ['src'] }), 'test/tsconfig.json': project({ include: ['.'] }) },
    user: 'test/a.ts',
    from: '../src/generated/api.js',
  },
};

describe.each([
  'typescript',
  ...['typescript54', 'typescript6', 'typescript7'].map((it) => `../test/peers/node_modules/${it}`),
])('%s compiles all that uses generated types', (compiler) => {
  const at = join('node_modules', compiler);
  test.each(Object.entries(layouts))('%s', async (_name, { output, files, user, from, links }) => {
    await using fine = await makeProject(output, { ...files, [user]: code(from) }, at, links);
    expect(await judged(fine)).toEqual([0, '', []]);
    await using broken = await makeProject(output, { ...files, [user]: breaks(from) }, at, links);
    expect(await judged(broken)).toEqual([0, '', [`${user}:2`]]);
  });
});

test('projects that refer to each other are compiled from their sources', async () => {
  const at = 'node_modules/typescript';
  const user = { 'web/a.ts': breaks('../api/generated/api.js') };
  await using made = await makeProject('api', { ...references, ...user }, at);
  expect(await judged(made)).toEqual([0, '', ['web/a.ts:2']]);
});

test('without an API of the compiler, what refers to a project that has to be built is named', async () => {
  const user = { 'web/a.ts': breaks('../api/generated/api.js') };
  await using made = await makeProject('api', { ...references, ...user }, 'test/peers/node_modules/typescript7');
  expect(await judged(made)).toEqual([3, expect.stringContaining('web/a.ts'), []]);
});

test.each([
  ['vue', 'vue-tsc'],
  ['svelte', 'svelte-check'],
  ['astro', 'astro check'],
])('a component (.%s) that uses generated types is named with its compiler, %s', async (extension, program) => {
  const files = {
    'tsconfig.json': project({ include: ['src'] }),
    [`src/a.${extension}`]: `<script setup lang="ts">\n${code('@/shared')}</script>\n`,
    'src/shared.ts': "export * from './generated/api.js';",
    [`src/other.${extension}`]: "<script>import { ref } from 'vue'; import './style.css';</script>",
  };
  await using made = await makeProject('src', files, 'node_modules/typescript');
  const [exit, message] = await judged(made);
  expect(exit).toBe(3);
  expect(message).toContain(
    `not compiled: src/a.${extension}. To know, generate for the live schema and run \`npx ${program}`,
  );
});

test('a script that no project includes is named', async () => {
  const files = { 'tsconfig.json': project({ include: ['src'] }), 'scripts/a.ts': code('../src/generated/api.js') };
  await using made = await makeProject('src', files, 'node_modules/typescript');
  expect(await judged(made)).toEqual([3, expect.stringContaining('not compiled: scripts/a.ts.'), []]);
  const { stdout } = await made.check([...args, '--code', '--update'], {});
  expect(stdout).toContain('No line of what was compiled is affected.');
  expect(stdout).not.toContain('safe to regenerate');
});
