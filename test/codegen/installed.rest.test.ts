import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { ended, start } from '../helpers/cli.ts';
import { withFiles } from './generate-text.ts';

const project = (type: string) => ({
  'package.json': JSON.stringify({ type }),
  'operations/devices.graphql': 'query Devices { team { devices { nodes { id } } } }',
  'codegen.ts': `import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({ operations: 'operations/*.graphql', output: 'src/generated.ts', schema: 'schema.graphql' });
`,
});

/** Puts the built package into a project, with those packages beside it. */
async function install(folder: string, packages: readonly string[]): Promise<void> {
  const target = join(folder, 'node_modules/control-api-sdk');
  await mkdir(target, { recursive: true });
  for (const name of ['dist', 'package.json']) await cp(resolve(name), join(target, name), { recursive: true });
  await cp(resolve('documented.graphql'), join(folder, 'schema.graphql'));
  await mkdir(join(folder, 'node_modules/@graphql-codegen'));
  await mkdir(join(folder, 'node_modules/@types'));
  await symlink(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  for (const name of packages) await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
}

const generate = (folder: string, ...args: readonly string[]) =>
  ended(start(process.execPath, ['node_modules/control-api-sdk/dist/cli.cjs', 'generate', ...args], {}, folder));
const peers = ['graphql', '@graphql-codegen/cli'];

test.each(['module', 'commonjs'])('three lines of config generate, in a project of type %s', (type) =>
  withFiles(project(type), async (folder) => {
    await install(folder, peers);
    expect(await generate(folder)).toEqual({ code: 0, stdout: '', stderr: 'Generated src/generated.ts.\n' });
    expect(await readFile(join(folder, 'src/generated.ts'), 'utf8')).toContain(
      `import { TypedOperation } from 'control-api-sdk';`,
    );
  }),
);

/** A program in JavaScript whose types an editor checks. */
const programIn = (language: 'ECMAScript' | 'CommonJS', generated: string): string => {
  const work = `const control = createControlClient();
const { team } = await control.request(Devices);
/** @type {string | null | undefined} */
const id = team?.devices?.nodes?.[0]?.id;
// @ts-expect-error No operation selects it.
const serial = team?.devices?.nodes?.[0]?.serial;
console.log(JSON.stringify([typeof id, serial]));
await control.close();`;
  return language === 'ECMAScript'
    ? `import { createControlClient } from 'control-api-sdk';\nimport { Devices } from './${generated}';\n${work}\n`
    : `const { createControlClient } = require('control-api-sdk');\nconst { Devices } = require('./${generated}');\n(async () => {\n${work}\n})();\n`;
};

test.each([
  ['ECMAScript', 'module', 'src/generated.js', 'src/generated.d.ts'],
  ['ECMAScript', 'commonjs', 'src/generated.mjs', 'src/generated.d.mts'],
  ['CommonJS', 'module', 'src/generated.cjs', 'src/generated.d.cts'],
  ['CommonJS', 'commonjs', 'src/generated.js', 'src/generated.d.ts'],
] as const)('an output is %s in a project of type %s: %s, with its types in %s', (language, type, output, types) => {
  const program = `src/program${extname(output)}`;
  const files = {
    ...project(type),
    'codegen.ts': project(type)['codegen.ts'].replace('src/generated.ts', output),
    [program]: programIn(language, basename(output)),
  };
  return withFiles(files, async (folder) => {
    await install(folder, peers);
    const stderr = `Generated ${output}.\nGenerated ${types}.\n`;
    expect(await generate(folder)).toEqual({ code: 0, stdout: '', stderr });

    const tsc = [resolve('node_modules/typescript/bin/tsc'), '--noEmit', '--checkJs', '--strict', '--types', 'node'];
    const compiled = await ended(start(process.execPath, [...tsc, '--module', 'nodenext', program], {}, folder));
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });

    const emulator = await startEmulator();
    const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
    const run = await ended(start(process.execPath, [program], env, folder));
    await emulator.close();
    expect(run).toEqual({ code: 0, stdout: '["string",null]\n', stderr: '' });

    await writeFile(join(folder, types), '// old\n');
    const stale = await generate(folder, '--check');
    expect(stale).toMatchObject({ code: 1, stderr: expect.stringMatching(new RegExp(`^${types} is stale`)) });
  });
});

test.each([
  ['all of them', []],
  ['the program', ['graphql']],
])('if optional packages are missing (%s), the command that installs them is reported', (_what, packages) =>
  withFiles(project('module'), async (folder) => {
    await install(folder, packages);
    const { code, stdout, stderr } = await generate(folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/npm install --save-dev graphql\S* @graphql-codegen\/cli/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }),
);

test('if operations are in code and the generator is missing, the command that installs it is reported', () => {
  const code = 'export const a = gql`query A { team { id } }`;';
  const { 'codegen.ts': _config, ...files } = project('module');
  return withFiles({ ...files, 'src/code.ts': code }, async (folder) => {
    await install(folder, ['graphql']);
    const cli = 'node_modules/control-api-sdk/dist/cli.cjs';
    const env = { CONTROL_API_URL: 'http://127.0.0.1:9' };
    const end = await ended(start(process.execPath, [cli, 'check', '--operations', 'src/*.ts'], env, folder));
    expect(end).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'Reading operations from code needs packages that are not installed: run `npm install --save-dev @graphql-codegen/cli@7`.\n',
    });
  });
});

test('check names what to install if it cannot read codegen.ts without it', () =>
  withFiles(project('module'), async (folder) => {
    await install(folder, ['graphql']);
    const args = ['node_modules/control-api-sdk/dist/cli.cjs', 'check'];
    const { code, stderr } = await ended(
      start(process.execPath, args, { CONTROL_API_URL: 'http://127.0.0.1:9' }, folder),
    );
    expect([code, stderr]).toEqual([
      2,
      'Reading codegen.ts needs packages that are not installed: run `npm install --save-dev @graphql-codegen/cli@7`.\n',
    ]);
  }));
