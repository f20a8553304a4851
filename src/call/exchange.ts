import { GraphQLClient } from 'graphql-request';
import { ConfigurationError } from '../errors.ts';
import type { ApiKey } from '../key/api-key.ts';
import { builtin } from '../transport/node-builtin.ts';
import type { Transport, TransportAnswer, TransportRequest } from '../transport/transport.ts';
import type { Operation } from './read-operation.ts';

/** Everything one exchange needs. */
export interface ExchangeInput {
  readonly transport: Transport;
  readonly endpoint: string;
  readonly operation: Operation;
  /** What {@link bodyOf} made. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where no key is sent. */
  readonly key: ApiKey | undefined;
  readonly limits: Pick<TransportRequest, 'freshSocket' | 'maxBytes' | 'onCancel'>;
}

/** An answer, with its body read as far as it can be: not UTF-8 leaves no text, not JSON leaves no value. */
export interface ExchangeAnswer {
  readonly status: number;
  readonly bytes: number;
  readonly text: string | undefined;
  readonly json: unknown;
  header(name: string): string | undefined;
}

/**
 * The request's body, exact to the byte: `variables` only where there are any, `operationName` only where the document holds
 * several operations. Made once a call, before anything is waited for: variables that their caller changes later change
 * nothing, and every attempt sends the same.
 *
 * @throws ConfigurationError for variables that are no object or can't be JSON.
 */
export function bodyOf({ text, wireName }: Operation, variables: object | null | undefined): string {
  if (typeof (variables ?? {}) !== 'object' || Array.isArray(variables)) {
    throw new ConfigurationError('The variables must be an object, by name. Options come after them.');
  }
  try {
    const given = Object.values(variables ?? {}).some((value) => value !== undefined);
    return JSON.stringify({ query: text, variables: given ? variables : undefined, operationName: wireName });
  } catch {
    throw new ConfigurationError(
      'The variables cannot be written as JSON: they hold a BigInt, a circle or a failing toJSON.',
    );
  }
}

/**
 * One exchange: graphql-request speaks GraphQL over HTTP; the function it is given does the HTTP exchange, and puts the key
 * on last, so that nothing before it ever holds the key.
 *
 * @throws TransportFailure when there is no complete answer.
 */
export async function exchange(input: ExchangeInput): Promise<ExchangeAnswer> {
  const { operation, key } = input;
  let answer: TransportAnswer | undefined;
  let text: string | undefined;
  let json: unknown;

  const client = new GraphQLClient(input.endpoint, {
    // The body is made already: it needn't look for the operation's name.
    excludeOperationName: true,
    // Its own error holds the whole exchange: with this policy and an `ok` answer it is never made.
    errorPolicy: 'all',
    headers: { ...input.headers },
    jsonSerializer: {
      stringify: () => input.body,
      parse: (body) => {
        json = JSON.parse(body);
        return json;
      },
    },
    fetch: async (_url, init) => {
      const headers = plainHeaders(init?.headers);
      if (key) headers['Authorization'] = key.authorization();
      answer = await input.transport.send({ ...input.limits, headers, body: input.body });
      text = decoded(answer.body);
      return asResponse(text ?? '');
    },
  });

  try {
    await client.rawRequest(operation.text);
  } catch (error) {
    // With a complete answer at hand, what graphql-request thinks of it is no news: the answer is classified by evidence.
    if (!answer) throw error;
  }
  if (!answer) throw new TypeError('graphql-request did not call its fetch function');
  const { status, body, header } = answer;
  return { status, bytes: body.byteLength, text, json, header };
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

/** Header names as HTTP writes them, from what graphql-request hands over. */
function plainHeaders(headers: RequestInit['headers']): Record<string, string> {
  const plain: Record<string, string> = {};
  if (headers && 'forEach' in headers && !Array.isArray(headers)) {
    (headers as Headers).forEach((value, name) => {
      plain[name] = value;
    });
  }
  return plain;
}

/** As much of a response as graphql-request reads; a real one would make Node load its whole fetch stack. */
function asResponse(text: string): Response {
  const headers = { get: () => 'application/json' };
  return { ok: true, status: 200, headers, text: () => Promise.resolve(text) } as unknown as Response;
}
