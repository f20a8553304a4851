import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  buildSchema,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { anonymise } from '../../src/emulator/recorder/anonymise.ts';
import { Recording } from '../../src/emulator/recorder/recording.ts';
import { type Recorder, startRecorder } from '../../src/emulator/recorder/start-recorder.ts';
import { cases } from '../helpers/cases.ts';
import { emptyFolder, say } from '../helpers/cli-in-process.ts';
import { emulated } from '../helpers/emulated.ts';
import { post } from '../helpers/post.ts';
import { randomQuery } from '../helpers/random-query.ts';

const control = 'test/fixtures/control.graphql';

const operations = [
  'query A($after: String) { team { id name groups { nodes { id name owners { id name email role } } } devices(first: 10, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { id name status tags temperature firmwareVersion createdAt archivedAt group { id } } } } }',
  '{ events(limit: 50) { items { id kind message sourceDeviceId mimeType at } } }',
  '{ team { members { id name email groups { id } } } }',
];
const detail =
  'query D($id: ID!) { device(id: $id) { called: name id network { ipAddress macAddress latitude longitude } settings note events { nodes { id } } } node(id: $id) { __typename ... on Device { id updatedAt } } }';

interface DevicePage {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

let upstream: Emulator;
let recorder: Recorder;
const answers: unknown[] = [];

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function ask(query: string, variables?: object): Promise<any> {
  const { body } = await post(recorder.url, query, { key: upstream.key, ...(variables && { variables }) });
  expect(body.errors).toBeUndefined();
  answers.push(body.data);
  return body.data;
}

beforeAll(async () => {
  upstream = await startEmulator({ schema: control, seed: 'the service' });
  recorder = await startRecorder({ upstream: upstream.url, port: 0, mutations: false, key: 'k', onRequest() {} });
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const devices: DevicePage = (await ask(operations[0] ?? '', { after })).team.devices;
    ids.push(...devices.nodes.map(({ id }) => id));
    if (!devices.pageInfo.hasNextPage) break;
    after = devices.pageInfo.endCursor;
  }
  for (const operation of operations.slice(1)) await ask(operation);
  for (const id of ids) await ask(detail, { id });
});

afterAll(async () => {
  await recorder.close();
  await upstream.close();
});

/** Every text and number of an answer, in their order. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

const sdl = await readFile(control, 'utf8');
/** The originals that are in a value of the fixtures; or anywhere in the file, unless they are words of the schema. */
function traces(originals: readonly string[], fixtures: object, schema = buildSchema(sdl)): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter(isEnumType);
  const enumValues = new Set(types.flatMap((type) => type.getValues().map(({ name }) => name)));
  const values = leavesOf(fixtures).filter((value) => !enumValues.has(value));
  const [inValues, inFile, inSchema] = [values.join('\n'), JSON.stringify(fixtures), printSchema(schema)].map((it) =>
    it.toLowerCase(),
  );
  return [...new Set(originals)].filter((original) => {
    const text = original.toLowerCase();
    if (text.length <= 3 || enumValues.has(original)) return false;
    const written = JSON.stringify(text).slice(1, -1);
    return inValues?.includes(text) || (inFile?.includes(written) && !inSchema?.includes(text));
  });
}

