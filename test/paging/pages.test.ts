import { describe, expect, test, vi } from 'vitest';
import { TypedOperation } from '../../src/index.ts';
import { type Cursor, type FetchedPage, type ListSettings, paginated } from '../../src/paging/paginate.ts';
import { readPage } from '../../src/paging/read-page.ts';
import { byCursor } from '../helpers/by-cursor.ts';
import { unhandledRejections } from '../helpers/unhandled.ts';

const about = { operationName: 'Things', operationKind: 'query' } as const;
const info = byCursor('team.things');

/** A list of `total` pages whose cursors are their numbers. Each page has its own number. */
const counted =
  (total: number): FetchPage<number> =>
  async (cursor) => {
    const number = cursor === undefined ? 1 : Number(cursor) + 1;
    return { nodes: [number], skipped: 0, cursor: String(number), hasMore: number < total };
  };

const page = (cursor: string | null, hasMore: boolean): FetchedPage<number> => ({
  nodes: [1],
  skipped: 0,
  cursor,
  hasMore,
});

type FetchPage<Node> = (cursor: Cursor | undefined, signal: AbortSignal) => Promise<FetchedPage<Node>>;
interface ListOptions extends Partial<ListSettings> {
  readonly signal?: AbortSignal;
}

const list = <Node>(fetchPage: FetchPage<Node>, { signal, ...settings }: ListOptions = {}) =>
  paginated<Node>(
    {
      send: () => expect.unreachable('a page is fetched here'),
      operation: new TypedOperation('query Things', { name: 'Things', kind: 'query', connections: {} }),
      from: { cursor: null },
      prefetch: false,
      call: { signal },
      ...settings,
    },
    ({ call }) =>
      (cursor) =>
        fetchPage(cursor, call.signal ?? expect.unreachable('there is always one')),
  );

async function drain<T>(items: AsyncIterable<T>): Promise<{ nodes: T[]; error: unknown }> {
  const nodes: T[] = [];
  try {
    for await (const node of items) nodes.push(node);
    return { nodes, error: undefined };
  } catch (error) {
    return { nodes, error };
  }
}

describe('a cursor that leads nowhere is an error, never an endless loop', () => {
  const stuck: readonly (readonly [name: string, fetchPage: FetchPage<number>, pages: number, why: string])[] = [
    ['the same cursor again', async () => page('secret', true), 2, 'its cursor leads back'],
    ['two cursors in turn', async (it) => page(it === 'secret' ? 'b' : 'secret', true), 3, 'its cursor leads back'],
    ['no cursor', async () => page(null, true), 1, 'gives no cursor'],
    ['an empty cursor', async () => page('', true), 1, 'gives no cursor'],
  ];
  for (const prefetch of [false, true]) {
    test.each(stuck)(
      `a list ends in an error after all nodes with %s, without a word of cursors; with prefetch: ${prefetch}`,
      async (_name, fetchPage, pages, why) => {
        const fetched = vi.fn(fetchPage);
        const { nodes, error } = await drain(list(fetched, { prefetch }));
        expect([nodes.length, fetched.mock.calls.length]).toEqual([pages, pages]);
        expect(error).toMatchObject({ code: 'stuck_cursor', operationName: 'Things' });
        expect(error).toMatchObject({ message: expect.stringContaining(why) });
        expect(String(error)).not.toContain('secret');
      },
    );
  }
});

describe('pages without a node', () => {
  /** New cursors without end, with a node on the chosen pages. */
  const sparse =
    (holdsNode: (number: number) => boolean): FetchPage<number> =>
    async (cursor) => {
      const number = Number(cursor ?? 0) + 1;
      return { nodes: holdsNode(number) ? [number] : [], skipped: 1, cursor: String(number), hasMore: number < 1000 };
    };

  test.each([false, true])(
    'a list ends after 100 empty pages in a row, in an error; with prefetch: %s',
    async (prefetch) => {
      const fetchPage = vi.fn(sparse((number) => number <= 2));
      const { nodes, error } = await drain(list(fetchPage, { prefetch }));
      expect(nodes).toEqual([1, 2]);
      expect(error).toMatchObject({ code: 'stuck_cursor', message: expect.stringContaining('100 pages held no node') });
      expect(fetchPage).toHaveBeenCalledTimes(102);
    },
  );

  test('fewer empty pages between nodes are no error', async () => {
    const { nodes, error } = await drain(list(sparse((number) => number % 100 === 0)));
    expect(error).toBeUndefined();
    expect(nodes).toHaveLength(10);
  });

  test('pages whose nodes are skipped are not empty', async () => {
    const pages = list(counted(150), { from: { cursor: '0', skip: 140 } });
    expect((await drain(pages)).nodes).toEqual([141, 142, 143, 144, 145, 146, 147, 148, 149, 150]);
  });
});

