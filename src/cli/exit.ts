import { ADVICE, type Advice } from '../base/advice.ts';
import type { IntrospectionErrorCode } from '../graphql/introspection/index.ts';
import type { ControlApiErrorCode } from '../index.ts';

export const exitCodes: Readonly<Record<'ok' | 'no' | 'usage' | 'unknown' | 'refused', number>> = {
  ok: 0,
  /** Drift, a stale file, or nothing found. */
  no: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** No result: the service cannot be reached, or its answer is invalid. */
  unknown: 3,
  /** The service refused the request, or answered with errors. */
  refused: 4,
};

/** The codes of failures that the commands themselves report. */
type OwnCode = 'no' | 'usage' | 'unknown' | 'output' | 'crash';

type FailureCode = ControlApiErrorCode | IntrospectionErrorCode | OwnCode;

/** The exit codes by failure code. All other failures exit with 3. */
const exitCodesByFailure: ReadonlyMap<string, number> = new Map<FailureCode, number>([
  ['configuration', exitCodes.usage],
  ['browser_runtime', exitCodes.usage],
  ['operation_not_allowed', exitCodes.usage],
  ['usage', exitCodes.usage],
  ['unauthenticated', exitCodes.refused],
  ['forbidden', exitCodes.refused],
  ['graphql', exitCodes.refused],
  ['no', exitCodes.no],
]);

const checkUrl = 'Check the base URL (`--verbose` shows it), and any proxy before the service.';
const showCauses = '`--verbose` shows the causes.';
const putFile =
  'A file with the schema (SDL or introspection JSON) does as well: put it at the `schema` of the config (default: `schema.graphql`).';
const checkConnection = `${ADVICE.network} ${showCauses}`;

/** The advice on a failure, by its code or its finer advice: the command line has other options than the client. */
export const advice: Readonly<Record<Advice | FailureCode, string>> = {
  ...ADVICE,
  configuration: 'Correct the setting that the message names. `--verbose` shows where each one comes from.',
  browser_runtime: 'Run it on a server.',
  operation_not_allowed: 'Send a query, or a mutation without `CONTROL_API_ACCESS=read-only`.',
  network: checkConnection,
  timeout: 'Ask for less at a time. `list`, `devices` and `request` take a longer `--timeout`.',
  aborted: 'Run it again.',
  rate_limited: 'Wait, then run the command again.',
  http_status: checkUrl,
  malformed_response: checkUrl,
  response_too_large: 'Ask for less than 64 MiB at a time: a smaller `--page-size`, or fewer fields.',
  graphql: 'Read what the service says: its own words stand beside the message.',
  stuck_cursor: 'Read the list again; if it happens again, report it to the service.',
  incomplete_list: 'Write an operation of your own, and read it with `request --paginate`.',
  unreachable: checkConnection,
  not_graphql: checkUrl,
  introspection_off: putFile,
  partial: putFile,
  invalid_schema: 'Report this to the service.',
  no: 'Read the output of the command.',
  usage: 'Correct what the message names; `--help` after a command shows what it takes.',
  output: 'Check its path, its permissions and the space on its disk.',
  unknown: `Try again. ${showCauses}`,
  crash: 'Report it with what the command printed.',
  wait: checkConnection,
  no_base_url: 'Set CONTROL_API_URL, in the environment or in .env.',
  base_url_option: 'Correct the base URL: `--verbose` shows where it comes from.',
  base_url_variable: 'Correct CONTROL_API_URL: `--verbose` shows where it comes from.',
  no_key:
    'Set CONTROL_API_KEY, in the environment or in .env, or CONTROL_API_KEY_FILE in the environment. Keys are made in the web UI: team settings, Create API Key.',
  operation_name: 'Say which to send with `--operation`.',
};

/** Ends a command with the exit code of a failure, and one sentence on stderr. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  /** The stable code, for programs. */
  readonly code: FailureCode;
  /** The next step, if the message has none. */
  readonly todo: string | undefined;

  constructor(code: FailureCode, message: string, todo?: string) {
    super(message);
    this.code = code;
    this.todo = todo;
  }
}

export function usageError(message: string, todo?: string): ExitError {
  return new ExitError('usage', message, todo);
}

export function noBaseUrl(todo: string = advice.no_base_url): ExitError {
  return usageError('The base URL of the service is missing (no key is needed).', todo);
}

/** Statuses after which the same request may succeed later. */
const passing = [408, 425, 429];

/** The advice on a code, which may come from another version of this package. */
export function adviceFor(code: string): string {
  return new Map(Object.entries(advice)).get(code) ?? advice.unknown;
}

/** The exit code of a failure. Of unexpected statuses, only a permanent 4xx is a rejection. */
export function exitCodeOf(code: string, status: number = 0): number {
  const rejects = code === 'http_status' && status >= 400 && status < 500 && !passing.includes(status);
  return rejects ? exitCodes.refused : (exitCodesByFailure.get(code) ?? exitCodes.unknown);
}
