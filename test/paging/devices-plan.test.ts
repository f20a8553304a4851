import { describe, expect, test } from 'vitest';
import { type DevicesPlan, schemaReader } from '../../src/paging/devices-plan.ts';

const reader = schemaReader((why, name) => new Error(name === undefined ? why : why.replace('%s', name)));
const types = { team: 'Team', connection: 'DeviceConnection' };
const ODD = 'the introspection answer has an unexpected shape';

const named = (name: unknown, kind: unknown = 'SCALAR') => ({ kind, name });
const nonNull = (ofType: unknown) => ({ kind: 'NON_NULL', name: null, ofType });
const arg = (name: unknown, type: unknown = named('String'), defaultValue: unknown = null) => ({
  name,
  type,
  defaultValue,
});

/** The answer to `LearnTeam` of a schema whose root fields are these. */
const schemaOf = (...fields: readonly unknown[]) => ({ __schema: { queryType: { fields } } });
const teamField = (fields: unknown, args: unknown = [], type: object = {}) => ({
  name: 'team',
  args,
  type: { ...named('Team', 'OBJECT'), fields, ...type },
});
const devicesField = (args: unknown = [], type: unknown = named('DeviceConnection', 'OBJECT')) => ({
  name: 'devices',
  args,
  type,
});
const withArguments = (...args: readonly unknown[]) => schemaOf(teamField([devicesField(args)]));

const saidOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
};
const planOf = (answer: unknown) => saidOf(() => reader.planOf(answer));

describe('how a schema lets every device be read', () => {
  test('at once, where the listing takes no argument, or none that has to do with paging', () => {
    const filters = [
      'filter',
      'where',
      'orderBy',
      'order',
      'search',
      'ids',
      'pageable',
      'frontpage',
      'maximum',
      'lastly',
    ];
    for (const args of [[], filters.map((name) => arg(name))]) {
      expect(planOf(withArguments(...args))).toEqual({ listing: undefined, types });
    }
  });

  test.each([
    ['ID', named('ID')],
    ['Int', nonNull(named('Int'))],
  ])('by pages, where it takes first and after: a cursor is a %s', (name, type) => {
    const required = arg('first', nonNull(named('Int')));
    const plan = planOf(withArguments(required, arg('after', type, '""'))) as DevicesPlan;
    expect(plan.types).toEqual(types);
    expect(String(plan.listing)).toContain(`$after: ${name})`);
  });

  test('with the types that the schema names, whether they are nullable or not, and whatever stands beside', () => {
    const team = { ...teamField([named('x'), devicesField([], nonNull(named('Rows', 'OBJECT')))]), name: 'team' };
    const plan = planOf(schemaOf({ name: 'other' }, { ...team, type: nonNull({ ...team.type, name: 'Crew' }) }));
    expect(plan).toEqual({ listing: undefined, types: { team: 'Crew', connection: 'Rows' } });
  });
});

describe('a list may be cut off', () => {
  test.each([
    ...['first', 'after', 'last', 'before', 'cursor', 'limit', 'offset', 'skip', 'take', 'top', 'size', 'count'],
    ...[
      'max_result',
      'maxResults',
      'max_results',
      'per_page',
      'perPage',
      'page',
      'pageSize',
      'page_size',
      'next_token',
    ],
    ...[
      'pageNumber',
      'pageToken',
      'nextCursor',
      'page_index',
      'next',
      'startCursor',
      'end_cursor',
      'endcursor',
      'FIRST',
    ],
  ])('where it takes %s, but not both first and after', (name) => {
    expect(planOf(withArguments(arg('filter'), arg(name)))).toBe(`it takes \`${name}\`, but not both first and after`);
  });

  test('where it needs an argument that nothing documents, paging or not', () => {
    const required = arg('filter', nonNull(named('String')));
    const message = 'the argument `filter` of team.devices is required, and no value is documented';
    expect(planOf(withArguments(required))).toBe(message);
    expect(planOf(withArguments(arg('first'), arg('after'), required))).toBe(message);
    expect(planOf(schemaOf(teamField([devicesField()], [arg('of', nonNull(named('ID')))])))).toBe(
      'the argument `of` of team is required, and no value is documented',
    );
  });

  test('and is not, where the argument has a default, or may be left out', () => {
    const harmless = [arg('a', nonNull(named('String')), '"x"'), arg('b')];
    expect(planOf(withArguments(...harmless))).toEqual({ listing: undefined, types });
    expect(planOf(schemaOf(teamField([devicesField()], harmless)))).toEqual({ listing: undefined, types });
  });
});

test.each<[string, unknown]>([
  ['no team', schemaOf({ name: 'other' })],
  ['a team that is a scalar', schemaOf({ name: 'team', args: [], type: { ...named('Team'), fields: null } })],
  ['a team without devices', schemaOf(teamField([named('other')]))],
])('a schema with %s has no list of devices', (_what, answer) => {
  expect(planOf(answer)).toBe('the live schema has no field team.devices');
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no list of fields', schemaOf(teamField({ devices: 1 }))],
  ['fields without names', schemaOf(teamField([devicesField()]), { name: 7 })],
  ['a field that is a list', schemaOf(teamField([devicesField(), []]))],
  ['a team whose type says nothing of its fields', schemaOf({ name: 'team', type: named('Team') })],
  [
    'a team whose arguments are not shown',
    schemaOf({ name: 'team', type: { name: 'Team', fields: [devicesField()] } }),
  ],
  ['arguments that are no list', schemaOf(teamField([devicesField(null)]))],
  ['an argument without a kind', withArguments(arg('a', {}))],
  ['an argument whose kind is no text', withArguments(arg('a', { kind: 7 }))],
  ['a cursor without a type', withArguments(arg('first'), arg('after', nonNull(null), '""'))],
  ['a cursor whose type is no name', withArguments(arg('first'), arg('after', named('String) { evil }')))],
  ['a cursor of a list type', withArguments(arg('first'), arg('after', { kind: 'LIST', name: null }))],
  ['a team whose type has no name', schemaOf(teamField([devicesField()], [], { name: '1st' }))],
  ['a connection whose type has too long a name', schemaOf(teamField([devicesField([], named('x'.repeat(256)))]))],
])('an answer with %s proves nothing', (_what, answer) => {
  expect(planOf(answer)).toBe(ODD);
});

