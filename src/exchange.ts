import { GraphQLClient } from 'graphql-request';
import type { ApiKey } from './api-key.ts';
import { builtin } from './builtin.ts';
import type { Operation } from './document.ts';
import { ConfigurationError } from './errors.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport/transport.ts';

/** Everything one exchange needs. */
export interface ExchangeInput {
  readonly transport: Transport;
  readonly endpoint: string;
  readonly operation: Operation;
  readonly variables: object | undefined;
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
 * One exchange: graphql-request makes the body and reads the answer; the function it is given does the HTTP exchange, and
 * puts the key on last, so that nothing before it ever holds the key.
 *
 * @throws TransportFailure when there is no complete answer.
 */
export async function exchange(input: ExchangeInput): Promise<ExchangeAnswer> {
  const { operation, variables, key } = input;
  let answer: TransportAnswer | undefined;
  let text: string | undefined;
  let json: unknown;

  const client = new GraphQLClient(input.endpoint, {
    // We know the operation's name already, and send it only where the document holds several.
    excludeOperationName: true,
    // Its own error holds the whole exchange: with this policy and an `ok` answer it is never made.
    errorPolicy: 'all',
    headers: { ...input.headers },
    jsonSerializer: {
      stringify: (body: object) => stringified({ ...body, operationName: operation.wireName }),
      parse: (body) => {
        json = JSON.parse(body);
        return json;
      },
    },
    fetch: async (_url, init) => {
      const headers = plainHeaders(init?.headers);
      if (key) headers['Authorization'] = key.authorization();
      answer = await input.transport.send({ ...input.limits, headers, body: String(init?.body) });
      text = decoded(answer.body);
      return asResponse(text ?? '');
    },
  });

  try {
    await client.rawRequest(operation.text, hasEntries(variables) ? variables : undefined);
  } catch (error) {
    // With a complete answer at hand, what graphql-request thinks of it is no news: the answer is classified by evidence.
    if (!answer) throw error;
  }
  if (!answer) throw new TypeError('graphql-request did not call its fetch function');
  const { status, body, header } = answer;
  return { status, bytes: body.byteLength, text, json, header };
}

function hasEntries(variables: object | undefined): variables is object {
  return variables !== undefined && Object.values(variables).some((value) => value !== undefined);
}

function stringified(body: object): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new ConfigurationError(
      'The variables cannot be written as JSON: they hold a BigInt, a circle or a failing toJSON.',
    );
  }
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
