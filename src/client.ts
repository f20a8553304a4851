import { type CallAnswer, createCall, type World } from './call.ts';
import { systemClock } from './deadline.ts';
import { createDevices, type DevicesOptions, type Device } from './devices.ts';
import { readOperation } from './document.ts';
import { BrowserRuntimeError, ConfigurationError, type GraphQLFormattedError } from './errors.ts';
import type { CallMeta } from './call.ts';
import type { ConnectionInfo, OperationDocument, TypedOperation, VariablesAndOptions } from './operation.ts';
import { type ControlClientOptions, readMaxRetries, readOptions, readTimeout, type Settings } from './options.ts';
import { type Paginated, paginated, readPage } from './paginate.ts';
import { BROWSER_SENTENCE, isServer } from './runtime.ts';
import { chooseLogger } from './telemetry.ts';
import { createTransport } from './transport/index.ts';

/** Options of one call; they win over the client's. */
export interface CallOptions {
  /** Aborts the call, promptly, wherever it is. */
  readonly signal?: AbortSignal | undefined;
  /** Bounds this call, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How often this call is tried again at most, 0 to 10. */
  readonly maxRetries?: number | undefined;
  /** Which operation to run, of a document that holds several. */
  readonly operationName?: string | undefined;
  /** Further request headers. Those that the SDK sets itself, `authorization` first, can't be given. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What `execute` resolves to: the data, and whatever came with it. */
export interface ExecuteResult<Data> {
  readonly data: Data;
  /** Errors that came beside partial data, scrubbed of the key; absent where there were none. */
  readonly errors?: readonly GraphQLFormattedError[];
  /** The answer's extensions, scrubbed of the key; absent where there were none. */
  readonly extensions?: object;
  readonly meta: CallMeta;
}

/** Options of `paginate`. */
export interface PaginateOptions<Path extends string = string> extends Omit<CallOptions, 'operationName'> {
  /** Which connection to page through, by its dotted path; may be left out where the operation has one only. */
  readonly connection?: Path | undefined;
  /** Fetch the next page while you work on this one. @defaultValue false */
  readonly prefetch?: boolean | undefined;
}

/** What an operation must select to be paged through; its name is the message that a type error shows. */
export interface OperationHasNoPageableConnection {
  readonly 'select pageInfo { hasNextPage endCursor } beside nodes, and bind a variable to the argument after': never;
}

/** Refuses, by type, an operation without a pageable connection. */
export type Pageable<Connections> = [keyof Connections] extends [never] ? OperationHasNoPageableConnection : unknown;

/** Whether `Connections` holds exactly one connection. */
type HasOneConnection<Connections> = keyof Connections extends infer Only
  ? [keyof Connections] extends [Only]
    ? true
    : false
  : never;

/** The arguments of `paginate` after the operation: a connection must be chosen exactly where there are several. */
export type PaginateArguments<Variables, Connections, Path extends string> = [HasOneConnection<Connections>] extends [true]
  ? VariablesAndOptions<Variables, PaginateOptions<Path>>
  : [variables: Variables, options: PaginateOptions<Path> & { readonly connection: Path }];

/** A client of one team's control API. Frozen; the key can't be read from it. Made by {@link createControlClient}. */
export interface ControlClient {
  /**
   * Sends an operation and resolves to its data.
   *
   * @throws ControlApiError for every failure, `errors` beside partial data included (`error.data` then holds the data).
   * @example
   * const data = await control.request(RenameDevice, { id, name });
   */
  request<Result, Variables>(
    operation: OperationDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables, CallOptions>
  ): Promise<Result>;
  request<Result = unknown>(operation: string, variables?: object, options?: CallOptions): Promise<Result>;

  /**
   * Sends an operation and resolves to its data with whatever came along: partial data is kept, not thrown.
   *
   * @throws ControlApiError where there is no data at all.
   */
  execute<Result, Variables>(
    operation: OperationDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables, CallOptions>
  ): Promise<ExecuteResult<Result>>;
  execute<Result = unknown>(operation: string, variables?: object, options?: CallOptions): Promise<ExecuteResult<Result>>;

  /**
   * A connection of one of your operations, page by page, as nodes or as pages. Null nodes are skipped and counted.
   * To resume, give the cursor you kept as the variable.
   *
   * @example
   * for await (const device of control.paginate(ListDevices, { first: 100 })) console.log(device.name);
   */
  paginate<Variables, Connections, Path extends keyof Connections & string = keyof Connections & string>(
    operation: TypedOperation<unknown, Variables, Connections> & Pageable<Connections>,
    ...rest: PaginateArguments<Variables, Connections, Path>
  ): Paginated<Connections[Path]>;

