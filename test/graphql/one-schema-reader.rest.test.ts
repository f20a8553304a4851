import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { runEmulator } from '../../src/emulator/run-emulator.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';

const fine = 'type Device { id: ID!, name: String } type Query { devices: [Device!]! }';
const operation = 'query Devices { devices { id } }';

let live: Emulator;
beforeAll(async () => {
  live = await startEmulator({ schema: fine });
});
afterAll(() => live.close());

/** The message of each command about a schema file; empty if the command accepts the file. */
async function verdicts(name: string, text: string): Promise<Readonly<Record<string, string>>> {
  await using folder = await emptyFolder();
  const { path: cwd } = folder;
  await mkdir(join(cwd, 'operations'));
  await writeFile(join(cwd, 'operations/devices.graphql'), operation);
  await writeFile(join(cwd, name), text);
  await writeFile(
    join(cwd, 'codegen.ts'),
    `import { controlApiCodegen } from ${JSON.stringify(resolve('dist/codegen.mjs'))};
export default controlApiCodegen({ schema: '${name}', operations: 'operations', output: 'out.ts' });`,
  );
  const commands = {
    check: 'check',
    generate: 'generate',
    'schema show': 'schema show Device',
    'operations add': 'operations add devices --dry-run',
    'emulator command': `emulator --schema ${name} -- ${process.execPath} -e 0`,
  };
  const said: Record<string, string> = {};
  for (const [command, args] of Object.entries(commands)) {
    const { code, stderr } = await say(args, { cwd, env: { CONTROL_API_URL: live.url } });
    said[command] = code === 0 ? '' : `${code}: ${stderr}`;
  }
  said['emulator'] = await runEmulator(cwd, { schema: name }).then(
    async (emulator) => {
      await emulator.close();
      return '';
    },
    (error: Error) => `2: ${error.message}\n`,
  );
  return said;
}

const repeated = fine.replace('name: String', 'name: String, name: String');
const repeatedJson = JSON.stringify({ data: introspectionFromSchema(buildSchema(fine)) }, (name, value) =>
  name === 'fields' && Array.isArray(value) ? [...value, ...value] : value,
);
test.each([
  ['as SDL', 'api.graphql', repeated],
  ['as JSON', 'api.json', repeatedJson],
  ['as JSON in a file that is called otherwise', 'api.graphql', repeatedJson],
])('a schema that repeats a field is accepted by each, %s', async (_form, name, text) => {
  expect(new Set(Object.values(await verdicts(name, text)))).toEqual(new Set(['']));
});

test.each([
  [
    'as SDL',
    'api.graphql',
    'type Query {\n  devices: [Gone]\n}',
    /^2: The schema in api\.graphql:2:13 is invalid: Unknown/,
  ],
  ['as JSON', 'api.json', '{ "data": null }', /^2: The schema in api\.json is invalid: It is JSON without/],
])('a broken schema gets one message from each, %s', async (_form, name, text, message) => {
  const all = [...new Set(Object.values(await verdicts(name, text)))];
  expect(all).toHaveLength(1);
  expect(all[0]).toMatch(message);
});
