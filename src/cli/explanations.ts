import { ADVICE, type Advice } from '../base/advice.ts';
import type { IntrospectionErrorCode } from '../graphql/introspection/index.ts';
import type { ControlApiErrorCode } from '../index.ts';

/** The meaning of a code, and the advice. */
export interface Explanation {
  /** The failure, in a sentence or two. */
  readonly means: string;
  /** The next step, in the words of the command line. */
  readonly todo: string;
}

/** The meaning of a code of a failure. */
export interface FailureExplanation extends Explanation {
  /** The exit status of a command that ends so, unless the answer says more. */
  readonly exits: number;
}

/** The codes of failures that the commands themselves find. */
export type OwnCode = 'no' | 'usage' | 'unknown' | 'output' | 'crash';

type FailureCode = ControlApiErrorCode | IntrospectionErrorCode | OwnCode;

const checkUrl = 'Check the base URL (`--verbose` shows it), and any proxy before the service.';
const showCauses = '`--verbose` shows the causes.';
const checkConnection = `${ADVICE.network} ${showCauses}`;

/** Every code of a failure. */
export const failures: Readonly<Record<FailureCode, FailureExplanation>> = {
  configuration: {
    exits: 2,
    means: 'A setting is missing or wrong: the base URL, the key, or an option.',
    todo: 'Correct the setting that the message names. `--verbose` shows where each one comes from.',
  },
  browser_runtime: {
    exits: 2,
    means: 'The package was loaded where a key must not be: in a browser.',
    todo: 'Run it on a server.',
  },
  operation_not_allowed: {
    exits: 2,
    means: 'This command only reads, and the operation would write; or it is of a kind that cannot be sent.',
    todo: 'Send a mutation with `control-api request`.',
  },
  network: {
    exits: 3,
    means: 'No complete answer arrived: the connection was refused or reset, or DNS or TLS failed.',
    todo: checkConnection,
  },
  timeout: {
    exits: 3,
    means: 'No complete answer arrived in time; 30 seconds, unless `--timeout` says otherwise.',
    todo: 'Raise `--timeout`, or ask for less at a time.',
  },
  aborted: { exits: 3, means: 'The command was stopped before it ended.', todo: 'Run it again.' },
  unauthenticated: {
    exits: 4,
    means: 'The service did not accept the key.',
    todo: ADVICE.unauthenticated,
  },
  forbidden: {
    exits: 4,
    means: 'The service knows the key, and refuses this operation. Documented: every key has full access.',
    todo: ADVICE.forbidden,
  },
  rate_limited: {
    exits: 3,
    means: 'The service asks to slow down. The request was tried again in vain.',
    todo: 'Wait, then run the command again.',
  },
  redirected: {
    exits: 3,
    means: 'The server answered with a redirect, which is never followed: the key goes to one place.',
    todo: ADVICE.redirected,
  },
  http_status: {
    exits: 3,
    means: 'The server answered with a status that says nothing else: 4xx is a refusal, 5xx trouble of the service.',
    todo: checkUrl,
  },
  malformed_response: {
    exits: 3,
    means: 'The answer is not one of GraphQL: a page of HTML, no JSON, or JSON of another shape.',
    todo: checkUrl,
  },
  response_too_large: {
    exits: 3,
    means: 'The answer is larger than 64 MiB after decompression.',
    todo: 'Ask for less than 64 MiB at a time: a smaller `--page-size`, or fewer fields.',
  },
  graphql: {
    exits: 4,
    means: 'The service answered with GraphQL errors: the operation is invalid for it, or failed.',
    todo: 'Read what the service says: its own words stand beside the message.',
  },
  stuck_cursor: {
    exits: 3,
    means: 'The service promises another page, but gives no new cursor to ask for it.',
    todo: 'Read the list again; if it happens again, report it to the service.',
  },
  incomplete_list: {
    exits: 3,
    means: 'The answer leaves open whether the list is whole, so it is not printed as if it were.',
    todo: 'Write an operation of your own, and read it with `control-api request --paginate`.',
  },
  unreachable: {
    exits: 3,
    means: 'The schema could not be read: no complete answer arrived.',
    todo: checkConnection,
  },
  not_graphql: {
    exits: 3,
    means: 'The schema could not be read: the answer is not one of GraphQL.',
    todo: checkUrl,
  },
  introspection_off: {
    exits: 4,
    means: 'The service answered without its schema. Documented: reading the schema is open to everyone.',
    todo: 'Check the base URL, or ask the service whether introspection was disabled.',
  },
  partial: { exits: 3, means: 'The service sent an incomplete schema.', todo: 'Try again, or ask the service.' },
  invalid_schema: { exits: 3, means: 'The schema of the service is invalid.', todo: 'Report this to the service.' },
  no: {
    exits: 1,
    means: 'The command ran, and the answer is no: drift, a stale file, nothing found, or you declined a mutation.',
    todo: 'Read what it printed.',
  },
  usage: {
    exits: 2,
    means: 'The command line or a file of the project is wrong. Nothing was sent.',
    todo: 'Correct what the message names; `--help` after a command shows what it takes.',
  },
  output: {
    exits: 3,
    means: 'A file could not be written.',
    todo: 'Check its path, its permissions and the space on its disk.',
  },
  unknown: { exits: 3, means: 'There is no result.', todo: `Try again. ${showCauses}` },
  crash: {
    exits: 3,
    means: 'The command failed unexpectedly: a bug.',
    todo: 'Report it with what the command printed.',
  },
};

/** The advice after a failure of the SDK, in the words of the command line: it has other options than a program. */
export const todos: Readonly<Record<Advice, string>> = {
  ...ADVICE,
  // An advice that has the name of a code is that of the failure.
  ...Object.fromEntries(Object.entries(failures).map(([code, { todo }]) => [code, todo])),
  wait: 'Check what the command in CONTROL_API_KEY_COMMAND waits for.',
  no_base_url: 'Set CONTROL_API_URL, in the environment or in .env, or pass `--profile`.',
  base_url_option: 'Correct the base URL: `--verbose` shows where it comes from.',
  base_url_variable: 'Correct CONTROL_API_URL: `--verbose` shows where it comes from.',
  no_key:
    'Set CONTROL_API_KEY, in the environment or in .env, or CONTROL_API_KEY_FILE or CONTROL_API_KEY_COMMAND in the environment. Keys are made in the web UI: team settings, Create API Key.',
  operation_name: 'Say which to send with `--operation`.',
};

/** Every exit status. */
export const statuses: Readonly<Record<string, Explanation>> = {
  0: { means: 'Success: what was asked for was done, whole.', todo: 'Nothing.' },
  1: failures.no,
  2: { means: `${failures.usage.means} Or a setting is missing or wrong.`, todo: failures.usage.todo },
  3: {
    means:
      'No result: the service cannot be reached or is busy, its answer is invalid or incomplete, or the output could not be written.',
    todo: `Trying again later may help. ${showCauses}`,
  },
  4: {
    means: 'The service rejected the request: the key, the operation, or what it asks for.',
    todo: 'Read what the service says; trying again does not help.',
  },
  130: { means: 'The command was stopped by Ctrl-C.', todo: 'Nothing, if you stopped it.' },
  141: { means: 'The reader of the output closed it, as `head` does.', todo: 'Nothing, if it has read enough.' },
  143: { means: 'The command was asked to terminate.', todo: 'Nothing, if you stopped it.' },
};
