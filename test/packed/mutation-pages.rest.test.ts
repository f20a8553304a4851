import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { entryOf } from '../../src/base/is-record.ts';
import { type Emulator, type EmulatorOptions, type Fault, startEmulator } from '../../src/emulator/index.ts';
import { ended, start } from '../helpers/cli.ts';
import { blocksOf } from '../helpers/markdown.ts';
import { type Ended, folderWith, run } from './integrator.ts';

/*
 * The programs about mutations in the manual, run against a service that answers, cuts, refuses and is down. They print what became
 * of each mutation.
 */

const shown = new Map(
  ['docs/errors.md', 'docs/retries.md'].flatMap((page) =>
    blocksOf(page).flatMap(({ words: [file = ''], text }) => (file.endsWith('.mjs') ? [[file, text] as const] : [])),
  ),
);

const schema = `
type Query { team: Team, device(id: ID!): Device }
type Team { devices(first: Int, after: String): Devices! }
type Devices { nodes: [Device!]!, pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
type Device { id: ID!, name: String! }
type Mutation { renameDevice(input: RenameDeviceInput!): RenameDevicePayload! }
input RenameDeviceInput { id: ID!, name: String! }
type RenameDevicePayload { userErrors: [UserError!]! }
type UserError { message: String! }`;

const folder = folderWith(Object.fromEntries(shown), 'equipped');
let emulator: Emulator;
afterEach(() => emulator?.close());

/** The names of the renamed devices by id, and the number of requests for each. */
const names = new Map<string, string>();
const asked = new Map<string, number>();
let onMutation = (): void => {};

interface Rename {
  readonly input: { readonly id: string; readonly name: string };
}

/** A service that records its executions, and the faults of its mutations. */
async function serve(
  faults: readonly Fault[] = [],
  refuses: (id: string) => boolean = () => false,
  options: EmulatorOptions = {},
): Promise<void> {
  names.clear();
  asked.clear();
  onMutation = () => {};
  emulator = await startEmulator({
    schema,
    faults,
    onNote: () => {},
    resolvers: {
      Query: { device: (_: unknown, { id }: { id: string }) => ({ id, name: names.get(id) ?? 'old' }) },
      Mutation: {
        renameDevice: (_: unknown, { input: { id, name } }: Rename) => {
          if (refuses(id)) return { userErrors: [{ message: 'The name is taken.' }] };
          names.set(id, name);
          return { userErrors: [] };
        },
      },
    },
    onRequest: ({ kind, variables }) => {
      if (kind !== 'mutation') return;
      const id = String(entryOf(variables, 'input', 'id'));
      asked.set(id, (asked.get(id) ?? 0) + 1);
      onMutation();
    },
    ...options,
  });
}

const env = () => ({ CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key });
const node = (cwd: string, ...args: string[]): Promise<Ended> => run(process.execPath, args, { cwd, env: env() });

const mutations = { kind: 'mutation' } as const;
const lookUps = { operation: 'Name' } as const;

test.each<[what: string, faults: readonly Fault[], refuses: boolean, says: string]>([
  ['a service that answers', [], false, 'done'],
  ['a service that refuses by user errors', [], true, 'refused'],
  ['a service that refuses the key', [{ fault: 'revoked-key', ...mutations }], false, 'rejected unauthenticated'],
  ['a service that cuts after it executed', [{ fault: 'reset', ...mutations }], false, 'done'],
  ['a service that fails before it executed', [{ fault: 'html-502', ...mutations }], false, 'unknown http_status'],
  [
    'a service whose look-up is refused, too: the first error stays',
    [
      { fault: 'reset', ...mutations },
      { fault: 'revoked-key', ...lookUps },
    ],
    false,
    'unknown network',
  ],
])('rename-devices.mjs says after %s what became of each device', async (_, faults, refuses, says) => {
  await serve(faults, () => refuses, { count: { Device: 3 } });
  const { code, stdout, stderr } = await node(folder, 'rename-devices.mjs');
  expect([code, stdout.replaceAll(/^\S+ /gm, ''), stderr]).toEqual([0, `${says}\n`.repeat(3), '']);
  expect([...asked.values()]).toEqual([1, 1, 1]);
});

test('rename-devices.mjs says `unknown` of a service that is down after the mutation', async () => {
  await serve([{ fault: 'stalled', ...mutations }], undefined, { count: { Device: 1 } });
  onMutation = () => void emulator.close();
  const { code, stdout } = await node(folder, 'rename-devices.mjs');
  expect([code, stdout.replaceAll(/^\S+ /gm, '')]).toEqual([0, 'unknown network\n']);
});

