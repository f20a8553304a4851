import type { GraphQLSchema } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import { loadPeer } from '../../graphql/files/load-peer.ts';
import { type ControlClient, createControlClient, isControlApiError } from '../../index.ts';
import type { AskedOperation, Documents } from '../documents.ts';
import { foreignHabit, foreignHead } from '../http/foreign-habit.ts';
import { errorReply, type HttpAsked, type HttpReply, jsonReply } from '../http/http-exchange.ts';
import { listen } from '../http/server.ts';
import type { Fixtures } from '../world/model/world-options.ts';
import type { Recording } from './recording.ts';

/** The options of {@link startRecorder}. */
export interface RecorderOptions {
  /** The base URL of the service: https, or http on this machine. */
  readonly upstream: string;
  /** The port on 127.0.0.1; 0 chooses a free one. */
  readonly port: number;
  /** Whether mutations are passed on; otherwise they are refused. */
  readonly mutations: boolean;
  /** The secret of the pseudonyms. Who knows it and guesses a value can check the guess. */
  readonly key: string;
  /** Called for every operation that is passed on, with the status of the answer. */
  readonly onRequest: (operation: AskedOperation, status: number) => void;
}

/** A server in front of the service that records what it answers. */
export interface Recorder {
  /** The base URL for clients. */
  readonly url: string;
  /** The recording so far, with pseudonyms. */
  fixtures(): Fixtures;
  /** The types of which objects could not be recorded, since they came without an id, or without `__typename`. */
  readonly unnamed: readonly string[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Reads the schema of the service, without a key, and listens on loopback. Each request is passed on with its own
 * `Authorization` header, which is neither written nor printed.
 *
 * @throws {IntrospectionError} if the schema cannot be read.
 * @throws {ConfigurationError} if the base URL is refused, a package is not installed, or the port is in use.
 */
export async function startRecorder({ upstream, port, ...options }: RecorderOptions): Promise<Recorder> {
  const { introspect, Recording, Documents, anonymise } = await loadPeer('Recording', ['graphql'], async () => ({
    ...(await import('../../graphql/introspection/index.ts')),
    ...(await import('./recording.ts')),
    ...(await import('../documents.ts')),
    ...(await import('./anonymise.ts')),
  }));
  const schema = await introspect({ baseUrl: upstream });
  const recording = new Recording(schema);
  const clients = new Map<string | null, ControlClient>();
  const clientFor = (authorization: string | null): ControlClient => {
    const known = clients.get(authorization);
    if (known) return known;
    const apiKey = authorization?.replace(/^Bearer /i, '') ?? null;
    const access = options.mutations ? {} : { access: 'read-only' as const };
    const client = createControlClient({ baseUrl: upstream, apiKey, maxRetries: 0, ...access });
    clients.set(authorization, client);
    return client;
  };
  const server = await listen(
    port,
    createAnswer({ ...options, schema, recording, clientFor, documents: new Documents() }),
    { maxBodyBytes: 10_000_000, refuse: foreignHead },
  );
  const close = async (): Promise<void> => {
    await server.close();
    await Promise.all([...clients.values()].map((client) => client.close()));
    clients.clear();
  };
  return {
    url: `http://127.0.0.1:${server.port}`,
    fixtures: () => anonymise(recording, options.key),
    get unnamed() {
      return [...recording.unnamed].sort();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Passage extends Pick<RecorderOptions, 'mutations' | 'onRequest'> {
  readonly schema: GraphQLSchema;
  readonly recording: Recording;
  readonly documents: Documents;
  readonly clientFor: (authorization: string | null) => ControlClient;
}

/** Answers requests with what the service answers, and takes it up in the recording. */
function createAnswer(passage: Passage): (asked: HttpAsked) => Promise<HttpReply> {
  const { schema, recording, documents, clientFor, mutations, onRequest } = passage;

  return async (asked) => {
    if (asked.url.split('?', 1)[0] !== '/graphql') return errorReply(404, 'The endpoint is /graphql.');
    const habit = foreignHabit(asked);
    if (habit) return habit;
    const body = readBody(asked.body);
    if (body === undefined) return errorReply(400, 'The body must be JSON with a `query`.');
    const operation = documents.read(body.query, body.operationName);
    if (!('document' in operation)) return jsonReply(400, { errors: [operation] });
    const refused = refusal(operation, asked.header('authorization'));
    const reply = refused ?? (await passOn(asked, body, operation));
    onRequest(operation, reply.status);
    return reply;
  };

  function refusal({ kind, needsKey }: AskedOperation, authorization: string | null): HttpReply | undefined {
    if (kind === undefined)
      return errorReply(400, 'The document has no such operation, or several: send `operationName` with several.');
    if (kind === 'subscription') return errorReply(400, 'Subscriptions are not supported: none are documented.');
    if (kind === 'mutation' && !mutations)
      return errorReply(
        403,
        'This recording is read-only, so the mutation was not passed on. To pass mutations on to the service, start it with `--record-mutations`.',
        { code: 'READ_ONLY' },
      );
    if (needsKey && !/^Bearer \S/i.test(authorization ?? ''))
      return errorReply(401, 'The request has no key: send the service’s key as `Authorization: Bearer <key>`.', {
        code: 'UNAUTHENTICATED',
      });
    return undefined;
  }

  async function passOn(
    { header, signal }: HttpAsked,
    { query, variables, operationName }: Body,
    { document, needsKey }: AskedOperation,
  ): Promise<HttpReply> {
    try {
      // The client's own rules are those of the recorder: where a key may be sent, redirects, limits, time.
      const client = clientFor(needsKey ? header('authorization') : null);
      const { data, errors, extensions } = await client.execute(query, variables, {
        ...(operationName !== undefined && { operationName }),
        ...(signal && { signal }),
      });
      if (needsKey && documents.problems(schema, document).length === 0)
        recording.add(document, operationName, data, variables);
      return jsonReply(200, { data, ...(errors && { errors }), ...(extensions && { extensions }) });
    } catch (error) {
      if (!isControlApiError(error)) throw error;
      const { status = 502, message, serverMessage, code, errors, retryAfterMs } = error;
      if (errors) return jsonReply(status, { errors });
      const wait = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
      const failed = status >= 400 ? status : 502;
      return errorReply(failed, serverMessage ?? message, { code: code.toUpperCase(), headers: wait });
    }
  }
}

interface Body {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

function readBody(text: string): Body | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(body) || typeof body['query'] !== 'string') return undefined;
  const { query, variables, operationName } = body;
  return {
    query,
    variables: isRecord(variables) ? variables : {},
    operationName: typeof operationName === 'string' ? operationName : undefined,
  };
}
