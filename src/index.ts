/**
 * A typed, server-only client for a team's GraphQL control API.
 *
 * @module
 */
import { assertServer } from './client/create-client.ts';

// Also at load: a bundle may have got past the stub.
assertServer();

export type { Advice } from './base/advice.ts';
export type { ChangeCode, ObservedChange, ObservedDrift } from './base/observed-drift.ts';
export * from './base/typed-operation.ts';
export { VERSION } from './base/version.ts';
export type { Fetch, FetchInit, FetchResponse } from './base/web.ts';
export type { CallMeta } from './call/call-result.ts';
export type { Access } from './call/document/access.ts';
export type { AttemptEvent, CallEvent, CallWatcher, Logger, LogLevel, WatchedCall } from './call/events/telemetry.ts';
export type { LargeIntegers } from './call/exchange/lossless-json.ts';
export type { CallOptions } from './call/options/call-options.ts';
export type { Limiter } from './call/time/limiter.ts';
export type * from './client/control-client.ts';
export { createControlClient } from './client/create-client.ts';
export type { BaseUrlOption } from './client/endpoint.ts';
export type { ControlClientOptions } from './client/options.ts';
export {
  ControlApiError,
  type ControlApiErrorCode,
  type ControlApiErrorDetails,
  type GraphQLFormattedError,
  isControlApiError,
  type Outcome,
  type ReadHeader,
} from './errors.ts';
export {
  CheckIntrospection,
  type CheckIntrospectionQuery,
  ListDevices,
  type ListDevicesQuery,
} from './generated/control-api.ts';
export type { ApiKeyOption } from './key/api-key.ts';
export { type Device, devicesOperations } from './paging/device-queries.ts';
export type { DevicesOptions } from './paging/devices.ts';
export type { Cursor, ListPosition, Page, PageStart, Paginated } from './paging/paginate.ts';
export type { PaginateOptions } from './paging/paginate-operation.ts';
export type { HttpAgent, UndiciDispatcher } from './transport/transport.ts';