test('rename-devices.mjs fails with the error of a service that is down from the start', async () => {
  await serve();
  await emulator.close();
  const { code, stdout, stderr } = await node(folder, 'rename-devices.mjs');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('no connection was established');
});

/** Cuts one mutation in six after its execution, and one in six before. */
const faults: readonly Fault[] = [
  { fault: 'reset', ...mutations, probability: 1 / 6 },
  { fault: 'html-502', ...mutations, probability: 1 / 6 },
];

const items = Array.from({ length: 180 }, (_, index) => ({ id: `d${index + 1}`, name: `new-${index + 1}` }));
const isRefused = (id: string) => id.endsWith('0');

/** The last state of each line of a journal, by the name of the line. */
function statesIn(folder: string, ...path: readonly string[]): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const text of readFileSync(join(folder, 'run.ndjson'), 'utf8').split('\n'))
    if (text.includes('"state"')) states.set(String(entryOf(JSON.parse(text), ...path)), JSON.parse(text).state);
  return states;
}

test('settle.mjs settles the unknown mutations of a run, and sends nothing again', async () => {
  await serve(faults, isRefused);
  writeFileSync(join(folder, 'schema.graphql'), schema);
  const operation = 'mutation R($input: RenameDeviceInput!) { renameDevice(input: $input) { userErrors { message } } }';
  writeFileSync(join(folder, 'rename.graphql'), operation);
  writeFileSync(join(folder, 'items.ndjson'), items.map((input) => `${JSON.stringify({ input })}\n`).join(''));
  const cli = join(inject('equipped'), 'node_modules/.bin/control-api');
  const args = ['request', 'rename.graphql', '--variables-file', 'items.ndjson', '--journal', 'run.ndjson', '--yes'];
  const { code } = await run(cli, args, { cwd: folder, env: env() });
  expect(code).toBe(3);
  const states = statesIn(folder, 'variables', 'input', 'id');
  const unknown = items.filter(({ id }) => states.get(id) === 'unknown');
  expect(unknown.length).toBeGreaterThan(25);

  emulator.clearFaults();
  // The journal is as a kill leaves it.
  appendFileSync(join(folder, 'run.ndjson'), '{"line":180,"vari');
  const settled = await node(folder, 'settle.mjs', '30');
  expect([settled.code, settled.stderr]).toEqual([0, '']);
  const said = settled.stdout.trimEnd().split('\n').sort();
  const truth = unknown.map(({ id }) => {
    const line = id.slice(1);
    return `${line} ${names.has(id) ? 'applied' : 'not applied, as far as it can be seen'}`;
  });
  expect(said).toEqual(truth.sort());
  expect(new Set(said.map((text) => text.replace(/^\d+ /, ''))).size).toBe(2);
  expect([...asked.values()].every((times) => times === 1)).toBe(true);
});

test('rename-many.mjs sends each mutation once though it is killed, and its journal says what became of each', async () => {
  await serve(faults, isRefused);
  rmSync(join(folder, 'run.ndjson'), { force: true });
  writeFileSync(join(folder, 'items.mjs'), `export const items = ${JSON.stringify(items)};\n`);
  const place = resolve('evidence/peers/node_modules/p-limit');
  const lent = join(inject('equipped'), 'node_modules/p-limit');
  if (!existsSync(lent)) symlinkSync(existsSync(place) ? place : resolve('node_modules/p-limit'), lent);
  for (const after of [20, 30, 40]) {
    const child = start(process.execPath, ['rename-many.mjs'], env(), folder);
    let left = after;
    onMutation = () => {
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    };
    expect((await ended(child)).code).toBe(null);
  }
  onMutation = () => {};
  const { code, stderr } = await node(folder, 'rename-many.mjs');
  expect([code, stderr]).toEqual([0, '']);
  expect([...asked.values()].every((times) => times === 1)).toBe(true);
  const states = statesIn(folder, 'id');
  expect(states.size).toBe(items.length);
  for (const [id, state] of states) {
    if (state === 'done') expect(names.has(id)).toBe(true);
    else if (state === 'refused') expect([isRefused(id), names.has(id)]).toEqual([true, false]);
    else expect(['begun', 'unknown']).toContain(state);
  }
  const count = (state: string) => [...states.values()].filter((it) => it === state).length;
  expect(count('done')).toBeGreaterThan(80);
  expect(count('unknown')).toBeGreaterThan(25);
  expect(count('begun')).toBeLessThanOrEqual(3 * 8);
});
