import { type ConnectionInfo, TypedOperation } from '../base/typed-operation.ts';
import type { Varying } from '../call/document/access.ts';

/** Where the paged listing's connection stands in its result. */
export const devicesConnection: ConnectionInfo = {
  path: ['team', 'devices'],
  items: ['nodes'],
  direction: 'forward',
  pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
  cursorVariable: 'after',
};

/** Whether a text is a name in GraphQL's grammar, of a length that somebody may have given it. */
export function isName(text: unknown): text is string {
  return typeof text === 'string' && /^[_A-Za-z]\w{0,254}$/.test(text);
}

/**
 * The documented listing by pages, for a schema whose cursors are of the given type. Written here and not generated: the
 * documented schema has no paging, and a variable must name its type.
 */
export class PagedListing
  extends TypedOperation<unknown, { readonly first: number; readonly after?: unknown }>
  implements Varying
{
  constructor(cursorType: string) {
    super(
      `query ListDevicesByPage($first: Int!, $after: ${cursorType}) { team { devices(first: $first, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } } }`,
      { name: 'ListDevicesByPage', kind: 'query', connections: {} },
    );
  }

  /** The same listing for any type of cursors. */
  admits(text: string): boolean {
    return overAnyCursor(text) === overAnyCursor(String(this));
  }
}

function overAnyCursor(text: string): string {
  return text.replace(/\$after: [_A-Za-z]\w*/, '$after: Any');
}
