import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { createControlClient, TypedOperation } from '../../src/index.ts';
import { byCursor, DevicesByCursor as Devices } from '../helpers/by-cursor.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

const Aliased = new TypedOperation<unknown, { n: number; cursor?: string | null }, { 'mine.things': Named }>(
  `query Aliased($n: Int!, $cursor: String) {
    mine: team { things: devices(first: $n, after: $cursor) {
      rows: edges { it: node { id name } } info: pageInfo { more: hasNextPage last: endCursor }
    } }
  }`,
  {
    name: 'Aliased',
    kind: 'query',
    connections: {
      'mine.things': {
        ...byCursor('mine.things'),
        items: ['rows', 'it'],
        pageInfo: { key: 'info', hasMore: 'more', cursor: 'last' },
        cursorVariable: 'cursor',
      },
    },
  },
);

const Backwards = new TypedOperation<unknown, { last: number; before?: string | null }, { 'team.devices': Named }>(
  `query Backwards($last: Int!, $before: String) {
    team { devices(last: $last, before: $before) { nodes { id name } pageInfo { hasPreviousPage startCursor } } }
  }`,
  {
    name: 'Backwards',
    kind: 'query',
    connections: {
      'team.devices': {
        ...byCursor('team.devices'),
        direction: 'backward',
        pageInfo: { key: 'pageInfo', hasMore: 'hasPreviousPage', cursor: 'startCursor' },
        cursorVariable: 'before',
      },
    },
  },
);

const Two = new TypedOperation<
  unknown,
  { devices?: string | null; applications?: string | null },
  { 'team.devices': Named; 'team.applications': Named }
>(
  `query Two($devices: String, $applications: String) { team {
    devices(first: 4, after: $devices) { nodes { id name } pageInfo { hasNextPage endCursor } }
    applications(first: 2, after: $applications) { nodes { id name } pageInfo { hasNextPage endCursor } }
  } }`,
  {
    name: 'Two',
    kind: 'query',
    connections: {
      'team.devices': { ...byCursor('team.devices'), cursorVariable: 'devices' },
      'team.applications': { ...byCursor('team.applications'), cursorVariable: 'applications' },
    },
  },
);

describe('a pageable operation over a real server', () => {
  let emulator: Emulator;
  const client = () => createControlClient({ baseUrl: emulator.url, apiKey: emulator.key });
  const ids = (nodes: readonly Named[]) => nodes.map(({ id }) => id);

  beforeAll(async () => {
    emulator = await startEmulator({ devices: 23, schema: 'test/fixtures/relay.graphql' });
  });
  afterAll(() => emulator.close());

  test('a list has every node once, in order, with any page size', async () => {
    const all = ids(await client().paginate(Devices, { first: 100 }).toArray({ limit: Number.POSITIVE_INFINITY }));
    expect(new Set(all).size).toBe(23);
    for (const first of [1, 7, 22, 23, 24]) {
      const nodes: Named[] = [];
      for await (const node of client().paginate(Devices, { first })) nodes.push(node);
      expect(ids(nodes)).toEqual(all);
    }
  });

  test('an operation may name its cursor variable, use aliases for all fields, and read edges', async () => {
    const plain = await client().paginate(Devices, { first: 5 }).toArray({ limit: 100 });
    expect(await client().paginate(Aliased, { n: 5 }).toArray({ limit: 100 })).toEqual(plain);
  });

  test('a list by `last` and `before` has its pages backward, each in the order of the server', async () => {
    const all = ids(await client().paginate(Devices, { first: 100 }).toArray({ limit: 100 }));
    const pages: string[][] = [];
    for await (const page of client().paginate(Backwards, { last: 10 }).pages()) pages.push(ids(page.nodes));
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(pages.reverse().flat()).toEqual(all);
  });

  test('an operation with several connections pages the chosen one, and requires a choice', async () => {
    const devices = await client().paginate(Two, {}, { connection: 'team.devices' }).toArray({ limit: 100 });
    const applications = await client().paginate(Two, {}, { connection: 'team.applications' }).toArray({ limit: 100 });
    expect(devices).toHaveLength(23);
    expect(new Set(ids(applications)).size).toBe(applications.length);
    // @ts-expect-error: the choice is missing
    expect(() => client().paginate(Two, {})).toThrow(/team\.devices, team\.applications/);
  });

  test('simultaneous calls of next() on pages get a page each', async () => {
    const pages = client().paginate(Devices, { first: 10 }).pages();
    const results = await Promise.all([pages.next(), pages.next(), pages.next(), pages.next()]);
    expect(results.map(({ value }) => value?.nodes.length)).toEqual([10, 10, 3, undefined]);
  });

  test('a list with an aborted signal ends as aborted', async () => {
    const controller = new AbortController();
    const list = client().paginate(Devices, { first: 5 }, { signal: controller.signal });
    const reason = new Error('enough');
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of list) {
        seen.push(id);
        if (seen.length === 5) controller.abort(reason);
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'aborted', name: 'AbortError', cause: reason });
    expect(seen).toHaveLength(5);
  });
});
