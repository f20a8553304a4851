import { type Access, type AccessCheck, accessCheck } from './access.ts';
import { ApiKey, type ApiKeyOption } from './api-key.ts';
import { builtin } from './builtin.ts';
import { ConfigurationError } from './errors.ts';
import type { Logger, LogLevel } from './telemetry.ts';
import type { HttpAgent } from './transport/transport.ts';

/**
 * Lets tasks run when there is room: p-limit's function, p-queue's `add`, Bottleneck's `schedule`. A task is one attempt; its
 * promise says that it is over, and neither how it went nor what it brought.
 */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** The options of `createControlClient`. All may be left out where the environment gives the base URL and the key. */
export interface ControlClientOptions {
  /**
   * The service's base URL, with or without a trailing slash or `/graphql`. https, or http to this machine.
   * @defaultValue `CONTROL_API_URL`
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * The API key; or a function that returns it, asked at every attempt, so that a rotated key is picked up; or `null` for
   * none: then only introspection can be sent, which is open to everyone (documented).
   * @defaultValue `CONTROL_API_KEY`, else the content of the file that `CONTROL_API_KEY_FILE` names
   */
  readonly apiKey?: ApiKeyOption | undefined;
  /** Bounds a whole call: key, limiter, every attempt, the body, backoff. Milliseconds. @defaultValue 30000 */
  readonly timeoutMs?: number | undefined;
  /** Bounds one attempt, in milliseconds. @defaultValue none: only the whole call is bounded */
  readonly attemptTimeoutMs?: number | undefined;
  /** How often a call is tried again at most, 0 to 10. Mutations only where they provably never left. @defaultValue 2 */
  readonly maxRetries?: number | undefined;
  /** How many bytes an answer may have, after decompression. @defaultValue 67108864 (64 MiB) */
  readonly maxResponseBytes?: number | undefined;
  /** Which operations may be sent: a guard against mistakes, not against a stolen key. @defaultValue 'full' */
  readonly access?: Access | undefined;
  /** Every attempt passes it; waiting there counts against the deadline. @defaultValue none */
  readonly limiter?: Limiter | undefined;
  /** Where log lines go. @defaultValue none; with `CONTROL_API_LOG` set to a level, lines from that level up go to stderr */
  readonly logger?: Logger | undefined;
  /** Does the HTTP exchange in place of the SDK's own transport. @defaultValue `node:http(s)` on Node, else global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The agent of Node's transport: a proxy's, or one with a client certificate. @defaultValue one with keep-alive */
  readonly agent?: HttpAgent | undefined;
}

/** Checked options. */
export interface Settings {
  readonly endpoint: URL;
  /** Asks for the key, or undefined where there is none. What it gives is checked before it can reach a header. */
  readonly key: () => ApiKey | undefined | Promise<ApiKey>;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number | undefined;
  readonly maxRetries: number;
  readonly maxResponseBytes: number;
  readonly checkAccess: AccessCheck;
  readonly limiter: Limiter | undefined;
  readonly logger: Logger | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly agent: HttpAgent | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_TIMER_MS = 2_147_483_647;

/** @throws ConfigurationError naming the option or variable at fault, and the fix. */
export function readOptions(options: ControlClientOptions, env: Environment): Settings {
  const endpoint = readEndpoint(options.baseUrl, env);
  return Object.freeze({
    endpoint,
    key: readKey(options.apiKey, env, isLoopback(endpoint)),
    timeoutMs: readTimeout('timeoutMs', options.timeoutMs) ?? 30_000,
    attemptTimeoutMs: readTimeout('attemptTimeoutMs', options.attemptTimeoutMs),
    maxRetries: readMaxRetries(options.maxRetries) ?? 2,
    maxResponseBytes:
      readWhole('maxResponseBytes', options.maxResponseBytes, 1, Number.MAX_SAFE_INTEGER) ?? 64 * 1024 * 1024,
    checkAccess: accessCheck(readAccess(options.access)),
    limiter: readFunction('limiter', options.limiter),
    logger: options.logger,
    logLevel: readLogLevel(env['CONTROL_API_LOG']),
    fetch: readFunction('fetch', options.fetch),
    agent: options.agent,
  });
}

/** @throws ConfigurationError unless it is a whole number of milliseconds that a timer can take. */
export function readTimeout(name: string, value: number | undefined): number | undefined {
  return readWhole(name, value, 1, MAX_TIMER_MS, ' milliseconds');
}

/** @throws ConfigurationError unless it is a whole number from 0 to 10. */
export function readMaxRetries(value: number | undefined): number | undefined {
  return readWhole('maxRetries', value, 0, 10);
}

function readWhole(name: string, value: number | undefined, min: number, max: number, unit = ''): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigurationError(`The option ${name} must be a whole number from ${min} to ${max}${unit}.`);
}

