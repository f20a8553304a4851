import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { ended, start } from '../helpers/cli.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';
import { withFiles } from './generate-text.ts';

const project = (type: string) => ({
  'package.json': JSON.stringify({ type }),
  'operations/devices.graphql': 'query Devices { team { devices { nodes { id } } } }',
  'codegen.ts': `import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({ operations: 'operations/*.graphql', output: 'src/generated.ts', schema: 'schema.graphql' });
`,
});

/** Installs the built package and other packages in a project. */
async function install(folder: string, packages: readonly string[]): Promise<void> {
  const target = join(folder, 'node_modules/control-api-sdk');
  await mkdir(target, { recursive: true });
  for (const name of ['dist', 'package.json']) await cp(resolve(name), join(target, name), { recursive: true });
  await cp(resolve('docs/documented.graphql'), join(folder, 'schema.graphql'));
  await mkdir(join(folder, 'node_modules/@graphql-codegen'));
  await mkdir(join(folder, 'node_modules/@types'));
  await symlink(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  for (const name of packages) await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
}

/** A JavaScript program with type checks. */
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

/** Every output language in every kind of package. */
const outputs = [
  { language: 'ECMAScript', type: 'module', output: 'src/generated.js', types: 'src/generated.d.ts' },
  { language: 'ECMAScript', type: 'commonjs', output: 'src/generated.mjs', types: 'src/generated.d.mts' },
  { language: 'CommonJS', type: 'module', output: 'src/generated.cjs', types: 'src/generated.d.cts' },
  { language: 'CommonJS', type: 'commonjs', output: 'src/generated.js', types: 'src/generated.d.ts' },
] as const;

describe('one folder with a project of each kind', () => {
  let root: Awaited<ReturnType<typeof emptyFolder>>;
  let folder: string;
  const projectOf = ({ language, type }: (typeof outputs)[number]) => join(folder, `${language}-${type}`);
  const programOf = ({ output }: (typeof outputs)[number]) => `src/program${extname(output)}`;

  beforeAll(async () => {
    root = await emptyFolder();
    folder = root.path;
    await install(folder, ['graphql', '@graphql-codegen/cli']);
    for (const one of outputs) {
      const files = {
        ...project(one.type),
        'codegen.ts': project(one.type)['codegen.ts'].replace('src/generated.ts', one.output),
        'schema.graphql': await readFile('docs/documented.graphql', 'utf8'),
        [programOf(one)]: programIn(one.language, basename(one.output)),
      };
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(projectOf(one), file)), { recursive: true });
        await writeFile(join(projectOf(one), file), text);
      }
    }
  });
  afterAll(() => root[Symbol.asyncDispose]());

  test.each(outputs)(
    'an output is $language in a project of type $type: $output, with its types in $types',
    async (one) => {
      const stderr = `Generated ${one.output}.\nGenerated ${one.types}.\n`;
      expect(await say('generate', { cwd: projectOf(one) })).toEqual({ code: 0, stdout: '', stderr });
      await using emulator = await startEmulator();
      const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
      const run = await ended(start(process.execPath, [programOf(one)], env, projectOf(one)));
      expect(run).toEqual({ code: 0, stdout: '["string",null]\n', stderr: '' });
    },
  );

  test('the compiler accepts the types of all outputs', async () => {
    const tsc = [resolve('node_modules/typescript/bin/tsc'), '--noEmit', '--checkJs', '--strict', '--types', 'node'];
    const programs = outputs.map((one) => join(projectOf(one), programOf(one)));
    const compiled = await ended(start(process.execPath, [...tsc, '--module', 'nodenext', ...programs], {}, folder));
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('stale declaration files are reported', async () => {
    const [one] = outputs;
    await writeFile(join(projectOf(one), one.types), '// old\n');
    const stale = await say('generate --check', { cwd: projectOf(one) });
    expect(stale).toMatchObject({ code: 1, stderr: expect.stringMatching(new RegExp(`^${one.types} is stale`)) });
  });
});

const lacking = (reader: string) =>
  `${reader} needs packages that are not installed: run \`npm install --save-dev @graphql-codegen/cli@7\`.\n`;
const { 'codegen.ts': _config, ...withoutConfig } = project('module');
const inCode = {
  ...withoutConfig,
  'codegen.mjs': `export default { documents: 'src/*.ts', generates: {} };`,
  'src/code.ts': 'export const a = gql`query A { team { id } }`;',
};
const bothPeers = /^[^\n]*npm install --save-dev graphql\S* @graphql-codegen\/cli[^\n]*\n$/;

test.each<[string, files: Record<string, string>, packages: string[], command: string, stderr: unknown]>([
  ['all packages', project('module'), [], 'generate', expect.stringMatching(bothPeers)],
  ['the generator', project('module'), ['graphql'], 'generate', expect.stringMatching(bothPeers)],
  ['the generator, which reads code', inCode, ['graphql'], 'check', lacking('Reading operations from code')],
  ['the generator, which reads codegen.ts', project('module'), ['graphql'], 'check', lacking('Reading codegen.ts')],
])('if optional packages are missing (%s), the command that installs them is reported', (_what, files, ...given) =>
  withFiles(files, async (folder) => {
    const [packages, command, stderr] = given;
    await install(folder, packages);
    const program = [process.execPath, ['node_modules/control-api-sdk/dist/cli.cjs', command]] as const;
    const end = await ended(start(...program, { CONTROL_API_URL: 'http://127.0.0.1:9' }, folder));
    expect(end).toEqual({ code: 2, stdout: '', stderr });
  }),
);
