import { describe, expect, test } from 'vitest';
import { emulated } from '../../helpers/emulated.ts';

const control = 'test/fixtures/control.graphql';

interface Device {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly temperature: number;
  readonly createdAt: string;
  readonly group: { readonly id: string; readonly name: string };
}

const fields = 'totalCount nodes { id name status tags temperature createdAt group { id name } }';

/** The devices that these arguments leave, and all of them. */
async function selected(args: string, world = emulated(control, { devices: 80 })) {
  const { team } = await world.data(
    `{ team { all: devices(first: 100) { ${fields} } some: devices(first: 100, ${args}) { ${fields} } } }`,
  );
  return {
    all: team.all.nodes as Device[],
    some: team.some.nodes as Device[],
    count: team.some.totalCount,
    notes: world.notes,
  };
}

describe('a filter leaves exactly what it says', () => {
  test.each<readonly [args: string, keeps: (device: Device) => boolean]>([
    ['status: ONLINE', ({ status }) => status === 'ONLINE'],
    ['filter: { status: OFFLINE }', ({ status }) => status === 'OFFLINE'],
    ['filter: { status: null }', () => true],
    ['filter: { statuses: [ONLINE, UPDATING] }', ({ status }) => status !== 'OFFLINE'],
    ['filter: { status_in: [ONLINE] }', ({ status }) => status === 'ONLINE'],
    ['filter: { status_not: ONLINE }', ({ status }) => status !== 'ONLINE'],
    ['filter: { name: { startsWith: "a" } }', ({ name }) => name.startsWith('a')],
    ['filter: { name: { endsWith: "n" } }', ({ name }) => name.endsWith('n')],
    ['filter: { name: { contains: "er" } }', ({ name }) => name.includes('er')],
    ['filter: { name: { containsIgnoreCase: "ER" } }', ({ name }) => name.includes('er')],
    ['filter: { nameContains: "o" }', ({ name }) => name.includes('o')],
    ['filter: { temperature: { gt: 10, lte: 30 } }', ({ temperature }) => temperature > 10 && temperature <= 30],
    ['filter: { minTemperature: 15 }', ({ temperature }) => temperature >= 15],
    ['filter: { createdAfter: "2025-01-01T00:00:00Z" }', ({ createdAt }) => createdAt > '2025-01-01'],
    [
      'filter: { and: [{ status: ONLINE }, { minTemperature: 15 }] }',
      ({ status, temperature }) => status === 'ONLINE' && temperature >= 15,
    ],
    [
      'filter: { or: [{ status: ONLINE }, { minTemperature: 15 }] }',
      ({ status, temperature }) => status === 'ONLINE' || temperature >= 15,
    ],
    ['filter: { not: { status: ONLINE } }', ({ status }) => status !== 'ONLINE'],
    ['filter: { group: { name: { contains: "a" } } }', ({ group }) => group.name.includes('a')],
    ['filter: { hasGroup: true }', () => true],
    ['filter: { hasGroup: false }', () => false],
    [
      'search: "a e"',
      ({ id, name, tags }) => ['a', 'e'].every((text) => [id, name, ...tags].some((each) => each.includes(text))),
    ],
  ])('%s', async (args, keeps) => {
    const { all, some, count, notes } = await selected(args);
    expect(all).toHaveLength(80);
    expect(some).toEqual(all.filter(keeps));
    expect(count).toBe(some.length);
    expect(notes).toEqual([]);
  });

  test('by what an object refers to, and by a tag', async () => {
    const { all } = await selected('status: ONLINE');
    const [first] = all;
    const byGroup = all.filter(({ group }) => group.id === first?.group.id);
    expect((await selected(`groupId: "${first?.group.id}"`)).some).toEqual(byGroup);
    expect((await selected(`filter: { groupIds: ["${first?.group.id}"] }`)).some).toEqual(byGroup);
    const tag = first?.tags[0] ?? '';
    expect((await selected(`filter: { tag: "${tag}" }`)).some).toEqual(all.filter(({ tags }) => tags.includes(tag)));
    expect((await selected('groupId: "none"')).some).toEqual([]);
  });

  test('pages of a filtered list are parts of it', async () => {
    const world = emulated(control, { devices: 80 });
    const ask = async (args: string) =>
      (
        await world.data(
          `{ team { devices(${args}, status: ONLINE) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } } }`,
        )
      ).team.devices;
    const whole = await ask('first: 100');
    const ids: string[] = [];
    for (let after = ''; ; ) {
      const page = await ask(`first: 7${after}`);
      expect(page.totalCount).toBe(whole.nodes.length);
      ids.push(...page.nodes.map(({ id }: Device) => id));
      if (!page.pageInfo.hasNextPage) break;
      after = `, after: "${page.pageInfo.endCursor}"`;
    }
    expect(ids).toEqual(whole.nodes.map(({ id }: Device) => id));
  });

  test('a list with an offset and a limit, of what an argument names', async () => {
    const { data } = emulated(control);
    const { events } = await data('{ events(limit: 100) { total hasMore items { id kind sourceDeviceId } } }');
    const [{ sourceDeviceId }] = events.items;
    const own = (
      await data('query ($id: ID!) { events(deviceId: $id) { items { id kind sourceDeviceId } total } }', {
        id: sourceDeviceId,
      })
    ).events;
    expect(own.items).toEqual(
      events.items.filter((each: { sourceDeviceId: string }) => each.sourceDeviceId === sourceDeviceId),
    );
    const page = (await data('{ events(limit: 3, offset: 2) { total hasMore items { id kind sourceDeviceId } } }'))
      .events;
    expect(page).toEqual({ total: events.total, hasMore: true, items: events.items.slice(2, 5) });
  });

  test('a search over several types finds text in each', async () => {
    const { data } = emulated(control);
    const { search } = await data(
      '{ search(text: "er", first: 100) { totalCount nodes { __typename ... on Device { name tags } ... on Group { name } ... on Member { name email } } } }',
    );
    expect(new Set(search.nodes.map(({ __typename }: { __typename: string }) => __typename)).size).toBe(3);
    for (const each of search.nodes) expect(JSON.stringify(each).toLowerCase()).toContain('er');
    expect(search.totalCount).toBe(search.nodes.length);
  });
});

