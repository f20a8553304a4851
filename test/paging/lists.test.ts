import { describe, expect, test } from 'vitest';
import { ControlApiError } from '../../src/errors.ts';
import { type ListPosition, TypedOperation } from '../../src/index.ts';
import { devicesConnection, devicesOperations, PagedListing } from '../../src/paging/device-queries.ts';
import { createDevices } from '../../src/paging/devices.ts';
import { createPaginate, type PaginateOptions } from '../../src/paging/paginate-operation.ts';
import { Reading, type Send } from '../../src/paging/reading.ts';
import { byCursor } from '../helpers/by-cursor.ts';
import { messageOf } from '../helpers/message-of.ts';

const operation = (...paths: readonly string[]) =>
  new TypedOperation<unknown, never, Record<string, unknown>>('query Things { … }', {
    name: 'Things',
    kind: 'query',
    connections: Object.fromEntries(paths.map((path) => [path, byCursor(path)])),
  });

const connection = (nodes: readonly unknown[], endCursor: unknown, hasNextPage: boolean) => ({
  nodes,
  pageInfo: { hasNextPage, endCursor },
});

/** A service that answers each request with the next of these, under `things`, with its requests. */
function serviceOf(...answers: readonly unknown[]) {
  const sent: { variables: Readonly<Record<string, unknown>>; options: Readonly<Record<string, unknown>> }[] = [];
  const send: Send = async (_operation, variables, options) => {
    const answer = answers[sent.length];
    sent.push({ variables: { ...variables }, options: { ...options } });
    if (answer instanceof Error) throw answer;
    return { data: { things: answer }, meta: () => ({ attempts: 2 }) };
  };
  return { sent, send, paginate: createPaginate(send) };
}

const all = { limit: Number.POSITIVE_INFINITY };
const two = [connection([1], 'a', true), connection([2], null, false)];
const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

test('a list sends its variables, and from the second page on the cursor', async () => {
  const { sent, paginate } = serviceOf(...two);
  expect(await paginate(operation('things'), { first: 1 }).toArray(all)).toEqual([1, 2]);
  expect(sent.map(({ variables }) => variables)).toEqual([{ first: 1 }, { first: 1, after: 'a' }]);
  expect(Object.keys(sent[0]?.variables ?? {})).toEqual(['first']);
});

test('a list sends the call options that it was given, and no others', async () => {
  const { sent, paginate } = serviceOf(...two);
  const call = { timeoutMs: 5, maxRetries: 1, headers: { 'x-a': 'b' } };
  const options = { ...call, prefetch: false, connection: 'things', from: { cursor: null } };
  await paginate(operation('things'), {}, options).toArray(all);
  for (const { options: given } of sent) expect(given).toEqual({ ...call, signal: expect.any(AbortSignal) });
  expect(sent).toHaveLength(2);
});

test('a list cannot choose an operation name', () => {
  const options = { operationName: 'Other' } as PaginateOptions;
  expect(() => serviceOf().paginate(operation('things'), {}, options)).toThrow(
    expect.objectContaining({ code: 'configuration' }),
  );
  expect(() => createDevices(serviceOf().send)(options)).toThrow(/There is no option `operationName`/);
});

test.each([
  [{ first: 1, after: 'mine' }, undefined, 'mine'],
  [{ after: 'mine' }, { cursor: null }, 'mine'],
  [{ after: 'mine' }, { cursor: 'stored' }, 'stored'],
  [{ after: null }, undefined, null],
])('a list begins where the variables or the position say: %j, %j', async (variables, from, after) => {
  const { sent, paginate } = serviceOf(connection([1], null, false));
  const pages = paginate(operation('things'), variables, { from }).pages();
  const { value } = await pages.next();
  expect(sent[0]?.variables['after']).toBe(after);
  expect(value?.start).toEqual({ cursor: after, skip: 0 });
});

test.each(['mine', 5])('a list that returns to the cursor of its variables is stuck: %j', async (after) => {
  const { paginate } = serviceOf(connection([1], after, true));
  const error = await failureOf(paginate(operation('things'), { after }).toArray(all));
  expect(error).toMatchObject({ code: 'stuck_cursor', message: expect.stringContaining('its cursor leads back') });
});

