import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ResolverContext } from '../../../src/emulator/index.ts';
import { readFixtures } from '../../../src/emulator/read-settings.ts';
import { type Any, emulated } from '../../helpers/emulated.ts';
import { messageOf } from '../../helpers/texts.ts';

const control = 'test/fixtures/control.graphql';

describe('fixtures', () => {
  const fixtures = {
    Group: [
      { id: 'g1', name: 'North' },
      { id: 'g2', name: 'South', owners: ['m1', { id: 'm2', name: 'Bo' }] },
    ],
    Device: [
      { id: 'd1', name: 'Gate', status: 'ONLINE', group: 'g1', tags: ['x'] },
      { id: 'd2', name: 'Door', group: { id: 'g2' } },
      { id: 'd3' },
    ],
    Event: [{ id: 'e1', sourceDeviceId: 'd2', message: 'Opened.' }],
  };
  const lists = `{ team { deviceCount devices { nodes { id name status tags group { id name } } } groups { nodes { id name devices { nodes { id } } owners { id name groups { id } } } } } events { items { id message sourceDeviceId } } }`;

  test('fixtures are objects of any type, linked by their ids, and other fields are emulated', async () => {
    const { data } = emulated(control, { fixtures });
    const { team, events } = await data(lists);
    expect(team.deviceCount).toBe(3);
    const [gate, door, third] = team.devices.nodes;
    expect(gate).toEqual({ id: 'd1', name: 'Gate', status: 'ONLINE', tags: ['x'], group: { id: 'g1', name: 'North' } });
    expect(door).toMatchObject({ id: 'd2', name: 'Door', group: { id: 'g2', name: 'South' } });
    expect(third).toMatchObject({ id: 'd3', name: expect.stringMatching(/^\w+-\w+$/) });
    expect(team.groups.nodes.find(({ id }: Any) => id === 'g1').devices.nodes).toContainEqual({ id: 'd1' });
    const owners = team.groups.nodes.find(({ id }: Any) => id === 'g2').owners;
    expect(owners).toEqual([
      { id: 'm2', name: 'Bo', groups: [{ id: 'g2' }] },
      { id: 'm1', name: expect.any(String), groups: [{ id: 'g2' }] },
    ]);
    expect(events.items).toEqual([{ id: 'e1', message: 'Opened.', sourceDeviceId: 'd2' }]);
    const { device } = await data('{ device(id: "d2") { name events { nodes { id } } } }');
    expect(device).toEqual({ name: 'Door', events: { nodes: [{ id: 'e1' }] } });
  });

  test('a list in fixtures has these items alone, whichever side holds it', async () => {
    const { data } = emulated(
      `type Query { groups: [Group!]! tags: [Tag!]! } type Group { id: ID! devices: [Device!]! }
       type Device { id: ID! group: Group! tags: [Tag!]! } type Tag { id: ID! devices: [Device!]! }`,
      {
        count: { Device: 6 },
        fixtures: {
          Group: [{ id: 'g1', devices: ['d1', { id: 'd2' }] }, { id: 'g2', devices: [] }, { id: 'g3' }],
          Tag: [{ id: 't1', devices: ['d2'] }, { id: 't2' }],
        },
      },
    );
    const { groups, tags } = await data('{ groups { id devices { id group { id } } } tags { id devices { id } } }');
    const [first, second, third] = groups;
    expect(first.devices).toEqual(['d2', 'd1'].map((id) => ({ id, group: { id: 'g1' } })));
    expect([second.devices, third.devices.length]).toEqual([[], 4]);
    expect(tags).toEqual([
      { id: 't1', devices: [{ id: 'd2' }] },
      { id: 't2', devices: [] },
    ]);
  });

  test('the id of a fixture may have another name', async () => {
    const sdl =
      'type Query { sites: [Site!]! gates: [Gate!]! } type Site { uuid: ID! name: String } type Gate { uuid: ID! site: Site }';
    const sites = [{ uuid: 's1' }, { uuid: 's2', name: 'South' }];
    const { data } = emulated(sdl, { fixtures: { Site: sites, Gate: [{ uuid: 'g1', site: 's2' }] } });
    expect((await data('{ gates { uuid site { uuid name } } }')).gates).toEqual([
      { uuid: 'g1', site: { uuid: 's2', name: 'South' } },
    ]);
  });

  test('a mutation changes fixtures, and a reset brings them back', async () => {
    const { data, world } = emulated(control, { fixtures });
    const before = await data(lists);
    await data(
      'mutation { renameDevice(deviceId: "d1", newName: "Lobby") { name } deleteDevice(id: "d2") { success } removeMemberFromGroup(groupId: "g2", memberId: "m1") { id } }',
    );
    const after = await data(lists);
    expect(after.team.devices.nodes.map(({ name }: Any) => name)).toEqual(['Lobby', expect.any(String)]);
    expect(after.events.items).toEqual([]);
    world.reset();
    expect(await data(lists)).toEqual(before);
  });

  test.each<readonly [place: string, wrong: Parameters<typeof emulated>[1]]>([
    ['Device[0].colour', { fixtures: { Device: [{ id: 'a', colour: 'red' }] } }],
    ['Device[0].status', { fixtures: { Device: [{ id: 'a', status: 'GONE' }] } }],
    ['Device[1].group', { fixtures: { Device: [{ id: 'a' }, { id: 'b', group: 'none' }], Group: [{ id: 'g' }] } }],
    ['Gadget', { fixtures: { Gadget: [] } }],
    ['SearchResult[0]', { fixtures: { SearchResult: [{ id: 'a' }] } }],
  ])('a fixture that does not fit the schema is an error at %s', (place, wrong) => {
    expect(() => emulated(control, wrong)).toThrow(`The fixtures are wrong at ${place}: `);
  });

  test('fixtures are read from a file of JSON with a list for each type', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
    writeFileSync(join(folder, 'devices.json'), JSON.stringify(fixtures));
    expect(await readFixtures('devices.json', folder)).toEqual(fixtures);
    writeFileSync(join(folder, 'broken.json'), '{');
    writeFileSync(join(folder, 'list.json'), '[{ "id": "d1" }]');
    for (const [file, words] of [
      ['missing.json', 'cannot be read'],
      ['broken.json', 'not valid JSON'],
      ['list.json', 'is not a set of fixtures'],
    ] as const)
      expect(await messageOf(() => readFixtures(file, folder))).toContain(words);
  });
});