describe('the spellings of other servers', () => {
  const sdl = (filter: string, args: string) => `
    type Query { device(${args}): [Device!]! }
    type Device { id: ID! name: String! size: Int! active: Boolean! owner: User events: [Event!]! }
    type User { id: ID! name: String! }
    type Event { id: ID! size: Int! device: Device! }
    enum Direction { asc desc ASC DESC asc_nulls_first }
    ${filter}`;
  const hasura = `
    input device_bool_exp { _and: [device_bool_exp!] _or: [device_bool_exp!] _not: device_bool_exp name: string_exp size: int_exp owner: user_exp }
    input string_exp { _eq: String _in: [String!] _like: String _ilike: String _nlike: String }
    input int_exp { _gt: Int _gte: Int _lt: Int _neq: Int }
    input user_exp { name: string_exp }
    input device_order_by { name: Direction size: Direction }`;
  const prisma = `
    input DeviceWhere { AND: [DeviceWhere!] OR: [DeviceWhere!] NOT: DeviceWhere name: StringWhere size: IntWhere events: EventsWhere owner: UserRelation }
    input StringWhere { equals: String contains: String mode: String not: StringWhere }
    input IntWhere { lt: Int gte: Int in: [Int!] notIn: [Int!] }
    input EventsWhere { some: EventWhere every: EventWhere none: EventWhere }
    input EventWhere { size: IntWhere }
    input UserRelation { is: UserWhere isNot: UserWhere }
    input UserWhere { name: StringWhere }
    input DeviceOrder { name: Direction size: Direction }`;
  interface Item {
    readonly name: string;
    readonly size: number;
    readonly active: boolean;
    readonly owner: { readonly name: string };
    readonly events: readonly { readonly size: number }[];
  }

  test.each<readonly [style: string, schema: string, args: string, expected: (items: Item[]) => Item[]]>([
    [
      'Hasura',
      sdl(hasura, 'where: device_bool_exp'),
      'where: { _and: [{ size: { _lt: 900 } }, { size: { _gt: 100 } }] }',
      (all) => all.filter(({ size }) => size < 900 && size > 100),
    ],
    [
      'Hasura',
      sdl(hasura, 'where: device_bool_exp'),
      'where: { _not: { owner: { name: { _in: ["nobody"] } } } }',
      (all) => all,
    ],
    [
      'Hasura',
      sdl(hasura, 'order_by: [device_order_by!], limit: Int, offset: Int'),
      'order_by: [{ size: desc }], limit: 5, offset: 1',
      (all) => all.toSorted((one, other) => other.size - one.size).slice(1, 6),
    ],
    [
      'Prisma',
      sdl(prisma, 'where: DeviceWhere'),
      'where: { OR: [{ name: { contains: "x" } }, { size: { lt: 300 } }] }',
      (all) => all.filter(({ name, size }) => name.includes('x') || size < 300),
    ],
    [
      'Prisma',
      sdl(prisma, 'where: DeviceWhere'),
      'where: { events: { some: { size: { gte: 500 } } } }',
      (all) => all.filter(({ events }) => events.some(({ size }) => size >= 500)),
    ],
    [
      'Prisma',
      sdl(prisma, 'orderBy: DeviceOrder, skip: Int, take: Int'),
      'orderBy: { name: asc }, skip: 2, take: 3',
      (all) => all.toSorted((one, other) => (one.name < other.name ? -1 : 1)).slice(2, 5),
    ],
    [
      'Strings',
      sdl('', 'sort: String, page: Int, perPage: Int'),
      'sort: "size_DESC", page: 2, perPage: 4',
      (all) => all.toSorted((one, other) => other.size - one.size).slice(4, 8),
    ],
    [
      'Enums',
      sdl('enum Orders { NAME_ASC SIZE_DESC }', 'orderBy: [Orders!]'),
      'orderBy: [SIZE_DESC, NAME_ASC]',
      (all) => all.toSorted((one, other) => other.size - one.size),
    ],
    [
      'plain arguments',
      sdl('', 'isActive: Boolean, sizeGte: Int, ownerName: String'),
      'isActive: true, sizeGte: 400',
      (all) => all.filter(({ active, size }) => active && size >= 400),
    ],
  ])('%s: %#', async (_, schema, args, expected) => {
    const { data, notes } = emulated(schema, { count: { Device: 60 } });
    const shape = '{ name size active owner { name } events { size } }';
    const { all, device } = await data(`{ all: device ${shape} device(${args}) ${shape} }`);
    expect(all).toHaveLength(60);
    expect(device).toEqual(expected(all));
    expect(notes).toEqual([]);
  });
});

