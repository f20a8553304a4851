import { describe, expect, test } from 'vitest';
import { createDevices } from '../../src/paging/devices.ts';
import { device, paged, readAll, refusal, schemaService, sdlOf, type Tamper } from './schema-service.ts';

const ALL = { limit: Number.POSITIVE_INFINITY };

/** The plan for a schema, or the reason why there is none. */
async function read(sdl: string, tamper?: Tamper) {
  const { result, ...service } = await readAll(sdl, tamper);
  if (!(result instanceof Error)) return { result, ...service };
  const why = result.message.replace(/^team.devices cannot be proven complete: |\. Write.*$/g, '');
  return { result: why, ...service };
}

test.each([
  '',
  'filter: Filter, orderBy: [Order!], ids: [ID!], archived: Boolean, status: Status',
  'where: [Filter!], orderBy: Status = ON, sort: [String!] = []',
])('a listing is read at once if it takes no argument that can cut it: %s', async (args) => {
  const more = 'enum Status { ON } input Filter { and: [Filter!] first: Int } input Order { by: Status }';
  const { result, names } = await read(sdlOf(args, { more }));
  expect(result).toEqual([device]);
  expect(names()).toContain('ListDevicesAtOnce');
});

test.each([
  ['ID', 'ID'],
  ['Int!', 'Int'],
  ['Cursor', 'Cursor'],
  ['String! = ""', 'String'],
])('a listing is read by pages if it takes first and after: a cursor is a %s', async (after, name) => {
  const sdl = `scalar Cursor ${paged(after).replace('Int!', 'Int! = 0')}`;
  const { result, sent } = await read(sdl);
  expect(result).toEqual([device]);
  expect(sent.at(-1)?.text).toContain(`$after: ${name})`);
});

test.each([
  ['a required `first`', paged().replace('first: Int', 'first: Int!')],
  ['another root', `schema { query: Root } ${sdlOf('', { root: 'team: Team!' }).replace('type Query', 'type Root')}`],
])('a listing is read by a schema with %s', async (_what, sdl) => {
  expect((await read(sdl)).result).toEqual([device]);
});

test.each([
  ...['max: Int = 2', 'start: Int', 'pagination: Pages', 'itemsPerPage: Int', 'rowLimit: Int', 'fromCursor: String'],
  ...['limit: Int', 'first: Int', 'after: ID', 'includeArchived: Boolean = false', 'status: String = "ONLINE"'],
])('a list may be cut off if it takes %s', async (args) => {
  const more = 'input Pages { size: Int }';
  const { result, names } = await read(sdlOf(args, { more }));
  expect(result).toBe(`\`${args.split(':')[0]}\` may cut it off, and it has not both first and after`);
  expect(names()).not.toContain('ListDevicesAtOnce');
});

test('a list may be cut off if it has pageInfo without first and after', async () => {
  const { result } = await read(sdlOf('', { connection: 'nodes: [Device] pageInfo: PageInfo' }));
  expect(result).toBe('`pageInfo` may cut it off, and it has not both first and after');
});

test.each(['limit: Int = 10', 'status: String = "ONLINE"', 'window: Pages = { size: 10 }', 'only: Boolean = true'])(
  'a list may be cut off if it has pages, and takes %s',
  async (args) => {
    const more = 'input Pages { size: Int }';
    const sdl = paged().replace('first: Int', `first: Int = 20, ${args}`);
    const { result, names } = await read(`${sdl} ${more}`);
    expect(result).toBe(`the default of \`${args.split(':')[0]}\` may leave devices out`);
    expect(names()).not.toContain('ListDevicesByPage');
  },
);

test('a list may be cut off if a default chooses the team', async () => {
  const root = 'team(status: String = "ONLINE"): Team';
  expect((await read(sdlOf('', { root }))).result).toBe('the default of `status` may leave devices out');
});

