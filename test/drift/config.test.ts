// Preloaded, so that the first test is not slow.
import '@graphql-codegen/cli';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { checkFiles, Project } from './helpers/check.ts';

const sdl = `
  scalar DateTime
  type Query { device: Device, devices: [Device!]! }
  type Device { id: ID!, seen: DateTime!, state: State! }
  enum State { ON OFF }
`;
/** The live schemas, each in a file of its name. */
const live = {
  'same.graphql': sdl,
  'nullable.graphql': sdl.replace('seen: DateTime!', 'seen: DateTime'),
  'grown.graphql': sdl.replace('ON OFF', 'ON OFF LOST'),
  'lost.graphql': 'type Query { hello: String }',
};
const config = (options: string): string =>
  `import { controlApiCodegen } from ${JSON.stringify(resolve('src/codegen/index.ts'))};
export default controlApiCodegen({ output: 'src/generated.ts', ${options} });`;
const seen = 'query Seen { device { seen } }';

/** Checks a project with these files against one of the live schemas. */
const check = (files: Readonly<Record<string, string>>, against: keyof typeof live, ...args: readonly string[]) =>
  checkFiles({ 'schema.graphql': sdl, ...live, ...files }, '--live', against, ...args);

test('a null of a mapped scalar is breaking, and a new value of an open enum is not', async () => {
  const files = {
    'codegen.ts': config(`operations: 'operations', scalars: { DateTime: 'string' }, openEnums: true`),
    'operations/a.graphql': 'query All { device { seen state } }',
  };
  expect(await check(files, 'nullable.graphql')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Types changed (breaking)  Device.seen'),
  });
  expect(await check(files, 'grown.graphql', '--fail-on', 'types')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Types changed (safe)  State.LOST'),
  });
});

test('operations are read from several patterns and from code, without excluded files and the output', async () => {
  const files = {
    'codegen.ts': config(`operations: ['api/*.graphql', 'src/**/*.ts', '!api/old.graphql']`),
    'api/a.graphql': seen,
    'api/old.graphql': 'query Old { gone }',
    'operations/b.graphql': 'query Other { gone }',
    'src/code.ts': 'export const a = gql`query InCode { devices { id } }`;',
    'src/generated.ts': 'export const a = gql`query Generated { gone }`;',
  };
  const { code, stdout } = await check(files, 'same.graphql', '--format', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).operations.map(({ name }: { name: string }) => name)).toEqual(['Seen', 'InCode']);
});

test('the option `baseUrl` names the service without CONTROL_API_URL', async () => {
  await using service = await startEmulator({ schema: sdl });
  const options = `operations: 'operations', baseUrl: '${service.url}'`;
  expect((await checkFiles({ 'codegen.ts': config(options), 'operations/a.graphql': seen })).code).toBe(0);
});

test('the config of another preset is read for its documents, and the scalars of its plugins', async () => {
  const files = {
    'other.mjs': `export default { schema: 'schema.graphql', documents: ['api/*.graphql'], generates: { 'src/g.ts': { config: { scalars: { DateTime: 'string' } } } } };`,
    'api/a.graphql': seen,
  };
  const { code, stdout } = await check(files, 'nullable.graphql', '--config', 'other.mjs');
  expect([code, stdout]).toEqual([1, expect.stringContaining('Types changed (breaking)  Device.seen')]);
});

test.each([
  ['throws', 'throw new Error("no luck")', /The config file codegen\.ts cannot be loaded: no luck/],
  ['misses a module', "import 'no-such-package'", /cannot be loaded: Cannot find module 'no-such-package'\n$/],
  ['exports no config', 'export default 1', /The config file codegen\.ts exports no config/],
])('a config that %s exits 2', async (_what, text, message) => {
  const { code, stderr } = await check({ 'codegen.ts': text, 'operations/a.graphql': seen }, 'same.graphql');
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test('a mistake in an operation exits 2, also while the service is down', async () => {
  await using project = await Project.create({ 'operations/a.graphql': 'query Q { ...Gone }' });
  expect(await project.check([], { CONTROL_API_URL: 'http://127.0.0.1:9' })).toEqual({
    code: 2,
    stdout: expect.stringContaining('? Could not check: '),
    stderr: expect.stringMatching(/a\.graphql:1:14: Unknown fragment "Gone"/),
  });
});

test('an operation that the snapshot rejects, too, is no drift', async () => {
  const files = { 'operations/a.graphql': 'query A { device { id nam } }\nquery B { device { state seen } }' };
  const { code, stdout } = await check(files, 'nullable.graphql');
  expect(code).toBe(1);
  expect(stdout).toContain(
    '✗ Drifted: 1 of 2 operations is affected by changes of the live schema. Besides, 1 of 2 operations matches neither',
  );
  expect(stdout).toContain('Invalid operation  Device.nam\n  Device.nam does not exist. The snapshot rejects this too');
});

test('the loss of most types at once gives no verdict', async () => {
  const lost = await check({ 'operations/a.graphql': seen }, 'lost.graphql', '--format', 'json');
  expect(lost.code).toBe(3);
  expect(JSON.parse(lost.stdout).error).toMatchObject({
    code: 'types_lost',
    message: expect.stringContaining("lacks 3 of the snapshot's 4 types"),
  });
});