function readFunction<T extends (...args: never[]) => unknown>(name: string, value: T | undefined): T | undefined {
  if (value === undefined || typeof value === 'function') return value;
  throw new ConfigurationError(`The option ${name} must be a function.`);
}

function readAccess(access: Access | undefined): Access {
  if (access === undefined || access === 'full' || access === 'read-only') return access ?? 'full';
  if (typeof access === 'object' && access !== null && Array.isArray(access.only)) return access;
  throw new ConfigurationError("The option access must be 'full', 'read-only' or { only: [operations] }.");
}

function readLogLevel(value: string | undefined): LogLevel | undefined {
  if (value === undefined || value === '' || value === 'silent') return undefined;
  if (value === 'debug' || value === 'info' || value === 'warn' || value === 'error') return value;
  throw new ConfigurationError('CONTROL_API_LOG must be debug, info, warn, error or silent.');
}

/** The messages never show the URL: it may hold what should not be printed. */
function readEndpoint(option: string | URL | undefined, env: Environment): URL {
  const from = option === undefined ? 'CONTROL_API_URL' : 'the baseUrl option';
  const value = String(option ?? env['CONTROL_API_URL'] ?? '').trim();
  if (value === '') throw new ConfigurationError('No base URL. Pass the baseUrl option or set CONTROL_API_URL.');
  const refuse = (why: string) => new ConfigurationError(`The base URL (from ${from}) ${why}`);
  const url = parsedUrl(value);
  if (!url) throw refuse('is not a URL. It looks like https://host or https://host/path.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('must begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw refuse('holds credentials. Take them out; the key is its own option.');
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(value))
    throw refuse('has a query or a fragment. Take it out.');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw refuse('is plain http, which would show the key to the network. Use https (http only to this machine).');
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/graphql$/, '')}/graphql`;
  return url;
}

/** Not by `URL.canParse`, which the jsdom of Jest 29 doesn't have. */
function parsedUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

/** Whether a URL names this machine. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

function readKey(option: ApiKeyOption | undefined, env: Environment, loopback: boolean): Settings['key'] {
  if (option === null) return () => undefined;
  if (typeof option === 'function') {
    return async () => new ApiKey(await askedFor(option), 'the apiKey function', loopback);
  }
  const [value, origin] = findKey(option, env);
  if (value === undefined) {
    throw new ConfigurationError(
      'No API key. Pass the apiKey option, or set CONTROL_API_KEY or CONTROL_API_KEY_FILE. ' +
        'Keys are made in the web UI: team settings, Create API Key.',
    );
  }
  const key = new ApiKey(value, origin, loopback);
  return () => key;
}

async function askedFor(option: () => string | Promise<string>): Promise<string> {
  try {
    return await option();
  } catch (cause) {
    throw new ConfigurationError('The apiKey function failed.', { cause });
  }
}

function findKey(option: string | undefined, env: Environment): [value: string | undefined, origin: string] {
  if (option !== undefined) return [option, 'the apiKey option'];
  if (env['CONTROL_API_KEY'] !== undefined) return [env['CONTROL_API_KEY'], 'CONTROL_API_KEY'];
  const file = env['CONTROL_API_KEY_FILE'];
  if (file === undefined || file === '') return [undefined, ''];
  return [readKeyFile(file), 'the file that CONTROL_API_KEY_FILE names'];
}

function readKeyFile(file: string): string {
  const fs = builtin('node:fs');
  if (!fs)
    throw new ConfigurationError('CONTROL_API_KEY_FILE needs Node. Pass the apiKey option or set CONTROL_API_KEY.');
  try {
    // Editors and `echo` end a file with a line break; that is no mistake.
    return fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    // Not as the cause: it names the path, and who mistakes the variable for CONTROL_API_KEY has put the key there.
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigurationError(
      `The file that CONTROL_API_KEY_FILE names could not be read${code}. Check its path and rights; the key itself belongs in CONTROL_API_KEY.`,
    );
  }
}
