import type { ConnectionInfo } from '../../src/index.ts';

/** A connection that is paged forwards by `$after`, as generated code describes it. */
export const byCursor = (path: string): ConnectionInfo => ({
  path: path.split('.'),
  items: ['nodes'],
  direction: 'forward',
  pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
  cursorVariable: 'after',
});
