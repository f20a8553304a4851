import { describe, expect, test } from 'vitest';
import { ControlApiError, type ControlApiErrorDetails } from '../../src/errors.ts';
import { createDevices, type DevicesOptions } from '../../src/paging/devices.ts';
import type { Send } from '../../src/paging/reading.ts';

const named = (name: string, kind = 'SCALAR') => ({ kind, name });
const argsOf = (names: readonly string[], cursor = 'String') =>
  names.map((name) => ({ name, type: named(cursor), defaultValue: null }));

function schema(args: readonly string[], { team = 'Team', rows = 'Rows', cursor = 'String' } = {}) {
  const devices = { name: 'devices', args: argsOf(args, cursor), type: named(rows, 'OBJECT') };
  const isPaged = args.length > 0;
  const root = { name: 'team', args: [], type: named(team, 'OBJECT') };
  const pageInfo = { name: 'pageInfo', args: [], type: named('PageInfo', 'OBJECT') };
  const nodes = { name: 'nodes', args: [], type: { kind: 'LIST', name: null } };
  return {
    isPaged,
    teamType: { fields: [devices] },
    LearnRoot: { __type: { fields: [root] } },
    LearnTeam: { __type: { fields: [devices] } },
    LearnRows: { __type: { fields: isPaged ? [nodes, pageInfo] : [nodes] } },
    ListDevicesAtOnce: {
      team: { __typename: team, devices: { __typename: rows, nodes: ['whole'] } },
      __type: { fields: [devices] },
    },
    ListDevicesByPage: page('one', 'a'),
  };
}
const page = (node: string, next: string | null) => ({
  team: { devices: { nodes: [node], pageInfo: { hasNextPage: next !== null, endCursor: next } } },
});
const whole = schema([]);
const paged = schema(['first', 'after']);
const pagedByNumber = schema(['first', 'after'], { cursor: 'Int' });

const rejected = (details: ControlApiErrorDetails = {}) =>
  new ControlApiError('graphql', '1 GraphQL error', { outcome: 'rejected', attempts: 1, ...details });

type Script = readonly (readonly [operation: string, answer: unknown])[];

/** A service that answers each of these operations in turn. Returns its devices, or the error. */
function read(script: Script, options: DevicesOptions = {}) {
  const rest = [...script];
  const send: Send = async (operation) => {
    const [name, answer] = rest.shift() ?? ['nothing', undefined];
    expect(operation.operationName).toBe(name);
    if (answer instanceof Error) throw answer;
    return { data: answer, meta: () => ({ attempts: 1 }) };
  };
  const reading = createDevices(send)(options).toArray({ limit: Number.POSITIVE_INFINITY });
  return reading.then(
    (devices) => ({ devices, error: undefined, left: rest.length }),
    (error: unknown) => ({ devices: undefined, error, left: rest.length }),
  );
}

const root: Script = [['CheckIntrospection', { __schema: { queryType: { name: 'Query' } } }]];
const info = { __type: { fields: ['hasNextPage', 'endCursor'].map((name) => ({ name, args: [], type: named('X') })) } };
/** The listing of the team, and the fields beside it in a read at once. */
const relearn = (of: typeof whole): Script => [
  ['LearnType', of.LearnTeam],
  ['LearnType', of.LearnRows],
];
const learn = (of: typeof whole): Script => [...root, ['LearnType', of.LearnRoot], ...relearn(of)];
const connectionOf = (of: typeof whole): Script => (of.isPaged ? [['LearnType', info]] : []);
const onlyRead = (of: typeof whole): Script => [['ListDevicesAtOnce', of.ListDevicesAtOnce]];
const atOnce = (of: typeof whole): Script => [...onlyRead(of), ['LearnType', of.LearnRows]];
const unproven = (why: string) => `team.devices cannot be proven complete: ${why}`;
const changed = unproven('the schema changed while the list was read. Read the list again from its beginning.');

test('a changing schema is read by its new types, then by pages', async () => {
  const crew = schema([], { team: 'Crew' });
  const pagedCrew = schema(['first', 'after'], { team: 'Crew' });
  const result = await read([
    ...learn(whole),
    ...onlyRead(crew),
    ...relearn(crew),
    ['ListDevicesAtOnce', pagedCrew.ListDevicesAtOnce],
    ...relearn(pagedCrew),
    ['ListDevicesByPage', page('one', null)],
  ]);
  expect(result).toEqual({ devices: ['one'], error: undefined, left: 0 });
});

test('a changing schema is an error after four beginnings', async () => {
  const inTurn = ['B', 'C', 'D', 'E'].map((team) => schema([], { team }));
  const { error, left } = await read([...learn(whole), ...inTurn.flatMap((of) => [...onlyRead(of), ...relearn(of)])]);
  expect(error).toMatchObject({ code: 'incomplete_list', message: changed, attempts: 16 });
  expect(left).toBe(0);
});

test.each<[what: string, then: Script, device: string]>([
  ['pages', [...learn(whole), ...atOnce(whole)], 'whole'],
  ['the type of a cursor', [...learn(pagedByNumber), ['ListDevicesByPage', page('one', null)]], 'one'],
])('a changed schema is learned again after a refusal of %s', async (_what, then, device) => {
  const result = await read([...learn(paged), ['ListDevicesByPage', rejected()], ...then]);
  expect(result).toEqual({ devices: [device], error: undefined, left: 0 });
});

