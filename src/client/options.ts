import type { Fetch } from '../base/web.ts';
import { type Access, accessCheck } from '../call/document/access.ts';
import { type CallWatcher, chooseLogger, LEVELS, type Logger, type LogLevel } from '../call/events/telemetry.ts';
import { USER_AGENT } from '../call/exchange/exchange.ts';
import type { LargeIntegers } from '../call/exchange/lossless-json.ts';
import type { ReadCode } from '../call/judge/graphql-errors.ts';
import { CALL_OPTIONS, type CallSettings } from '../call/options/call-options.ts';
import {
  asGiven,
  type OptionReaders,
  type OwnOptions,
  oneOf,
  ownOptions,
  readFunction,
  readTimeout,
  wholeNumber,
  wrongOption,
} from '../call/options/read-options.ts';
import type { Limiter } from '../call/time/limiter.ts';
import { type ApiKeyOption, type Environment, ownVariables, readKeySource } from '../key/api-key.ts';
import { createRedactor } from '../redaction/redact.ts';
import { isLoopback } from '../transport/hosts.ts';
import type { HttpAgent, UndiciDispatcher } from '../transport/transport.ts';
import { mostResponseBytes, usualRetries, usualTimeoutMs } from './defaults.ts';
import { type BaseUrlOption, readEndpoint } from './endpoint.ts';

/** The options of `createControlClient`. All are optional if the environment gives the base URL and the key. */
export interface ControlClientOptions {
  /**
   * The service's base URL: https, or http to this machine; or a function that returns the base URL, called at the first call alone.
   * @defaultValue `CONTROL_API_URL`, read at the first call if not set before
   */
  readonly baseUrl?: BaseUrlOption | undefined;
  /**
   * The API key; or a function that returns the key, called at every attempt; or `null`, which allows introspection alone.
   * @defaultValue `CONTROL_API_KEY`, else the content of the file that `CONTROL_API_KEY_FILE` names
   */
  readonly apiKey?: ApiKeyOption | undefined;
  /** The time limit of a whole call in milliseconds: key, limiter, attempts, body, waits. @defaultValue 30000 */
  readonly timeoutMs?: number | undefined;
  /** The time limit of one attempt, in milliseconds. @defaultValue none: only the whole call is limited */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * The maximum number of retries of a call, 0 to 10. A mutation is retried only if it provably did not run. Above 0, calls are retried for
   * 5 seconds beyond this number while no connection is established. All calls of a client share a budget of retries, and all clients that
   * share connections another; without budget, calls fail after one attempt.
   * @defaultValue 2
   */
  readonly maxRetries?: number | undefined;
  /** The maximum bytes of an answer, after decompression. @defaultValue 67108864 (64 MiB) */
  readonly maxResponseBytes?: number | undefined;
  /**
   * The type of integers beyond 2^53 - 1 in `data`; a number is not exact. Map the scalar in `codegen.ts` to the same type.
   * @defaultValue 'number'
   */
  readonly largeIntegers?: LargeIntegers | undefined;
  /**
   * A function that gives the code for an answer's GraphQL errors; if it returns undefined, the SDK decides.
   * @defaultValue none
   * @example
   * classify: ([first]) => (first?.extensions?.['code'] === 'SLOW_DOWN' ? 'rate_limited' : undefined)
   */
  readonly classify?: ReadCode | undefined;
  /** The operations that may be sent; `CONTROL_API_ACCESS=read-only` narrows them. @defaultValue 'full' */
  readonly access?: Access | undefined;
  /** A function that runs every attempt; its waits count against the time limit of the call. @defaultValue none */
  readonly limiter?: Limiter | undefined;
  /** The receiver of log lines. @defaultValue none; if `CONTROL_API_LOG` is a level, stderr gets the lines from that level up */
  readonly logger?: Logger | undefined;
  /** The watcher for changes of the live schema: `watchDrift()` of `control-api-sdk/watch`. @defaultValue none */
  readonly watch?: CallWatcher | undefined;
  /** Further headers of every request, except headers that the SDK sets; the headers of a call win. @defaultValue none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A suffix of the `User-Agent` header, such as `fleet-api/2.3`. @defaultValue none */
  readonly userAgent?: string | undefined;
  /** A `fetch` in place of the SDK's own transport. @defaultValue `node:http(s)` on Node, else the global `fetch` */
  readonly fetch?: Fetch | undefined;
  /** The agent of Node's transport: a proxy agent, or an agent with a client certificate. @defaultValue an agent with keep-alive */
  readonly agent?: HttpAgent | undefined;
  /**
   * A dispatcher of your own undici (7 or newer), such as a `ProxyAgent`; `close()` leaves the dispatcher open. Within the dispatcher's
   * `keepAliveTimeout`, a mutation may take a connection that the server has closed: the outcome is then `unknown`.
   * @defaultValue none
   */
  readonly dispatcher?: UndiciDispatcher | undefined;
  /**
   * The maximum number of open connections to a host, shared by all clients; further calls wait within their deadline. Off Node, the
   * maximum number of a client's requests at once.
   * @defaultValue 128 on Node; off Node none
   */
  readonly maxConnections?: number | undefined;
}

