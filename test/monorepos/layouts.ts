import { resolve } from 'node:path';
import { expect } from 'vitest';
import { compilerOptions, operationModule } from '../drift/code/projects.ts';

export const sdl =
  'type Query { device: Device }\ntype Device { id: ID!, name: String!, state: State! }\nenum State { ON OFF LOST }\n';
/** The code alone decides, since no result has a new value. */
export const live = sdl.replace(' LOST', '');

/** The files of a layout. A package with a script `typecheck` is checked by it. */
export interface Layout {
  /** The folder of the generated code. */
  readonly output: string;
  /** The generated files. @defaultValue `generated/api.ts` in that folder */
  readonly outputs?: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** The packages of the workspace; none for a single one. */
  readonly packages?: Readonly<Record<string, object>>;
  /** The command in the root. In a workspace, each package has its own. */
  readonly script?: string;
}

/** A file that uses generated types. Its second line does not compile without the value. */
export const user = (from: string): string => `import type { OneQuery } from '${from}';
export const isLost = (it: OneQuery): boolean => it.device?.state === 'LOST';
`;
export const config = (more: object = {}, options: object = {}): string =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true, ...options }, ...more });
const composite = (more: object = {}): string =>
  config(more, { composite: true, rootDir: '.', outDir: 'dist', noEmit: false });
/** A `tsconfig.json` that only refers to others. */
const solution = (...paths: readonly string[]): string =>
  JSON.stringify({ files: [], references: paths.map((path) => ({ path })) });
const check = { typecheck: 'tsc --noEmit' };
const api = { name: '@acme/api', type: 'module', exports: './generated/api.ts', scripts: check };
const web = { name: 'web', type: 'module', dependencies: { '@acme/api': 'workspace:*' }, scripts: check };
export const inSrc = (files: Layout['files'], options: object = {}): Layout => ({
  output: 'src',
  files: { 'tsconfig.json': config({ include: ['src'] }, options), ...files },
});
const workspace: Layout = {
  output: 'packages/api',
  packages: { 'packages/api': api, 'packages/web': web },
  files: {
    'tsconfig.json': config({ include: ['packages'] }),
    'packages/api/tsconfig.json': config(),
    'packages/web/tsconfig.json': config(),
    'packages/web/a.ts': user('@acme/api'),
  },
};

export const layouts: Readonly<Record<string, Layout>> = {
  'one package': inSrc({ 'src/a.ts': user('./generated/api.js') }),
  'a solution of projects': {
    output: 'src',
    script: 'tsc -b',
    files: {
      'tsconfig.json': solution('./tsconfig.app.json', './tsconfig.node.json'),
      'tsconfig.app.json': composite({ include: ['src'] }),
      'tsconfig.node.json': composite({ include: ['vite.config.ts'] }),
      'vite.config.ts': 'export default {};',
      'src/a.ts': user('./generated/api.js'),
    },
  },
  'projects that refer to others': {
    output: 'api',
    script: 'tsc -b',
    files: {
      'tsconfig.json': solution('./api', './web'),
      'api/tsconfig.json': composite(),
      'web/tsconfig.json': composite({ references: [{ path: '../api' }] }),
      'web/a.ts': user('../api/generated/api.js'),
    },
  },
  'a workspace that uses sources': workspace,
  'a workspace that fails in two packages': {
    ...workspace,
    packages: { ...workspace.packages, 'packages/app': { ...web, name: 'app' } },
    files: {
      ...workspace.files,
      'packages/app/tsconfig.json': config(),
      'packages/app/a.ts': user('@acme/api'),
    },
  },
  'a workspace that uses a built package': {
    ...workspace,
    packages: {
      ...workspace.packages,
      'packages/api': {
        ...api,
        exports: undefined,
        types: 'dist/api.d.ts',
        scripts: { ...check, dev: 'tsx watch src/index.ts' },
      },
    },
    files: {
      ...workspace.files,
      'packages/api/tsconfig.json': config({ include: ['generated', 'operation.ts'] }),
      'packages/api/dist/api.d.ts':
        "export type OneQuery = { device: { name: string; state: 'ON' | 'OFF' | 'LOST' } | null };",
    },
  },
  'a package that nothing checks': {
    ...workspace,
    packages: { ...workspace.packages, 'packages/web': { ...web, scripts: {} } },
  },
  '`paths` across folders': {
    output: 'api',
    files: {
      'tsconfig.json': config(
        { include: ['web'] },
        { module: 'esnext', moduleResolution: 'bundler', paths: { '@api': ['./api/generated/api.ts'] } },
      ),
      'web/a.ts': user('@api'),
    },
  },
  'barrels and aliases': inSrc({
    // One of the types is passed on also under another name.
    'src/index.ts': `export * from './generated/api.js';\nexport type { OneQuery as Answer } from './generated/api.js';\n`,
    'src/a.ts': user('./index.js').replace('{ OneQuery }', '{ Answer as OneQuery }'),
  }),
  'JavaScript that is checked': inSrc(
    {
      'src/a.js': `/** @param {import('./generated/api.js').OneQuery} it */
export const isLost = (it) => it.device?.state === 'LOST';
`,
    },
    { allowJs: true, checkJs: true },
  ),
  'tests in a project of their own': {
    output: 'src',
    script: 'tsc --noEmit && tsc --noEmit -p test',
    files: {
      'tsconfig.json': config({ include: ['src'] }),
      'test/tsconfig.json': config({ include: ['.'] }),
      'test/a.ts': user('../src/generated/api.js'),
    },
  },
  'errors already': inSrc({ 'src/a.ts': `${user('./generated/api.js')}export const c: number = 'text';\n` }),
};

export const layoutNamed = (name: string): Layout => layouts[name] ?? expect.unreachable(name);

const tsc = resolve('node_modules/typescript/lib/tsc.js');

/** All files of a project except those of its runner, with a local package that has the compiler. */
export function filesOf({
  output,
  outputs = [`${output}/generated/api.ts`],
  files,
  packages,
  script = 'tsc --noEmit',
}: Layout): Readonly<Record<string, string>> {
  const manifests = Object.entries(packages ?? {}).map(([folder, it]) => [
    `${folder}/package.json`,
    JSON.stringify(it),
  ]);
  return {
    'schema.graphql': sdl,
    'live.graphql': live,
    'operations/one.graphql': 'query One { device { name state } }',
    'codegen.mjs': `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
const configs = ${JSON.stringify(outputs)}.map((output) =>
  controlApiCodegen({ schema: 'schema.graphql', operations: 'operations', output, importFrom: '../operation.js' }));
export default { ...configs[0], generates: Object.assign({}, ...configs.map((it) => it.generates)) };`,
    [`${output}/operation.ts`]: operationModule,
    'tools/tsc/package.json': '{ "name": "tsc", "version": "1.0.0", "bin": { "tsc": "tsc.cjs" } }',
    'tools/tsc/tsc.cjs': `#!/usr/bin/env node\nrequire(${JSON.stringify(tsc)});\n`,
    ...files,
    ...Object.fromEntries(manifests),
    'package.json': JSON.stringify({ type: 'module', private: true, scripts: packages ? {} : { typecheck: script } }),
  };
}
