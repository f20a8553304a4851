import { GraphQLClient } from 'graphql-request';
import { entryOf, isRecord } from '../../base/is-record.ts';
import { VERSION } from '../../base/version.ts';
import type { ApiKey } from '../../key/api-key.ts';
import type { LazyTransport } from '../../transport/choose-transport.ts';
import { builtin } from '../../transport/node-builtin.ts';
import type { TransportAnswer, TransportRequest } from '../../transport/transport.ts';
import { type GraphQLAnswer, readGraphQLAnswer } from './graphql-answer.ts';
import { type LargeIntegers, withLargeIntegers } from './lossless-json.ts';

/** A request as graphql-request has not yet written it. */
export interface ExchangeRequest extends Omit<TransportRequest, 'headers' | 'authorization'> {
  /** The document's text. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where no key is sent. */
  readonly key: ApiKey | undefined;
  /** Called as the request is given to the transport. */
  readonly onGiven: () => void;
}

/** An answer as it came, and as graphql-request read it; `graphql` is undefined where it is not a GraphQL answer. */
export interface ExchangeAnswer extends TransportAnswer {
  /** The body's text; undefined where it is not UTF-8. */
  readonly text: string | undefined;
  readonly graphql: GraphQLAnswer | undefined;
}

/** Sends a request once. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

type RequestConfig = NonNullable<ConstructorParameters<typeof GraphQLClient>[1]>;

/** graphql-request as we call it. Its types ask for a whole `Response`; a test holds that it reads no more of it than this. */
interface Library {
  client(
    url: string,
    config: { readonly [Name in keyof Omit<RequestConfig, 'fetch'>]?: RequestConfig[Name] | undefined } & {
      readonly fetch?: (url: URL, init: { readonly headers: Headers; readonly body: string }) => Promise<TextResponse>;
    },
  ): Pick<GraphQLClient, 'rawRequest'>;
}

/** The part of a `Response` that graphql-request reads. A real one costs more than all else in a call. */
interface TextResponse extends Pick<Response, 'ok' | 'status' | 'text'> {
  readonly headers: Pick<Headers, 'get'>;
}

/** Some servers call their JSON a text, which graphql-request would not read; what a body is, is read in the body. */
const JSON_HEADERS = { get: () => 'application/json' };

const library: Library = {
  client: (url: string, config: RequestConfig) => new GraphQLClient(url, config),
};

/** The header of that name, which an option of the client lengthens. */
export const USER_AGENT: string = `control-api-sdk/${VERSION}`;

/** One request that graphql-request makes, and what came of it. */
interface Made {
  readonly request: ExchangeRequest;
  answer: TransportAnswer | undefined;
  text: string | undefined;
}

/**
 * The GraphQL-over-HTTP layer: one graphql-request client, which builds headers and body and reads the answers. The `fetch` function
 * that it is given does the HTTP exchange, and puts the key on last, so that nothing before it holds the key.
 */
export function createExchange(transport: LazyTransport, largeIntegers: LargeIntegers): Exchange {
  // The request that is being made. The library calls `stringify` and `fetch` before it first waits, which a test holds.
  let made: Made | undefined;
  const beingMade = (): Made => {
    if (made) return made;
    throw new TypeError('graphql-request waited before it asked for the request');
  };

  // The transport knows where requests go; graphql-request asks for a URL all the same, which old Workers take in full only. Options
  // left unset are own members, too: a polluted prototype supplies none. What is made for each call leaves V8's compiled code with
  // each full collection.
  const client = library.client('http://control-api', {
    method: 'POST',
    // It adds what it accepts, and what it sends.
    headers: { 'User-Agent': USER_AGENT },
    // The documented body holds `query` alone: the name goes along only where a document has several operations.
    excludeOperationName: true,
    // An answer's errors are returned beside its data.
    errorPolicy: 'all',
    requestMiddleware: undefined,
    responseMiddleware: undefined,
    jsonSerializer: { stringify: () => beingMade().request.body, parse: (text) => membersOf(text, largeIntegers) },
    async fetch(_url, { headers, body }) {
      const exchange = beingMade();
      made = undefined;
      const { key, freshSocket, newSocket, maxBytes, onCancel, onGiven } = exchange.request;
      const authorization = key?.authorization();
      onGiven();
      const answer = await transport
        .open()
        .send({ body, headers, authorization, freshSocket, newSocket, maxBytes, onCancel });
      exchange.answer = answer;
      exchange.text = decoded(answer.body);
      return {
        // A status is judged elsewhere: each answer is read alike.
        ok: true,
        status: answer.status,
        headers: JSON_HEADERS,
        text: async () => exchange.text ?? '',
      };
    },
  });

  return async (request) => {
    const exchange: Made = { request, answer: undefined, text: undefined };
    // It takes an empty text for none.
    const written = { query: request.text || ' ', requestHeaders: request.headers, signal: null };
    made = exchange;
    let graphql: GraphQLAnswer | undefined;
    let failure: unknown;
    try {
      graphql = readGraphQLAnswer(await client.rawRequest(written));
    } catch (error) {
      // There is no answer, or it could not be read.
      failure = error;
    }
    const { answer, text } = exchange;
    if (!answer) throw failure;
    // Written out, since a spread costs more, at each call.
    const { status, header, body: bytes, fault } = answer;
    return { status, header, body: bytes, fault, text, graphql };
  };
}

/**
 * The members that an answer has itself, for graphql-request to check: a polluted prototype supplies none. Several servers write
 * null where there is nothing, which it takes for a mistake; and a part of an incremental answer must not pass for the whole.
 */
function membersOf(text: string, form: LargeIntegers): Record<string, unknown> {
  const json: unknown = JSON.parse(text);
  if (!isRecord(json) || entryOf(json, 'hasNext') === true) throw new TypeError('not a whole answer');
  const own: Record<string, unknown> = Object.create(null);
  const [data, errors, extensions] = ['data', 'errors', 'extensions'].map((name) => entryOf(json, name));
  if (data !== undefined) own['data'] = form === 'number' ? data : entryOf(withLargeIntegers(json, text, form), 'data');
  if (errors !== undefined && errors !== null) own['errors'] = errors;
  if (isRecord(extensions)) own['extensions'] = extensions;
  return own;
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