test('a list may be cut off if types of its arguments are hidden', async () => {
  const { result } = await read(sdlOf('ids: [ID!]'), (name, data) => (name === 'LearnTypeDeeply' ? refusal() : data));
  expect(result).toContain('may cut it off');
});

test('a list may be cut off if it requires an undocumented argument', async () => {
  const message = 'the argument `filter` of team.devices is required, and no value is documented';
  expect((await read(sdlOf('filter: String!'))).result).toBe(message);
  expect((await read(sdlOf('first: Int, after: String, filter: String!'))).result).toBe(message);
  expect((await read(sdlOf('', { root: 'team(of: ID!): Team' }))).result).toBe(
    'the argument `of` of team is required, and no value is documented',
  );
});

test.each<[string, string]>([
  ['no team', sdlOf('', { root: '' })],
  ['a team without devices', sdlOf('').replace('devices:', 'others:')],
])('a schema with %s has no list of devices', async (_what, sdl) => {
  expect((await read(sdl)).result).toBe('the live schema has no field team.devices');
});

test.each<[string, string, string]>([
  ['no nodes', sdlOf('', { connection: 'edges: [Device]' }), 'it has no list of nodes'],
  ['nodes that are no list', sdlOf('', { connection: 'nodes: Device' }), 'it has no list of nodes'],
  ['no pageInfo', sdlOf('first: Int, after: ID'), 'its pageInfo lacks hasNextPage or endCursor'],
  ['no hasNextPage', paged().replace('hasNextPage: Boolean!', ''), 'its pageInfo lacks hasNextPage or endCursor'],
  ['no endCursor', paged().replace('endCursor: String', ''), 'its pageInfo lacks hasNextPage or endCursor'],
  [
    'a pageInfo that is a scalar',
    paged().replace('pageInfo: PageInfo!', 'pageInfo: String'),
    'its pageInfo lacks hasNextPage or endCursor',
  ],
])('a list whose connection refused its read has %s', async (_what, sdl, why) => {
  const refused: Tamper = (name, data) => (name.startsWith('ListDevices') ? refusal() : data);
  expect((await read(sdl, refused)).result).toBe(why);
});

type Answer = { readonly team: { readonly devices: object }; readonly __type: object };

test.each<[string, (data: Answer) => unknown, string]>([
  ['null', (data) => ({ ...data, team: { ...data.team, devices: null } }), 'the service answered null for it'],
  ['no team', (data) => ({ ...data, team: null }), 'the service answered null for it'],
  ['a list of unknown type', ({ __type, team }) => ({ __type, team: { devices: team.devices } }), 'unexpected shape'],
  ['no proof', (data) => ({ ...data, __type: null }), 'the schema changed while the list was read'],
])('a list that was read at once with %s is not returned as whole', async (_what, change, message) => {
  const { result } = await read(sdlOf(), (name, data) =>
    name === 'ListDevicesAtOnce' ? change(data as Answer) : data,
  );
  expect(result).toContain(message);
});

test.each([
  ['an argument', sdlOf('limit: Int = 1'), '`limit`'],
  ['an argument of a list type', sdlOf('ids: [ID!], keys: [Int!]'), '`keys`'],
  ['pageInfo', sdlOf('', { connection: 'nodes: [Device] pageInfo: PageInfo' }), '`pageInfo`'],
])('a list that got %s after it was planned is not returned', async (_what, after, named) => {
  const before = sdlOf(after.includes('ids') ? 'ids: [ID!], keys: [ID!]' : '');
  let sdl = before;
  const service = schemaService(
    () => sdl,
    (_name, data, variables) => {
      // The schema changes after the last question before the read.
      if ('name' in variables && variables.name === 'Rows') sdl = after;
      return data;
    },
  );
  await expect(createDevices(service.send)().toArray(ALL)).rejects.toThrow(named);
});