test.each([
  ...[null, 'a bare cursor', {}, { cursor: '' }, { cursor: true }, { cursor: {}, skip: 1 }, { skip: 3 }],
  ...[-1, 1.5, '1'].map((skip) => ({ cursor: 'c', skip })),
  { cursor: null, skip: -1 },
])('an invalid position is refused at once: %j', (from) => {
  const options = { from } as unknown as { from: ListPosition };
  const refused = 'The option `from` must be `{ cursor, skip }`: a cursor or null, and a whole number from 0.';
  const { send, paginate, sent } = serviceOf();
  expect(() => createDevices(send)(options)).toThrow(refused);
  expect(() => paginate(operation('things'), {}, options)).toThrow(refused);
  expect(sent).toEqual([]);
});

test.each([{ cursor: 'c' }, { cursor: 7, skip: 0 }, { cursor: null, skip: 3 }, { cursor: 0 }])(
  'a position has any cursor or none, with or without nodes to skip: %j',
  async (from) => {
    const { paginate, sent } = serviceOf(connection([1, 2, 3, 4], null, false));
    const { value: page } = await paginate(operation('things'), {}, { from }).pages().next();
    expect(page?.start).toEqual({ skip: 0, ...from });
    expect(page?.nodes).toEqual([1, 2, 3, 4].slice(page?.start.skip));
    expect(sent[0]?.variables).toEqual(from.cursor === null ? {} : { after: from.cursor });
  },
);

test.each([{}, { after: 'mine' }])('a null connection on the first page is an empty list: %j', async (variables) => {
  expect(await serviceOf(null).paginate(operation('things'), variables).toArray(all)).toEqual([]);
});

test('a null connection in place of a promised page is an error', async () => {
  const { paginate } = serviceOf(connection([1], 'a', true), null);
  expect(await failureOf(paginate(operation('things')).toArray(all))).toMatchObject({
    code: 'incomplete_list',
    message: 'things cannot be proven complete: the service answered null for it.',
    operationName: 'Things',
    operationKind: 'query',
    attempts: 4,
    outcome: 'unknown',
  });
});

test('an iterator that was begun by hand can be continued by a loop', async () => {
  const nodes = serviceOf(...two)
    .paginate(operation('things'))
    [Symbol.asyncIterator]();
  expect(await nodes.next()).toEqual({ done: false, value: 1 });
  const rest: unknown[] = [];
  for await (const node of nodes) rest.push(node);
  expect(rest).toEqual([2]);
});

test('paginate reads its variables when it is called, so later changes have no effect', async () => {
  const sent: unknown[] = [];
  const send: Send = async (_operation, variables) => {
    sent.push(structuredClone(variables));
    return { data: { things: connection([1], `${sent.length}`, sent.length < 3) }, meta: () => ({ attempts: 1 }) };
  };
  const variables = { first: 20, after: '10', filter: { tags: ['a'] } };
  const list = createPaginate(send)(operation('things'), variables);
  const change = () => {
    variables.first++;
    variables.after = '50';
    variables.filter.tags.push('b');
  };
  change();
  for await (const _ of list) change();
  const unchanged = { first: 20, filter: { tags: ['a'] } };
  expect(sent).toEqual(['10', '1', '2'].map((after) => ({ ...unchanged, after })));
});

test('paginate reads a class of its caller once, when it is called', async () => {
  const { sent, paginate } = serviceOf(...two);
  const price = { cents: 5, toJSON: () => `${price.cents++}` };
  const list = paginate(operation('things'), { price, at: new Date(7), bare: JSON.parse('{"__proto__":{"x":1}}') });
  await list.toArray(all);
  const given = { price: '5', at: '1970-01-01T00:00:00.007Z' };
  for (const { variables } of sent) {
    expect(variables).toMatchObject(given);
    expect(JSON.stringify(variables)).toContain('"bare":{"__proto__":{"x":1}}');
  }
  expect(price.cents).toBe(6);
});

test('paginate refuses variables that JSON cannot hold when it is called', () => {
  const { sent, paginate } = serviceOf(...two);
  const act = () => paginate(operation('things'), { first: Number.NaN });
  expect(act).toThrow('The variable $first holds NaN, which JSON cannot hold.');
  expect(sent).toEqual([]);
});

