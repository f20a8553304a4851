import { type ConnectionInfo, TypedOperation } from '../../src/index.ts';

/** A connection that is paged forward by `$after`, as generated code describes it. */
export const byCursor = (path: string): ConnectionInfo => ({
  path: path.split('.'),
  items: ['nodes'],
  direction: 'forward',
  pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
  cursorVariable: 'after',
});

/** The generated listing of devices by pages. */
export const DevicesByCursor = new TypedOperation<
  object,
  { first?: number; after?: string },
  { 'team.devices': { id: string; name: string } }
>(
  'query Devices($first: Int, $after: String) { team { devices(first: $first, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } } }',
  {
    name: 'Devices',
    kind: 'query',
    connections: { 'team.devices': { ...byCursor('team.devices'), sizeVariable: ['first'] } },
  },
);
