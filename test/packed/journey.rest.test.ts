import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { everyPath } from '../../src/operations/every-path.ts';
import { withUniqueNames, writeOperation } from '../../src/operations/write-operation.ts';
import { type Ended, ended, start } from '../helpers/cli.ts';
import { githubSchema } from '../operations/github.ts';
import { tsconfig } from './integrator.ts';

/** The first schema of the service, and the later one. */
const before = `
type Query { team: Team! }
type Mutation { team: Team! }
type Team { devices(first: Int, after: String): DeviceConnection! }
type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Device { id: ID! name: String! serialNumber: String! }
`;
const after = before.replace('serialNumber: String!', 'serial: Int');

const script = `import { createControlClient } from 'control-api-sdk';
import { ListDevices } from './generated/control-api.js';
for await (const device of createControlClient().paginate(ListDevices, { first: 10 })) {
  console.log(device.name, device.serialNumber.toUpperCase());
}
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'control-api-journey-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const here = (path: string) => join(folder, path);
const read = (path: string) => readFile(here(path), 'utf8');

function run(command: string, env: Record<string, string> = {}): Promise<Ended> {
  const [program = '', ...args] = command.split(' ');
  return ended(start(program, args, env, folder));
}

/** Runs a command line of the package against an emulator of a schema. */
function against(schema: string, command: string): Promise<Ended> {
  return run(`npx control-api-sdk emulator --count Device=25 --schema ${schema} -- ${command}`);
}

test('`init` in a new project writes the files that it lists, and says what to install', async () => {
  const manifest = { name: 'integrator', type: 'module' };
  await writeFile(here('package.json'), JSON.stringify(manifest));
  await writeFile(here('before.graphql'), before);
  await writeFile(here('after.graphql'), after);
  await writeFile(here('tsconfig.json'), JSON.stringify(tsconfig));
  expect(await run(`npm install --no-audit --no-fund --prefer-offline ${inject('tarball')}`)).toMatchObject({
    code: 0,
  });

  // The package alone is installed, and one sentence names the command for the others.
  await writeFile(here('schema.graphql'), before);
  expect(await run('npx control-api-sdk schema show')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/`npm install --save-dev graphql@1[67]`\.\n$/),
  });
  await rm(here('schema.graphql'));

  const { code, stdout, stderr } = await run('npx control-api-sdk init');
  expect(code).toBe(0);
  for (const file of stdout.trimEnd().split('\n')) expect(await read(file), file).not.toBe('');

  const [, names = ''] = /npm install --save-dev (.*)/.exec(stderr) ?? [];
  const packages = names.split(' ').map((name) => name.replace(/(?<=.)@.*$/, ''));
  expect(packages.sort()).toEqual(['@graphql-codegen/cli', '@types/node', 'graphql', 'typescript']);
  // The packages of this repository: packed/readme-steps.rest.test.ts has npm install them.
  for (const name of packages) {
    const place = here(`node_modules/${name}`);
    await mkdir(dirname(place), { recursive: true });
    await symlink(resolve('node_modules', name), place);
  }
  await symlink(resolve('node_modules/.bin/tsc'), here('node_modules/.bin/tsc'));
});

test('a new project generates operations and types, and runs a typed program of five lines', async () => {
  // The listing of `init` is replaced now that the schema is known.
  const add = 'npx control-api-sdk operations add team.devices';
  expect(await against('before.graphql', add)).toMatchObject({
    code: 0,
    stdout: `${join('operations', 'devices.graphql')}\n`,
  });
  expect(await against('before.graphql', 'npm run schema:pull')).toMatchObject({ code: 0 });
  expect(await run('npm run generate')).toMatchObject({ code: 0 });
  expect(await run('npm run generate:check')).toMatchObject({ code: 0 });
  expect(await against('before.graphql', 'npm run schema:check')).toMatchObject({ code: 0 });

  // A pull request runs these steps without the service.
  const workflow = await read('.github/workflows/control-api.yml');
  const steps = [...workflow.matchAll(/- run: (npx .*)/g)].map(([, step = '']) => step);
  expect(steps).toHaveLength(2);
  for (const step of steps) expect(await run(step), step).toMatchObject({ code: 0 });

  await writeFile(here('src/devices.ts'), script);
  expect(await run('npx tsc')).toEqual({ code: 0, stdout: '', stderr: expect.any(String) });
  const { code, stdout } = await against('before.graphql', 'node out/devices.js');
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(25);
});

test('the packed program writes the tested operations for a large schema, byte for byte', async () => {
  const github = githubSchema();
  const snapshot = await read('schema.graphql');
  await writeFile(here('schema.graphql'), printSchema(github));
  const { code, stdout } = await run('npx control-api-sdk operations add --all --dry-run');
  const schema = buildSchema(await read('schema.graphql'));
  await writeFile(here('schema.graphql'), snapshot);
  const expected = withUniqueNames(everyPath(schema).map((path) => writeOperation(schema, path)));
  expect(code).toBe(0);
  expect(stdout).toBe(expected.map(({ text }) => text).join('\n'));
});

test('the check says where a removed field is used, and the committed files still fit together', async () => {
  const drift = await against('after.graphql', 'npx control-api-sdk check');
  expect(drift.code).toBe(1);
  expect(drift.stdout + drift.stderr).toMatch(/operations\/devices\.graphql:\d+:\d+/);
  expect(drift.stdout + drift.stderr).toContain('serialNumber');
  expect(await run('npm run generate:check')).toMatchObject({ code: 0 });
});

test('`generate` says where the new snapshot breaks an operation, and writes nothing', async () => {
  const generated = await read('src/generated/control-api.ts');
  expect(await against('after.graphql', 'npm run schema:pull')).toMatchObject({ code: 0 });
  const { code, stderr } = await run('npx control-api-sdk generate');
  expect(code).toBe(1);
  expect(stderr).toMatch(/operations\/devices\.graphql:\d+:\d+: .*"serialNumber"/);
  expect(await read('src/generated/control-api.ts')).toBe(generated);
});

test('the compiler says where the program used a removed field, once the operation is corrected', async () => {
  const operation = await read('operations/devices.graphql');
  await writeFile(here('operations/devices.graphql'), operation.replace('serialNumber', 'serial'));

  const stale = await run('npx control-api-sdk generate --check');
  expect(stale).toMatchObject({ code: 1, stderr: expect.stringMatching(/control-api\.ts is stale/) });
  expect(await run('npx control-api-sdk generate')).toMatchObject({ code: 0 });

  const { code, stdout } = await run('npx tsc --noEmit --pretty false');
  expect(code).not.toBe(0);
  expect(stdout).toMatch(/^src\/devices\.ts\(4,\d+\): error TS\d+: Property 'serialNumber' does not exist/);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
});