describe('which connection is read', () => {
  const read = (...[of, options]: [ReturnType<typeof operation>, PaginateOptions?]) =>
    serviceOf().paginate(of, {}, options);
  const message = (...given: Parameters<typeof read>) => messageOf(() => read(...given));
  const select =
    'Select pageInfo { hasNextPage endCursor } beside its nodes, and bind a variable to the argument after.';

  test('the connection of an operation is found if there is one, and is named if there are several', async () => {
    expect(() => read(operation('things'))).not.toThrow();
    expect(() => read(operation('a.things', 'b.things'), { connection: 'b.things' })).not.toThrow();
  });

  test.each<[string, readonly string[], PaginateOptions]>([
    ['none is named', ['a.things', 'b.things'], {}],
    ['another is named', ['a.things', 'b.things'], { connection: 'c.things' }],
    ['what is named is of every object', ['a.things', 'b.things'], { connection: 'constructor' }],
  ])('the connection of an operation must be named: %s', (_what, paths, options) => {
    expect(message(operation(...paths), options)).toBe(
      'Things has several connections. Name one with the `connection` option: a.things, b.things.',
    );
  });

  test('the named connection of an operation must exist', () => {
    expect(message(operation())).toBe(`Things has no pageable connection. ${select}`);
    // A caller without types may pass this.
    const untyped = 'query { a }' as unknown as ReturnType<typeof operation>;
    expect(message(untyped)).toMatch(/^The operation does not say its connections\. /);
    for (const given of [undefined, null, 5, {}])
      expect(message(given as unknown as typeof untyped)).toBe(
        'The operation must be a string, a generated operation or a GraphQL document node.',
      );
  });
});

describe('an error of a list counts everything that was sent for it', () => {
  const sent = async () => ({ data: {}, meta: () => ({ attempts: 3 }) });
  const failing = (attempts: number, outcome: 'not-sent' | 'rejected' | 'unknown') => async () => {
    throw new ControlApiError('network', 'no', { attempts, outcome });
  };
  const read = async (...sends: readonly Send[]) => {
    const left = [...sends];
    const reading = new Reading((...call) => (left.shift() ?? sent)(...call), operation('things'), {});
    for (const _ of sends) await reading.send(operation('things')).catch(() => {});
    return reading.counted(new ControlApiError('incomplete_list', 'no', reading.about));
  };
  const about = { operationName: 'Things', operationKind: 'query' } as const;

  test.each<[string, readonly Send[], { attempts: number; outcome: string }]>([
    ['nothing yet', [], { attempts: 0, outcome: 'not-sent' }],
    ['an answer', [sent], { attempts: 3, outcome: 'unknown' }],
    ['two answers', [sent, sent], { attempts: 6, outcome: 'unknown' }],
    ['a call that never left', [failing(2, 'not-sent')], { attempts: 2, outcome: 'not-sent' }],
    ['a rejected call', [failing(1, 'rejected')], { attempts: 1, outcome: 'rejected' }],
    [
      'one that may have been executed, then a rejected one',
      [failing(1, 'unknown'), failing(1, 'rejected')],
      { attempts: 2, outcome: 'unknown' },
    ],
    [
      'a rejected one, then one that may have been executed',
      [failing(1, 'rejected'), failing(1, 'unknown')],
      { attempts: 2, outcome: 'unknown' },
    ],
    [
      'a rejected one, then one that never left',
      [failing(1, 'rejected'), failing(0, 'not-sent')],
      { attempts: 1, outcome: 'rejected' },
    ],
    ['a failure of another kind', [async () => Promise.reject(new Error('no'))], { attempts: 0, outcome: 'not-sent' }],
  ])('an error of a list counts all requests of the list: %s', async (_what, sends, counted) => {
    expect(await read(...sends)).toMatchObject({ ...about, ...counted });
  });

  test('an error of a call behind others counts all requests of the list', async () => {
    const { paginate } = serviceOf(two[0], new ControlApiError('network', 'no', { attempts: 1, outcome: 'not-sent' }));
    const error = await failureOf(paginate(operation('things')).toArray(all));
    expect(error).toMatchObject({ code: 'network', attempts: 3, outcome: 'unknown' });
  });

  test('an error without counts stays as it is', async () => {
    const own = new Error('no');
    const { paginate } = serviceOf(two[0], own);
    expect(await failureOf(paginate(operation('things')).toArray(all))).toBe(own);
    expect(own).not.toHaveProperty('attempts');
  });
});