describe('a recording leaves no trace', () => {
  test('no original value of more than three characters is in the fixtures', () => {
    const originals = leavesOf(answers);
    expect(new Set(originals).size).toBeGreaterThan(300);
    expect(traces(originals, answers).length).toBeGreaterThan(300);
    expect(traces(originals, recorder.fixtures())).toEqual([]);
  });

  test('formats stay', () => {
    const { Device = [], Member = [], Event = [] } = recorder.fixtures();
    expect(Device).toHaveLength(25);
    for (const { status, createdAt, temperature, archived, network } of Device) {
      expect(['ONLINE', 'OFFLINE', 'UPDATING']).toContain(status);
      expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(['number', 'object']).toContain(typeof temperature);
      expect(archived).toBeUndefined();
      expect(network).toMatchObject({
        ipAddress: expect.stringMatching(/^10(\.\d{1,3}){3}$/),
        macAddress: expect.stringMatching(/^02(:[\da-f]{2}){5}$/),
      });
    }
    for (const { email } of Member) expect(email).toMatch(/^[a-z]+@example\.com$/);
    expect(Event.length).toBeGreaterThan(5);
  });

  test('joins still join, and times keep their order', async () => {
    const fixtures = recorder.fixtures();
    const { data } = emulated(control, { fixtures });
    const now = await data((operations[0] ?? '').replace('first: 10', 'first: 100'));
    const before = await post(upstream.url, (operations[0] ?? '').replace('first: 10', 'first: 100'), {
      key: upstream.key,
    });
    const devices = before.body.data.team.devices.nodes;
    const fakes = now.team.devices.nodes;
    expect(now.team.devices.totalCount).toBe(devices.length);
    const fakeOf = new Map<string, string>(devices.map(({ id }: { id: string }, at: number) => [id, fakes[at].id]));
    expect(new Set(fakeOf.values()).size).toBe(devices.length);
    const groups = new Map<string, string>();
    for (const [at, { group, status, tags }] of devices.entries()) {
      expect(fakes[at].status).toBe(status);
      expect(fakes[at].tags).toHaveLength(tags.length);
      expect(fakes[at].group === null).toBe(group === null);
      if (group === null) continue;
      expect(fakes[at].group.id).toBe(groups.get(group.id) ?? fakes[at].group.id);
      groups.set(group.id, fakes[at].group.id);
    }
    expect(new Set(groups.values()).size).toBe(groups.size);
    const byTime = (list: { createdAt: string }[]) =>
      list
        .map(({ createdAt }, at) => [createdAt, at] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, at]) => at);
    expect(byTime(fakes)).toEqual(byTime(devices));

    const events = (await post(upstream.url, operations[1] ?? '', { key: upstream.key })).body.data.events.items;
    const replayed = (await data(operations[1] ?? '')).events.items;
    expect(replayed.length).toBe(events.length);
    const sources = (list: { sourceDeviceId: string }[]) => list.map(({ sourceDeviceId }) => sourceDeviceId);
    expect(sources(replayed)).toEqual(sources(events).map((id) => fakeOf.get(id)));
    for (const [id, fake] of fakeOf) {
      const original = (await post(upstream.url, detail, { key: upstream.key, variables: { id } })).body.data;
      const copy = await data(detail, { id: fake });
      expect(copy.device.called).toBe(fakes.find((each: { id: string }) => each.id === fake).name);
      expect(copy.device.events.nodes).toHaveLength(original.device.events.nodes.length);
      expect(copy.node.id).toBe(fake);
    }
  });

  test('the same key gives the same fixtures; another key gives others', () => {
    const schema = buildSchema(sdl);
    const recording = new Recording(schema);
    recording.add(parse('{ team { devices { nodes { id name } } } }'), undefined, {
      team: { devices: { nodes: [{ id: 'dev-1', name: 'Gate' }] } },
    });
    expect(anonymise(recording, 'one')).toEqual(anonymise(recording, 'one'));
    expect(anonymise(recording, 'one')).not.toEqual(anonymise(recording, 'two'));
  });
});

