import { type ConnectionInfo, TypedOperation } from '../base/typed-operation.ts';
import type { Varying } from '../call/document/access.ts';
import { CheckIntrospection, type ListDevicesQuery } from '../generated/control-api.ts';
import { typeQuery } from './proof/list-shape.ts';

type DevicesInAnswer = NonNullable<NonNullable<ListDevicesQuery['team']>['devices']>['nodes'];

/** A device of the team, with the documented fields. That either may be null is inferred: the document does not say. */
export type Device = NonNullable<NonNullable<DevicesInAnswer>[number]>;

/** Where the paged listing's connection stands in its result. */
export const devicesConnection: ConnectionInfo = {
  path: ['team', 'devices'],
  items: ['nodes'],
  direction: 'forward',
  pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
  cursorVariable: 'after',
};

/** An operation of our own, with these variables. */
type Query<Variables> = TypedOperation<unknown, Variables>;

const query = <Variables>(name: string, text: string): Query<Variables> =>
  new TypedOperation(text, { name, kind: 'query', connections: {} });

const atOnce = (totalCount: string): Query<{ readonly team: string }> =>
  query(
    'ListDevicesAtOnce',
    `query ListDevicesAtOnce($team: String!) { team { __typename devices { __typename ${totalCount}nodes { id name } } } __type(name: $team) { fields(includeDeprecated: true) { name args { name defaultValue type { kind name } } } } }`,
  );

/** The read at once, with the listing's arguments; and the one that asks along how many devices there are. */
export const ListDevicesAtOnce: Query<{ readonly team: string }> = atOnce('');
export const CountedAtOnce: Query<{ readonly team: string }> = atOnce('totalCount ');

/** The operations that ask for one type. */
export const LearnType: Query<{ readonly name: string }> = query('LearnType', typeQuery(false));
export const LearnTypeDeeply: Query<{ readonly name: string }> = query('LearnTypeDeeply', typeQuery(true));

/** Whether a text is a name in GraphQL's grammar, of a length that somebody may have given it. */
export function isName(text: unknown): text is string {
  return typeof text === 'string' && /^[_A-Za-z]\w{0,254}$/.test(text);
}

/**
 * The documented listing by pages, for a schema whose cursors are of the given type. Written here and not generated: the
 * documented schema has no paging, and a variable must name its type.
 *
 * @param isCounted - Whether it asks along how many devices there are.
 */
export class PagedListing
  extends TypedOperation<unknown, { readonly first: number; readonly after?: unknown }>
  implements Varying
{
  constructor(cursorType: string, isCounted = false) {
    super(
      `query ListDevicesByPage($first: Int!, $after: ${cursorType}) { team { __typename devices(first: $first, after: $after) { nodes { id name }${isCounted ? ' totalCount' : ''} pageInfo { hasNextPage endCursor } } } }`,
      { name: 'ListDevicesByPage', kind: 'query', connections: {} },
    );
  }

  /** The same listing for any type of cursors, counted or not. */
  admits(text: string): boolean {
    return overAnyCursor(text) === overAnyCursor(String(this));
  }
}

function overAnyCursor(text: string): string {
  return text.replace(/\$after: [_A-Za-z]\w*/, '$after: Any').replace('} totalCount pageInfo', '} pageInfo');
}

/** Every operation that `devices()` may send, for `access: { only: [...devicesOperations, …] }`. */
export const devicesOperations: readonly TypedOperation<unknown, never>[] = Object.freeze([
  CheckIntrospection,
  LearnType,
  LearnTypeDeeply,
  ListDevicesAtOnce,
  CountedAtOnce,
  // It stands for the listing over any type of cursors.
  new PagedListing('String'),
]);
