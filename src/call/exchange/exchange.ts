import { GraphQLClient } from 'graphql-request';
import { isRecord } from '../../base/is-record.ts';
import { VERSION } from '../../base/version.ts';
import type { ApiKey } from '../../key/api-key.ts';
import { builtin } from '../../transport/node-builtin.ts';
import type { Transport, TransportAnswer, TransportRequest } from '../../transport/transport.ts';
import type { Operation } from '../document/read-operation.ts';
import { writeBody } from './write-body.ts';

/** What one attempt adds to its call's request. */
export interface AttemptRequest extends Omit<TransportRequest, 'body' | 'headers' | 'authorization'> {
  /** Undefined where no key is sent. */
  readonly key: ApiKey | undefined;
}

/** An answer as it came, and what graphql-request read in it; undefined where it is not a GraphQL answer. */
export interface ExchangeAnswer extends Omit<TransportAnswer, 'fault'> {
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
  headers: Readonly<Record<string, string>> | undefined,
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
    fetch: (_url, init) => carriedBy(init).send(plainHeaders(init?.headers)),
  });

  return (operation, variables, headers) => {
    // It takes undefined for none, as its types do not say, sooner than an empty object.
    const requestHeaders = headers as Readonly<Record<string, string>>;
    const query = operation.text;
    const body = writeBody(operation.json, variables, operation.wireName);
    return (attempt) => {
      const cargo = new Cargo(transport, body, attempt);
      const signal = cargo as unknown as AbortSignal;
      return client.rawRequest({ query, variables: cargo, requestHeaders, signal }).then(
        (graphql) => cargo.answered(graphql),
        (error) => cargo.answered(undefined, error),
      );
    };
  };
}

/**
 * One sending of a request. graphql-request carries it to its serializer (as the variables) and to its fetch function (as the
 * signal) without looking inside: the one way to distinguish the requests of a shared client. And it is as much of a response as
 * graphql-request reads, since a real one loads all of fetch. Every status is read in the same way, for what it means is said
 * by the evidence.
 */
class Cargo {
  readonly body: string;
  readonly ok = true;
  readonly headers = JSON_HEADERS;
  readonly #transport: Transport;
  readonly #attempt: AttemptRequest;
  #answer: TransportAnswer | undefined;
  #text: string | undefined;

  constructor(transport: Transport, body: string, attempt: AttemptRequest) {
    this.body = body;
    this.#transport = transport;
    this.#attempt = attempt;
  }

  /** Does the HTTP exchange. */
  send(headers: Readonly<Record<string, string>>): Promise<Response> {
    const { key, freshSocket, maxBytes, onCancel, onErrorBodyOver } = this.#attempt;
    const { body } = this;
    const authorization = key?.authorization();
    // Member by member: to spread another object into it takes as long as all else here.
    const request = { body, headers, authorization, freshSocket, maxBytes, onCancel, onErrorBodyOver };
    return this.#transport.send(request).then((answer) => {
      this.#answer = answer;
      this.#text = decoded(answer.body);
      return this as unknown as Response;
    });
  }

  text(): string {
    return this.#text ?? '';
  }

  /** The answer, with what graphql-request read in it; where it can't read it, it is still an answer. @throws what failed before one came. */
  answered(graphql: ReadAnswer | undefined, error?: unknown): ExchangeAnswer {
    if (!this.#answer) throw error;
    const { status, header, body } = this.#answer;
    return { status, header, body, text: this.#text, graphql };
  }
}

const JSON_HEADERS = { get: () => 'application/json' };

const carriedBy = (init: RequestInit | undefined): Cargo => init?.signal as unknown as Cargo;

/**
 * The members of an answer, for graphql-request to check: several servers write null where there is nothing, which it takes
 * for a mistake; and a part of an incremental answer must not pass for the whole.
 */
function parse(text: string): Record<string, unknown> {
  const json: unknown = JSON.parse(text);
  if (!isRecord(json) || (Object.hasOwn(json, 'hasNext') && json['hasNext'] === true))
    throw new TypeError('not a whole answer');
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

/** What graphql-request hands over, made for one request: as it is built into the package, a plain object; by itself, a `Headers`. */
function plainHeaders(headers: RequestInit['headers']): Readonly<Record<string, string>> {
  return headers instanceof Object && Symbol.iterator in headers
    ? Object.fromEntries(headers)
    : (headers as Record<string, string>);
}
