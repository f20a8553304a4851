// Loaded before the first test, which would be charged with it.
import '@graphql-codegen/cli';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { Project } from './helpers/check.ts';

const sdl = `
  scalar DateTime
  type Query { device(in: In): Device, devices: [Device!]! }
  type Device { id: ID!, seen: DateTime!, state: State!, size: Float }
  enum State { ON OFF }
  input In { size: Float, sizes: [Float!], seen: [DateTime] }
`;
const config = (options: string): string =>
  `import { controlApiCodegen } from ${JSON.stringify(resolve('src/codegen/index.ts'))};
export default controlApiCodegen({ output: 'src/generated.ts', ${options} });`;
const seen = 'query Seen { device { seen } }';

let live: Readonly<Record<'nullable' | 'grown' | 'narrow' | 'rejecting' | 'same', Emulator>>;

beforeAll(async () => {
  const [nullable, grown, narrow, rejecting, same] = await Promise.all([
    startEmulator({ schema: sdl.replace('seen: DateTime!', 'seen: DateTime') }),
    startEmulator({ schema: sdl.replace('ON OFF', 'ON OFF LOST') }),
    startEmulator({ schema: sdl.replaceAll('Float', 'Int') }),
    startEmulator({ schema: sdl.replace('[DateTime]', '[DateTime!]') }),
    startEmulator({ schema: sdl }),
  ]);
  live = { nullable, grown, narrow, rejecting, same };
});
afterAll(() => Promise.all(Object.values(live).map((it) => it.close())));

async function check(files: Readonly<Record<string, string>>, at: Emulator, ...args: readonly string[]) {
  await using project = await Project.create({ 'schema.graphql': sdl, ...files });
  return await project.check(args, { CONTROL_API_URL: at.url });
}

describe('check reads the config that generate reads', () => {
  test('scalars: a mapped scalar that may be null breaks the generated code', async () => {
    const files = {
      'codegen.ts': config(`operations: 'operations', scalars: { DateTime: 'string' }`),
      'operations/a.graphql': seen,
    };
    const { code, stdout } = await check(files, live.nullable);
    expect(code).toBe(1);
    expect(stdout).toContain('Types changed (breaking)  Device.seen');
  });

  test('a null that may now come is breaking, even if the scalar is unknown', async () => {
    const { code, stdout } = await check({ 'operations/a.graphql': seen }, live.nullable);
    expect(code).toBe(1);
    expect(stdout).toContain('Behaviour changed (breaking)  Device.seen');
    expect(stdout).toContain('null may now come; the generated type stays unknown.');
  });

  test('openEnums: a new enum value breaks nothing where results accept any', async () => {
    const files = { 'operations/a.graphql': 'query State { device { state } }' };
    expect((await check(files, live.grown)).code).toBe(1);
    const open = { ...files, 'codegen.ts': config(`operations: 'operations', openEnums: true`) };
    const { code, stdout } = await check(open, live.grown, '--fail-on', 'types');
    expect(code).toBe(1);
    expect(stdout).toContain('Types changed (safe)  State.LOST');
    expect((await check(open, live.grown)).code).toBe(0);
  });

  test('operations: several patterns, excluded files, templates in code; and never the output', async () => {
    const files = {
      'codegen.ts': config(`operations: ['api/*.graphql', 'src/**/*.ts', '!api/old.graphql']`),
      'api/a.graphql': seen,
      'api/old.graphql': 'query Old { gone }',
      'operations/b.graphql': 'query Other { gone }',
      'src/code.ts': 'export const a = gql`query InCode { devices { id } }`;',
      'src/generated.ts': 'export const a = gql`query Generated { gone }`;',
    };
    const { code, stdout } = await check(files, live.same, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).operations.map(({ name }: { name: string }) => name)).toEqual(['Seen', 'InCode']);
    const named = await check(files, live.same, '--operations', 'operations');
    expect(named).toMatchObject({ code: 1, stdout: expect.stringContaining('Query.gone does not exist') });
  });

  test('schema: the snapshot that generate reads', async () => {
    const files = {
      'codegen.ts': config(`operations: 'operations', schema: 'api/live.graphql'`),
      'api/live.graphql': sdl.replace('seen: DateTime!', 'seen: DateTime'),
      'operations/a.graphql': seen,
    };
    const { code, stdout } = await check(files, live.nullable);
    expect([code, stdout]).toEqual([0, expect.stringContaining('api/live.graphql and your operations')]);
    expect((await check(files, live.nullable, '--schema', 'schema.graphql')).code).toBe(1);
  });

  test('baseUrl: the service, if CONTROL_API_URL names none', async () => {
    await using project = await Project.create({
      'codegen.ts': config(`operations: 'operations', baseUrl: '${live.same.url}'`),
      'operations/a.graphql': seen,
    });
    expect((await project.check([], {})).code).toBe(0);
  });

  test('a config of another preset: its documents, and the scalars of its plugins', async () => {
    const files = {
      'other.mjs': `export default { schema: 'schema.graphql', documents: ['api/*.graphql'], generates: { 'src/g.ts': { config: { scalars: { DateTime: 'string' } } } } };`,
      'api/a.graphql': seen,
    };
    const { code, stdout } = await check(files, live.nullable, '--config', 'other.mjs');
    expect([code, stdout]).toEqual([1, expect.stringContaining('Types changed (breaking)  Device.seen')]);
  });

  test.each([
    ['throws', 'throw new Error("no luck")', /The config file codegen\.ts cannot be loaded: no luck/],
    ['misses a module', "import 'no-such-package'", /cannot be loaded: Cannot find module 'no-such-package'\n$/],
    ['exports no config', 'export default 1', /The config file codegen\.ts exports no config/],
  ])('a config that %s is exit 2', async (_what, text, message) => {
    const { code, stderr } = await check({ 'codegen.ts': text, 'operations/a.graphql': seen }, live.same);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('an input that got narrower is breaking, whatever the types show', () => {
  const operation = { 'operations/a.graphql': 'query Q($in: In) { device(in: $in) { size } }' };

  test('a fraction is rejected where a Float became an Int; in a result, an Int is still a number', async () => {
    const { code, stdout } = await check(operation, live.narrow);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'In.size changed from Float to Int: fractions are now rejected; the generated type stays number.',
    );
    expect(stdout).toContain('In.sizes changed from [Float!] to [Int!]: fractions are now rejected');
    expect(stdout).toContain('Device.size changed from Float to Int; the generated type stays number.');
  });

  test('a null is rejected in a list of a scalar that is unknown', async () => {
    const { code, stdout } = await check(operation, live.rejecting);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('In.seen changed from [DateTime] to [DateTime!]: null is now rejected'),
    ]);
  });
});

