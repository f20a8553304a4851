// The main job, whole: introspect without a key, generate typed code, type-check what uses it, list the devices.
// On the emulator; or on the service, where CONTROL_API_URL and CONTROL_API_KEY name it.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
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
  return { baseUrl: emulator.url, apiKey: emulator.key, close: emulator.close };
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

// Inside the package, so that generated code finds `control-api-sdk`; ignored by git, and removed again.
const parent = join(root, '.tmp');
await mkdir(parent, { recursive: true });
const folder = await mkdtemp(join(parent, 'first-light-'));
process.once('SIGINT', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(130);
});
try {
  const { close, ...options } = await connect();
  try {
    await introspect(options.baseUrl);
    for (const file of ['list-devices.ts', 'tsconfig.json']) await cp(join(here, file), join(folder, file));
    await generateInto(folder, options.baseUrl);
    compile(folder);
    await list(folder, options);
  } finally {
    await close();
  }
  say('Stopped everything, and left nothing behind.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
  await rmdir(parent).catch(() => {});
}
