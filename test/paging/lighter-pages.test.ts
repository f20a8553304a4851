import { describe, expect, test, vi } from 'vitest';
import { type EmulatorOptions, type Fault, startEmulator } from '../../src/emulator/index.ts';
import { type ControlApiError, isControlApiError, type Paginated } from '../../src/index.ts';
import { DevicesByCursor as Devices } from '../helpers/by-cursor.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';

const schema = `
  type Query { team: Team }
  type Team { id: ID! devices(first: Int, after: String): DeviceConnection }
  type DeviceConnection { nodes: [Device!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Device { id: ID! name: String! }
  type Mutation { renameDevice(id: ID!, name: String!): Device }
`;
/** An emulated service with this many devices, and a client of it whose clock moves by itself. */
async function service(total: number, faults: readonly Fault[], options: Partial<EmulatorOptions> = {}) {
  const emulator = await startEmulator({
    ...{ listen: false, onNote: () => {}, schema, count: { Device: total }, faults },
    ...options,
  });
  const { client, clock } = onMovedClock({
    baseUrl: emulator.url,
    apiKey: emulator.key,
    fetch: emulator.fetch,
    timeoutMs: 60_000,
  });
  const settled = async <T>(call: Promise<T>): Promise<T | ControlApiError> => {
    let isOver = false;
    const ended = call
      .catch((error: ControlApiError) => error)
      .finally(() => {
        isOver = true;
      });
    while (!isOver) await clock.advance(100);
    return ended;
  };
  const sizes = () =>
    emulator.requests.flatMap(({ variables }) => ('first' in variables ? [Number(variables['first'])] : []));
  return { emulator, client, settled, sizes };
}

const forms = ['error', 'null-data', 'complexity', 'status'] as const;
const readers = ['devices', 'paginate'] as const;
type Service = Awaited<ReturnType<typeof service>>;
type Reader = (typeof readers)[number];
const listOf = ({ client }: Service, reader: Reader): Paginated<{ readonly id: string | null }> =>
  reader === 'devices' ? client.devices() : client.paginate(Devices, { first: 100 });
const readAll = (it: Service, reader: Reader) => listOf(it, reader).toArray({ limit: 1_000 });

const cases = forms.flatMap((form) => readers.map((reader) => [form, reader] as const));
describe.each(cases)('a service that refuses large pages by %s is read whole by %s()', (form, reader) => {
  test.each([1, 4, 10, 30, 50, 99, 100])('a list is read whole by pages of %i nodes at most', async (max) => {
    const total = max < 10 ? 45 : 130;
    const it = await service(total, [{ fault: 'page-too-large', max, form }]);
    const all = await it.settled(readAll(it, reader));
    expect(Array.isArray(all) ? new Set(all.map(({ id }) => id)).size : all).toBe(total);
    if (max === 100) expect(it.sizes()).toEqual([100, 100]);
  });
});

test.each(['list team.devices', 'request devices.graphql --paginate --var first=100'])(
  'the command reads a list whole from a service that refuses large pages: %s',
  async (command) => {
    const faults: readonly Fault[] = [{ fault: 'page-too-large', max: 30, form: 'error' }];
    await using emulator = await startEmulator({ schema, count: { Device: 130 }, faults, onNote: () => {} });
    await using folder = await folderWith({ 'schema.graphql': schema, 'devices.graphql': String(Devices) });
    const env = { CONTROL_API_URL: emulator.url, CONTROL_API_KEY: emulator.key };
    const { code, stdout } = await say(`${command} --format ndjson`, { cwd: folder.path, env });
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 130]);
  },
);

test.each(readers)('a healthy service gets requests for full pages: %s()', async (reader) => {
  const it = await service(230, []);
  expect(await it.settled(readAll(it, reader))).toHaveLength(230);
  expect(it.sizes()).toEqual([100, 100, 100]);
});