describe('words and codes', () => {
  test.each([
    ['an undefined fragment', 'query Q { ...Gone }', /a\.graphql:1:14: Unknown fragment "Gone"/],
    ['a syntax error', 'query Q {', /a\.graphql:1:10: Syntax Error/],
  ])("an author's mistake is exit 2, also while the service is down: %s", async (_what, text, message) => {
    await using project = await Project.create({ 'operations/a.graphql': text });
    const down = await project.check([], { CONTROL_API_URL: 'http://127.0.0.1:9' });
    expect([down.code, down.stdout, down.stderr]).toEqual([
      2,
      expect.stringContaining('? Could not check: '),
      expect.stringMatching(message),
    ]);
  });

  test('an operation that the snapshot rejects too is distinguished from what moved', async () => {
    const files = { 'operations/a.graphql': 'query A { device { id nam } }\nquery B { device { state seen } }' };
    const { code, stdout } = await check(files, live.nullable);
    expect(code).toBe(1);
    expect(stdout).toContain(
      '✗ Drifted: 1 of 2 operations is affected by changes of the live schema. Besides, 1 of 2 operations matches neither',
    );
    expect(stdout).toContain(
      'Invalid operation  Device.nam\n  Device.nam does not exist. The snapshot rejects this too',
    );
  });

  test('most of the types lost at once is no drift', async () => {
    const other = await startEmulator({ schema: 'type Query { hello: String }' });
    const files = { 'operations/a.graphql': seen };
    const lost = await check(files, other, '--format', 'json');
    expect(lost.code).toBe(3);
    expect(JSON.parse(lost.stdout).error).toMatchObject({
      code: 'types_lost',
      message: expect.stringContaining("lacks 4 of the snapshot's 5 types"),
    });
    await other.close();
  });
});
