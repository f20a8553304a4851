import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { slice } from '../../src/emulator/world/reads/page.ts';
import { post } from '../helpers/post.ts';

const none = { first: undefined, after: undefined, last: undefined, before: undefined };

describe('pages', () => {
  const reference = (total: number, { first, after, last, before }: typeof given) => {
    let items = Array.from({ length: total }, (_, index) => index);
    if (after !== undefined) items = items.filter((item) => item > after);
    if (before !== undefined) items = items.filter((item) => item < before);
    if (first !== undefined) items = items.slice(0, first);
    if (last !== undefined) items = last === 0 ? [] : items.slice(-last);
    return items;
  };
  const given: { [Name in keyof typeof none]: number | undefined } = none;
  const argument = fc.option(fc.nat(30), { nil: undefined });

  test('a page is cut as the connection specification says, for any combination of arguments', () => {
    fc.assert(
      fc.property(fc.nat(20), argument, argument, argument, argument, (total, first, after, last, before) => {
        const page = slice(total, { first, last }, after === undefined ? 0 : after + 1, before ?? total);
        const items = Array.from({ length: page.end - page.start }, (_, index) => page.start + index);
        expect(items).toEqual(reference(total, { first, after, last, before }));
      }),
    );
  });
});

interface Page {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    endCursor: string;
    startCursor: string;
  };
  readonly totalCount: number;
}

async function devices(emulator: Emulator, args: string): Promise<Page> {
  const query = `{ team { devices${args && `(${args})`} {
    nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } } }`;
  const { body } = await post(emulator.url, query, { key: emulator.key });
  expect(body.errors).toBeUndefined();
  return body.data.team.devices;
}

describe('cursors', () => {
  const page = async (emulator: Emulator, after: string) =>
    devices(emulator, `first: 3${after && `, after: "${after}"`}`);
  const change = async (emulator: Emulator, mutation: string) => {
    const { body } = await post(emulator.url, `mutation { ${mutation} { __typename } }`, { key: emulator.key });
    expect(body.errors).toBeUndefined();
  };

  test('a program that pages through a list and deletes each item reaches every item', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/control.graphql', devices: 20 });
    let seen = 0;
    for (let after = ''; ; ) {
      const { nodes, pageInfo } = await page(emulator, after);
      for (const { id } of nodes) await change(emulator, `deleteDevice(id: "${id}")`);
      seen += nodes.length;
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toBe(20);
    expect((await page(emulator, '')).totalCount).toBe(0);
  });

  test('a filtered list continues behind an item that no longer passes', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/control.graphql', devices: 60 });
    const ask = async (after: string) => devices(emulator, `status: ONLINE, first: 2${after && `, after: "${after}"`}`);
    const whole = (await devices(emulator, 'status: ONLINE')).nodes.map(({ id }) => id);
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { nodes, pageInfo } = await ask(after);
      for (const { id } of nodes) await change(emulator, `setDeviceStatus(id: "${id}", status: OFFLINE)`);
      seen.push(...nodes.map(({ id }) => id));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(whole);
  });
});

describe('paging over HTTP', () => {
  test.each([1, 7, 50, 100, 1000])('paging forward by %i reaches every device once', async (size) => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql', devices: 123 });
    const ids: string[] = [];
    for (let after = ''; ; ) {
      const page = await devices(emulator, `first: ${size}${after && `, after: "${after}"`}`);
      expect(page.totalCount).toBe(123);
      expect(page.nodes.length).toBeLessThanOrEqual(Math.min(size, 100));
      ids.push(...page.nodes.map(({ id }) => id));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(ids).toHaveLength(123);
    expect(new Set(ids).size).toBe(123);
  });

  test('paging backward gives the same devices in the same order', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql', devices: 60 });
    const ids: string[] = [];
    for (let before = ''; ; ) {
      const page = await devices(emulator, `last: 25${before && `, before: "${before}"`}`);
      ids.unshift(...page.nodes.map(({ id }) => id));
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.pageInfo.startCursor;
    }
    expect(ids).toEqual((await devices(emulator, 'first: 100')).nodes.map(({ id }) => id));
  });

  test('an answer without paging arguments is a page, and says so', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql', devices: 60, maxPageSize: 40 });
    const page = await devices(emulator, '');
    expect([page.nodes.length, page.pageInfo.hasNextPage]).toEqual([40, true]);
  });

  test('an empty list has no cursors', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql', devices: 0 });
    expect(await devices(emulator, 'first: 10')).toEqual({
      nodes: [],
      totalCount: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  test('edges contain the same items as nodes, and their cursors lead to the next items', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql', devices: 10 });
    const query = '{ team { devices(first: 4) { nodes { id } edges { cursor node { id } } } } }';
    const { body } = await post(emulator.url, query, { key: emulator.key });
    const { nodes, edges } = body.data.team.devices;
    expect(edges.map(({ node }: { node: object }) => node)).toEqual(nodes);
    const rest = await devices(emulator, `first: 2, after: "${edges[1].cursor}"`);
    expect(rest.nodes).toEqual(nodes.slice(2));
  });

  test.each([
    ['first: -1', 'must not be negative'],
    ['after: "elsewhere"', 'is not a cursor'],
    [`after: "${Buffer.from('Gadget#1').toString('base64url')}"`, 'is not a cursor'],
  ])('the argument %s is an error that says so', async (args, words) => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/relay.graphql' });
    const { body } = await post(emulator.url, `{ team { devices(${args}) { totalCount } } }`, { key: emulator.key });
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining(words),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  test('cursors of a numeric type are numbers', async () => {
    await using emulator = await startEmulator({ schema: 'test/fixtures/paging/number-cursor.graphql', devices: 5 });
    const ask = async (args: string) => {
      const query = `{ team { devices(${args}) { nodes { id } pageInfo { endCursor hasNextPage } } } }`;
      return (await post(emulator.url, query, { key: emulator.key })).body.data.team.devices;
    };
    const first = await ask('first: 3');
    expect(first.pageInfo).toEqual({ endCursor: 2, hasNextPage: true });
    const second = await ask('first: 3, after: 2');
    expect([first.nodes.length, second.nodes.length, second.pageInfo.hasNextPage]).toEqual([3, 2, false]);
  });

  test('devices of an interface have the requested number', async () => {
    await using emulator = await startEmulator({
      schema: 'test/fixtures/paging/other-root-names.graphql',
      devices: 31,
    });
    const query = '{ team { devices(first: 100) { nodes { __typename id } } } }';
    const { nodes } = (await post(emulator.url, query, { key: emulator.key })).body.data.team.devices;
    expect(new Set(nodes.map(({ id }: { id: string }) => id)).size).toBe(31);
    expect(new Set(nodes.map(({ __typename }: { __typename: string }) => __typename))).toEqual(
      new Set(['Camera', 'Gateway']),
    );
  });
});
