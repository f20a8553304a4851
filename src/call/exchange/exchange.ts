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

/** The answer in a body's text; undefined if the text is no GraphQL answer, or only a part of one. */
export function readGraphQLAnswer(text: string, form: LargeIntegers): GraphQLAnswer | undefined {
  const members = membersOf(text, form);
  if (!members) return undefined;
  const { data, errors, extensions } = members;
  if (data === undefined && errors === undefined) return undefined;
  if (data !== undefined && data !== null && !isRecord(data)) return undefined;
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isFormattedError))) return undefined;
  return { data, errors: errors?.map(withoutNulls), extensions: isRecord(extensions) ? extensions : undefined };
}

/** The own members of a whole answer. */
function membersOf(text: string, form: LargeIntegers): Readonly<Record<keyof GraphQLAnswer, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (entryOf(json, 'hasNext') === true) return undefined;
    const exact = form === 'number' ? json : withLargeIntegers(json, text, form);
    // Some servers write null for an absent member.
    const errors = entryOf(json, 'errors') ?? undefined;
    return { data: entryOf(exact, 'data'), errors, extensions: entryOf(json, 'extensions') };
  } catch {
    // No JSON, or nested too deep for exact integers.
    return undefined;
  }
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

export interface ExchangeRequest extends Omit<TransportRequest, 'authorization'> {
  readonly key: ApiKey | undefined;
  readonly onGiven: () => void;
}

export interface ExchangeAnswer extends TransportAnswer {
  /** The body's text; undefined where it is not UTF-8. */
  readonly text: string | undefined;
  readonly graphql: GraphQLAnswer | undefined;
}

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

export const USER_AGENT: string = `control-api-sdk/${VERSION}`;

const withOwnHeaders = (headers: TransportRequest['headers']): TransportRequest['headers'] => ({
  'User-Agent': USER_AGENT,
  ...headers,
  Accept: 'application/graphql-response+json, application/json',
  'Content-Type': 'application/json',
});

/** Sends a written body, and reads the answer. The key is asked for its header last, so nothing before holds it. */
export function createExchange(transport: LazyTransport, largeIntegers: LargeIntegers): Exchange {
  return async ({ body, headers, key, freshSocket, newSocket, maxBytes, onCancel, onGiven }) => {
    const authorization = key?.authorization();
    onGiven();
    const answer = await transport
      .open()
      .send({ body, headers: withOwnHeaders(headers), authorization, freshSocket, newSocket, maxBytes, onCancel });
    const text = decoded(answer.body);
    // A spread costs more.
    const { status, header, body: bytes, fault } = answer;
    return { status, header, body: bytes, fault, text, graphql: readGraphQLAnswer(text ?? '', largeIntegers) };
  };
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
