export const ADVICE = {
  network: 'Check the base URL and its port, DNS, TLS, and any firewall or proxy before the service.',
  timeout: 'Ask for less in one operation, or raise the limit.',
  unauthenticated:
    'Check that the key belongs to this team and was copied whole. Keys are made in the web UI: team settings, Create API Key. None can be viewed again, and only support can revoke one.',
  forbidden: 'Every key has full access (documented): look for a proxy or a team setting that forbids this.',
  rate_limited: 'Wait, or send fewer calls at once (the `limiter` option).',
  redirected: 'The key goes to no other place. If you trust that address, make it the base URL.',
  http_status: 'Check the base URL, and any proxy before the service.',
  malformed_response: 'Check the base URL, and any proxy before the service.',
  response_too_large: 'Ask for less in one operation, or raise `maxResponseBytes`.',
  graphql: "The server's words are in `error.errors`.",
  incomplete_list: 'Write an operation of your own for this schema, and read it with paginate() or request().',
  read_again: 'Read the list again from its beginning.',
  schema_changed: 'The live schema may have changed: `control-api check` compares your operations with it.',
  server_trouble: 'The service, or a proxy before it, is in trouble: wait until it recovers.',
  limiter: 'Let the `limiter` run more at once, or raise `timeoutMs`.',
  wait: 'Check what the function waits for.',
  proxy: 'Check the name and password that the proxy wants, or name the host of the service in NO_PROXY.',
  authority: 'For a private authority, name its file in NODE_EXTRA_CA_CERTS.',
  handshake: 'The server may want a client certificate (the `agent` option), or speak no TLS on this port.',
  connections: 'Raise `maxConnections`, or send fewer calls at once (the `limiter` option).',
  certificate: 'Check the base URL, the clock of this machine, and the certificate.',
  no_base_url: 'Pass the `baseUrl` option or set CONTROL_API_URL.',
  base_url_option: 'Correct the `baseUrl` option.',
  base_url_variable: 'Correct CONTROL_API_URL.',
  no_key:
    'Pass the `apiKey` option or set CONTROL_API_KEY or CONTROL_API_KEY_FILE. Keys are made in the web UI: team settings, Create API Key.',
  operation_name: 'Name one with the `operationName` option.',
};

/** The advice after a failure, as one word, for programs with words of their own. */
export type Advice = keyof typeof ADVICE;
