import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { watchDrift } from '../../src/drift/watch/watch-drift.ts';
import { introspect } from '../../src/graphql/introspection/index.ts';
import {
  type ControlClient,
  type ControlClientOptions,
  createControlClient,
  isControlApiError,
} from '../../src/index.ts';
import { emptyFolder, type Said, say } from '../helpers/cli-in-process.ts';
import { watchedOperation } from '../helpers/watched-operation.ts';
import { KEY } from './foreign-servers.ts';

/** A server for a capability: the schema of today, and the one after a release. */
export interface Asked {
  readonly url: string;
  readonly movedUrl: string;
  readonly filter: string;
  /** Whether it refuses operations that are too deep. */
  readonly limitsDepth: boolean;
}

/** A promise, tried on a real server. */
export interface Capability {
  readonly name: string;
  try(server: Asked): Promise<void>;
}

const connect = (baseUrl: string, options: ControlClientOptions = {}): ControlClient =>
  createControlClient({ baseUrl, apiKey: KEY, ...options });

const renameDevice = `mutation RenameDevice($input: RenameDeviceInput!) {
  renameDevice(input: $input) { __typename }
}`;
const renameAndFail = renameDevice.replaceAll('enameDevice', 'enameDeviceAndFail');
const readRenames = 'query Renames { renames }';
/** Beyond the depth limits of the servers. */
const deep = `query Deep { __schema { types { fields { type ${'{ ofType '.repeat(11)} { name } ${'}'.repeat(11)} } } } }`;
const revokedKey = 'key-that-was-revoked-0000';
const listDevices = 'query ListDevices { team { devices(first: 3) { nodes { id name lastSeen } } } }';

async function renamesOf(client: ControlClient): Promise<number> {
  const { renames } = await client.request<{ renames: number }>(readRenames);
  return renames;
}

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    (data) => expect.unreachable(`answered ${JSON.stringify(data)}`),
    (thrown: unknown) => thrown,
  );
  if (!isControlApiError(error)) throw error;
  return error;
}

/** Runs the command line beside a server, and returns its data. */
async function command(url: string, args: readonly string[], cwd?: string, key = KEY): Promise<Said> {
  const env = { CONTROL_API_URL: url, CONTROL_API_KEY: key };
  return say(args, cwd === undefined ? { env } : { env, cwd });
}

/** The output of a command that succeeds. */
async function succeed(url: string, args: string, cwd?: string): Promise<string> {
  const said = await command(url, args.split(' '), cwd);
  expect(said, said.stderr + said.stdout).toMatchObject({ code: 0 });
  return said.stdout;
}

/** Checks that a refused mutation is reported as such. */
async function refusedMutation(url: string, document: string, variables: Record<string, unknown>): Promise<void> {
  await using client = connect(url);
  const before = await renamesOf(client);
  const error = await failureOf(client.request(document, variables));
  expect(error).toMatchObject({ code: 'graphql', outcome: 'rejected', attempts: 1 });
  expect(await renamesOf(client)).toBe(before);
}

/** A project with a snapshot and an operation. */
async function project(url: string) {
  const folder = await emptyFolder();
  await succeed(url, 'schema pull', folder.path);
  await mkdir(join(folder.path, 'operations'));
  await writeFile(join(folder.path, 'operations/list-devices.graphql'), listDevices);
  return folder;
}

