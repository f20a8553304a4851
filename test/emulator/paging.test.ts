import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { slice } from '../../src/emulator/world/reads/page.ts';
import { post } from '../helpers/post.ts';
import { type Any, pages } from './world/reads/judge.ts';

type Args = Partial<Record<'first' | 'after' | 'last' | 'before', number | undefined>>;

test('a page is cut as the connection specification says, for any combination of arguments', () => {
  const reference = (total: number, { first, after, last, before }: Args) => {
    let items = Array.from({ length: total }, (_, index) => index);
    if (after !== undefined) items = items.filter((item) => item > after);
    if (before !== undefined) items = items.filter((item) => item < before);
    if (first !== undefined) items = items.slice(0, first);
    if (last !== undefined) items = last === 0 ? [] : items.slice(-last);
    return items;
  };
  const argument = fc.option(fc.nat(30), { nil: undefined });
  fc.assert(
    fc.property(fc.nat(20), argument, argument, argument, argument, (total, first, after, last, before) => {
      const page = slice(total, { first, last }, after === undefined ? 0 : after + 1, before ?? total);
      const items = Array.from({ length: page.end - page.start }, (_, index) => page.start + index);
      expect(items).toEqual(reference(total, { first, after, last, before }));
    }),
  );
});

const [control, relay] = ['test/fixtures/control.graphql', 'test/fixtures/relay.graphql'];

async function ask(emulator: Emulator, query: string): Promise<Any> {
  const { body } = await post(emulator, query);
  expect(body.errors).toBeUndefined();
  return body.data;
}

async function devices(emulator: Emulator, args: string): Promise<Any> {
  const query = `{ team { devices${args && `(${args})`} {
    nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } } }`;
  return (await ask(emulator, query)).team.devices;
}

/** The ids of all devices, page by page; each page is looked at before the next one. */
const allIds = (emulator: Emulator, args: string, look: (page: Any) => unknown = () => {}): Promise<string[]> =>
  pages(async (cursor) => {
    const page = await devices(emulator, `${args}${cursor === null ? '' : `, after: "${cursor}"`}`);
    await look(page);
    const { hasNextPage: more, endCursor } = page.pageInfo;
    return { ids: page.nodes.map(({ id }: Any) => id), cursor: endCursor, more };
  });

describe('cursors', () => {
  test('a program that pages through a list and deletes each item reaches every item', async () => {
    await using emulator = await startEmulator({ schema: control, devices: 20 });
    const seen = await allIds(emulator, 'first: 3', async ({ nodes }) => {
      for (const { id } of nodes) await ask(emulator, `mutation { deleteDevice(id: "${id}") { __typename } }`);
    });
    expect(seen).toHaveLength(20);
    expect((await devices(emulator, 'first: 3')).totalCount).toBe(0);
  });

  test('a filtered list continues behind an item that no longer passes', async () => {
    await using emulator = await startEmulator({ schema: control, devices: 60 });
    const whole = (await devices(emulator, 'status: ONLINE')).nodes.map(({ id }: Any) => id);
    const seen = await allIds(emulator, 'status: ONLINE, first: 2', async ({ nodes }) => {
      for (const { id } of nodes)
        await ask(emulator, `mutation { setDeviceStatus(id: "${id}", status: OFFLINE) { __typename } }`);
    });
    expect(seen).toEqual(whole);
  });
});

describe('paging over HTTP', () => {
  test.each([1, 7, 50, 100, 1000])('paging forward by %i reaches every device once', async (size) => {
    await using emulator = await startEmulator({ schema: relay, devices: 123 });
    const ids = await allIds(emulator, `first: ${size}`, ({ totalCount, nodes }) => {
      expect(totalCount).toBe(123);
      expect(nodes.length).toBeLessThanOrEqual(Math.min(size, 100));
    });
    expect([ids.length, new Set(ids).size]).toEqual([123, 123]);
  });

  test('paging backward gives the same devices in the same order', async () => {
    await using emulator = await startEmulator({ schema: relay, devices: 60 });
    const ids: string[] = [];
    for (let before = ''; ; ) {
      const page = await devices(emulator, `last: 25${before && `, before: "${before}"`}`);
      ids.unshift(...page.nodes.map(({ id }: Any) => id));
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.pageInfo.startCursor;
    }
    expect(ids).toEqual((await devices(emulator, 'first: 100')).nodes.map(({ id }: Any) => id));
  });

  test('an answer without paging arguments is a page, and says so', async () => {
    await using emulator = await startEmulator({ schema: relay, devices: 60, maxPageSize: 40 });
    const page = await devices(emulator, '');
    expect([page.nodes.length, page.pageInfo.hasNextPage]).toEqual([40, true]);
  });

  test('an empty list has no cursors', async () => {
    await using emulator = await startEmulator({ schema: relay, devices: 0 });
    expect(await devices(emulator, 'first: 10')).toEqual({
      nodes: [],
      totalCount: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  test('edges contain the same items as nodes, and their cursors lead to the next items', async () => {
    await using emulator = await startEmulator({ schema: relay, devices: 10 });
    const query = '{ team { devices(first: 4) { nodes { id } edges { cursor node { id } } } } }';
    const { nodes, edges } = (await ask(emulator, query)).team.devices;
    expect(edges.map(({ node }: Any) => node)).toEqual(nodes);
    const rest = await devices(emulator, `first: 2, after: "${edges[1].cursor}"`);
    expect(rest.nodes).toEqual(nodes.slice(2));
  });

  test.each([
    ['first: -1', 'must not be negative'],
    ['after: "elsewhere"', 'is not a cursor'],
    [`after: "${Buffer.from('Gadget#1').toString('base64url')}"`, 'is not a cursor'],
  ])('the argument %s is an error that says so', async (args, words) => {
    await using emulator = await startEmulator({ schema: relay });
    const { body } = await post(emulator, `{ team { devices(${args}) { totalCount } } }`);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining(words),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  test('cursors of a numeric type are numbers', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/paging/number-cursor.graphql', devices: 5 });
    const page = 'nodes { id } pageInfo { endCursor hasNextPage }';
    const { team } = await ask(
      emulator,
      `{ team { first: devices(first: 3) { ${page} } second: devices(first: 3, after: 2) { ${page} } } }`,
    );
    expect(team.first.pageInfo).toEqual({ endCursor: 2, hasNextPage: true });
    expect([team.first.nodes.length, team.second.nodes.length]).toEqual([3, 2]);
    expect(team.second.pageInfo.hasNextPage).toBe(false);
  });

  test('devices of an interface have the requested number', async () => {
    const schema = 'test/fixtures/paging/other-root-names.graphql';
    await using emulator = await startEmulator({ schema, devices: 31 });
    const { nodes } = (await ask(emulator, '{ team { devices(first: 100) { nodes { __typename id } } } }')).team
      .devices;
    expect(new Set(nodes.map(({ id }: Any) => id)).size).toBe(31);
    expect(new Set(nodes.map(({ __typename }: Any) => __typename))).toEqual(new Set(['Camera', 'Gateway']));
  });
});