describe('a list that says how many devices there are', () => {
  const total = 'totalCount: Int!';
  const atOnce = sdlOf('', { connection: `nodes: [Device] ${total}` });
  const byPage = paged().replace('nodes: [Device]', `nodes: [Device] ${total}`);

  test.each([
    [atOnce, 'ListDevicesAtOnce'],
    [byPage, 'ListDevicesByPage'],
  ])('the total of devices is requested, and a list ends there', async (sdl, name) => {
    const { result, sent } = await read(sdl);
    expect(result).toEqual([device]);
    expect(sent.find((it) => it.name === name)?.text).toContain('totalCount');
  });

  test.each([
    ['needs an argument', byPage.replace('totalCount', 'totalCount(of: ID!)')],
    ['is no number', byPage.replace(total, 'totalCount: String!')],
    ['is not there', paged()],
  ])('the total of devices is not requested if it %s', async (_what, sdl) => {
    const { result, sent } = await read(sdl);
    expect(result).toEqual([device]);
    expect(sent.every(({ text }) => !text.includes('totalCount'))).toBe(true);
  });

  test.each([
    [atOnce, sdlOf()],
    [byPage, paged()],
  ])('a list is read again if it has no total any more', async (before, after) => {
    let sdl = before;
    const devices = createDevices(schemaService(() => sdl).send);
    expect(await devices().toArray(ALL)).toEqual([device]);
    sdl = after;
    expect(await devices().toArray(ALL)).toEqual([device]);
  });

  /** Pages of a list, each with the number of devices at its time. */
  async function pages(sdl: string, all: readonly [nodes: readonly unknown[], total: unknown][], from?: string) {
    const left = [...all];
    const service = schemaService(
      () => sdl,
      (name, data) => {
        if (!name.startsWith('ListDevices')) return data;
        const [nodes, totalCount] = left.shift() ?? [[], 0];
        const pageInfo = { hasNextPage: left.length > 0, endCursor: String(left.length) };
        const { team } = data as Answer;
        return { ...(data as Answer), team: { ...team, devices: { ...team.devices, nodes, totalCount, pageInfo } } };
      },
    );
    const position = from === undefined ? undefined : { cursor: from };
    return createDevices(service.send)({ from: position }).toArray(ALL);
  }

  test('a list that ends before its total is incomplete, read either way', async () => {
    const why =
      'team.devices cannot be proven complete: it ended after 2 of 3. Read the list again from its beginning.';
    await expect(pages(atOnce, [[[1, 2], 3]])).rejects.toThrow(why);
    await expect(
      pages(byPage, [
        [[1], 3],
        [[2], 3],
      ]),
    ).rejects.toMatchObject({ code: 'incomplete_list', message: why });
  });

  test.each<[string, readonly [readonly unknown[], unknown][]]>([
    ['null nodes count', [[[1, null], 2]]],
    [
      'one was deleted meanwhile',
      [
        [[1], 3],
        [[2], 2],
      ],
    ],
    [
      'one was added meanwhile',
      [
        [[1], 2],
        [[2], 3],
      ],
    ],
    [
      'a page does not say',
      [
        [[1], 3],
        [[2], null],
      ],
    ],
    ['it is no number of devices', [[[1], -1]]],
  ])('a list with a total is whole if %s', async (_what, all) => {
    expect(await pages(byPage, all)).toEqual(all.flatMap(([nodes]) => nodes).filter((node) => node !== null));
  });

  test('a list from a cursor on is read without its total', async () => {
    expect(await pages(byPage, [[[3], 3]], 'b')).toEqual([3]);
  });
});

test('a team behind an interface is read by the arguments of its own type', async () => {
  const sdl = paged()
    .replace('team: Team', 'team: HasDevices')
    .concat('interface HasDevices { devices(first: Int, after: String): Rows! }')
    .replace('type Team {', 'type Team implements HasDevices {');
  expect((await read(sdl)).result).toEqual([device]);
  const { result } = await read(sdl.replace('type Team implements HasDevices { devices(', '$&status: String = "ON", '));
  expect(result).toBe('the default of `status` may leave devices out');
});
