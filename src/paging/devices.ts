import type { CallOptions } from '../call/call-options.ts';
import { ConfigurationError, isControlApiError } from '../errors.ts';
import { ListDevices, type ListDevicesQuery } from '../generated/control-api.ts';
import type { TypedOperation } from '../typed-operation.ts';
import {
  type ConnectionAnswer,
  connectionTypeOf,
  type DevicesPlan,
  devicesConnection,
  incomplete,
  LearnConnection,
  LearnTeam,
  pagedListing,
  planDevices,
  type TeamAnswer,
} from './devices-plan.ts';
import { type Cursor, type Page, type Paginated, paginated, readPage } from './paginate.ts';
import { shared } from './share-work.ts';

type DevicesInAnswer = NonNullable<NonNullable<ListDevicesQuery['team']>['devices']>['nodes'];

/** A device of the team, with the documented fields. That either may be null is inferred: the document does not say. */
export type Device = NonNullable<NonNullable<DevicesInAnswer>[number]>;

/** Options of `devices()`; limits and retries count for each request. */
export interface DevicesOptions extends Omit<CallOptions, 'operationName'> {
  /** How many devices to ask for at a time, where the live schema pages. Ours: the document shows no page size. @defaultValue 100 */
  readonly pageSize?: number | undefined;
  /** Fetch the next page while you work on this one. @defaultValue false */
  readonly prefetch?: boolean | undefined;
}

/** Sends one operation and brings back its data. */
type Send = (operation: TypedOperation<unknown, never>, variables: object, options: CallOptions) => Promise<unknown>;

/** Every operation that `devices()` may send, for `access: { only: [...devicesOperations, …] }`. */
export const devicesOperations: readonly TypedOperation<unknown, never>[] = Object.freeze([
  LearnTeam,
  LearnConnection,
  ListDevices,
  pagedListing('String'),
]);

const DEFAULT_PAGE_SIZE = 100;

/** Makes `devices()`: learns from the live schema, once, how every device is read, then reads so. */
export function createDevices(send: Send): (options?: DevicesOptions) => Paginated<Device> {
  const plan = shared((options: CallOptions, signal) => learn(send, { ...options, signal }));

  return ({ pageSize = DEFAULT_PAGE_SIZE, prefetch, signal, ...options } = {}) => {
    if (!Number.isInteger(pageSize) || pageSize < 1) {
      throw new ConfigurationError('The option pageSize must be a whole number from 1.');
    }
    const fetchPage = async (cursor: Cursor | undefined, pageSignal: AbortSignal): Promise<Page<Device>> => {
      const call = { ...options, signal: pageSignal };
      const known = await plan(options, pageSignal);
      if (!known?.paged) return wholeList(await send(ListDevices, {}, call));
      const data = await send(known.listing, { first: pageSize, after: cursor }, call);
      return readPage<Device>(data, devicesConnection, about(known.listing));
    };
    return paginated(fetchPage, { prefetch, signal, about: about(ListDevices) });
  };
}

async function learn(send: Send, options: CallOptions): Promise<DevicesPlan> {
  try {
    const team = (await send(LearnTeam, {}, options)) as TeamAnswer;
    const connection = (await send(LearnConnection, { name: connectionTypeOf(team) }, options)) as ConnectionAnswer;
    return planDevices(team, connection);
  } catch (error) {
    // The service answered, but not with its schema. What failed on the way there is told as it is.
    if (isControlApiError(error, 'graphql')) throw incomplete('the live schema cannot be read', error);
    throw error;
  }
}

/** The documented read: with no paging in the schema, its one list is the whole list. */
function wholeList(data: unknown): Page<Device> {
  const all = (data as ListDevicesQuery).team?.devices?.nodes;
  if (!Array.isArray(all)) throw incomplete('the service answered null for the list');
  const nodes = all.filter((device) => device !== null);
  return { nodes, skipped: all.length - nodes.length, cursor: null, hasMore: false };
}

function about({ operationName, operationKind }: TypedOperation<unknown, never>) {
  return { operationName, operationKind };
}
