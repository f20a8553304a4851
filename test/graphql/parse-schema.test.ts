// Loaded before the first test, which would be charged with it.
import '@graphql-codegen/cli';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildSchema, introspectionFromSchema, lexicographicSortSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { startEmulatorIn } from '../../src/emulator/start-emulator.ts';
import { parseSchema } from '../../src/graphql/parse-schema.ts';
import { isControlApiError } from '../../src/index.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';

const fine = 'type Device { id: ID!, name: String } type Query { devices: [Device!]! }';
const operation = 'query Devices { devices { id } }';

function faultOf(text: string): string {
  try {
    parseSchema(text, 's.graphql');
  } catch (error) {
    return isControlApiError(error, 'configuration') ? error.message : `another error: ${String(error)}`;
  }
  return 'none';
}

describe('the text decides its format', () => {
  const introspection = introspectionFromSchema(buildSchema(fine));
  test.each([
    ['SDL', fine],
    ['SDL after a byte order mark', `\uFEFF${fine}`],
    ['an introspection result', JSON.stringify(introspection)],
    ['an introspection result in its envelope', `\n ${JSON.stringify({ data: introspection })}`],
  ])('%s', (_what, text) => {
    expect(String(parseSchema(text, 'any.name').getQueryType()?.getFields()['devices']?.type)).toBe('[Device!]!');
  });

  test("GitHub's published SDL, which repeats fields", async () => {
    const text = await readFile('node_modules/@octokit/graphql-schema/schema.graphql', 'utf8');
    expect(parseSchema(text, 'github.graphql').getType('Repository')).toBeDefined();
  });
});

describe('what graphql 17 refuses and 16 does not, is read with either', () => {
  test.each([
    [
      'a field that is deprecated in a type alone',
      'interface Node { id: ID } type Query implements Node { id: ID @deprecated }',
    ],
    ['a default that does not fit its type', 'type Query { devices(first: Int = "all"): Int }'],
  ])('%s', (_what, sdl) => {
    const schema = parseSchema(sdl, 's.graphql');
    expect(validate(schema, parse('{ __typename }'))).toEqual([]);
    expect(validate(lexicographicSortSchema(schema), parse('{ __typename }'))).toEqual([]);
    const shown = JSON.stringify(introspectionFromSchema(schema));
    expect(parseSchema(shown, 's.json').getQueryType()?.name).toBe('Query');
  });
});

test.each([
  ['a syntax error', 'type Query {\n  a: Int\n', 's.graphql:3:1', 'Syntax Error: Expected Name, found <EOF>.'],
  ['an unknown type', 'type Query {\n  a: Gone\n}', 's.graphql:2:6', 'Unknown type: "Gone".'],
  ['a schema that is invalid', 'type Query {\n  __a: Int\n}', 's.graphql:2:3', 'Name "__a" must not begin with "__"'],
  ['a schema without queries', 'type Device { id: ID }', 's.graphql', 'Query root type must be provided.'],
  ['JSON of something else', '{ "a": 1 }', 's.graphql', 'It is JSON without an introspection result'],
  ['an introspection result in part', '{ "__schema": { "types": [] } }', 's.graphql', ''],
  ['text that ends in the middle of JSON', '{ "__schema": ', 's.graphql', ''],
])('%s is reported with its place and one thing to do', (_what, text, place, fault) => {
  const message = faultOf(text);
  expect(message).toContain(`The schema in ${place} is invalid: ${fault}`);
  expect(message).toMatch(/[.!?] Correct it\.$/);
  expect(message).not.toContain('\n');
});

describe('every command reads a schema in the same way', () => {
  let live: Emulator;
  beforeAll(async () => {
    live = await startEmulator({ schema: fine });
  });
  afterAll(() => live.close());

  /** What each command says of a schema file in a folder that is not the process's own; nothing, where it takes it. */
  async function verdicts(name: string, text: string): Promise<Readonly<Record<string, string>>> {
    await using folder = await emptyFolder();
    const { path: cwd } = folder;
    await mkdir(join(cwd, 'operations'));
    await writeFile(join(cwd, 'operations/devices.graphql'), operation);
    await writeFile(join(cwd, name), text);
    await writeFile(
      join(cwd, 'codegen.ts'),
      `import { controlApiCodegen } from ${JSON.stringify(resolve('src/codegen/index.ts'))};
export default controlApiCodegen({ schema: '${name}', operations: 'operations', output: 'out.ts' });`,
    );
    const commands = {
      check: `check --schema ${name}`,
      generate: 'generate',
      'schema show': `schema show Device --schema ${name}`,
      'schema search': `schema search device --schema ${name}`,
      'operations add': `operations add devices --dry-run --schema ${name}`,
      'emulator command': `emulator --schema ${name} -- ${process.execPath} -e 0`,
    };
    const said: Record<string, string> = {};
    for (const [command, args] of Object.entries(commands)) {
      const { code, stderr } = await say(args, { cwd, env: { CONTROL_API_URL: live.url } });
      said[command] = code === 0 ? '' : `${code}: ${stderr}`;
    }
    said['emulator'] = await startEmulatorIn(cwd, { schema: name }).then(
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
});
