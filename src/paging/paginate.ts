import type { TypedOperation } from '../base/typed-operation.ts';
import type { CallOptions } from '../call/options/call-options.ts';
import { wrongOption } from '../call/options/read-options.ts';
import { onAbort } from '../call/time/deadline.ts';
import { ControlApiError, misconfigured } from '../errors.ts';
import { Reading, type Send } from './reading.ts';

/** The value that asks for the next page: commonly a string; a schema may make it a number. */
export type Cursor = string | number;

/** A position in a list from which to read, as plain JSON. */
export interface ListPosition {
  /** The cursor that asks for the page; null for the first page. */
  readonly cursor: Cursor | null;
  /** The number of handled nodes behind that cursor, without null nodes. @defaultValue 0 */
  readonly skip?: number | undefined;
}

/** The position at which a page begins. */
export interface PageStart extends ListPosition {
  readonly skip: number;
}

export function isCursor(value: unknown): value is Cursor {
  return typeof value === 'string' || typeof value === 'number';
}

/** @throws {ControlApiError} for anything else, such as a bare cursor. */
export function readPosition(from: ListPosition): ListPosition {
  const { cursor, skip = 0 } = from ?? {};
  if ((cursor === null || (cursor !== '' && isCursor(cursor))) && Number.isSafeInteger(skip) && skip >= 0) {
    return { cursor, skip };
  }
  throw wrongOption('from', '`{ cursor, skip }`: a cursor or null, and a whole number from 0.');
}

/** One page of a connection. */
export interface Page<Node> {
  /** The nodes of the page in the server's order, without null nodes. */
  readonly nodes: readonly Node[];
  /** The number of null nodes that were left out. */
  readonly skipped: number;
  /** The cursor that asks for the next page, in the direction of paging. Store it to resume behind this page. */
  readonly cursor: Cursor | null;
  /** Whether the server says that there is another page. */
  readonly hasMore: boolean;
  /** The position of the first node. Store it, with the number of handled nodes added to `skip`, to resume within this page. */
  readonly start: PageStart;
}

export type FetchedPage<Node> = Omit<Page<Node>, 'start'>;

/** A list whose pages are fetched as they are read. Each iteration begins anew, at the same position. */
export interface Paginated<Node> extends AsyncIterable<Node> {
  /** The nodes, one after another; each page is fetched when it is needed. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Node>;
  /** The list as pages. */
  pages(): AsyncIterableIterator<Page<Node>>;
  /** The first `limit` nodes as an array. `limit` is required, since a list may be long; `Infinity` means all. */
  toArray(options: { readonly limit: number }): Promise<Node[]>;
}

export type FetchPage<Node> = (cursor: Cursor | undefined) => Promise<FetchedPage<Node>>;

export interface ListSettings {
  readonly send: Send;
  readonly operation: TypedOperation<unknown, never>;
  readonly from: ListPosition;
  readonly prefetch: boolean | undefined;
  readonly call: CallOptions;
}

/** Begins a read of at most `most` nodes, skipped ones included. */
export type BeginReading<Node> = (reading: Reading, most?: number) => FetchPage<Node>;

/** So many empty pages in a row mean a stuck list. Our bound: a filter may leave some pages empty. */
const MAX_EMPTY_PAGES = 100;