test.each(readers)('a page has no more nodes than `toArray` wants: %s()', async (reader) => {
  const it = await service(230, []);
  const list = listOf(it, reader);
  expect(await it.settled(list.toArray({ limit: 3 }))).toHaveLength(3);
  expect(await it.settled(list.toArray({ limit: 150 }))).toHaveLength(150);
  expect(it.sizes()).toEqual([3, 100, 100]);
});

test('a page of one node that fails is an error with the tried sizes, and is requested no more often', async () => {
  for (const reader of readers) {
    const it = await service(20, [
      { fault: 'graphql-error', code: 'BROKEN', operation: reader === 'devices' ? 'ListDevicesByPage' : 'Devices' },
    ]);
    const error = await it.settled(readAll(it, reader));
    expect(error).toMatchObject({
      code: 'graphql',
      message: expect.stringContaining('`pageSize` of 100, 10 and 1.'),
    });
    expect(it.sizes()).toEqual([100, 10, 1]);
  }
});

test.each<[what: string, fault: Fault]>([
  ['a limit of calls', { fault: 'rate-limited', kind: 'query', retryAfter: 0 }],
  ['a limit of calls, in GraphQL', { fault: 'rate-limited', status: 200, retryAfter: 0 }],
  ['a refused key', { fault: 'revoked-key' }],
])('a page is not made lighter for %s', async (_what, fault) => {
  const it = await service(20, [fault]);
  expect(isControlApiError(await it.settled(readAll(it, 'paginate')))).toBe(true);
  expect(new Set(it.sizes())).toEqual(new Set([100]));
});

test('a slow attempt makes a page lighter within its call, and later pages full again', async () => {
  const it = await service(1_200, [{ fault: 'stalled', operation: 'Devices', nth: 2 }]);
  const list = it.client.paginate(Devices, { first: 100 }, { timeoutMs: 1_000 });
  expect(await it.settled(list.toArray({ limit: 2_000 }))).toHaveLength(1_200);
  expect(it.sizes()).toEqual([100, 100, 10, 20, 40, 50, 50, 50, 50, 50, 50, 50, 100, 100, 100, 100, 100, 100, 100]);
});

test('a second slow page is an error', async () => {
  const it = await service(200, [{ fault: 'stalled', operation: 'Devices' }]);
  const list = it.client.paginate(Devices, { first: 100 }, { timeoutMs: 1_000, maxRetries: 0 });
  expect(await it.settled(list.toArray({ limit: 2_000 }))).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('`pageSize` of 100 and 10.'),
  });
  expect(it.sizes()).toEqual([100, 10]);
});

test.each<[what: string, fault: Fault, code: string]>([
  ['the key is refused', { fault: 'revoked-key', operation: 'Devices', nth: 2 }, 'unauthenticated'],
  ['the call is aborted', { fault: 'stalled', operation: 'Devices', nth: 2 }, 'aborted'],
])('the error of a lighter page is its own: %s', async (_what, fault, code) => {
  const it = await service(200, [fault, { fault: 'page-too-large', max: 50, form: 'error' }]);
  const controller = new AbortController();
  const list = it.client.paginate(Devices, { first: 100 }, { signal: controller.signal });
  const ended = it.settled(list.toArray({ limit: 2_000 }));
  await vi.waitUntil(() => it.sizes().length === 2, { interval: 1 });
  if (code === 'aborted') controller.abort();
  expect(await ended).toMatchObject({ code, message: expect.not.stringContaining('pageSize') });
});

test('`maxRetries` bounds the lighter pages after passing failures', async () => {
  const it = await service(200, [{ fault: 'html-502', operation: 'Devices' }]);
  const list = it.client.paginate(Devices, { first: 100 }, { maxRetries: 1 });
  expect(await it.settled(list.toArray({ limit: 2_000 }))).toMatchObject({ code: 'http_status', status: 502 });
  expect(it.sizes()).toEqual([100, 10]);
});