describe('counts', () => {
  test('a count sets the objects of a type, of an interface, and of a type without an id', async () => {
    const { data } = emulated(
      `type Query { things: [Thing!]! logs: [Log!]! } interface Thing { id: ID! } type A implements Thing { id: ID! } type B implements Thing { id: ID! } type Log { text: String }`,
      { count: { Thing: 7, Log: 5 } },
    );
    const { things, logs } = await data('{ things { __typename id } logs { text } }');
    expect(things.map(({ __typename }: Any) => __typename).join('')).toBe('ABABABA');
    expect(new Set(logs.map(({ text }: Any) => text)).size).toBe(5);
  });

  test('a hundred thousand objects are paged, found by their ids, and changed', async () => {
    const world = emulated(control, { count: { Device: 100_000, Event: 100_000 } });
    const page = async (args: string) => {
      const list = `devices(first: 2${args}) { totalCount nodes { id name } pageInfo { endCursor } }`;
      return (await world.data(`{ team { ${list} } }`)).team.devices;
    };
    const { nodes, totalCount, pageInfo } = await page('');
    expect(totalCount).toBe(100_000);
    const [{ id, name }] = nodes;
    const events = { totalCount: 1, nodes: [{ sourceDeviceId: id }] };
    expect(await world.data(`{ device(id: "${id}") { name events { totalCount nodes { sourceDeviceId } } } }`)).toEqual(
      { device: { name, events } },
    );
    await world.data(`mutation { deleteDevice(id: "${id}") { success } }`);
    expect((await page(`, after: "${pageInfo.endCursor}"`)).totalCount).toBe(99_999);
    expect(JSON.stringify(world.world.snapshot()).length).toBeLessThan(400);
  });
});

