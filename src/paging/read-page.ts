import { entryOf } from '../base/is-record.ts';
import type { ConnectionInfo } from '../base/typed-operation.ts';
import { ControlApiError } from '../errors.ts';
import type { FetchedPage } from './paginate.ts';
import { isCursor } from './paginate.ts';
import type { Reading } from './reading.ts';

export function readPage<Node>(
  data: unknown,
  { path, items, pageInfo }: ConnectionInfo,
  about: Reading['about'],
  nullIsEmpty = false,
): FetchedPage<Node> {
  const incomplete = (what: string) =>
    new ControlApiError('incomplete_list', `${path.join('.')} cannot be proven complete: ${what}.`, about);
  const connection = entryOf(data, ...path);
  if (connection === null || connection === undefined) {
    if (nullIsEmpty) return { nodes: [], skipped: 0, cursor: null, hasMore: false };
    throw incomplete('the service answered null for it');
  }
  const [list, inner] = items;
  const entries = entryOf(connection, list);
  if (!Array.isArray(entries)) throw incomplete(`${list} is not a list`);
  const hasMore = entryOf(connection, pageInfo.key, pageInfo.hasMore);
  if (typeof hasMore !== 'boolean') throw incomplete(`${pageInfo.key}.${pageInfo.hasMore} is not true or false`);
  const cursor = entryOf(connection, pageInfo.key, pageInfo.cursor);
  return {
    ...present<Node>(inner === undefined ? entries : entries.map((edge) => entryOf(edge, inner))),
    cursor: isCursor(cursor) ? cursor : null,
    hasMore,
  };
}

export function present<Node>(entries: readonly unknown[]): Pick<FetchedPage<Node>, 'nodes' | 'skipped'> {
  const nodes = entries.filter((node) => node !== null && node !== undefined) as Node[];
  return { nodes, skipped: entries.length - nodes.length };
}