describe('the recorder', () => {
  test('refuses mutations unless they are allowed', async () => {
    const rename = 'mutation { renameDevice(deviceId: "x", newName: "y") { id } }';
    const before = upstream.requests.length;
    const { status, body } = await post(recorder.url, rename, { key: upstream.key });
    expect(status).toBe(403);
    expect(body.errors[0].message).toContain('--record-mutations');
    expect(upstream.requests.length).toBe(before);
    const options = { upstream: upstream.url, port: 0, mutations: true, key: 'k', onRequest() {} };
    await using allowed = await startRecorder(options);
    await post(allowed.url, rename, { key: upstream.key });
    expect(upstream.requests.at(-1)?.kind).toBe('mutation');
  });

  test('passes on the key of each caller, and answers as the service does to a wrong one', async () => {
    const query = '{ team { id } }';
    expect((await post(recorder.url, query)).status).toBe(401);
    expect((await post(recorder.url, query, { key: 'emulator_not-the-key' })).status).toBe(401);
    const { status, body } = await post(recorder.url, query, { key: upstream.keys[1] ?? '' });
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(JSON.stringify(recorder.fixtures())).not.toContain('emulator_');
    expect((await post(recorder.url, '{ __schema { queryType { name } } }')).body.data.__schema.queryType.name).toBe(
      'Query',
    );
  });

  test('takes plain http only on this machine', async () => {
    const options = { upstream: 'http://192.0.2.1', port: 0, mutations: false, key: 'k', onRequest() {} };
    await expect(startRecorder(options)).rejects.toThrow(/https/);
  });

  test('is a command that writes a file, which the emulator serves offline', async () => {
    await using folder = await emptyFolder();
    const stop = new AbortController();
    const script = `const [{ id }] = (await (await fetch(process.env.CONTROL_API_URL + '/graphql', { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.CONTROL_API_KEY }, body: JSON.stringify({ query: '{ team { devices(first: 3) { nodes { id name } } } }' }) })).json()).data.team.devices.nodes; if (!id) process.exit(9);`;
    const { code, stderr } = await say(
      [
        'emulator',
        '--record',
        'out.json',
        '--upstream',
        upstream.url,
        '--',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
      ],
      { cwd: folder.path, env: { CONTROL_API_KEY: upstream.key }, signal: stop.signal },
    );
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'Wrote out.json with 3 Device.\nNot recorded, since an answer lacked its id or __typename: Team. Select both.\n',
    });
    expect(stderr).not.toContain(upstream.key);
    const file = join(folder.path, 'out.json');
    const { Device } = JSON.parse(await readFile(file, 'utf8'));
    await using offline = await startEmulator({ schema: control, fixtures: file });
    const { body } = await post(offline.url, '{ team { devices { nodes { id name } } } }', { key: offline.key });
    expect(body.data.team.devices.nodes).toEqual(Device);
  });

  test('writes what it has each minute, so that a crash loses no more', async () => {
    await using folder = await emptyFolder();
    const file = join(folder.path, 'out.json');
    const written = async () => Object.keys(JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))).sort();
    const stop = new AbortController();
    const port = await freePort();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const options = ['--record', 'out.json', '--upstream', upstream.url, '--port', String(port)];
      const ended = say(['emulator', ...options], { cwd: folder.path, signal: stop.signal });
      const read = (query: string) => post(`http://127.0.0.1:${port}`, query, { key: upstream.key });
      await vi.waitFor(() => read('{ team { devices(first: 3) { nodes { id name } } } }'), 10_000);
      vi.advanceTimersByTime(50_000);
      expect(await written()).toEqual([]);
      vi.advanceTimersByTime(60_000);
      await vi.waitFor(async () => expect(await written()).toEqual(['Device']), 10_000);
      await read('{ events(limit: 3) { items { id kind } } }');
      vi.advanceTimersByTime(60_000);
      await vi.waitFor(async () => expect(await written()).toEqual(['Device', 'Event']), 10_000);
      stop.abort('SIGINT');
      expect((await ended).stderr).toMatch(/^Wrote out\.json with (?=.*3 Event).*3 Device/m);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    [['--record', 'out.json'], '`--record` needs `--upstream`: pass it, too.'],
    [['--record-mutations'], '`--record-mutations` needs `--record`: pass it, too.'],
    [
      ['--record', 'out.json', '--upstream', 'https://x.example', '--devices', '3'],
      '`--record` and `--devices` cannot be combined',
    ],
    [['--verbose', '--record', 'out.json'], '`--record` needs `--upstream`'],
  ])('%j says what is wrong', async (args, message) => {
    const { code, stderr } = await say(['emulator', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Selects the ids as well, without which objects are not recorded. */
function withIds(schema: GraphQLSchema, query: string): DocumentNode {
  const types = new TypeInfo(schema);
  const id: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'id' } };
  return visit(
    parse(query),
    visitWithTypeInfo(types, {
      SelectionSet(node) {
        const type = types.getParentType();
        const has = (isObjectType(type) || isInterfaceType(type)) && isNonNullType(type.getFields()['id']?.type);
        return has ? { ...node, selections: [id, ...node.selections] } : undefined;
      },
    }),
  );
}

test.each([[control], ['test/fixtures/relay.graphql']])(
  'a recording of any valid queries leaves no trace, and the emulator can serve it: %s',
  async (file) => {
    const schema = buildSchema(await readFile(file, 'utf8'));
    const source = emulated(file, { seed: 'any' });
    let state = 7;
    const draw = (bound: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % bound;
    };
    const recording = new Recording(schema);
    const originals: string[] = [];
    for (let round = 0; round < cases(60); round += 1) {
      const document = withIds(schema, randomQuery(schema, draw));
      const { data } = await source.answer(print(document));
      if (data === null || data === undefined) continue;
      originals.push(...leavesOf(data));
      recording.add(document, undefined, data);
    }
    const fixtures = anonymise(recording, 'key');
    const typeNames = new Set(Object.keys(schema.getTypeMap()));
    expect(
      traces(
        originals.filter((each) => !typeNames.has(each)),
        fixtures,
        schema,
      ),
    ).toEqual([]);
    const ids = Object.values(fixtures).flatMap((list) => list.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(20);
    const { data } = emulated(file, { fixtures });
    expect(await data('{ __typename }')).toEqual({ __typename: 'Query' });
    const all = Object.values(fixtures).flat().flatMap(leavesOf);
    expect(all.length).toBeGreaterThan(ids.length * 1.5);
  },
);
