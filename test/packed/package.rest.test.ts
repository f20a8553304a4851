import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { deadLinksOf } from '../helpers/links.ts';
import { folderWith, node, run } from './integrator.ts';

const root = resolve(import.meta.dirname, '../..');
const installed = inject('installed');
const home = join(installed, 'node_modules/control-api-sdk');
const peers = join(root, 'evidence/peers/node_modules');

const files = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

it('the installed package is one package of at most 2.2 MB, and nothing else', () => {
  const { packages } = JSON.parse(readFileSync(join(installed, 'node_modules/.package-lock.json'), 'utf8'));
  expect(Object.keys(packages)).toEqual(['node_modules/control-api-sdk']);
  expect(manifest).not.toHaveProperty('dependencies');
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(2_200_000);
});

it('the installed package has the built files, the contract and the documents only', () => {
  const expected =
    /^(?:dist\/.*|docs\/.*|skills\/.*|(?:documented|invented)\.graphql|package\.json|(?:README|CHANGELOG|SECURITY)\.md|LICENSE)$/;
  expect(files.map((file) => file.slice(home.length + 1)).filter((file) => !expected.test(file))).toEqual([]);
  for (const file of ['LICENSE', 'README.md', 'docs/documented.graphql', 'docs/invented.graphql'])
    expect(files).toContain(join(home, file));
  const registry = new URL(execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()).host;
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(text, file).not.toContain(root);
    expect(text, file).not.toContain(registry);
  }
});

it('the installed package has the targets of the links in its documents', () => {
  const documents = files.map((file) => file.slice(home.length + 1)).filter((file) => file.endsWith('.md'));
  expect(documents).toContain('docs/observability.md');
  const dead = documents.flatMap((document) => deadLinksOf(document, home).map((link) => `${document}: ${link}`));
  expect(dead).toEqual([]);
});

it('the installed package reproduces the license of every bundled package, and bundles no other', () => {
  const notices = readFileSync(join(home, 'dist/THIRD-PARTY-LICENCES.txt'), 'utf8');
  const bundled = [...notices.matchAll(/^([@a-z][\w/-]*) \d[\w.]* \(.*\)$/gm)].map(([, name]) => name);
  // A new name means the code of another author in every installation.
  expect(bundled.sort()).toEqual([
    ...['commander', 'cross-spawn', 'empathic', 'fast-string-truncated-width', 'fdir', 'graphql', 'graphql-http'],
    ...['isexe', 'path-key', 'picomatch', 'shebang-command'],
    ...['shebang-regex', 'tinyglobby', 'which'],
  ]);
});

describe('both module systems', () => {
  const use = `
    const control = sdk.createControlClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'emulator_0123456789', watch: watchDrift() });
    console.log(JSON.stringify({ names: Object.keys(sdk).sort(), methods: Object.keys(control).sort() }));`;

  it('both module systems load the runtime and its watcher, with the same exports, without an optional package', async () => {
    const folder = folderWith({
      'esm.mjs': `import * as sdk from 'control-api-sdk'; import { watchDrift } from 'control-api-sdk/watch';${use}`,
      'cjs.cjs': `const sdk = require('control-api-sdk'); const { watchDrift } = require('control-api-sdk/watch');${use}`,
    });
    const [esm, cjs] = await Promise.all([node(folder, 'esm.mjs'), node(folder, 'cjs.cjs')]);
    expect(esm).toMatchObject({ code: 0, stderr: '' });
    expect(cjs).toEqual(esm);
    expect(JSON.parse(esm.stdout).names).toContain('createControlClient');
  });

  it('both module systems load one copy of the runtime at most for the tools', () => {
    const built = readdirSync(join(home, 'dist')).filter((file) => /\.[mc]js$/.test(file) && !/^index\./.test(file));
    const copies = built.filter((file) =>
      readFileSync(join(home, 'dist', file), 'utf8').includes('createControlClient('),
    );
    for (const file of copies) {
      expect(readFileSync(join(home, 'dist', file), 'utf8'), file).not.toMatch(/function createControlClient/);
    }
  });
});