test('the paged listing is one operation for access lists, whatever the type of its cursors', () => {
  const listed = devicesOperations.find((it) => it instanceof PagedListing);
  const admits = (text: string) => (listed as PagedListing | undefined)?.admits(text);
  for (const type of ['String', 'Cursor', 'ID', '_x9']) expect(admits(String(new PagedListing(type)))).toBe(true);
  const text = String(new PagedListing('Cursor', true));
  expect(admits(text.replace('nodes { id name }', 'nodes { id name secret }'))).toBe(false);
  expect(admits(text.replace(' totalCount', ''))).toBe(true);
  expect(admits(text.replace(' id', ' totalCount id'))).toBe(false);
  expect(admits(text.replace('Cursor', 'Cursor!'))).toBe(false);
  expect(admits(text.replace('$after: Cursor', '$after: 9'))).toBe(false);
  expect(admits(text.replace('{', '{ evil } query Other {'))).toBe(false);
  expect(devicesOperations.map(({ operationName }) => operationName)).toEqual([
    'CheckIntrospection',
    'LearnType',
    'LearnTypeDeeply',
    'ListDevicesAtOnce',
    'ListDevicesAtOnce',
    'ListDevicesByPage',
  ]);
});

test('the paged listing is a query that goes forward by `after`', () => {
  expect(new PagedListing('ID').operationKind).toBe('query');
  expect(devicesConnection).toMatchObject({ direction: 'forward', cursorVariable: 'after' });
});

describe('devices()', () => {
  const type = (name: string | null, kind = 'OBJECT') => ({ kind, name });
  const args = ['first', 'after'].map((name) => ({ name, defaultValue: null, type: type('String', 'SCALAR') }));
  const nodes = { name: 'nodes', args: [], type: type(null, 'LIST') };
  const learnt = [
    { __schema: { queryType: { name: 'Query' } } },
    ...[
      [{ name: 'team', args: [], type: type('Team') }],
      [{ name: 'devices', args, type: type('DeviceConnection') }],
      [nodes, { name: 'pageInfo', args: [], type: type('PageInfo') }],
    ].map((fields) => ({ __type: { fields } })),
  ];
  /** A service with pages, whose listing returns these in turn. */
  function pagedService(...pages: readonly unknown[]) {
    const sent: { name: string; variables: object; options: object }[] = [];
    const send: Send = async (asked, variables, options) => {
      sent.push({ name: asked.operationName, variables: { ...variables }, options: { ...options } });
      const place = sent.length - 1;
      const data = learnt[place] ?? { team: { devices: pages[place - learnt.length] } };
      return { data, meta: () => ({ attempts: 1 }) };
    };
    return { sent, devices: createDevices(send) };
  }

  test('devices() asks for pages of 100 or of the given size, under the given call options', async () => {
    for (const pageSize of [undefined, 1, 7]) {
      const { sent, devices } = pagedService(...two);
      expect(await devices({ pageSize, timeoutMs: 9 }).toArray(all)).toEqual([1, 2]);
      expect(sent.slice(4).map(({ name }) => name)).toEqual(['ListDevicesByPage', 'ListDevicesByPage']);
      const first = pageSize ?? 100;
      expect(sent.slice(4).map(({ variables }) => variables)).toEqual([
        { first, after: undefined },
        { first, after: 'a' },
      ]);
      for (const { options } of sent) expect(options).toEqual({ timeoutMs: 9, signal: expect.any(AbortSignal) });
    }
  });

  test.each([0, -1, 1.5, Number.NaN, '7', null])('devices() refuses pages of %j devices', (pageSize) => {
    const { devices, sent } = pagedService();
    expect(() => devices({ pageSize: pageSize as number })).toThrow(
      'The option `pageSize` must be a whole number from 1 to 9007199254740991.',
    );
    expect(sent).toEqual([]);
  });

  test('devices() begins at a position, prefetches, and stops at a signal', async () => {
    const { sent, devices } = pagedService(connection([1, 2], 'b', true), connection([3], null, false));
    const controller = new AbortController();
    const from: ListPosition = { cursor: 'a', skip: 1 };
    const pages = devices({ from, prefetch: true, signal: controller.signal }).pages();
    expect((await pages.next()).value).toMatchObject({ nodes: [2], start: from });
    expect(sent.slice(4).map(({ variables }) => variables)).toEqual([
      { first: 100, after: 'a' },
      { first: 100, after: 'b' },
    ]);
    const ahead = sent[5]?.options as { signal: AbortSignal } | undefined;
    controller.abort('enough');
    expect(ahead?.signal.reason).toBe('enough');
  });
});