/** The capabilities in the order of the page. */
export const capabilities: readonly Capability[] = [
  {
    name: '`devices()` yields every device',
    async try({ url }) {
      await using client = connect(url);
      const ids = (await client.devices({ pageSize: 4 }).toArray({ limit: 100 })).map(({ id }) => id);
      expect(new Set(ids).size).toBe(25);
    },
  },
  {
    name: '`control-api-sdk devices` and `list` print every device',
    async try({ url }) {
      for (const args of ['devices --format json', 'list team.devices --format json'])
        expect(JSON.parse(await succeed(url, args))).toHaveLength(25);
    },
  },
  {
    name: 'an operation with an enum in an input object is answered',
    async try({ url, filter }) {
      await using client = connect(url);
      const type = filter === 'filter' ? 'DeviceFilter' : 'DeviceCondition';
      const document = `query Offline($by: ${type}) { team { devices(${filter}: $by) { nodes { status } } } }`;
      const data = await client.request<{ team: { devices: { nodes: readonly unknown[] } } }>(document, {
        by: { status: 'OFFLINE' },
      });
      expect(data.team.devices.nodes).toEqual(Array(5).fill({ status: 'OFFLINE' }));
    },
  },
  {
    name: 'a mutation is delivered once',
    async try({ url }) {
      await using client = connect(url);
      const before = await renamesOf(client);
      await client.request(renameDevice, { input: { id: 'd2', name: 'Gate' } });
      expect(await renamesOf(client)).toBe(before + 1);
    },
  },
  {
    name: 'a mutation with an unknown field is `rejected`',
    try: ({ url }) =>
      refusedMutation(url, renameDevice.replace('__typename', 'nonsense'), { input: { id: 'd2', name: 'Gate' } }),
  },
  {
    name: 'a mutation without a required value is `rejected`',
    try: ({ url }) => refusedMutation(url, renameDevice, { input: { id: 'd2' } }),
  },
  {
    name: 'a mutation that fails after its change is `unknown`, and not repeated',
    async try({ url }) {
      await using client = connect(url);
      const before = await renamesOf(client);
      const error = await failureOf(client.request(renameAndFail, { input: { id: 'd3', name: 'Door' } }));
      expect(error).toMatchObject({ code: 'graphql', outcome: 'unknown', attempts: 1 });
      expect(await renamesOf(client)).toBe(before + 1);
    },
  },
  {
    name: 'a refused key is asked for again, and the query repeated',
    async try({ url }) {
      let asked = 0;
      const apiKey = () => (asked++ === 0 ? revokedKey : KEY);
      await using client = connect(url, { apiKey });
      expect(await client.request('query Team { team { name } }')).toEqual({ team: { name: 'Operations' } });
      await using revoked = connect(url, { apiKey: revokedKey });
      expect(await failureOf(revoked.request('query Team { team { name } }'))).toMatchObject({
        code: 'unauthenticated',
      });
    },
  },
  {
    name: 'a mutation with a refused key is not executed, and reported as `unauthenticated`',
    async try({ url }) {
      await using client = connect(url);
      await using revoked = connect(url, { apiKey: revokedKey });
      const before = await renamesOf(client);
      const error = await failureOf(revoked.request(renameDevice, { input: { id: 'd2', name: 'Gate' } }));
      expect(error.code).toBe('unauthenticated');
      expect(await renamesOf(client)).toBe(before);
    },
  },
  {
    name: '`devices` and `list` advise about a refused key, not about drift',
    async try({ url }) {
      for (const args of [['devices'], ['list', 'team.devices']]) {
        const said = await command(url, args, undefined, revokedKey);
        expect(said, said.stderr).toMatchObject({ code: 4 });
        expect(said.stderr).toContain('Check that the key belongs to this team');
        expect(said.stderr).not.toMatch(/schema|drift/i);
      }
    },
  },
  {
    name: 'partial data comes with its errors',
    async try({ url }) {
      await using client = connect(url);
      const answer = await client.execute('query Partial { team { name devices(first: 1) { nodes { id secret } } } }');
      expect(answer.data).toMatchObject({ team: { name: 'Operations', devices: { nodes: [{ secret: null }] } } });
      expect(answer.errors).toHaveLength(1);
    },
  },
  {
    name: 'introspection needs no key',
    async try({ url }) {
      await using open = connect(url, { apiKey: null });
      expect(
        await open.request('query Schema { __schema { queryType { name } mutationType { name } } }'),
      ).toMatchObject({ __schema: { queryType: { name: 'Query' }, mutationType: { name: 'Mutation' } } });
    },
  },
  {
    name: '`schema pull` reads the whole schema, its deprecations with it',
    async try({ url }) {
      await using folder = await project(url);
      const text = await readFile(join(folder.path, 'schema.graphql'), 'utf8');
      expect(text).toMatch(/type Device (?:implements \w+ )?\{/);
      expect(text).toMatch(/enum DeviceStatus \{\s+(?:ONLINE|OFFLINE)\s+(?:ONLINE|OFFLINE)\s+\}/);
      expect(text).toMatch(/input RenameDeviceInput \{/);
      expect(text).toMatch(/label: String @deprecated\(reason: "Use name\."\)/);
    },
  },
  {
    name: '`check` finds an unchanged schema in step, and a removed field',
    async try({ url, movedUrl }) {
      await using folder = await project(url);
      await succeed(url, 'check', folder.path);
      const moved = await command(movedUrl, ['check'], folder.path);
      expect(moved, moved.stderr).toMatchObject({ code: 1 });
      expect(moved.stdout).toContain('Device.lastSeen');
    },
  },
  {
    name: '`watchDrift` names what a refused operation asked for',
    async try({ url, movedUrl }) {
      await using client = connect(movedUrl, { watch: watchDrift() });
      const document = watchedOperation(await introspect({ baseUrl: url }), listDevices);
      const error = await failureOf(client.request(document));
      expect(error.drift?.changes.map(({ coordinate }) => coordinate)).toEqual(['Device.lastSeen']);
    },
  },
  {
    name: '`watchDrift` names no change for a wrong value of the caller',
    async try({ url, filter }) {
      const schema = await introspect({ baseUrl: url });
      const type = filter === 'filter' ? 'DeviceFilter' : 'DeviceCondition';
      const document = `query List($by: ${type}) { team { devices(${filter}: $by) { nodes { id } } } }`;
      await using client = connect(url, { watch: watchDrift() });
      const error = await failureOf(client.request(watchedOperation(schema, document), { by: { status: 'GONE' } }));
      expect(error.drift).toBeUndefined();
    },
  },
  {
    name: 'a limit of depth is not drift',
    async try({ url, limitsDepth }) {
      await using client = connect(url, { watch: watchDrift() });
      const document = watchedOperation(await introspect({ baseUrl: url }), deep);
      if (!limitsDepth) return expect(await client.request(document)).toHaveProperty('__schema');
      const error = await failureOf(client.request(document));
      expect(error.code).toBe('graphql');
      expect(error.drift).toBeUndefined();
      expect(error.message).not.toMatch(/schema changed/i);
    },
  },
  {
    name: '`operations add` writes an operation that the server takes',
    async try({ url }) {
      await using folder = await project(url);
      await succeed(url, 'operations add team.devices', folder.path);
      await succeed(url, 'check', folder.path);
    },
  },
];
