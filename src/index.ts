/**
 * A typed, server-only client for a team's GraphQL control API.
 *
 * @module
 */
import { assertServer } from './client.ts';

// At load, not only at construction: a bundle that got past the stub must not get further.
assertServer();

export type { Access } from './access.ts';
export type { ApiKeyOption } from './api-key.ts';
export type { CallMeta } from './call.ts';
export type { CallOptions } from './call-options.ts';
export { createControlClient } from './client.ts';
export type {
  ControlClient,
  ExecuteResult,
  OperationHasNoPageableConnection,
  Pageable,
  PaginateArguments,
  PaginateOptions,
} from './control-client.ts';
export { type Device, type DevicesOptions, devicesOperations } from './devices.ts';
export {
  AbortedError,
  BrowserRuntimeError,
  ConfigurationError,
  ControlApiError,
  type ControlApiErrorCode,
  type ControlApiErrorDetails,
  type ControlApiErrorsByCode,
  ForbiddenError,
  type GraphQLFormattedError,
  GraphQLResponseError,
  HttpStatusError,
  IncompleteListError,
  isControlApiError,
  MalformedResponseError,
  NetworkError,
  OperationNotAllowedError,
  type Outcome,
  RateLimitedError,
  RedirectedError,
  ResponseTooLargeError,
  StuckCursorError,
  TimeoutError,
  UnauthenticatedError,
} from './errors.ts';
export {
  CheckIntrospection,
  type CheckIntrospectionQuery,
  ListDevices,
  type ListDevicesQuery,
} from './generated/control-api.ts';
export {
  type ConnectionInfo,
  type DocumentNodeLike,
  type OperationDocument,
  type OperationKind,
  type TypedDocument,
  TypedOperation,
  type VariablesAndOptions,
} from './operation.ts';
export type { ControlClientOptions, Limiter } from './options.ts';
export type { Cursor, Page, Paginated } from './paginate.ts';
export type { AttemptEvent, CallEvent, FailureSummary, Logger, LogLevel } from './telemetry.ts';
export type { HttpAgent } from './transport/transport.ts';
export { VERSION } from './version.ts';
