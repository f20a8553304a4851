import { type ConnectionInfo, TypedOperation } from '../base/typed-operation.ts';
import type { Varying } from '../call/document/access.ts';
import { CheckIntrospection, type ListDevicesQuery } from '../generated/control-api.ts';
import { typeQuery } from './proof/list-shape.ts';

type DevicesInAnswer = NonNullable<NonNullable<ListDevicesQuery['team']>['devices']>['nodes'];

/** A device of the team, with the documented fields. Their nullability is inferred. */
export type Device = NonNullable<NonNullable<DevicesInAnswer>[number]>;

export const devicesConnection: ConnectionInfo = {
  path: ['team', 'devices'],
  items: ['nodes'],
  direction: 'forward',
  pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
  cursorVariable: 'after',
};

type Query<Variables> = TypedOperation<unknown, Variables>;

const query = <Variables>(name: string, text: string): Query<Variables> =>
  new TypedOperation(text, { name, kind: 'query', connections: {} });

const atOnce = (totalCount: string): Query<{ readonly team: string }> =>
  query(
    'ListDevicesAtOnce',
    `query ListDevicesAtOnce($team: String!) { team { __typename devices { __typename ${totalCount}nodes { id name } } } __type(name: $team) { fields(includeDeprecated: true) { name args { name defaultValue type { kind name } } } } }`,
  );

export const ListDevicesAtOnce: Query<{ readonly team: string }> = atOnce('');
export const CountedAtOnce: Query<{ readonly team: string }> = atOnce('totalCount ');

export const LearnType: Query<{ readonly name: string }> = query('LearnType', typeQuery(false));
export const LearnTypeDeeply: Query<{ readonly name: string }> = query('LearnTypeDeeply', typeQuery(true));

export function isName(text: unknown): text is string {
  return typeof text === 'string' && /^[_A-Za-z]\w{0,254}$/.test(text);
}

/** Written here, not generated: the documented schema has no paging, and a variable must name its type. */
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
  // Admits the listing over any type of cursor.
  new PagedListing('String'),
]);