  /**
   * Every device of the team. On first use it learns from the live schema, without the key, whether the list is paged.
   *
   * @throws IncompleteListError while iterating, where the schema can't prove that the list would be whole.
   * @example
   * for await (const device of control.devices()) console.log(device.id, device.name);
   */
  devices(options?: DevicesOptions): Paginated<Device>;

  /** Ends idle connections. They never keep the process alive, so this is for those who want them gone at once. */
  close(): void;
  /** The same as {@link ControlClient.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** @throws BrowserRuntimeError where a key must not live. */
export function assertServer(): void {
  if (!isServer()) throw new BrowserRuntimeError(BROWSER_SENTENCE);
}

/**
 * Makes a client. Without options, the environment gives the base URL and the key.
 *
 * @throws ConfigurationError when an option or variable is wrong; the message names it and the fix.
 * @throws BrowserRuntimeError in a browser.
 * @example
 * const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY
 */
export function createControlClient(options: ControlClientOptions = {}): ControlClient {
  assertServer();
  const environment = typeof process === 'object' && process.env ? process.env : {};
  const settings = readOptions(options, environment);
  return clientOf(settings, {
    transport: createTransport(settings.endpoint, settings),
    clock: systemClock,
    logger: chooseLogger(settings.logger, settings.logLevel),
    random: Math.random,
    epochMs: Date.now,
  });
}

/** Wires a client from checked settings; tests give it a world of their own. */
export function clientOf(settings: Settings, world: World): ControlClient {
  const call = createCall(settings, world);

  const send = async (document: unknown, variables?: object, options: CallOptions = {}): Promise<CallAnswer> => {
    const operation = readOperation(document, options.operationName);
    settings.checkAccess(operation);
    return call({
      operation,
      variables,
      timeoutMs: readTimeout('timeoutMs', options.timeoutMs) ?? settings.timeoutMs,
      maxRetries: readMaxRetries(options.maxRetries) ?? settings.maxRetries,
      headers: readHeaders(options.headers),
      signal: options.signal,
    });
  };

  const request = async (document: unknown, variables?: object, options?: CallOptions): Promise<unknown> => {
    const { data, error } = await send(document, variables, options);
    if (error) throw error();
    return data;
  };

  const execute = async (document: unknown, variables?: object, options?: CallOptions): Promise<ExecuteResult<unknown>> => {
    const { error: _, ...result } = await send(document, variables, options);
    return result;
  };

  const paginate = (
    operation: TypedOperation<unknown, unknown, Record<string, unknown>>,
    variables: Readonly<Record<string, unknown>> = {},
    { connection, prefetch, signal, ...options }: PaginateOptions = {},
  ): Paginated<unknown> => {
    const info = chooseConnection(operation, connection);
    const from = variables[info.cursorVariable];
    const about = { operationName: operation.operationName, operationKind: operation.operationKind };
    return paginated(
      async (cursor, pageSignal) => {
        const data = await request(
          operation,
          { ...variables, ...(cursor !== undefined && { [info.cursorVariable]: cursor }) },
          { ...options, signal: pageSignal },
        );
        return readPage(data, info, cursor === from, about);
      },
      { from: typeof from === 'string' ? from : undefined, prefetch, signal, about },
    );
  };

  const close = () => world.transport.close();

  return Object.freeze({
    request,
    execute,
    paginate,
    devices: createDevices(request),
    close,
    [Symbol.asyncDispose]: async () => close(),
  }) as ControlClient;
}

function chooseConnection(
  { connections = {}, operationName }: TypedOperation<unknown, unknown, Record<string, unknown>>,
  path: string | undefined,
): ConnectionInfo {
  const paths = Object.keys(connections);
  const chosen = path ?? (paths.length === 1 ? paths[0] : undefined);
  const info = chosen === undefined ? undefined : connections[chosen];
  if (info) return info;
  throw new ConfigurationError(
    paths.length === 0
      ? `${operationName ?? 'The operation'} has no pageable connection. Select pageInfo { hasNextPage endCursor } beside its nodes, bind a variable to the argument after, and generate again.`
      : `Say which connection of ${operationName} to page through, with the connection option: ${paths.join(', ')}.`,
  );
}

/** Headers that the SDK or HTTP itself sets; the key goes to one place, in one header. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization', 'cookie', 'host', 'content-type', 'content-length', 'content-encoding'],
  ...['accept', 'accept-encoding', 'user-agent', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer'],
  ...['upgrade', 'expect'],
]);

function readHeaders(headers: CallOptions['headers'] = {}): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw new ConfigurationError('A header name in the headers option is not valid.');
    if (RESERVED_HEADERS.has(name.toLowerCase())) {
      throw new ConfigurationError(`The header ${name.toLowerCase()} is set by the SDK and cannot be given in the headers option.`);
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new ConfigurationError(`The header ${name.toLowerCase()} has a value that a header cannot hold.`);
    }
  }
  return headers;
}