test.each([
  ['a pattern', 'where: W', 'where: { name: { regex: "^a" } }', 'where.name.regex'],
  ['a wildcard', 'where: W', 'where: { name: { glob: "a*" } }', 'where.name.glob'],
  ['a pattern with signs', 'where: W', 'where: { name: { like: "a%" } }', 'where.name.like'],
  ['a name in place of an id', 'where: W, owner: String', 'owner: "Ada"', 'owner'],
  ['an order by what an object refers to', 'orderBy: By', 'orderBy: { owner: { name: asc } }', 'orderBy'],
  ['a range', 'where: W', 'where: { size: { between: [0, 20] } }', 'where.size.between'],
  ['a mode', 'where: W', 'where: { name: { mode: "insensitive" } }', 'where.name.mode'],
  ['a filter in an operator', 'where: W', 'where: { name: { not: { regex: "a" } } }', 'where.name.not'],
  ['a filter on one object', 'where: W', 'where: { owner: { isNot: { name: { regex: "a" } } } }', 'where.owner.isNot'],
  [
    'a filter on each item of a list',
    'where: W',
    'where: { parts: { every: { size: { eq: 1 } } } }',
    'where.parts.every',
  ],
  ['where null goes', 'orderBy: By', 'orderBy: { name: asc_nulls_first }', 'orderBy'],
  ['a sign before a field', 'sort: String', 'sort: "-size"', 'sort'],
  ['a language for searches', 'query: String', 'query: "size:>5 -name:a"', 'query'],
])('%s is not understood, has no effect, and is said', async (_, declared, args, name) => {
  const { data, notes } = emulated(`
    type Query { devices(${declared}): [Device!]! } type Device { id: ID! name: String! size: Int! owner: User parts: [User!]! } type User { id: ID! name: String! }
    input W { name: O size: R owner: I parts: E } input E { every: W none: W } input O { regex: String glob: String like: String mode: String not: O } input R { between: [Int!] eq: Int } input I { isNot: W }
    input By { name: Way owner: By } enum Way { asc asc_nulls_first }`);
  const { all, some } = await data(`{ all: devices { id } some: devices(${args}) { id } }`);
  expect(some).toEqual(all);
  expect(notes).toEqual([expect.stringContaining(`\`${name}\` of \`Query.devices\``)]);
});

