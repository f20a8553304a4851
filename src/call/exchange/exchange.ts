import { GraphQLClient } from 'graphql-request';
import { entryOf, isRecord } from '../../base/is-record.ts';
import { VERSION } from '../../base/version.ts';
import type { GraphQLFormattedError } from '../../errors.ts';
import type { ApiKey } from '../../key/api-key.ts';
import type { LazyTransport } from '../../transport/choose-transport.ts';
import { builtin } from '../../transport/node-builtin.ts';
import type { TransportAnswer, TransportRequest } from '../../transport/transport.ts';
import { type LargeIntegers, withLargeIntegers, writeVariables } from './lossless-json.ts';

export function writeBody(query: string, variables: unknown, operationName: string | undefined): string {
  const written = variables === undefined || variables === null ? '{}' : writeVariables(variables);
  const name = operationName === undefined ? '' : `,"operationName":${JSON.stringify(operationName)}`;
  return `{"query":${query}${written === '{}' ? '' : `,"variables":${written}`}${name}}`;
}

/** A well-formed answer, of own members: a polluted prototype supplies none. Without `data`, nothing was executed. */
export interface GraphQLAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export function hasValue(data: GraphQLAnswer['data']): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

/** The answer as graphql-request read it; undefined if it has another shape. */
export function readGraphQLAnswer(
  read: { readonly [Member in keyof GraphQLAnswer]?: unknown },
): GraphQLAnswer | undefined {
  const { data, errors, extensions } = read;
  if (data === undefined && errors === undefined) return undefined;
  if (data !== undefined && data !== null && !isRecord(data)) return undefined;
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isFormattedError))) return undefined;
  return { data, errors: errors?.map(withoutNulls), extensions: isRecord(extensions) ? extensions : undefined };
}

function isFormattedError(error: unknown): error is GraphQLFormattedError {
  if (!isRecord(error) || typeof error['message'] !== 'string') return false;
  const { path, locations, extensions } = error;
  return (
    (isAbsent(path) || (Array.isArray(path) && path.every(isPathStep))) &&
    (isAbsent(locations) || (Array.isArray(locations) && locations.every(isLocation))) &&
    (isAbsent(extensions) || isRecord(extensions))
  );
}

/** Some servers write null for an absent member. */
function withoutNulls(error: GraphQLFormattedError): GraphQLFormattedError {
  const present = Object.entries(error).filter(([, it]) => !isAbsent(it));
  return { ...Object.fromEntries(present), message: error.message };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isPathStep = (step: unknown): step is string | number => typeof step === 'string' || typeof step === 'number';

function isLocation(location: unknown): boolean {
  return isRecord(location) && typeof location['line'] === 'number' && typeof location['column'] === 'number';
}

export interface ExchangeRequest extends Omit<TransportRequest, 'headers' | 'authorization'> {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: ApiKey | undefined;
  readonly onGiven: () => void;
}

export interface ExchangeAnswer extends TransportAnswer {
  /** The body's text; undefined where it is not UTF-8. */
  readonly text: string | undefined;
  readonly graphql: GraphQLAnswer | undefined;
}

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

type RequestConfig = NonNullable<ConstructorParameters<typeof GraphQLClient>[1]>;

/** The part of graphql-request in use: the whole `Response` of its types costs more than all else in a call. */
interface Library {
  client(
    url: string,
    config: { readonly [Name in keyof Omit<RequestConfig, 'fetch'>]?: RequestConfig[Name] | undefined } & {
      readonly fetch?: (url: URL, init: { readonly headers: Headers; readonly body: string }) => Promise<TextResponse>;
    },
  ): Pick<GraphQLClient, 'rawRequest'>;
}

interface TextResponse extends Pick<Response, 'ok' | 'status' | 'text'> {
  readonly headers: Pick<Headers, 'get'>;
}

/** Some servers send JSON as text, which graphql-request would not parse. The body decides, not its content type. */
const JSON_HEADERS = { get: () => 'application/json' };

const library: Library = {
  client: (url: string, config: RequestConfig) => new GraphQLClient(url, config),
};

export const USER_AGENT: string = `control-api-sdk/${VERSION}`;

interface Made {
  readonly request: ExchangeRequest;
  answer: TransportAnswer | undefined;
  text: string | undefined;
}

/** A graphql-request client writes headers and reads answers. The `fetch` below adds the key last, so nothing before holds it. */
export function createExchange(transport: LazyTransport, largeIntegers: LargeIntegers): Exchange {
  // The request in the making: the library calls `stringify` and `fetch` synchronously (tested).
  let made: Made | undefined;
  const beingMade = (): Made => {
    if (made) return made;
    throw new TypeError('graphql-request waited before it asked for the request');
  };

  // The URL is a placeholder: the transport knows the endpoint. Unset options are own members, so a polluted prototype
  // supplies none. One client for all calls keeps V8's compiled code alive.
  const client = library.client('http://control-api', {
    method: 'POST',
    headers: { 'User-Agent': USER_AGENT },
    excludeOperationName: true,
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
        ok: true,
        status: answer.status,
        headers: JSON_HEADERS,
        text: async () => exchange.text ?? '',
      };
    },
  });

  return async (request) => {
    const exchange: Made = { request, answer: undefined, text: undefined };
    // The library refuses an empty text.
    const written = { query: request.text || ' ', requestHeaders: request.headers, signal: null };
    made = exchange;
    let graphql: GraphQLAnswer | undefined;
    let failure: unknown;
    try {
      graphql = readGraphQLAnswer(await client.rawRequest(written));
    } catch (error) {
      failure = error;
    }
    const { answer, text } = exchange;
    if (!answer) throw failure;
    // A spread costs more.
    const { status, header, body: bytes, fault } = answer;
    return { status, header, body: bytes, fault, text, graphql };
  };
}

/** Own members: a polluted prototype supplies none. Several servers write null for nothing, which the library refuses. */
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

function decoded(body: Uint8Array): string | undefined {
  // Jest's jsdom has no global one.
  utf8 ??= new (builtin('node:util')?.TextDecoder ?? TextDecoder)('utf-8', { fatal: true });
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}
