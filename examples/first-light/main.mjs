// The main job, whole: introspect without a key, generate typed code, type-check what uses it, list the devices; then a field
// is renamed, and `check` says which line breaks. On the emulator; or on the service, where CONTROL_API_URL and CONTROL_API_KEY
// name it: then nothing is renamed.
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import { createControlClient } from 'control-api-sdk';
import { controlApiCodegen } from 'control-api-sdk/codegen';
import { startEmulator } from 'control-api-sdk/emulator';

const here = import.meta.dirname;
const root = join(here, '../..');
const operations = join(root, 'operations');

let step = 0;
const say = (text) => console.log(`${++step}. ${text}`);

/** Where the schema and the devices come from. */
async function connect() {
  const { CONTROL_API_URL } = process.env;
  if (CONTROL_API_URL) {
    say('Using the service that CONTROL_API_URL names, with the key that the environment gives.');
    return { baseUrl: CONTROL_API_URL, close: async () => {} };
  }
  const emulator = await startEmulator();
  say(`Started the emulator at ${emulator.url}/graphql: the documented surface, on this machine only.`);
  return { baseUrl: emulator.url, apiKey: emulator.key, close: emulator.close, isOurs: true };
}

/** Documented: introspection needs no key. */
async function introspect(baseUrl) {
  const client = createControlClient({ baseUrl, apiKey: null });
  const { __schema } = await client.request(await readFile(join(operations, 'check-introspection.graphql'), 'utf8'));
  await client.close();
  const mutations = __schema.mutationType ? `and ${__schema.mutationType.name}` : 'alone';
  say(`Introspected it without a key: its roots are ${__schema.queryType.name} ${mutations}.`);
}

async function generateInto(folder, baseUrl) {
  const config = controlApiCodegen({
    baseUrl,
    operations: join(operations, 'list-devices.graphql'),
    output: join(folder, 'generated/control-api.ts'),
  });
  await generate({ ...config, silent: true }, true);
  say('Generated typed code for operations/list-devices.graphql from its schema.');
}

function compile(folder) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '--project', folder], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('list-devices.ts does not fit the generated types: see above.');
  say(`Type-checked ${relative(root, join(here, 'list-devices.ts'))} against that code.`);
}

async function list(folder, options) {
  const { listDevices } = await import(pathToFileURL(join(folder, 'compiled/list-devices.js')).href);
  const client = createControlClient({ ...options, access: 'read-only' });
  const devices = await listDevices(client);
  say(`Listed ${devices.length} devices with the generated operation and a key:`);
  console.table(devices);
  const all = await client.devices().toArray({ limit: Infinity });
  await client.close();
  say(
    all.length === devices.length
      ? 'That is all of them: client.devices() finds no more.'
      : `The schema has pages: client.devices() reads them all, ${all.length} devices.`,
  );
}

/** A schema without versions moves: the field `name` becomes `label`, and `check` compares the project with that. */
async function move(folder) {
  const schema = await readFile(join(root, 'docs/documented.graphql'), 'utf8');
  await writeFile(join(folder, 'schema.graphql'), schema);
  const moved = await startEmulator({ schema: schema.replace(/^ {2}name:/m, '  label:') });
  say('Renamed the field `name` of a device to `label` in the emulator. `control-api check --code` says:\n');
  const { status, signal } = await new Promise((done) => {
    const args = [join(root, 'dist/cli.cjs'), 'check', '--code'];
    const env = { ...process.env, CONTROL_API_URL: moved.url };
    const check = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
    check.once('exit', (status, signal) => done({ status, signal }));
  });
  await moved.close();
  if (status !== 1) throw new Error(`The check should have found the rename: it ended with ${status ?? signal}.`);
  console.log();
}

const next = `Next, three commands to try:
   npx control-api-sdk emulator -- npx control-api-sdk list team.devices   any list, on the emulator
   npx control-api-sdk schema show                                     what a schema offers (set CONTROL_API_URL)
   npx control-api-sdk init --dry-run                                  what a project of yours would get`;

// A project of its own, with the packages that an install would bring; removed again.
const folder = await realpath(await mkdtemp(join(tmpdir(), 'first-light-')));
await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
await symlink(root, join(folder, 'node_modules/control-api-sdk'), 'junction');
for (const name of ['graphql', 'typescript', '@types/node', '@graphql-codegen'])
  await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
await writeFile(join(folder, 'package.json'), '{ "name": "first-light", "private": true, "type": "module" }\n');
process.once('SIGINT', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(130);
});
try {
  const { close, isOurs, ...options } = await connect();
  try {
    await introspect(options.baseUrl);
    for (const file of ['list-devices.ts', 'tsconfig.json', 'codegen.ts'])
      await cp(join(here, file), join(folder, file));
    await cp(join(operations, 'list-devices.graphql'), join(folder, 'operations/list-devices.graphql'));
    await generateInto(folder, options.baseUrl);
    compile(folder);
    await list(folder, options);
    if (isOurs) await move(folder);
  } finally {
    await close();
  }
  say('Stopped everything, and left nothing behind.');
  console.log(`\n${next}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
