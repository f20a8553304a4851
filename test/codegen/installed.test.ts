import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
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
  for (const name of packages) await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
}

const generate = (folder: string) =>
  ended(start(process.execPath, ['node_modules/control-api-sdk/dist/cli.cjs', 'generate'], {}, folder));
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
  return withFiles({ ...project('module'), 'src/code.ts': code }, async (folder) => {
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
