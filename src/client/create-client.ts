import { type CallAnswer, createCall } from '../call/call.ts';
import { type CallOptions, readHeaders, readSignal } from '../call/call-options.ts';
import type { World } from '../call/call-settings.ts';
import { systemClock } from '../call/deadline.ts';
import { readOperation } from '../call/read-operation.ts';
import { chooseLogger } from '../call/telemetry.ts';
import { BrowserRuntimeError, ConfigurationError } from '../errors.ts';
import { BROWSER_SENTENCE, isServer } from '../key/is-server.ts';
import { createDevices } from '../paging/devices.ts';
import { isCursor, type Paginated, paginated, readPage } from '../paging/paginate.ts';
import { createTransport } from '../transport/index.ts';
import type { ConnectionInfo, TypedOperation } from '../typed-operation.ts';
import type { ControlClient, ExecuteResult, PaginateOptions } from './control-client.ts';
import { type ControlClientOptions, readMaxRetries, readOptions, readTimeout, type Settings } from './options.ts';
import { ownOptions } from './own-options.ts';

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

const CALL_OPTION_NAMES: { readonly [Name in keyof CallOptions]-?: true } = {
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  operationName: true,
  headers: true,
};

/** Wires a client from checked settings; tests give it a world of their own. */
export function clientOf(settings: Settings, world: World): ControlClient {
  const call = createCall(settings, world);

  const send = async (document: unknown, variables?: object, given: CallOptions = {}): Promise<CallAnswer> => {
    const options = ownOptions(given, CALL_OPTION_NAMES);
    const operation = readOperation(document, options.operationName);
    return call({
      operation,
      variables,
      timeoutMs: readTimeout('timeoutMs', options.timeoutMs) ?? settings.timeoutMs,
      maxRetries: readMaxRetries(options.maxRetries) ?? settings.maxRetries,
      headers: readHeaders(options.headers),
      signal: readSignal(options.signal),
    });
  };

  const request = async (document: unknown, variables?: object, options?: CallOptions): Promise<unknown> => {
    const { data, error } = await send(document, variables, options);
    if (error) throw error();
    return data;
  };

  const execute = async (
    document: unknown,
    variables?: object,
    options?: CallOptions,
  ): Promise<ExecuteResult<unknown>> => {
    const { error: _, ...result } = await send(document, variables, options);
    return result;
  };

  const paginate = (
    operation: TypedOperation<unknown, unknown, Record<string, unknown>>,
    variables: Readonly<Record<string, unknown>> = {},
    { connection, prefetch, signal, ...options }: PaginateOptions = {},
  ): Paginated<unknown> => {
    const info = chooseConnection(operation, connection);
    const given = variables[info.cursorVariable];
    const from = isCursor(given) ? given : undefined;
    const about = { operationName: operation.operationName, operationKind: operation.operationKind };
    return paginated(
      async (cursor, pageSignal) => {
        const data = await request(
          operation,
          { ...variables, ...(cursor !== undefined && { [info.cursorVariable]: cursor }) },
          { ...options, signal: pageSignal },
        );
        // What the first page says is null was asked for by its caller, and may well not be there.
        return readPage(data, info, about, cursor === from);
      },
      { from, prefetch, signal, about },
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
  const info = chosen !== undefined && Object.hasOwn(connections, chosen) ? connections[chosen] : undefined;
  if (info) return info;
  throw new ConfigurationError(
    paths.length === 0
      ? `${operationName ?? 'The operation'} has no pageable connection. Select pageInfo { hasNextPage endCursor } beside its nodes, bind a variable to the argument after, and generate again.`
      : `${operationName} has several connections. Name the one to page through with the \`connection\` option: ${paths.join(', ')}.`,
  );
}
