import { onAbort } from '../call/time/on-abort.ts';
import { ControlApiError, misconfigured } from '../errors.ts';
import { type About, createReading, type Reading } from './count-attempts.ts';
import { cursorTrail } from './cursor-trail.ts';
import { nodesOneByOne } from './node-iterator.ts';
import type { Cursor, PageStart } from './position.ts';

/** One page of a connection. */
export interface Page<Node> {
  /** The page's nodes, in the server's order, without the null ones. */
  readonly nodes: readonly Node[];
  /** How many null nodes were left out. */
  readonly skipped: number;
  /** The cursor that asks for the next page (in the direction of paging): keep it to resume behind this page. */
  readonly cursor: Cursor | null;
  /** Whether the server says that there is another page. */
  readonly hasMore: boolean;
  /**
   * Where this page's nodes begin: keep it, with as many added to `skip` as you handled, to resume within this page.
   *
   * @example
   * for await (const page of control.devices({ from: stored }).pages()) {
   *   for (const [index, device] of page.nodes.entries()) {
   *     await handle(device);
   *     await store({ ...page.start, skip: page.start.skip + index + 1 });
   *   }
   * }
   */
  readonly start: PageStart;
}

/** A page as it was fetched: where it begins, the list knows. */
export type FetchedPage<Node> = Omit<Page<Node>, 'start'>;

/** A list that is fetched page by page as it is read. Each iteration begins anew, where the first one began. */
export interface Paginated<Node> extends AsyncIterable<Node> {
  /** The nodes, one after another; the pages behind them are fetched as they are needed. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Node>;
  /** The list as pages. */
  pages(): AsyncIterableIterator<Page<Node>>;
  /**
   * The first `limit` nodes as an array; fewer where the list has fewer.
   * @param options - `limit` is required, since an array of everything has no bound: `Infinity` means "all of it".
   * @throws {ControlApiError} without a `limit`.
   */
  toArray(options: { readonly limit: number }): Promise<Node[]>;
}

/** Fetches the page behind `cursor`; the first one where it is undefined. */
export type FetchPage<Node> = (cursor: Cursor | undefined, signal: AbortSignal) => Promise<FetchedPage<Node>>;

/** How a list is read. */
export interface PaginatedOptions {
  /** Where each iteration begins. */
  readonly from: PageStart;
  /** Fetch the next page while the caller works on this one. */
  readonly prefetch?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly about: About;
}

/** So many pages in a row without a node, and the list counts as stuck. Ours: a filter may leave some pages empty. */
const MAX_EMPTY_PAGES = 100;

/** A list over a function that begins a reading of it. */
export function paginated<Node>(
  begin: (reading: Reading) => FetchPage<Node>,
  options: PaginatedOptions,
): Paginated<Node> {
  const pages = () => abortable((signal) => readPages(begin, options, signal), options.signal);
  return Object.freeze({
    pages,
    [Symbol.asyncIterator]: () => nodesOneByOne(pages()),
    toArray: async (bound?: { readonly limit: number }) => {
      const limit = bound?.limit;
      if (typeof limit !== 'number' || !(limit >= 0)) {
        throw misconfigured('toArray needs { limit }: how many nodes at most, or Infinity for all.', options.about);
      }
      const nodes: Node[] = [];
      if (limit === 0) return nodes;
      for await (const page of pages()) {
        for (const node of page.nodes) {
          if (nodes.push(node) >= limit) return nodes;
        }
      }
      return nodes;
    },
  });
}

async function* readPages<Node>(
  begin: (reading: Reading) => FetchPage<Node>,
  { from, prefetch, about }: PaginatedOptions,
  signal: AbortSignal,
): AsyncGenerator<Page<Node>, void, undefined> {
  const reading = createReading(about);
  const begun = begin(reading);
  const fetchPage = async (cursor: Cursor | undefined): Promise<FetchedPage<Node>> => {
    try {
      return await begun(cursor, signal);
    } catch (error) {
      throw reading.counted(error);
    }
  };
  const leadsBack = cursorTrail(from.cursor);
  let emptyPages = 0;

  const fetchAfter = async ({ cursor }: Page<Node>): Promise<FetchedPage<Node>> => {
    const stuck = (why: string) =>
      new ControlApiError('stuck_cursor', `The server says that there is another page, but ${why}.`, reading.details());
    if (emptyPages >= MAX_EMPTY_PAGES) throw stuck(`its last ${MAX_EMPTY_PAGES} pages held no node`);
    if (cursor === null || cursor === '') throw stuck('gives no cursor to ask for it');
    if (leadsBack(cursor)) throw stuck('its cursor leads back');
    return fetchPage(cursor);
  };

  let start = from;
  let fetched = await fetchPage(start.cursor ?? undefined);
  for (;;) {
    const { nodes, skipped, cursor, hasMore } = fetched;
    const page = { nodes: nodes.slice(start.skip), skipped, cursor, hasMore, start };
    emptyPages = nodes.length === 0 ? emptyPages + 1 : 0;
    const next = page.hasMore && prefetch ? fetchAfter(page) : undefined;
    // Its failure is thrown when the page is asked for; until then it must not count as unhandled.
    next?.catch(() => {});
    yield page;
    if (!page.hasMore) return;
    // Pages may be smaller than those among which the nodes were counted.
    start = { cursor: page.cursor, skip: Math.max(0, start.skip - nodes.length) };
    fetched = await (next ?? fetchAfter(page));
  }
}

/** An iteration whose early end cancels what is in flight, even a `next()` that is still waiting. */
function abortable<T>(
  start: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
  outer: AbortSignal | undefined,
): AsyncIterableIterator<T> {
  const controller = new AbortController();
  const generator = start(controller.signal);
  let begun = false;
  let off = () => {};

  return {
    next: async () => {
      // Not earlier: what is never begun never ends, and would stay on the signal.
      if (!begun) {
        begun = true;
        if (outer) {
          const forward = () => controller.abort(outer.reason);
          if (outer.aborted) forward();
          else off = onAbort(outer, forward);
        }
      }
      try {
        const result = await generator.next();
        if (result.done) off();
        return result;
      } catch (error) {
        off();
        throw error;
      }
    },
    return: async () => {
      begun = true;
      off();
      controller.abort();
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
