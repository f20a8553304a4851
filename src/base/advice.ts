/** The advice after a failure, as one word, for programs that say it in terms of their own. */
export type Advice =
  | 'network'
  | 'timeout'
  | 'unauthenticated'
  | 'forbidden'
  | 'rate_limited'
  | 'redirected'
  | 'http_status'
  | 'malformed_response'
  | 'response_too_large'
  | 'graphql'
  | 'incomplete_list'
  | 'read_again'
  | 'schema_changed'
  | 'server_trouble'
  | 'limiter'
  | 'wait'
  | 'authority'
  | 'certificate'
  | 'handshake'
  | 'connections'
  | 'no_base_url'
  | 'base_url_option'
  | 'base_url_variable'
  | 'no_key'
  | 'operation_name';

const CHECK = 'Check the base URL, and any proxy before the service.';
const LESS = 'Ask for less in one operation, or raise ';
const FEWER_CALLS = ', or send fewer calls at once (the `limiter` option).';
const KEYS_ARE_MADE = 'Keys are made in the web UI: team settings, Create API Key.';

/** The advice after a failure, in the terms of a program: the end of the message. By the codes of failures, and by finer facts. */
export const ADVICE: Readonly<Record<Advice, string>> = {
  network: 'Check the base URL and its port, DNS, TLS, and any firewall or proxy before the service.',
  timeout: `${LESS}the limit.`,
  unauthenticated: `Check that the key belongs to this team and was copied whole. ${KEYS_ARE_MADE} None can be viewed again, and only support can revoke one.`,
  forbidden: 'Every key has full access (documented): look for a proxy or a team setting that forbids this.',
  rate_limited: `Wait${FEWER_CALLS}`,
  redirected: 'The key goes to no other place. If you trust that address, make it the base URL.',
  http_status: CHECK,
  malformed_response: CHECK,
  response_too_large: `${LESS}\`maxResponseBytes\`.`,
  graphql: "The server's words are in `error.errors`.",
  incomplete_list: 'Write an operation of your own for this schema, and read it with paginate() or request().',
  read_again: 'Read the list again from its beginning.',
  schema_changed: 'The live schema may have changed: `npx control-api-sdk check` compares your operations with it.',
  server_trouble: 'The service, or a proxy before it, is in trouble: try again later.',
  limiter: 'Let the `limiter` run more at once, or raise `timeoutMs`.',
  wait: 'Check what the function waits for.',
  authority: 'For a private authority, name its file in NODE_EXTRA_CA_CERTS.',
  handshake: 'The server may want a client certificate (the `agent` option), or speak no TLS on this port.',
  connections: `Raise \`maxConnections\`${FEWER_CALLS}`,
  certificate: 'Check the base URL, the clock of this machine, and the certificate.',
  no_base_url: 'Pass the `baseUrl` option or set CONTROL_API_URL.',
  base_url_option: 'Correct the `baseUrl` option.',
  base_url_variable: 'Correct CONTROL_API_URL.',
  no_key: `Pass the \`apiKey\` option or set CONTROL_API_KEY or CONTROL_API_KEY_FILE. ${KEYS_ARE_MADE}`,
  operation_name: 'Name one with the `operationName` option.',
};