describe('cursors that lead back', () => {
  /** Pages of one node each: `lead` of them, then a circle. */
  const circling =
    (lead: number, length: number): FetchPage<number> =>
    async (cursor) => {
      const at = Number(cursor ?? 0);
      const next = at + 1 < lead + length ? at + 1 : lead;
      return { nodes: [at], skipped: 0, cursor: String(next), hasMore: true };
    };

  test.each([
    [0, 1],
    [0, 7],
    [3, 1],
    [1, 40],
    [20, 100],
  ])(
    'a circle of cursors is an error before a page is requested twice: %i pages, then a circle of %i',
    async (lead, length) => {
      const fetchPage = vi.fn(circling(lead, length));
      const { nodes, error } = await drain(list(fetchPage, { from: { cursor: '0' } }));
      expect(fetchPage).toHaveBeenCalledTimes(lead + length);
      expect(nodes).toEqual(Array.from({ length: lead + length }, (_, at) => at));
      expect(error).toMatchObject({ code: 'stuck_cursor', message: expect.stringContaining('its cursor leads back') });
    },
  );

  test('a circle of cursors needs the same type: a number differs from its digits', async () => {
    const cursors = [1, '1', 2, null];
    const fetchPage: FetchPage<number> = async (cursor) => {
      const at = cursor === undefined ? 0 : cursors.indexOf(cursor as never) + 1;
      return { nodes: [at], skipped: 0, cursor: cursors[at] ?? null, hasMore: at < 3 };
    };
    expect(await drain(list(fetchPage))).toMatchObject({ nodes: [0, 1, 2, 3] });
  });
});

test('prefetch requests the next page during the work on this one, and never two ahead', async () => {
  const begun: unknown[] = [];
  const fetchPage: FetchPage<number> = (cursor, signal) => {
    begun.push(cursor);
    return counted(4)(cursor, signal);
  };
  const pages = list(fetchPage, { prefetch: true }).pages();
  await pages.next();
  expect(begun).toEqual([undefined, '1']);
  await pages.next();
  expect(begun).toEqual([undefined, '1', '2']);
});

test('prefetch is off by default', async () => {
  const fetchPage = vi.fn(counted(4));
  const pages = list(fetchPage).pages();
  expect(fetchPage).not.toHaveBeenCalled();
  await pages.next();
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

test('a failed prefetch fails its own page, and nothing before', async () => {
  using unhandled = unhandledRejections();
  const failure = new Error('page two');
  const fetchPage: FetchPage<number> = async (cursor, signal) => {
    if (cursor !== undefined) throw failure;
    return counted(2)(cursor, signal);
  };
  const pages = list(fetchPage, { prefetch: true }).pages();
  await pages.next();
  // Long enough for Node to report an unhandled rejection.
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect(unhandled.reasons).toEqual([]);
  await expect(pages.next()).rejects.toBe(failure);
});

test('overlapping calls of next() get the nodes in order', async () => {
  const fetchPage: FetchPage<number> = async (cursor) => {
    await new Promise(setImmediate);
    const first = Number(cursor ?? 0);
    return { nodes: [first + 1, first + 2, first + 3], skipped: 0, cursor: String(first + 3), hasMore: first < 9 };
  };
  const nodes = list(fetchPage)[Symbol.asyncIterator]();
  const answers: Promise<number | undefined>[] = [];
  const ask = () => {
    const answer = nodes.next().then(({ value }) => value);
    answers.push(answer);
    return answer;
  };
  const again = ask().then(() => ask());
  ask();
  ask().then(() => ask().then(() => ask()));
  await again;
  for (let call = 0; call < 9; call++) await ask();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ...Array(answers.length - 12)]);
});

test('overlapping calls of next() share a page that has arrived', async () => {
  const nodes = list(async () => ({ ...page(null, false), nodes: [1, 2] }))[Symbol.asyncIterator]();
  await nodes.next();
  let second: unknown;
  nodes.next().then(({ value }) => {
    second = value;
  });
  await Promise.resolve();
  expect(second).toBe(2);
});

test('overlapping calls of next() go on behind a failed one', async () => {
  let asked = 0;
  const fetchPage: FetchPage<number> = async () => {
    asked++;
    throw new Error('no');
  };
  const nodes = list(fetchPage)[Symbol.asyncIterator]();
  const [first, second] = [nodes.next(), nodes.next()];
  await expect(first).rejects.toThrow('no');
  expect(await second).toEqual({ done: true, value: undefined });
  expect(asked).toBe(1);
});

test('an array of a list needs a limit, Infinity included', async () => {
  const three = list(counted(3));
  expect(await three.toArray({ limit: Number.POSITIVE_INFINITY })).toEqual([1, 2, 3]);
  expect(await three.toArray({ limit: 2 })).toEqual([1, 2]);
  // A caller without types may do this.
  const untyped = three as { toArray(bound?: object): Promise<unknown> };
  const none = [undefined, {}, { limit: Number.NaN }, { limit: -1 }, { limit: '3' }, { limit: null }];
  for (const bound of none) {
    await expect(untyped.toArray(bound)).rejects.toMatchObject({
      code: 'configuration',
      message: 'toArray needs { limit }: how many nodes at most, or Infinity for all.',
      operationName: 'Things',
    });
  }
});