describe('declarations', () => {
  const program = `
import { createControlClient, isControlApiError, type ControlClient, type Device } from 'control-api-sdk';
export async function names(control: ControlClient): Promise<string[]> {
  const found: Device[] = [];
  for await (const device of control.devices()) found.push(device);
  return found.map((device) => String(device.name));
}
export const control: ControlClient = createControlClient({ timeoutMs: 1_000 });
export const code = (error: unknown): string | undefined => (isControlApiError(error, 'timeout') ? error.code : undefined);
// @ts-expect-error: there is no such option.
createControlClient({ timeout: 1_000 });
`;
  const withTools = `${program}
import type { CodegenConfig } from '@graphql-codegen/cli';
import { controlApiCodegen } from 'control-api-sdk/codegen';
import { checkDrift, introspect } from 'control-api-sdk/drift';
import { type Emulator, startEmulator } from 'control-api-sdk/emulator';
export const config: CodegenConfig = controlApiCodegen({ operations: 'operations/*.graphql', output: 'src/generated.ts' });
export const emulator: Promise<Emulator> = startEmulator({ devices: 3 });
export const tools = [checkDrift, introspect];
// @ts-expect-error: there is no such option.
startEmulator({ gadgets: 3 });
`;
  const node20 = {
    lib: ['es2023', 'esnext.disposable'],
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  };
  const web = { lib: ['esnext', 'webworker'], types: [] };
  // Every other set-up: evidence/runtimes/types.rest.test.ts.
  const cases = [
    { name: "the client with a worker's types", files: { 'main.ts': program }, env: web },
    {
      name: "the client and the tools with Node's, as ES modules and as CommonJS",
      files: { 'main.mts': program, 'main.cts': program, 'tools.mts': withTools, 'tools.cts': withTools },
      env: node20,
    },
  ];

  it.each(cases)('the declarations type-check an integrator of $name', async ({ files, env }) => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      ...env,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    const tsconfig = { compilerOptions, files: Object.keys(files) };
    const folder = folderWith({ ...files, 'tsconfig.json': tsconfig }, 'equipped');
    const { code, stdout } = await node(folder, join(peers, 'typescript59/bin/tsc'), '-p', '.');
    expect(stdout).toBe('');
    expect(code).toBe(0);
  });

  it('the declarations are found by every resolver, in the right module format (arethetypeswrong)', async () => {
    const { stdout } = await node(
      installed,
      join(peers, '@arethetypeswrong/cli/dist/index.js'),
      inject('tarball'),
      ...['--format', 'json'],
    );
    const { analysis } = JSON.parse(stdout);
    expect(Object.keys(analysis.entrypoints)).toHaveLength(Object.keys(manifest.exports).length);
    const problems: readonly { kind: string; entrypoint?: string; typesFileName?: string }[] = analysis.problems;
    // Every supported Node requires these ES modules, though `module: node16` of TypeScript denies it.
    expect(
      problems.map(({ kind, entrypoint, typesFileName = '' }) => [kind, entrypoint ?? basename(typesFileName)]),
    ).toEqual([
      ['CJSResolvesToESM', './codegen'],
      ['CJSResolvesToESM', './drift'],
    ]);
  });
});

it('publint reports nothing', async () => {
  const { code, stdout, stderr } = await node(
    installed,
    join(peers, 'publint/src/cli.js'),
    home,
    '--strict',
    '--pack',
    'false',
  );
  expect(code, stdout + stderr).toBe(0);
});

it('the binary prints its version through npx', async () => {
  const { code, stdout, stderr } = await run('npx', ['--offline', '--no-install', 'control-api-sdk', '--version'], {
    cwd: installed,
  });
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: `${manifest.version}\n` });
});