test('a changed schema between two pages is an error', async () => {
  const refusal = rejected();
  const { error, left } = await read([
    ...learn(paged),
    ['ListDevicesByPage', page('one', 'a')],
    ['ListDevicesByPage', refusal],
    ...learn(pagedByNumber),
  ]);
  expect(error).toMatchObject({ code: 'incomplete_list', message: changed, cause: refusal, attempts: 10 });
  expect(left).toBe(0);
});

test('a changed type of the team between two pages is an error', async () => {
  const { team } = page('two', null);
  const { error, left } = await read([
    ...learn(paged),
    ['ListDevicesByPage', page('one', 'a')],
    ['ListDevicesByPage', { team: { __typename: 'Crew', ...team } }],
  ]);
  expect(error).toMatchObject({ code: 'incomplete_list', message: changed });
  expect(left).toBe(0);
});

test('a schema without pages makes a stored cursor an error', async () => {
  const { error, left } = await read([...learn(whole), ...learn(whole)], { from: { cursor: 'stored' } });
  expect(error).toMatchObject({
    message: unproven(
      'it has no pages, so the cursor in `from` leads nowhere. Read the list again from its beginning.',
    ),
  });
  expect(left).toBe(0);
});

test('a refused read that the schema explains says so, and what to do', async () => {
  const bare = { ...paged, LearnRows: whole.LearnRows };
  const { error } = await read([...learn(paged), ['ListDevicesByPage', rejected()], ...learn(bare)]);
  expect(error).toMatchObject({
    code: 'incomplete_list',
    message: unproven(
      'its pageInfo lacks hasNextPage or endCursor. Write an operation of your own for this schema, and read it with paginate() or request().',
    ),
  });
});

test('a refused read that the schema does not explain keeps its error', async () => {
  const refusal = rejected();
  const { error, left } = await read(
    [...learn(paged), ['ListDevicesByPage', refusal], ...learn(paged), ...connectionOf(paged)],
    { pageSize: 1 },
  );
  expect(error).toBe(refusal);
  expect(left).toBe(0);
});

test.each([
  new ControlApiError('network', 'no answer', { outcome: 'unknown', attempts: 1 }),
  new ControlApiError('unauthenticated', 'refused', { outcome: 'rejected', attempts: 1 }),
  rejected({ data: { team: null }, outcome: 'unknown' }),
  new Error('of another make'),
])('a refused read for another reason keeps its error, and asks nothing: %s', async (failure) => {
  const { error } = await read([...learn(paged), ['ListDevicesByPage', failure]], { pageSize: 1 });
  expect(error).toBe(failure);
});

describe('introspection that fails', () => {
  const words = { outcome: 'rejected', attempts: 1, serverMessage: 'Introspection is disabled.' } as const;
  test.each([
    rejected(words),
    new ControlApiError('unauthenticated', '401', { ...words, status: 401 }),
    new ControlApiError('forbidden', '403', { ...words, status: 403 }),
    new ControlApiError('http_status', '400', { ...words, status: 400 }),
  ])('a refused introspection is reported in the words of the service: %s', async (refusal) => {
    const message = unproven(
      'the service does not show its schema: “Introspection is disabled.”. Write an operation of your own for this schema, and read it with paginate() or request().',
    );
    const beginnings = [[], root, learn(whole).slice(0, 3), [...learn(whole), ...onlyRead(whole)]];
    for (const before of beginnings) {
      const { error } = await read([...before, [before.length === 0 ? 'CheckIntrospection' : 'LearnType', refusal]]);
      expect(error).toMatchObject({ code: 'incomplete_list', message, cause: refusal });
    }
  });

  test.each([
    new ControlApiError('network', 'no answer', { outcome: 'unknown', attempts: 1 }),
    new ControlApiError('http_status', '503', { outcome: 'unknown', attempts: 1, status: 503 }),
    new ControlApiError('configuration', 'no key'),
    new Error('of another make'),
    Object.assign(new Error('of another make'), { code: 'graphql', status: 400 }),
  ])('a failed introspection keeps its error: %s', async (failure) => {
    expect((await read([['CheckIntrospection', failure]])).error).toBe(failure);
  });
});

test('an operation that `access` forbids is reported as devices(), with the requests before it', async () => {
  const { error } = await read([
    ...learn(whole),
    ['ListDevicesAtOnce', new ControlApiError('operation_not_allowed', 'not in the list')],
  ]);
  expect(error).toMatchObject({
    code: 'operation_not_allowed',
    message: 'devices() was not sent: it is not in `access: { only: […] }`. Add `...devicesOperations`.',
    operationName: 'ListDevices',
    attempts: 4,
  });
});

test('the readings of a client share what they learn', async () => {
  const script = [...learn(whole), ...atOnce(whole), ...atOnce(whole)];
  const send: Send = async () => ({ data: script.shift()?.[1], meta: () => ({ attempts: 1 }) });
  const devices = createDevices(send);
  for (let time = 0; time < 2; time++) expect(await devices().toArray({ limit: 9 })).toEqual(['whole']);
  expect(script).toEqual([]);
});