test('an array of no node requests nothing', async () => {
  const fetchPage = vi.fn(counted(3));
  expect(await list(fetchPage).toArray({ limit: 0 })).toEqual([]);
  expect(fetchPage).not.toHaveBeenCalled();
});

test('an aborted signal cancels the first page of a list, with the reason', async () => {
  const fetchPage = vi.fn((_cursor: unknown, signal: AbortSignal) => Promise.reject(signal.reason));
  const { error } = await drain(list<number>(fetchPage, { signal: AbortSignal.abort('before') }));
  expect(error).toBe('before');
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

test('an abort cancels a prefetch', async () => {
  const signals: AbortSignal[] = [];
  const fetchPage: FetchPage<number> = (cursor, signal) => {
    signals.push(signal);
    return cursor === undefined ? counted(9)(cursor, signal) : new Promise(() => {});
  };
  for await (const _ of list(fetchPage, { prefetch: true })) break;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('return() ends a next() that still waits', async () => {
  const fetchPage: FetchPage<number> = (_cursor, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled'))));
  const nodes = list(fetchPage)[Symbol.asyncIterator]();
  const waiting = nodes.next();
  await new Promise(setImmediate);
  const returned = nodes.return?.();
  await expect(waiting).rejects.toThrow('cancelled');
  await expect(returned).resolves.toMatchObject({ done: true });
  await expect(nodes.next()).resolves.toMatchObject({ done: true });
});

test('return() before the beginning requests nothing', async () => {
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const fetchPage = vi.fn(counted(3));
  const three = list(fetchPage, { signal });
  three.pages();
  const nodes = three[Symbol.asyncIterator]();
  expect(add).not.toHaveBeenCalled();
  await nodes.return?.();
  expect(await nodes.next()).toEqual({ done: true, value: undefined });
  expect(add).not.toHaveBeenCalled();
  expect(fetchPage).not.toHaveBeenCalled();
});

test('a list works with a signal without removeEventListener, and adds one listener', async () => {
  const listeners: (() => void)[] = [];
  const signal = {
    aborted: false,
    addEventListener: (_type: string, listener: () => void) => void listeners.push(listener),
  } as unknown as AbortSignal;
  for (let time = 0; time < 3; time++) expect((await drain(list(counted(3), { signal }))).nodes).toEqual([1, 2, 3]);
  expect(listeners).toHaveLength(1);
  const fetchPage: FetchPage<number> = (_cursor, inner) =>
    new Promise((_resolve, reject) => inner.addEventListener('abort', () => reject(new Error('cancelled'))));
  const waiting = drain(list(fetchPage, { signal }));
  await new Promise(setImmediate);
  for (const listener of listeners) listener();
  expect((await waiting).error).toEqual(new Error('cancelled'));
});

test('a list leaves no listener on the signal of its caller', async () => {
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  await drain(list(counted(3), { signal }));
  for await (const _ of list(counted(3), { signal })) break;
  await drain(list(() => Promise.reject(new Error('no')), { signal }));
  expect(add.mock.calls.length).toBe(remove.mock.calls.length);
  expect(add).toHaveBeenCalled();
});

describe('a page', () => {
  const data = (things: unknown) => ({ team: { things } });
  const pageInfo = { hasNextPage: false, endCursor: null };

  test('a page leaves null nodes out, and counts them', () => {
    const nodes = [null, { id: 1 }, null];
    expect(readPage(data({ nodes, pageInfo }), info, about, true)).toMatchObject({ nodes: [{ id: 1 }], skipped: 2 });
    const edges = [{ node: { id: 1 } }, null, { node: null }];
    const fromEdges = { ...info, items: ['edges', 'node'] } as const;
    expect(readPage(data({ edges, pageInfo }), fromEdges, about)).toMatchObject({
      nodes: [{ id: 1 }],
      skipped: 2,
    });
  });

  test.each<[string, object, string]>([
    ['no list', { nodes: null, pageInfo }, 'nodes is not a list'],
    ...[undefined, {}, { hasNextPage: null }, { hasNextPage: 'no' }].map((silent): [string, object, string] => [
      `a pageInfo of ${JSON.stringify(silent)}`,
      { nodes: [], pageInfo: silent },
      'pageInfo.hasNextPage is not true or false',
    ]),
  ])('a page with %s is an error that says why the list may be incomplete', (_name, connection, why) => {
    const failure = { code: 'incomplete_list', message: `team.things cannot be proven complete: ${why}.` };
    expect(() => readPage(data(connection), info, about, true)).toThrow(expect.objectContaining(failure));
  });

  test('a page is read by own keys only', () => {
    expect(readPage(JSON.parse('{"__proto__":{"team":{}}}'), info, about, true).nodes).toEqual([]);
  });
});