describe('a connection that refused its read', () => {
  const list = { kind: 'LIST', name: null };
  const infoOf = (...fields: readonly string[]) => ({ kind: 'OBJECT', fields: fields.map((name) => ({ name })) });
  const connection = (...fields: readonly (readonly [string, unknown])[]) => ({
    __type: { fields: fields.map(([name, type]) => ({ name, type })) },
  });
  const paged = reader.planOf(withArguments(arg('first'), arg('after')));
  const whole = reader.planOf(withArguments());
  const said = (answer: unknown, plan: DevicesPlan) => saidOf(() => reader.checkConnection(answer, plan));

  test('is as planned where it has a list of nodes, and pageInfo for pages', () => {
    for (const nodes of [list, nonNull(list)]) {
      expect(said(connection(['nodes', nodes]), whole)).toBeUndefined();
      const info = infoOf('a', 'hasNextPage', 'endCursor');
      expect(said(connection(['nodes', nodes], ['pageInfo', nonNull(info)]), paged)).toBeUndefined();
    }
  });

  test.each<[string, unknown]>([
    ['no nodes', connection(['edges', list])],
    ['nodes that are no list', connection(['nodes', named('Nodes', 'OBJECT')])],
    ['no fields', { __type: { fields: null } }],
  ])('has %s', (_what, answer) => {
    for (const plan of [paged, whole]) expect(said(answer, plan)).toBe('it has no list of nodes');
  });

  test.each<[string, unknown]>([
    ['no pageInfo', connection(['nodes', list])],
    ['no hasNextPage', connection(['nodes', list], ['pageInfo', infoOf('endCursor')])],
    ['no endCursor', connection(['nodes', list], ['pageInfo', infoOf('hasNextPage')])],
    ['a pageInfo that is a scalar', connection(['nodes', list], ['pageInfo', { ...named('Info'), fields: null }])],
  ])('has %s', (_what, answer) => {
    expect(said(answer, paged)).toBe('its pageInfo lacks hasNextPage or endCursor');
    expect(said(answer, whole)).toBeUndefined();
  });

  test.each([undefined, null, {}, { __type: null }, { __type: { fields: [{ name: null }] } }])(
    'is not known from an answer such as %j',
    (answer) => {
      expect(said(answer, whole)).toBe(ODD);
    },
  );
});

describe('a read at once', () => {
  const answer = (change: object = {}, args: readonly unknown[] = []) => ({
    team: { __typename: 'Team', devices: { __typename: 'DeviceConnection', nodes: [1, 2] } },
    teamType: { fields: [devicesField(args)] },
    connectionType: { fields: [{ name: 'nodes' }] },
    ...change,
  });
  const read = (given: unknown) => saidOf(() => reader.readAtOnce(given, types));

  test('is the whole list, where nothing in its schema may cut it off', () => {
    expect(read(answer())).toEqual([1, 2]);
    expect(read(answer({}, [arg('filter')]))).toEqual([1, 2]);
    expect(read(answer({ connectionType: { fields: null } }))).toEqual([1, 2]);
  });

  test.each([
    [{ __typename: 'Crew', devices: { __typename: 'DeviceConnection', nodes: [] } }, 'Crew', 'DeviceConnection'],
    [{ __typename: 'Team', devices: { __typename: 'Rows', nodes: [] } }, 'Team', 'Rows'],
  ])('of other types than planned is asked for again, by those: %j', (team, ofTeam, ofConnection) => {
    expect(read(answer({ team }))).toEqual({
      listing: undefined,
      types: { team: ofTeam, connection: ofConnection },
    });
  });

  test('of a schema that pages by now is asked for again, by pages', () => {
    const plan = read(answer({}, [arg('first'), arg('after', named('ID'))])) as DevicesPlan;
    expect(String(plan.listing)).toContain('$after: ID)');
    expect(plan.types).toBe(types);
  });

  test.each<[string, object, readonly unknown[], string]>([
    ['null', { team: { __typename: 'Team', devices: null } }, [], 'the service answered null for it'],
    ['no team', { team: null }, [], 'the service answered null for it'],
    ['a list of unknown type', { team: { devices: { nodes: [] } } }, [], ODD],
    ['no proof', { teamType: null }, [], ODD],
    ['a proof about another field', { teamType: { fields: [named('x')] } }, [], ODD],
    ['a connection that is not shown', { connectionType: null }, [], ODD],
    ['a limit', {}, [arg('limit')], 'it takes `limit`, but not both first and after'],
    [
      'a pageInfo',
      { connectionType: { fields: [{ name: 'pageInfo' }] } },
      [],
      'it has pageInfo, but not both first and after',
    ],
  ])('with %s is not handed out as if it were whole', (_what, change, args, message) => {
    expect(read(answer(change, args))).toBe(message);
  });
});
