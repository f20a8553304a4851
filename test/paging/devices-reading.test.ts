import { describe, expect, test } from 'vitest';
import {
  ConfigurationError,
  type ControlApiErrorDetails,
  ForbiddenError,
  GraphQLResponseError,
  HttpStatusError,
  IncompleteListError,
  NetworkError,
  OperationNotAllowedError,
  UnauthenticatedError,
} from '../../src/errors.ts';
import { createDevices, type DevicesOptions } from '../../src/paging/devices.ts';
import type { Send } from '../../src/paging/reading.ts';

const named = (name: string, kind = 'SCALAR') => ({ kind, name });
const argsOf = (names: readonly string[], cursor = 'String') =>
  names.map((name) => ({ name, type: named(cursor), defaultValue: null }));

/** The answers of a service whose listing takes these arguments. */
function schema(args: readonly string[], { team = 'Team', rows = 'Rows', cursor = 'String' } = {}) {
  const devices = { name: 'devices', args: argsOf(args, cursor), type: named(rows, 'OBJECT') };
  const type = { ...named(team, 'OBJECT'), fields: [devices] };
  return {
    LearnTeam: { __schema: { queryType: { fields: [{ name: 'team', args: [], type }] } } },
    LearnConnection: {
      __type: {
        fields: [
          { name: 'nodes', type: { kind: 'LIST', name: null } },
          { name: 'pageInfo', type: { fields: [{ name: 'hasNextPage' }, { name: 'endCursor' }] } },
        ],
      },
    },
    ListDevicesAtOnce: {
      team: { __typename: team, devices: { __typename: rows, nodes: ['whole'] } },
      teamType: { fields: [devices] },
      connectionType: { fields: [{ name: 'nodes' }] },
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
  new GraphQLResponseError('1 GraphQL error', { outcome: 'rejected', attempts: 1, ...details });

/** A service that answers each of these operations in turn; and the devices of it, or the error. */
function read(script: readonly (readonly [operation: string, answer: unknown])[], options: DevicesOptions = {}) {
  const rest = [...script];
  const send: Send = async (operation) => {
    const [name, answer] = rest.shift() ?? ['nothing', undefined];
    expect(operation.operationName).toBe(name);
    if (answer instanceof Error) throw answer;
    return { data: answer, meta: { attempts: 1 } };
  };
  const reading = createDevices(send)(options).toArray({ limit: Number.POSITIVE_INFINITY });
  return reading.then(
    (devices) => ({ devices, error: undefined, left: rest.length }),
    (error: unknown) => ({ devices: undefined, error, left: rest.length }),
  );
}

const learn = (of: typeof whole) => ['LearnTeam', of.LearnTeam] as const;
const connectionOf = (of: typeof whole) => ['LearnConnection', of.LearnConnection] as const;
const atOnce = (of: typeof whole) => ['ListDevicesAtOnce', of.ListDevicesAtOnce] as const;
const unproven = (why: string) => `team.devices cannot be proven complete: ${why}`;

describe('a schema that begins to change while devices are read', () => {
  test('is read by its new types, then by pages', async () => {
    const crew = schema([], { team: 'Crew' });
    const result = await read([
      learn(whole),
      atOnce(crew),
      [
        'ListDevicesAtOnce',
        { ...whole.ListDevicesAtOnce, team: crew.ListDevicesAtOnce.team, teamType: paged.ListDevicesAtOnce.teamType },
      ],
      ['ListDevicesByPage', page('one', null)],
    ]);
    expect(result).toEqual({ devices: ['one'], error: undefined, left: 0 });
  });

  test('is given up after four beginnings, each of which showed another', async () => {
    const inTurn = [
      schema([], { team: 'B' }),
      schema([], { team: 'C' }),
      schema([], { team: 'D' }),
      schema([], { team: 'E' }),
    ];
    const { error, left } = await read([learn(whole), ...inTurn.map(atOnce)]);
    expect(error).toBeInstanceOf(IncompleteListError);
    expect(error).toMatchObject({
      message: unproven('the schema changed while the list was read. Read the list again from its beginning.'),
      attempts: 5,
    });
    expect(left).toBe(0);
  });

  test('is learnt anew after a refusal, and read by what holds now', async () => {
    const result = await read([learn(paged), ['ListDevicesByPage', rejected()], learn(whole), atOnce(whole)]);
    expect(result).toEqual({ devices: ['whole'], error: undefined, left: 0 });
  });

  test('is learnt anew after a refusal, also where only the type of its cursors is another', async () => {
    const result = await read([
      learn(paged),
      ['ListDevicesByPage', rejected()],
      learn(pagedByNumber),
      ['ListDevicesByPage', page('one', null)],
    ]);
    expect(result).toEqual({ devices: ['one'], error: undefined, left: 0 });
  });

  test('between two pages is an error: what was read before and what comes after may not fit together', async () => {
    const refusal = rejected();
    const { error, left } = await read([
      learn(paged),
      ['ListDevicesByPage', page('one', 'a')],
      ['ListDevicesByPage', refusal],
      learn(pagedByNumber),
    ]);
    expect(error).toMatchObject({
      code: 'incomplete_list',
      message: unproven('the schema changed while the list was read. Read the list again from its beginning.'),
      cause: refusal,
      attempts: 4,
    });
    expect(left).toBe(0);
  });

  test('so that it has no pages any more leads a stored cursor nowhere', async () => {
    const { error, left } = await read([learn(whole), learn(whole)], { from: { cursor: 'stored' } });
    expect(error).toMatchObject({
      message: unproven(
        'it has no pages, so the cursor in `from` leads nowhere. Read the list again from its beginning.',
      ),
    });
    expect(left).toBe(0);
  });
});

describe('a refused read', () => {
  test('that the schema explains says so, and what to do', async () => {
    const shows = { __type: { fields: [{ name: 'nodes', type: { kind: 'LIST', name: null } }] } };
    const { error } = await read([
      learn(paged),
      ['ListDevicesByPage', rejected()],
      learn(paged),
      ['LearnConnection', shows],
    ]);
    expect(error).toMatchObject({
      code: 'incomplete_list',
      message: unproven(
        'its pageInfo lacks hasNextPage or endCursor. Write an operation of your own for this schema and read it with paginate().',
      ),
    });
  });

  test('asks for the connection by the name that the schema gives it now', async () => {
    const renamed = schema(['first', 'after'], { rows: 'DeviceRows' });
    const asked: unknown[] = [];
    const send: Send = async ({ operationName }, variables) => {
      if (operationName === 'ListDevicesByPage') throw rejected();
      if (operationName === 'LearnConnection') asked.push(variables);
      return { data: renamed[operationName as keyof typeof renamed], meta: { attempts: 1 } };
    };
    await expect(createDevices(send)().toArray({ limit: 1 })).rejects.toThrow('1 GraphQL error');
    expect(asked).toEqual([{ name: 'DeviceRows' }]);
  });

  test('that the schema does not explain fails as it failed', async () => {
    const refusal = rejected();
    const { error, left } = await read([
      learn(paged),
      ['ListDevicesByPage', refusal],
      learn(paged),
      connectionOf(paged),
    ]);
    expect(error).toBe(refusal);
    expect(left).toBe(0);
  });

  test.each([
    new NetworkError('no answer', { outcome: 'unknown', attempts: 1 }),
    new UnauthenticatedError('refused', { outcome: 'rejected', attempts: 1 }),
    rejected({ data: { team: null }, outcome: 'unknown' }),
    new Error('of another make'),
  ])('that has nothing to do with the schema fails as it failed, and asks nothing: %s', async (failure) => {
    const { error } = await read([learn(paged), ['ListDevicesByPage', failure]]);
    expect(error).toBe(failure);
  });
});

describe('introspection that fails', () => {
  test.each([
    rejected(),
    new UnauthenticatedError('401', { outcome: 'rejected', attempts: 1, status: 401 }),
    new ForbiddenError('403', { outcome: 'rejected', attempts: 1, status: 403 }),
    new HttpStatusError('400', { outcome: 'rejected', attempts: 1, status: 400 }),
  ])('because it is refused leaves completeness unproven: %s', async (refusal) => {
    const { error } = await read([['LearnTeam', refusal]]);
    expect(error).toMatchObject({
      code: 'incomplete_list',
      message: unproven(
        'introspection was refused. It is open to everyone (documented): look for a proxy that forbids this.',
      ),
      cause: refusal,
    });
  });

  test.each([
    new NetworkError('no answer', { outcome: 'unknown', attempts: 1 }),
    new HttpStatusError('503', { outcome: 'unknown', attempts: 1, status: 503 }),
    new ConfigurationError('no key'),
    new Error('of another make'),
    Object.assign(new Error('of another make'), { code: 'graphql', status: 400 }),
  ])('for another reason fails as it failed: %s', async (failure) => {
    expect((await read([['LearnTeam', failure]])).error).toBe(failure);
  });
});

test('what `access` leaves out is reported as devices(), with what was sent before', async () => {
  const { error } = await read([learn(whole), ['ListDevicesAtOnce', new OperationNotAllowedError('not in the list')]]);
  expect(error).toMatchObject({
    code: 'operation_not_allowed',
    message: 'devices() was not sent: it is not in `access: { only: […] }`. Add `...devicesOperations`.',
    operationName: 'ListDevices',
    attempts: 1,
  });
});

test('what is learnt holds for all readings of a client', async () => {
  const sent: string[] = [];
  const send: Send = async ({ operationName }) => {
    sent.push(operationName);
    return { data: whole[operationName as keyof typeof whole], meta: { attempts: 1 } };
  };
  const devices = createDevices(send);
  for (let time = 0; time < 2; time++) expect(await devices().toArray({ limit: 9 })).toEqual(['whole']);
  expect(sent).toEqual(['LearnTeam', 'ListDevicesAtOnce', 'ListDevicesAtOnce']);
});
