import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { ConfigurationError } from '../index.ts';
import { makeKeys, needsKey, readAuthorization, refusal } from './authorization.ts';
import type { Emulator, EmulatorRequest } from './emulator-options.ts';
import { createWorld } from './world/world.ts';
import type { WorldSettings } from './world/world-options.ts';

/** The settings of the emulator, with all defaults applied. */
export interface EmulatorSettings extends WorldSettings {
  readonly schema: GraphQLSchema;
  readonly port: number;
  readonly onRequest: (request: EmulatorRequest) => void;
}

const host = '127.0.0.1';

/** Serves the schema on loopback until it is closed. */
export async function serve(settings: EmulatorSettings): Promise<Emulator> {
  const keys = makeKeys(settings.seed);
  const yoga = createYoga({
    schema: settings.schema,
    plugins: [gate(keys, settings.onRequest), answers(settings)],
    // The endpoint only: no pages, no log, and unmasked errors.
    graphiql: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    multipart: false,
    cors: false,
  });
  const server = createServer((request, response) => {
    if (isDocumented(request, response)) void yoga(request, response);
  });
  const port = await listen(server, settings.port);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= new Promise((resolve) => {
      server.close(() => resolve());
      // A keep-alive socket of a client would keep the server open.
      server.closeAllConnections();
    });
    return closing;
  };
  return { url: `http://${host}:${port}`, port, key: keys[0], keys, close, [Symbol.asyncDispose]: close };
}

/** Accepts introspection without a key, and everything else only with a key. */
function gate(keys: readonly string[], onRequest: EmulatorSettings['onRequest']): Plugin {
  const authorizationOf = (request: Request) => readAuthorization(request.headers.get('authorization'), keys);
  return {
    onParse:
      () =>
      ({ result, context }) => {
        onRequest({
          operationName: nameOf(result, context.params.operationName),
          authorization: authorizationOf(context.request),
        });
      },
    onExecute({ args, context, setResultAndStopExecution }) {
      if (!needsKey(args.document, args.operationName)) return;
      const authorization = authorizationOf(context.request);
      if (authorization !== 'accepted') setResultAndStopExecution({ errors: [refusal(authorization)] });
    },
    onSubscribe({ setResultAndStopExecution }) {
      setResultAndStopExecution({
        errors: [new GraphQLError('Subscriptions are not supported: none are documented.')],
      });
    },
  };
}

/** Answers every field from the world. The schema itself gets no resolvers, so that a large one starts at once. */
function answers(settings: EmulatorSettings): Plugin {
  const world = createWorld(settings.schema, settings);
  return {
    onExecute({ args }) {
      Object.assign(args, { fieldResolver: world.fieldResolver, typeResolver: world.typeResolver });
    },
  };
}

function nameOf(document: unknown, asked: string | undefined): string | undefined {
  if (asked !== undefined || !isDocument(document)) return asked;
  return getOperationAST(document)?.name?.value;
}

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && 'definitions' in value;
}

/** Documented: POST, `/graphql`, `application/json`. Every other request is rejected with a message. */
function isDocumented(request: IncomingMessage, response: ServerResponse): boolean {
  const refuse = (status: number, message: string, headers: Record<string, string> = {}): false => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ errors: [{ message }] }));
    return false;
  };
  if (request.url !== '/graphql') return refuse(404, 'The endpoint is /graphql.');
  if (request.method !== 'POST') return refuse(405, 'The endpoint accepts only POST.', { allow: 'POST' });
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return refuse(415, 'The endpoint accepts only application/json.');
  }
  return true;
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'the port is in use' : (error.code ?? error.message);
      reject(
        new ConfigurationError(
          `The emulator cannot listen on port ${port}: ${reason}. Choose another port, or 0 for a free one.`,
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
