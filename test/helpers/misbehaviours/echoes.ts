import { gzipSync } from 'node:zlib';
import { echoes, html, json, keyOf, response } from '../answers.ts';
import type { Exchange } from '../misbehaving-server.ts';
import { each, final, type Misbehaviour, transient } from './misbehaviour.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** The other encodings are in the table of `test/redaction`. */
const spelled: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'in base64 with its scheme': (key) => base64(`Bearer ${key}`),
  'URL-encoded': (key) => encodeURIComponent(key),
};

// Errors without a place and without data prove nothing.
const refused = final('graphql', 'unknown', { status: 200 });
const answer = (make: (key: string, exchange: Exchange) => string): ReturnType<typeof echoes> =>
  echoes((exchange) => response(200, [json], make(keyOf(exchange), exchange)));
const error = (fields: object): string => JSON.stringify({ errors: [{ message: 'no', ...fields }] });
const variablesOf = ({ delivery }: Exchange): string => JSON.stringify(JSON.parse(delivery.body).variables ?? {});

/** Servers that return the key of the caller, in every place and encoding. */
export const keyEchoes: readonly Misbehaviour[] = [
  ...Object.entries(spelled).map(([how, spell]) => ({
    name: `echoes the key in an error message, ${how}`,
    server: answer((key) => `{"errors":[{"message":${JSON.stringify(`bad key <${spell(key)}>`)}}]}`),
    ...refused,
  })),
  ...each(refused, {
    'echoes the key in an extension': answer((key) => error({ extensions: { got: { header: [`Bearer ${key}`] } } })),
    "echoes the key as an extension's name": answer((key) => error({ extensions: { [key]: 1 } })),
    "echoes the key as an extension's code": answer((key) => error({ extensions: { code: key } })),
    'echoes the key in an error path': answer((key) => error({ path: ['team', key] })),
    'echoes the key in an unknown field of an error': answer((key) => error({ debug: key, [key]: key })),
    'echoes the key far into a long message': answer((key) =>
      error({ message: `${'m'.repeat(1990)}${key}${'m'.repeat(5000)}` }),
    ),
  }),
  {
    name: 'echoes the key in partial data',
    server: answer((key) =>
      JSON.stringify({ errors: [{ message: 'no' }], data: { team: { you: key, [key]: [base64(key)] } } }),
    ),
    ...final('graphql', 'unknown', { status: 200 }),
  },
  {
    name: 'echoes the key and the variables in an error message',
    server: answer((key, exchange) => error({ message: `bad key ${key}, variables ${variablesOf(exchange)}` })),
    echoesVariables: true,
    ...refused,
  },
  ...each(final('malformed_response', 'unknown', { status: 200 }), {
    'echoes the key in a page of HTML': echoes((exchange) => response(200, [html], `<p>${keyOf(exchange)}</p>`)),
    'echoes the key in JSON cut short': answer((key) => `{"data":{"k":"${key}"`),
    'echoes the key where JSON breaks off': answer((key) => key),
  }),
  {
    name: 'echoes the whole request in the body of 400',
    server: echoes((exchange) =>
      response(400, [html], `${exchange.delivery.headerLines.join('\n')}\n${exchange.delivery.body}`),
    ),
    ...final('http_status', 'rejected', { status: 400 }),
    echoesVariables: true,
  },
  {
    name: 'echoes the key in the request id',
    server: echoes((exchange) => response(500, [json, ['x-request-id', `r-${keyOf(exchange)}-1`]], '')),
    ...transient('http_status', 'unknown', { status: 500 }),
  },
  ...each(final('unauthenticated', 'rejected', { status: 401 }), {
    'echoes the key in the request id, in base64': echoes((exchange) =>
      response(401, [json, ['x-request-id', base64(`Bearer ${keyOf(exchange)}`)]], ''),
    ),
    'echoes the key in the challenge of 401': echoes((exchange) =>
      response(401, [['www-authenticate', `Bearer error="${keyOf(exchange)}"`]], ''),
    ),
  }),
  {
    name: 'echoes the key in the reason phrase',
    server: echoes((exchange) => response(400, [], '', `Bad ${keyOf(exchange)}`)),
    ...final('http_status', 'rejected', { status: 400 }),
  },
  {
    name: 'echoes the key in a redirect',
    server: echoes((exchange) => response(302, [['location', `${exchange.url}/?key=${keyOf(exchange)}`]])),
    ...final('redirected', 'unknown', { status: 302 }),
  },
  {
    name: 'echoes the key in Retry-After',
    server: echoes((exchange) => response(429, [['retry-after', keyOf(exchange)]])),
    ...transient('rate_limited', 'rejected', { status: 429 }),
  },
  ...each(final('malformed_response', 'unknown', { status: 200 }), {
    'echoes the key in the content type': echoes((exchange) =>
      response(200, [['content-type', `text/${keyOf(exchange)}`]], 'x'),
    ),
    'echoes the key as the content encoding': echoes((exchange) =>
      response(200, [json, ['content-encoding', keyOf(exchange)]], 'x'),
    ),
  }),
  ...each(final('malformed_response', 'unknown'), {
    'echoes the key in a header that breaks the parser': echoes(
      (exchange) => `HTTP/1.1 200 OK\r\nx: \0${keyOf(exchange)}\r\n\r\n`,
    ),
    'echoes the key instead of HTTP': echoes((exchange) => `${keyOf(exchange)}\r\n\r\n`),
    'echoes the key as a chunk size': echoes(
      (exchange) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${keyOf(exchange)}\r\n`,
    ),
  }),
  {
    name: 'echoes the key in gzip that is cut short',
    server: echoes((exchange) =>
      response(200, [json, ['content-encoding', 'gzip']], gzipSync(`{"data":"${keyOf(exchange)}`).subarray(0, -6)),
    ),
    ...final('malformed_response', 'unknown', { status: 200 }),
  },
  {
    name: 'echoes the key in a trailer',
    server: echoes(
      (exchange) => `HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-key: ${keyOf(exchange)}\r\n\r\n`,
    ),
    ...transient('http_status', 'unknown', { status: 500 }),
  },
];
