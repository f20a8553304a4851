import type { IntrospectionErrorCode } from '../graphql/introspection/index.ts';
import type { ControlApiErrorCode } from '../index.ts';

/** What a code means, and what to do. */
export interface Explanation {
  /** What happened, in a sentence or two. */
  readonly means: string;
  /** What to do next, in the words of the command line. */
  readonly todo: string;
}

/** The codes of failures that the commands themselves find. */
export type OwnCode = 'no' | 'usage' | 'unknown' | 'output' | 'crash';

type FailureCode = ControlApiErrorCode | IntrospectionErrorCode | OwnCode;

const checkUrl = 'Check the base URL (`--verbose` shows it), and any proxy before the service.';

/** Every code of a failure. */
export const failures: Readonly<Record<FailureCode, Explanation>> = {
  configuration: {
    means: 'A setting is missing or wrong: the base URL, the key, or an option.',
    todo: 'Correct the setting that the message names. `--verbose` shows where each one comes from.',
  },
  browser_runtime: {
    means: 'The package was loaded where a key must not be: in a browser.',
    todo: 'Run it on a server.',
  },
  operation_not_allowed: {
    means: 'This command only reads, and the operation would write; or it is of a kind that cannot be sent.',
    todo: 'Send a mutation with `control-api request`.',
  },
  network: {
    means: 'No complete answer arrived: the connection was refused or reset, or DNS or TLS failed.',
    todo: 'Check the base URL, DNS, TLS, and any proxy before the service. `--verbose` shows the causes.',
  },
  timeout: {
    means: 'No complete answer arrived in time; 30 seconds, unless `--timeout` says otherwise.',
    todo: 'Raise `--timeout`, or ask for less at a time.',
  },
  aborted: { means: 'The command was stopped before it ended.', todo: 'Run it again.' },
  unauthenticated: {
    means: 'The service did not accept the key.',
    todo: 'Check that the key belongs to this team and was copied whole. Keys are made in the web UI (team settings, Create API Key); an existing key cannot be viewed again, and only support can revoke one.',
  },
  forbidden: {
    means: 'The service knows the key, and refuses this operation. Documented: every key has full access.',
    todo: 'Look for a proxy or a team setting that forbids this.',
  },
  rate_limited: {
    means: 'The service asks to slow down. The request was tried again in vain.',
    todo: 'Wait, then run the command again.',
  },
  redirected: {
    means: 'The server answered with a redirect, which is never followed: the key goes to one place.',
    todo: 'If you trust the address that it redirects to, make that the base URL.',
  },
  http_status: {
    means: 'The server answered with a status that says nothing else: 4xx is a refusal, 5xx trouble of the service.',
    todo: checkUrl,
  },
  malformed_response: {
    means: 'The answer is not one of GraphQL: a page of HTML, no JSON, or JSON of another shape.',
    todo: 'Check the base URL, and any proxy before the service.',
  },
  response_too_large: {
    means: 'The answer is larger than 64 MiB after decompression.',
    todo: 'Ask for less at a time: a smaller `--page-size`, or fewer fields.',
  },
  graphql: {
    means: 'The service answered with GraphQL errors: the operation is invalid for it, or failed.',
    todo: 'Read what the service says: its own words stand beside the message.',
  },
  stuck_cursor: {
    means: 'The service promises another page, but gives no new cursor to ask for it.',
    todo: 'Read the list again; if it happens again, report it to the service.',
  },
  incomplete_list: {
    means: 'The answer leaves open whether the list is whole, so it is not printed as if it were.',
    todo: 'Write an operation of your own, and read it with `control-api request --paginate`.',
  },
  unreachable: {
    means: 'The schema could not be read: no complete answer arrived.',
    todo: 'Check the base URL, DNS, TLS, and any proxy before the service. `--verbose` shows the causes.',
  },
  not_graphql: {
    means: 'The schema could not be read: the answer is not one of GraphQL.',
    todo: 'Check the base URL, and any proxy before the service.',
  },
  introspection_off: {
    means: 'The service answered without its schema. Documented: reading the schema is open to everyone.',
    todo: 'Check the base URL, or ask the service whether introspection was disabled.',
  },
  partial: { means: 'The service sent an incomplete schema.', todo: 'Try again, or ask the service.' },
  invalid_schema: { means: 'The schema of the service is invalid.', todo: 'Report this to the service.' },
  no: {
    means: 'The command ran, and the answer is no: drift, a stale file, nothing found, or a mutation not sent.',
    todo: 'Read what it printed.',
  },
  usage: {
    means: 'The command line or a file of the project is wrong. Nothing was sent.',
    todo: 'Correct what the message names; `--help` after a command shows what it takes.',
  },
  output: {
    means: 'A file could not be written.',
    todo: 'Check its path, its permissions and the space on its disk.',
  },
  unknown: { means: 'There is no result.', todo: 'Try again. `--verbose` shows the causes.' },
  crash: { means: 'The command failed unexpectedly: a bug.', todo: 'Report it with what the command printed.' },
};

/** Every exit status. */
export const statuses: Readonly<Record<string, Explanation>> = {
  0: { means: 'Success: what was asked for was done, whole.', todo: 'Nothing.' },
  1: failures.no,
  2: { means: `${failures.usage.means} Or a setting is missing or wrong.`, todo: failures.usage.todo },
  3: {
    means:
      'No result: the service cannot be reached or is busy, its answer is invalid or incomplete, or the output could not be written.',
    todo: 'Trying again later may help. `--verbose` shows the causes.',
  },
  4: {
    means: 'The service rejected the request: the key, the operation, or what it asks for.',
    todo: 'Read what the service says; trying again does not help.',
  },
  130: { means: 'The command was stopped by Ctrl-C.', todo: 'Nothing, if you stopped it.' },
  141: { means: 'The reader of the output closed it, as `head` does.', todo: 'Nothing, if it has read enough.' },
  143: { means: 'The command was asked to terminate.', todo: 'Nothing, if you stopped it.' },
};