test('resolvers see objects of the world, answer with plain objects, and may ask for the emulated answer', async () => {
  const resolvers = {
    Query: {
      device: (_: unknown, { id }: Any, { find }: ResolverContext) => find('Device', id.toUpperCase()) ?? null,
      node: async (_: unknown, { id }: Any) => ({ __typename: 'Group', id, name: 'mine' }),
    },
    Device: {
      name: ({ id }: Any, _: unknown, { emulated: own }: ResolverContext) => `${String(own())} (${id})`,
    },
    Team: {
      devices: (_: unknown, __: unknown, { all }: ResolverContext) =>
        all('Device').filter(({ status }) => status === 'ONLINE'),
    },
    Mutation: { defragment: (_: unknown, { level }: Any) => `level ${level}` },
  };
  const Device = [
    { id: 'D1', name: 'Gate', status: 'ONLINE' },
    { id: 'D2', name: 'Door', status: 'OFFLINE' },
  ];
  const { data, notes } = emulated(control, { resolvers, fixtures: { Device } });
  expect(
    await data(
      '{ device(id: "d1") { name status } node(id: "n") { __typename ... on Group { id name deviceCount } } team { devices(first: 5) { totalCount nodes { name } pageInfo { hasNextPage } } } }',
    ),
  ).toEqual({
    device: { name: 'Gate (D1)', status: 'ONLINE' },
    node: { __typename: 'Group', id: 'n', name: 'mine', deviceCount: expect.any(Number) },
    team: { devices: { totalCount: 1, nodes: [{ name: 'Gate (D1)' }], pageInfo: { hasNextPage: false } } },
  });
  expect((await data('mutation { defragment(level: 2) }')).defragment).toBe('level 2');
  expect(notes).toEqual([]);
});

describe('types of objects of resolvers', () => {
  const sdl = `type Query { found: Found all: [Found!]! page(first: Int): Page! named: Named }
    union Found = Pipe | Team type Page { nodes: [Found!]! totalCount: Int! } interface Named { name: String! }
    type Pipe implements Named { id: ID! name: String! size: Int } type Team implements Named { id: ID! name: String! people: Int }`;
  const text =
    '{ found { __typename } all { __typename } page(first: 5) { nodes { __typename } } named { __typename } }';
  const big = { id: 'a', name: 'x', kind: 'big' };
  const queries = (value: object) => ({
    found: () => value,
    all: { resolve: async () => [value] },
    page: () => [value],
    named: () => value,
  });
  const every = (name: string) => ({
    found: { __typename: name },
    all: [{ __typename: name }],
    page: { nodes: [{ __typename: name }] },
    named: { __typename: name },
  });
  const isBig = ({ kind }: { kind: string }) => kind === 'big';
  const byKind = { __resolveType: (it: { kind: string }) => (isBig(it) ? 'Team' : 'Pipe') };
  const later = { __resolveType: async (it: { kind: string }) => byKind.__resolveType(it) };

  test.each<readonly [what: string, value: object, more: object, type: string]>([
    ['`__resolveType`', big, { Found: byKind, Named: byKind }, 'Team'],
    ['an asynchronous `__resolveType`', big, { Found: later, Named: later }, 'Team'],
    ['`__isTypeOf`', big, { Team: { __isTypeOf: isBig }, Pipe: { __isTypeOf: () => false } }, 'Team'],
    ['an asynchronous `__isTypeOf`', big, { Team: { __isTypeOf: async (it: typeof big) => isBig(it) } }, 'Team'],
    ['`__typename`', { __typename: 'Team', id: 'a' }, {}, 'Team'],
    ['the only type with all of its fields', { id: 'a', people: 3 }, {}, 'Team'],
  ])('the type of a resolved object is found by %s', async (_what, value, more, type) => {
    const { data } = emulated(sdl, { resolvers: { Query: queries(value), ...more } });
    expect(await data(text)).toEqual(every(type));
  });

  test.each([
    ['several types have all of its fields', { id: 'a', name: 'x' }, 'fits each of Pipe, Team of Found: give it'],
    ['no type has all of its fields', { id: 'a', size: 1, people: 2 }, 'fits no type of Found: give it'],
  ])('a resolved object is refused if %s', async (_what, value, message) => {
    const { data } = emulated(sdl, { resolvers: { Query: queries(value) } });
    for (const field of ['found', 'all', 'page { nodes'])
      await expect(data(`{ ${field} { __typename } ${field.includes('{') ? '}' : ''} }`)).rejects.toThrow(message);
  });
});

test('nulls have the share that the option sets', async () => {
  const sdl =
    'type Query { devices: [Device!]! } type Device { id: ID! name: String group: Group tags: [String!]! note: String! } type Group { id: ID! }';
  const share = async (nulls: number) => {
    const { devices } = await emulated(sdl, { nulls, count: { Device: 1000 } }).data(
      '{ devices { name group { id } tags note } }',
    );
    const count = (is: (device: Any) => boolean) => devices.filter(is).length / 1000;
    return [
      count(({ name }) => name === null),
      count(({ group }) => group === null),
      count(({ tags }) => !tags.length),
    ];
  };
  for (const each of await share(0.1)) expect(Math.abs(each - 0.1)).toBeLessThan(0.04);
  expect(await share(0)).toEqual([0, 0, 0]);
  expect(await share(1)).toEqual([1, 1, 1]);
});
