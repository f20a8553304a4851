import { describe, expect, test, vi } from 'vitest';
import { isControlApiError } from '../../src/errors.ts';
import { type FetchedPage, type FetchPage, type PaginatedOptions, paginated } from '../../src/paging/paginate.ts';
import { readPage } from '../../src/paging/read-page.ts';

const about = { operationName: 'Things', operationKind: 'query' } as const;
const info = {
  path: ['team', 'things'],
  items: ['nodes'],
  direction: 'forward',
  pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
  cursorVariable: 'after',
} as const;

/** A list of `total` pages whose cursors are their numbers; each page holds its own number. */
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

const list = <Node>(fetchPage: FetchPage<Node>, options: Omit<PaginatedOptions, 'about'> = {}) =>
  paginated(() => fetchPage, { ...options, about });

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
  const stuck: Record<string, FetchPage<number>> = {
    'the same cursor again': async () => page('a', true),
    'two cursors in turn': async (cursor) => page(cursor === 'a' ? 'b' : 'a', true),
    'no cursor': async () => page(null, true),
    'an empty cursor': async () => page('', true),
  };
  for (const [name, fetchPage] of Object.entries(stuck)) {
    for (const prefetch of [false, true]) {
      test(`${name}${prefetch ? ', with prefetch' : ''}: every node until then arrives`, async () => {
        const { nodes, error } = await drain(list(fetchPage, { prefetch }));
        expect(nodes.length).toBeGreaterThan(0);
        expect(isControlApiError(error, 'stuck_cursor')).toBe(true);
        expect(error).toMatchObject({ operationName: 'Things' });
      });
    }
  }

  test('the cursor that the caller resumed from counts as seen', async () => {
    const { error } = await drain(list(async () => page('mine', true), { from: { cursor: 'mine', skip: 0 } }));
    expect(isControlApiError(error, 'stuck_cursor')).toBe(true);
  });

  test('the message shows neither cursor nor data', async () => {
    const { error } = await drain(list(async () => page('secret-cursor', true)));
    expect(String(error)).not.toContain('secret-cursor');
  });
});

describe('prefetch', () => {
  test('fetches the next page while the caller works on this one, and never two ahead', async () => {
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

  test('is off by default: a page is fetched when it is asked for', async () => {
    const fetchPage = vi.fn(counted(4));
    const pages = list(fetchPage).pages();
    expect(fetchPage).not.toHaveBeenCalled();
    await pages.next();
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  test('a page that fails ahead of time fails when it is asked for, not before', async () => {
    const failure = new Error('page two');
    const fetchPage: FetchPage<number> = async (cursor, signal) => {
      if (cursor !== undefined) throw failure;
      return counted(2)(cursor, signal);
    };
    const { nodes, error } = await drain(list(fetchPage, { prefetch: true }));
    expect(nodes).toEqual([1]);
    expect(error).toBe(failure);
  });
});

describe('an array of a list', () => {
  test('needs a bound, be it Infinity', async () => {
    const three = list(counted(3));
    expect(await three.toArray({ limit: Number.POSITIVE_INFINITY })).toEqual([1, 2, 3]);
    expect(await three.toArray({ limit: 2 })).toEqual([1, 2]);
    // What a caller without types may do.
    const untyped = three as { toArray(bound?: object): Promise<unknown> };
    const unbounded = [undefined, {}, { limit: Number.NaN }, { limit: -1 }].map((bound) => untyped.toArray(bound));
    for (const call of unbounded) await expect(call).rejects.toMatchObject({ code: 'configuration' });
  });
});

describe('leaving early', () => {
  test('cancels the page that is being fetched ahead', async () => {
    const signals: AbortSignal[] = [];
    const fetchPage: FetchPage<number> = (cursor, signal) => {
      signals.push(signal);
      return cursor === undefined ? counted(9)(cursor, signal) : new Promise(() => {});
    };
    for await (const _ of list(fetchPage, { prefetch: true })) break;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test('by return() ends a next() that is still waiting', async () => {
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

  test('leaves no listener on the caller’s signal, and neither does reading to the end', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    await drain(list(counted(3), { signal }));
    for await (const _ of list(counted(3), { signal })) break;
    await drain(list(() => Promise.reject(new Error('no')), { signal }));
    expect(add.mock.calls.length).toBe(remove.mock.calls.length);
    expect(add).toHaveBeenCalled();
  });
});

describe('a page', () => {
  const data = (things: unknown) => ({ team: { things } });
  const pageInfo = { hasNextPage: false, endCursor: null };

  test('leaves null nodes out and counts them', () => {
    const nodes = [null, { id: 1 }, null];
    expect(readPage(data({ nodes, pageInfo }), info, about, true)).toMatchObject({ nodes: [{ id: 1 }], skipped: 2 });
    const edges = [{ node: { id: 1 } }, null, { node: null }];
    const fromEdges = { ...info, items: ['edges', 'node'] } as const;
    expect(readPage(data({ edges, pageInfo }), fromEdges, about)).toMatchObject({
      nodes: [{ id: 1 }],
      skipped: 2,
    });
  });

  test('that is null is an empty list at first, and an error once more was promised', () => {
    expect(readPage(data(null), info, about, true)).toEqual({ nodes: [], skipped: 0, cursor: null, hasMore: false });
    expect(readPage({ team: null }, info, about, true).hasMore).toBe(false);
    expect(() => readPage(data(null), info, about)).toThrow(/cannot be proven complete/);
  });

  test.each([
    ['no list', { nodes: null, pageInfo }],
    ['no pageInfo', { nodes: [] }],
    ['a pageInfo that does not say', { nodes: [], pageInfo: { hasNextPage: null } }],
    ['a pageInfo that says it in words', { nodes: [], pageInfo: { hasNextPage: 'no' } }],
  ])('with %s is an error that says that completeness is not proven', (_name, connection) => {
    expect(() => readPage(data(connection), info, about, true)).toThrow(/team\.things cannot be proven complete/);
  });

  test('is read by own keys only', () => {
    expect(readPage(JSON.parse('{"__proto__":{"team":{}}}'), info, about, true).nodes).toEqual([]);
  });
});