export function paginated<Node>(list: ListSettings, begin: BeginReading<Node>): Paginated<Node> {
  const pages = (most?: number): AsyncIterableIterator<Page<Node>> => {
    const controller = new AbortController();
    const generator = readPages(list, (reading) => begin(reading, most), controller);
    return {
      next: () => generator.next(),
      // Aborts too: a `next()` may wait for a request.
      return: () => {
        controller.abort();
        return generator.return();
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };
  return Object.freeze({
    pages: () => pages(),
    [Symbol.asyncIterator]: () => nodesOneByOne(pages()),
    toArray: async (bound?: { readonly limit: number }) => {
      const limit = bound?.limit;
      if (typeof limit !== 'number' || !(limit >= 0)) {
        const { operationName, operationKind } = list.operation;
        const needed = 'toArray needs { limit }: how many nodes at most, or Infinity for all.';
        throw misconfigured(needed, { operationName, operationKind });
      }
      const nodes: Node[] = [];
      if (limit === 0) return nodes;
      for await (const page of pages(limit + (list.from.skip ?? 0))) {
        for (const node of page.nodes) {
          if (nodes.push(node) >= limit) return nodes;
        }
      }
      return nodes;
    },
  });
}

/** Nothing happens before the first `next()`: a listener on the caller's signal would otherwise stay. */
async function* readPages<Node>(
  { send, operation, from, prefetch, call }: ListSettings,
  begin: (reading: Reading) => FetchPage<Node>,
  controller: AbortController,
): AsyncGenerator<Page<Node>, void, undefined> {
  const abort = () => controller.abort(call.signal?.reason);
  const off = call.signal && onAbort(call.signal, abort);
  if (call.signal?.aborted) abort();
  const reading = new Reading(send, operation, { ...call, signal: controller.signal });
  const fetchPage = begin(reading);
  const cursors = new Set<Cursor | null>([from.cursor]);
  let emptyPages = 0;

  const fetchCounted = async (cursor: Cursor | null, isNext: boolean): Promise<FetchedPage<Node>> => {
    try {
      const stuck = isNext && whyStuck(cursor);
      if (stuck)
        throw new ControlApiError(
          'stuck_cursor',
          `The server says that there is another page, but ${stuck}.`,
          reading.about,
        );
      return await fetchPage(cursor ?? undefined);
    } catch (error) {
      throw reading.counted(error);
    }
  };
  const whyStuck = (cursor: Cursor | null): string | undefined => {
    if (emptyPages >= MAX_EMPTY_PAGES) return `its last ${MAX_EMPTY_PAGES} pages held no node`;
    if (cursor === null || cursor === '') return 'gives no cursor to ask for it';
    return cursors.size === cursors.add(cursor).size ? 'its cursor leads back' : undefined;
  };

  try {
    let start: PageStart = { cursor: from.cursor, skip: from.skip ?? 0 };
    let fetched = await fetchCounted(start.cursor, false);
    for (;;) {
      const { nodes, skipped, cursor, hasMore } = fetched;
      emptyPages = nodes.length === 0 ? emptyPages + 1 : 0;
      const next = hasMore && prefetch ? fetchCounted(cursor, true) : undefined;
      // The failure is thrown when the page is asked for; until then it is no unhandled rejection.
      next?.catch(() => {});
      yield { nodes: nodes.slice(start.skip), skipped, cursor, hasMore, start };
      if (!hasMore) return;
      // Pages may be smaller than those of the stored position.
      start = { cursor, skip: Math.max(0, start.skip - nodes.length) };
      fetched = await (next ?? fetchCounted(cursor, true));
    }
  } finally {
    off?.();
  }
}

/** A generator costs several times as much a node. */
function nodesOneByOne<Node>(pages: AsyncIterator<Page<Node>>): AsyncIterableIterator<Node> {
  let nodes: readonly Node[] = [];
  let index = 0;
  /** The last `next()` that waits for a page; later calls queue behind it. */
  let waiting: Promise<unknown> | undefined;

  const take = (): IteratorYieldResult<Node> | undefined =>
    index < nodes.length ? { done: false, value: nodes[index++] as Node } : undefined;

  const advance = async (): Promise<IteratorResult<Node, undefined>> => {
    for (;;) {
      const node = take();
      if (node) return node;
      const page = await pages.next();
      if (page.done) return { done: true, value: undefined };
      nodes = page.value.nodes;
      index = 0;
    }
  };

  return {
    next() {
      const node = waiting ? undefined : take();
      if (node) return Promise.resolve(node);
      const turn = (waiting ?? Promise.resolve()).then(advance, advance);
      const done = () => {
        if (waiting === turn) waiting = undefined;
      };
      waiting = turn;
      turn.then(done, done);
      return turn;
    },
    async return() {
      nodes = [];
      await pages.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