export interface Settings extends CallSettings {
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly logger: Logger;
  readonly headers: Readonly<Record<string, string>>;
  readonly options: OwnOptions<ControlClientOptions>;
}

const CLIENT_OPTIONS: OptionReaders<ControlClientOptions> = {
  baseUrl: asGiven,
  apiKey: asGiven,
  timeoutMs: readTimeout,
  attemptTimeoutMs: readTimeout,
  maxRetries: CALL_OPTIONS.maxRetries,
  maxResponseBytes: wholeNumber(1),
  largeIntegers: (form, name) => oneOf(`The option \`${name}\``, form, ['number', 'string', 'bigint']),
  classify: readFunction,
  access: readAccess,
  limiter: readFunction,
  logger: readLogger,
  watch: readFunction,
  headers: CALL_OPTIONS.headers,
  userAgent: readUserAgent,
  fetch: readFunction,
  agent: asGiven,
  dispatcher: asGiven,
  maxConnections: wholeNumber(1),
};

/** @throws {ControlApiError} that names the wrong option or variable, and the fix. */
export function readOptions(clientOptions: ControlClientOptions, environment: Environment): Settings {
  const options = ownOptions(clientOptions, CLIENT_OPTIONS);
  const { apiKey, access = 'full', headers, userAgent } = options;
  const env = ownVariables(environment);
  oneOf('CONTROL_API_ACCESS', env['CONTROL_API_ACCESS'] || 'full', ['full', 'read-only']);
  const endpoint = readEndpoint(options.baseUrl, env);
  const isLocal = () => endpoint.url && isLoopback(endpoint.url);
  const redactor = createRedactor();
  // No spread, no freeze: they cost a third of a client, and a handler may make one for each request.
  return {
    endpoint,
    redactor,
    key: readKeySource(apiKey, env, redactor.add, isLocal),
    timeoutMs: options.timeoutMs ?? usualTimeoutMs,
    attemptTimeoutMs: options.attemptTimeoutMs,
    maxRetries: options.maxRetries ?? usualRetries,
    maxResponseBytes: options.maxResponseBytes ?? mostResponseBytes,
    largeIntegers: options.largeIntegers ?? 'number',
    classify: options.classify,
    checkAccess: accessCheck(access, env),
    limiter: options.limiter,
    watch: options.watch,
    logger: chooseLogger(options.logger, readLogLevel(env['CONTROL_API_LOG'])),
    headers: { ...headers, ...(userAgent && { 'User-Agent': `${USER_AGENT} ${userAgent}` }) },
    options,
  };
}

function readLogger(logger: Logger): Logger {
  const isMethod = (level: LogLevel) => logger[level] === undefined || typeof logger[level] === 'function';
  if (Object(logger) === logger && LEVELS.every(isMethod)) return logger;
  throw wrongOption('logger', 'an object with methods debug, info, warn or error, such as `console`.');
}

function readUserAgent(name: string): string {
  if (typeof name === 'string' && /^[!-~]+( [!-~]+)*$/.test(name)) return name;
  throw wrongOption('userAgent', 'words such as `fleet-api/2.3`.');
}

function readAccess(access: Access): Access {
  if (access === 'full' || access === 'read-only' || Array.isArray(access?.only)) return access;
  throw wrongOption('access', "'full', 'read-only' or { only: [operations] }.");
}

function readLogLevel(value: string | undefined): LogLevel | undefined {
  const level = oneOf('CONTROL_API_LOG', value || 'silent', [...LEVELS, 'silent']);
  return level === 'silent' ? undefined : level;
}