test('an input object where a field holds text has no effect, is said, and is no error', async () => {
  const { answer, notes } = emulated(
    'type Query { devices(where: W): [Device!]! } type Device { id: ID! tags: [String!]! name: String } input W { tags: [T!] name: T } input T { eq: O like: O } input O { a: Int }',
  );
  const { data, errors } = await answer(
    '{ devices(where: { tags: [{ eq: { a: 1 } }], name: { like: { a: 1 } } }) { id } }',
  );
  expect([data.devices.length, errors]).toEqual([12, []]);
  expect(notes.join()).toMatch(/where\.tags.*where\.name\.like/);
});

describe('lists are sorted as asked', () => {
  test.each(['ASC', 'DESC'])('%s', async (direction) => {
    const { all, some } = await selected(`orderBy: { field: TEMPERATURE, direction: ${direction} }`);
    const sorted = all.map(({ temperature }) => temperature).sort((one, other) => one - other);
    expect(some.map(({ temperature }) => temperature)).toEqual(direction === 'ASC' ? sorted : sorted.reverse());
    const times = (await selected(`orderBy: { field: CREATED_AT, direction: ${direction} }`)).some.map(
      ({ createdAt }) => createdAt,
    );
    expect(times).toEqual(direction === 'ASC' ? times.toSorted() : times.toSorted().reverse());
  });
});

describe('what is not understood is reported once, never ignored in silence', () => {
  test.each([
    ['filter: { moonPhase: "full" }', 'filter.moonPhase'],
    ['filter: { not: { moonPhase: "full" } }', 'filter.not.moonPhase'],
    ['orderBy: { field: MOON_PHASE }', 'orderBy'],
  ])('%s', async (args, name) => {
    const world = emulated(control);
    const { all, some } = await selected(args, world);
    await selected(args, world);
    expect(some).toEqual(all);
    expect(world.notes).toEqual([expect.stringMatching(new RegExp(`\`${name}\` of \`Team.devices\``))]);
  });

  test('an argument of a field that holds a value', async () => {
    const world = emulated('type Query { temperature(unit: String = "C"): Float other(unit: String = "C"): Float }');
    await world.data('{ temperature(unit: "K") other }');
    expect(world.notes).toEqual([expect.stringContaining('`unit` of `Query.temperature`')]);
  });
});
