import { IncompleteListError } from '../errors.ts';
import { type ConnectionInfo, TypedOperation } from '../typed-operation.ts';

const TYPE_REF = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }';

/** Asks the live schema for the root field `team` and what its type offers. Two levels of `fields`: servers limit depth. */
export const LearnTeam: TypedOperation<unknown, Record<string, never>> = new TypedOperation(
  `query LearnTeam { __schema { queryType { fields(includeDeprecated: true) { name args { ...Argument } type { ...Fields ofType { ...Fields } } } } } }
fragment Fields on __Type { kind name fields(includeDeprecated: true) { name args { ...Argument } type { ${TYPE_REF} } } }
fragment Argument on __InputValue { name defaultValue type { ${TYPE_REF} } }`,
  { name: 'LearnTeam', kind: 'query', connections: {} },
);

/** Asks the live schema for a connection type and its `pageInfo`. */
export const LearnConnection: TypedOperation<unknown, { readonly name: string }> = new TypedOperation(
  `query LearnConnection($name: String!) { __type(name: $name) { fields(includeDeprecated: true) { name type { ...Fields ofType { ...Fields } } } } }
fragment Fields on __Type { kind name ofType { kind name } fields(includeDeprecated: true) { name } }`,
  { name: 'LearnConnection', kind: 'query', connections: {} },
);

/** The documented listing by pages, for a schema whose cursors are of the given type. */
export function pagedListing(cursorType: string): TypedOperation<unknown, { readonly first: number }> {
  return new TypedOperation(
    `query ListDevicesByPage($first: Int!, $after: ${cursorType}) { team { devices(first: $first, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } } }`,
    { name: 'ListDevicesByPage', kind: 'query', connections: {} },
  );
}

/** Where the paged listing's connection stands in its result. */
export const devicesConnection: ConnectionInfo = {
  path: ['team', 'devices'],
  items: ['nodes'],
  direction: 'forward',
  pageInfo: { key: 'pageInfo', hasMore: 'hasNextPage', cursor: 'endCursor' },
  cursorVariable: 'after',
};

/** How the live schema lets every device be read: by pages, with a listing made for it, or in one documented read. */
export type DevicesPlan =
  | { readonly paged: true; readonly listing: ReturnType<typeof pagedListing> }
  | { readonly paged: false };

/** A type as introspection tells it, as far as it was asked for. */
interface TypeShape {
  readonly kind?: string;
  readonly name?: string | null;
  readonly ofType?: TypeShape | null;
  readonly fields?: readonly FieldShape[] | null;
}

interface FieldShape {
  readonly name: string;
  readonly type?: TypeShape;
  readonly args?: readonly { readonly name: string; readonly defaultValue?: string | null; readonly type: TypeShape }[];
}

/** What {@link LearnTeam} brings back. */
export interface TeamAnswer {
  readonly __schema?: { readonly queryType?: TypeShape | null } | null;
}

/** What {@link LearnConnection} brings back. */
export interface ConnectionAnswer {
  readonly __type?: TypeShape | null;
}

/** Names that arguments of paging go by: one of them without a complete `first`, `after`, `pageInfo` may cut a list off. */
const PAGING_ARGUMENTS: ReadonlySet<string> = new Set([
  ...['first', 'after', 'last', 'before', 'cursor', 'limit', 'offset', 'skip', 'take'],
  ...['page', 'pageSize', 'perPage', 'pageNumber', 'size', 'count'],
]);

/** @throws IncompleteListError when the schema has no `team.devices` that can be asked for. */
export function connectionTypeOf(answer: TeamAnswer): string {
  const name = nullable(devicesField(answer).type).name;
  if (!name) throw incomplete('the type of team.devices cannot be told');
  return name;
}

/** @throws IncompleteListError when, by the schema, neither pages nor one read provably bring every device. */
export function planDevices(team: TeamAnswer, connection: ConnectionAnswer): DevicesPlan {
  const { args = [] } = devicesField(team);
  const fields = connection.__type?.fields ?? [];
  if (!isList(nullable(fields.find(({ name }) => name === 'nodes')?.type))) throw incomplete('it has no list of nodes');

  const argument = (wanted: string) => args.find(({ name }) => name === wanted);
  const first = argument('first');
  const after = argument('after');
  const pageInfo = nullable(fields.find(({ name }) => name === 'pageInfo')?.type).fields?.map(({ name }) => name);
  const required = args.find((arg) => isRequired(arg) && arg.name !== 'first');
  if (required) throw incomplete(`its argument ${required.name} is required, and nothing documents what to give`);

  if (first && after && pageInfo) {
    if (!pageInfo.includes('hasNextPage') || !pageInfo.includes('endCursor')) {
      throw incomplete('its pageInfo lacks hasNextPage or endCursor');
    }
    if (nullable(first.type).name !== 'Int' || !after.type.name)
      throw incomplete('its arguments first and after are of unknown types');
    return { paged: true, listing: pagedListing(after.type.name) };
  }
  const paging = args.find(({ name }) => PAGING_ARGUMENTS.has(name));
  if (paging)
    throw incomplete(
      `it takes ${paging.name}, but not all of first, after and pageInfo, so a page may be all that comes`,
    );
  if (pageInfo) throw incomplete('it has pageInfo, but no arguments first and after to ask for the next page');
  return { paged: false };
}

function devicesField({ __schema }: TeamAnswer): FieldShape {
  const team = __schema?.queryType?.fields?.find(({ name }) => name === 'team');
  if (!team) throw incomplete('the live schema has no root field team');
  const required = team.args?.find(isRequired);
  if (required)
    throw incomplete(`the argument ${required.name} of team is required, and nothing documents what to give`);
  const devices = nullable(team.type).fields?.find(({ name }) => name === 'devices');
  if (!devices) throw incomplete('the live schema has no field devices under team');
  return devices;
}

function nullable(type: TypeShape | undefined): TypeShape {
  return (type?.kind === 'NON_NULL' ? type.ofType : type) ?? {};
}

const isList = (type: TypeShape): boolean => type.kind === 'LIST';

function isRequired({
  type,
  defaultValue,
}: {
  readonly type: TypeShape;
  readonly defaultValue?: string | null;
}): boolean {
  return type.kind === 'NON_NULL' && (defaultValue === null || defaultValue === undefined);
}

/** The error for a device list that cannot be proven complete. */
export function incomplete(why: string, cause?: unknown): IncompleteListError {
  return new IncompleteListError(
    `team.devices cannot be proven to hold every device: ${why}. Write an operation of your own for this schema and read it with paginate().`,
    { ...(cause !== undefined && { cause }) },
  );
}
