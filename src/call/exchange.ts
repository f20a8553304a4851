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
    jsonSerializer: {
      stringify: (body: { query: string; variables: Envelope }) => body.variables.write(body.query),
      parse,
    },
    fetch: (_url, init) => Envelope.in(init).carry(transport, init),
  });

  return (operation, variables, headers) => {
    const envelope = new Envelope(operation, variables);
    envelope.write(operation.text);
    return async (attempt) => {
      envelope.attempt = attempt;
      const request = { query: operation.text, variables: envelope, requestHeaders: headers };
      try {
        return envelope.open(await client.rawRequest({ signal: envelope.asSignal(), ...request }));
      } catch (error) {
        return envelope.open(envelope.refused(error));
      }
    };
  };
}

/**
 * What graphql-request carries from a request to its serializer (as the variables) and to its fetch function (as the signal)
 * without looking inside: the one way to distinguish the requests of a shared client.
 */
class Envelope {
  readonly #operation: Operation;
  readonly #variables: object | null | undefined;
  #body: string | undefined;
  #answer: TransportAnswer | undefined;
  #text: string | undefined;
  attempt: AttemptRequest | undefined;

  constructor(operation: Operation, variables: object | null | undefined) {
    this.#operation = operation;
    this.#variables = variables;
  }

  static in(init: { readonly signal?: unknown } | undefined): Envelope {
    const envelope = init?.signal;
    if (envelope instanceof Envelope) return envelope;
    throw new TypeError('graphql-request did not hand the signal over');
  }

  asSignal(): AbortSignal {
    return this as unknown as AbortSignal;
  }

  /** The body, exact to the byte: `variables` only where there are any; written once a call. */
  write(query: string): string {
    this.#body ??= writeBody(query, this.#variables, this.#operation.wireName);
    return this.#body;
  }

  /** Does the HTTP exchange, and hands graphql-request as much of a response as it reads: a real one loads all of fetch. */
  async carry(transport: Transport, init: RequestInit | undefined): Promise<Response> {
    const { attempt } = this;
    if (!attempt) throw new TypeError('graphql-request sent a request that nobody asked for');
    const plain = plainHeaders(init?.headers);
    const headers = attempt.key ? { Authorization: attempt.key.authorization(), ...plain } : plain;
    this.#answer = undefined;
    const answer = await transport.send({ headers, body: this.write(this.#operation.text), ...attempt.limits });
    this.#answer = answer;
    this.#text = decoded(answer.body);
    const response = {
      // Every status is read in the same way: what it means is said by the evidence.
      ok: true,
      status: answer.status,
      headers: { get: () => 'application/json' },
      text: () => this.#text ?? '',
    };
    return response as unknown as Response;
  }

  /** An answer that graphql-request can't read is still an answer; without one, its error is the transport's. */
  refused(error: unknown): undefined {
    if (!this.#answer) throw error;
  }

  open(graphql: ReadAnswer | undefined): ExchangeAnswer {
    if (!this.#answer) throw new TypeError('graphql-request did not call its fetch function');
    return { text: this.#text, graphql, ...this.#answer };
  }
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

// A test runner's jsdom has no global one.
const utf8 = new (builtin('node:util')?.TextDecoder ?? TextDecoder)('utf-8', { fatal: true });

/** The body's text without its byte order mark, or undefined where it is not UTF-8. */
function decoded(body: Uint8Array): string | undefined {
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
