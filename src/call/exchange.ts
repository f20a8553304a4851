import { GraphQLClient } from 'graphql-request';
import { isRecord } from '../base/is-record.ts';
import { VERSION } from '../base/version.ts';
import type { ApiKey } from '../key/api-key.ts';
import { builtin } from '../transport/node-builtin.ts';
import type { Transport, TransportAnswer, TransportRequest } from '../transport/transport.ts';
import type { Operation } from './read-operation.ts';
import { writeBody } from './write-body.ts';

/** What one attempt adds to its call's request. */
export interface AttemptRequest {
  /** Undefined where no key is sent. */
  readonly key: ApiKey | undefined;
  readonly limits: Omit<TransportRequest, 'body' | 'headers'>;
}

/** An answer as it came, and what graphql-request read in it; undefined where it is not a GraphQL answer. */
export interface ExchangeAnswer extends TransportAnswer {
  /** The body's text; undefined where it is not UTF-8. */
  readonly text: string | undefined;
  readonly graphql: ReadAnswer | undefined;
}

/** What graphql-request returns of an answer: the three members by name, not yet checked any further. */
export interface ReadAnswer {
  readonly data?: unknown;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}

/** Sends a call's request once more, each time the same to the byte. */
export type SendAttempt = (attempt: AttemptRequest) => Promise<ExchangeAnswer>;

/** Makes the request of a call: its body is written at once, so variables that their caller changes later change nothing. */
export type PrepareRequest = (
  operation: Operation,
  variables: object | null | undefined,
  headers: Readonly<Record<string, string>>,
) => SendAttempt;

/**
 * The GraphQL-over-HTTP layer of a client: one graphql-request client, which builds headers and body and reads the answer.
 * The function that it is given does the HTTP exchange, and puts the key on last, so that nothing before it holds the key.
 */
export function createExchange(transport: Transport): PrepareRequest {
  // The transport knows where requests go; graphql-request asks for a URL all the same.
  const client = new GraphQLClient('http:control-api', {
    headers: {
      'User-Agent': `control-api-sdk/${VERSION}`,
      Accept: 'application/graphql-response+json, application/json',
      'Content-Type': 'application/json',
    },
    // The documented body holds `query` alone: the name goes along only where a document has several operations.
    excludeOperationName: true,
    // An answer's errors are returned beside its data. An error of graphql-request's own would hold the whole exchange.
    errorPolicy: 'all',
    jsonSerializer: { stringify: ({ variables }: { readonly variables: Cargo }) => variables.body, parse },
    fetch: (_url, init) => cargoIn(init).exchange(plainHeaders(init?.headers)),
  });

  return (operation, variables, requestHeaders) => {
    const query = operation.text;
    const body = writeBody(query, variables, operation.wireName);
    return async ({ key, limits }) => {
      const came: { answer?: TransportAnswer; text?: string | undefined } = {};
      const cargo: Cargo = {
        body,
        exchange: async (plain) => {
          const headers = key ? { Authorization: key.authorization(), ...plain } : plain;
          const answer = await transport.send({ headers, body, ...limits });
          came.answer = answer;
          came.text = decoded(answer.body);
          return responseOf(answer.status, came.text ?? '');
        },
      };
      const signal = cargo as unknown as AbortSignal;
      let graphql: ReadAnswer | undefined;
      try {
        graphql = await client.rawRequest({ query, variables: cargo, requestHeaders, signal });
      } catch (error) {
        // An answer that graphql-request can't read is still an answer; without one, its error is the transport's.
        if (!came.answer) throw error;
      }
      const { answer, text } = came;
      if (!answer) throw new TypeError('graphql-request did not call its fetch function');
      return { text, graphql, ...answer };
    };
  };
}

/**
 * What graphql-request carries from a request to its serializer (as the variables) and to its fetch function (as the signal)
 * without looking inside: the one way to distinguish the requests of a shared client.
 */
interface Cargo {
  readonly body: string;
  /** Does the HTTP exchange. */
  exchange(headers: Readonly<Record<string, string>>): Promise<Response>;
}

const cargoIn = (init: RequestInit | undefined): Cargo => init?.signal as unknown as Cargo;

/**
 * As much of a response as graphql-request reads: a real one loads all of fetch. Every status is read in the same way, for
 * what it means is said by the evidence.
 */
function responseOf(status: number, text: string): Response {
  const response = { ok: true, status, headers: { get: () => 'application/json' }, text: () => text };
  return response as unknown as Response;
}

/**
 * The members of an answer, for graphql-request to check: several servers write null where there is nothing, which it takes
 * for a mistake; and a part of an incremental answer must not pass for the whole.
 */
function parse(text: string): Record<string, unknown> {
  const json: unknown = JSON.parse(text);
  if (!isRecord(json)) throw new TypeError('not an object');
  if (Object.hasOwn(json, 'hasNext') && json['hasNext'] === true)
    throw new TypeError('a part of an incremental answer');
  const answer: Record<string, unknown> = Object.create(null);
  if (Object.hasOwn(json, 'data')) answer['data'] = json['data'];
  if (Object.hasOwn(json, 'errors') && json['errors'] !== null) answer['errors'] = json['errors'];
  if (Object.hasOwn(json, 'extensions') && isRecord(json['extensions'])) answer['extensions'] = json['extensions'];
  return answer;
}

let utf8: { decode(body: Uint8Array): string } | undefined;

/** The body's text without its byte order mark, or undefined where it is not UTF-8. */
function decoded(body: Uint8Array): string | undefined {
  // A test runner's jsdom has no global one.
  utf8 ??= new (builtin('node:util')?.TextDecoder ?? TextDecoder)('utf-8', { fatal: true });
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

/** What graphql-request hands over: as it is built into the package, a plain object; by itself, a `Headers`. */
function plainHeaders(headers: RequestInit['headers']): Readonly<Record<string, string>> {
  const isIterable = headers && Symbol.iterator in headers;
  return isIterable ? Object.fromEntries(headers) : { ...headers };
}
