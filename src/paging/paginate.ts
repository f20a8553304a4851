import { readSignal } from '../call/call-options.ts';
import { onAbort } from '../call/on-abort.ts';
import { ConfigurationError, type ControlApiErrorDetails, IncompleteListError, StuckCursorError } from '../errors.ts';
import type { ConnectionInfo } from '../typed-operation.ts';
import { NodeIterator } from './node-iterator.ts';

/** What asks for the page behind it: commonly a string; a schema may make it a number. */
export type Cursor = string | number;

/** One page of a connection. */
export interface Page<Node> {
  /** The page's nodes, in the server's order, without the null ones. */
  readonly nodes: readonly Node[];
  /** How many null nodes were left out. */
  readonly skipped: number;
  /** The cursor that asks for the next page (in the direction of paging): keep it to resume from here. */
  readonly cursor: Cursor | null;
  /** Whether the server says that there is another page. */
  readonly hasMore: boolean;
}

/** A list that is fetched page by page as it is read. Each iteration begins anew, at the first page. */
export interface Paginated<Node> extends AsyncIterable<Node> {
  [Symbol.asyncIterator](): AsyncIterableIterator<Node>;
  /** The list as pages. */
  pages(): AsyncIterableIterator<Page<Node>>;
  /**
   * The first `limit` nodes as an array; fewer where the list has fewer.
   * @param options - `limit` must be said, since an array of everything has no bound: `Infinity` says "all of it".
   */
  toArray(options: { readonly limit: number }): Promise<Node[]>;
}

/** Fetches the page behind `cursor`; the first one where it is undefined. */
export type FetchPage<Node> = (cursor: Cursor | undefined, signal: AbortSignal) => Promise<Page<Node>>;

/** How a list is read. */
export interface PaginatedOptions {
  /** The cursor that the first page is asked for with, if any: a page that leads back there is stuck. */
  readonly from?: Cursor | undefined;
  /** Fetch the next page while the caller works on this one. */
  readonly prefetch?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What errors of paging say beside their message. */
  readonly about: Pick<ControlApiErrorDetails, 'operationName' | 'operationKind'>;
}

/** A list over a function that fetches a page. */
export function paginated<Node>(fetchPage: FetchPage<Node>, options: PaginatedOptions): Paginated<Node> {
  const outer = readSignal(options.signal);
  const pages = () => abortable((signal) => readPages(fetchPage, options, signal), outer);
  return Object.freeze({
    pages,
    [Symbol.asyncIterator]: () => new NodeIterator(pages()),
    toArray: async (bound?: { readonly limit: number }) => {
      const limit = bound?.limit;
      if (typeof limit !== 'number' || !(limit >= 0)) {
        throw new ConfigurationError(
          'toArray needs { limit }: how many nodes at most, or Infinity for all.',
          options.about,
        );
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
  fetchPage: FetchPage<Node>,
  { from, prefetch, about }: PaginatedOptions,
  signal: AbortSignal,
): AsyncGenerator<Page<Node>, void, undefined> {
  const seen = new Set<Cursor>(from === undefined ? [] : [from]);

  const fetchAfter = async (page: Page<Node>): Promise<Page<Node>> => {
    const { cursor } = page;
    const details = { ...about, outcome: 'unknown' } as const;
    if (cursor === null || cursor === '') {
      throw new StuckCursorError(
        'The server says that there is another page, but gives no cursor to ask for it.',
        details,
      );
    }
    if (seen.has(cursor)) {
      throw new StuckCursorError('The server says that there is another page, but its cursor leads back.', details);
    }
    seen.add(cursor);
    return fetchPage(cursor, signal);
  };

  let page = await fetchPage(from, signal);
  for (;;) {
    const next = page.hasMore && prefetch ? fetchAfter(page) : undefined;
    // Its failure is told when the page is asked for; until then it must not count as unhandled.
    next?.catch(() => {});
    yield page;
    if (!page.hasMore) return;
    page = await (next ?? fetchAfter(page));
  }
}

/** An iteration whose early end cancels what is in flight, even a `next()` that is still waiting. */
function abortable<T>(
  start: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
  outer: AbortSignal | undefined,
): AsyncIterableIterator<T> {
  const controller = new AbortController();
  const forward = () => controller.abort(outer?.reason);
  if (outer?.aborted) forward();
  const off = outer ? onAbort(outer, forward) : () => {};
  const generator = start(controller.signal);

  return {
    next: async () => {
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
      off();
      controller.abort();
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * The page that an answer holds. A connection that is null is an empty page only where `nullIsEmpty` says so; anything else
 * that leaves open whether the list is whole is an error.
 *
 * @throws IncompleteListError
 */
export function readPage<Node>(
  data: unknown,
  { path, items, pageInfo }: ConnectionInfo,
  about: PaginatedOptions['about'],
  nullIsEmpty = false,
): Page<Node> {
  const incomplete = (what: string) =>
    new IncompleteListError(`${path.join('.')} cannot be proven complete: ${what}.`, { ...about, outcome: 'unknown' });
  const connection = path.reduce<unknown>(entryOf, data);
  if (connection === null || connection === undefined) {
    if (nullIsEmpty) return { nodes: [], skipped: 0, cursor: null, hasMore: false };
    throw incomplete('the service answered null for it');
  }
  const [list, inner] = items;
  const entries = entryOf(connection, list);
  if (!Array.isArray(entries)) throw incomplete(`${list} is no list`);
  const info = entryOf(connection, pageInfo.key);
  const hasMore = entryOf(info, pageInfo.hasMore);
  if (typeof hasMore !== 'boolean') throw incomplete(`${pageInfo.key}.${pageInfo.hasMore} is not true or false`);
  const cursor = entryOf(info, pageInfo.cursor);
  const nodes: Node[] = inner === undefined ? present(entries) : present(entries.map((edge) => entryOf(edge, inner)));
  return {
    nodes,
    skipped: entries.length - nodes.length,
    cursor: isCursor(cursor) ? cursor : null,
    hasMore,
  };
}

/** Whether a value can be a cursor. */
export function isCursor(value: unknown): value is Cursor {
  return typeof value === 'string' || typeof value === 'number';
}

function present<Node>(nodes: readonly unknown[]): Node[] {
  return nodes.filter((node) => node !== null && node !== undefined) as Node[];
}

function entryOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
