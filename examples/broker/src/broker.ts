import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { createControlClient, isControlApiError, type OperationDocument } from 'control-api-sdk';
import { Kind, parse } from 'graphql';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { hashOf, home, tokenReader } from './tokens.js';

const statuses = { UNAUTHENTICATED: 401, FORBIDDEN: 403, RATE_LIMITED: 429, NO_ANSWER: 502 };

/** Who asks without a token, for introspection alone. */
const anyone = { subject: 'anyone', id: '', allow: [] };
const longestBody = 262_144;

/** A request that goes no further; the status is what the application's client goes by. */
class Refusal extends Error {
  constructor(
    readonly code: keyof typeof statuses,
    why: string,
  ) {
    super(why);
  }
}

/** The facts of a document that holds one operation; any other throws. */
function readDocument(query: string) {
  const [operation, ...more] = parse(query).definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION);
  if (!operation || more.length > 0) throw new Error('This is not one operation.');
  const { operation: kind, name, selectionSet } = operation;
  const isMeta = selectionSet.selections.every((it) => it.kind === Kind.FIELD && it.name.value.startsWith('__'));
  return { query, hash: hashOf(query), kind, name: name?.value, isMeta: isMeta && kind === 'query' };
}

/** The body of a request: a document and its variables, and nothing else. */
async function readBody(request: IncomingMessage, manifest: ReadonlyMap<string, ReturnType<typeof readDocument>>) {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => (text += text.length < longestBody ? chunk : ''));
  await once(request, 'end');
  const { query, variables = {}, ...rest } = text.length < longestBody ? JSON.parse(text) : {};
  if (Object(variables) !== variables || Object.keys(rest).length > 0) throw new Error('This is not one operation.');
  return { variables, ...(manifest.get(query) ?? readDocument(String(query))) };
}

/** Makes a broker. `documents` are all that ever reaches the service with the key, whatever a token says. */
export async function createBroker(
  service: { readonly baseUrl: string; readonly apiKey: string },
  documents: readonly OperationDocument<unknown, never>[],
  { introspection = false, perSecond = 50 } = {},
): Promise<Server> {
  const upstream = createControlClient({ ...service, maxRetries: 0, access: { only: documents } });
  const open = createControlClient({ ...service, maxRetries: 0, access: 'read-only', apiKey: null });
  const manifest = new Map(documents.map((it) => [`${it}`, readDocument(`${it}`)]));
  const readToken = await tokenReader();
  const rate = new RateLimiterMemory({ points: perSecond, duration: 1 });

  async function answer(request: IncomingMessage, entry: Record<string, unknown>) {
    const { headers, method, url } = request;
    const port = request.socket.localPort;
    // A page names its origin; one whose own name was made to point here sends that name.
    if (headers.origin !== undefined || ![`127.0.0.1:${port}`, `localhost:${port}`].includes(`${headers.host}`))
      throw new Refusal('FORBIDDEN', 'The request is not of a program on this machine.');
    if (`${method} ${url}` !== 'POST /graphql' || !/^application\/json(?:;|$)/.test(headers['content-type'] ?? ''))
      throw new Refusal('FORBIDDEN', 'Send JSON by POST to /graphql.');
    const isOpen = introspection && headers.authorization === undefined;
    const grant = isOpen ? anyone : await readToken(headers.authorization).catch(() => undefined);
    if (!grant) throw new Refusal('UNAUTHENTICATED', 'The token is missing, invalid, expired or revoked.');
    entry['subject'] = grant.subject;
    if (!(await rate.consume(grant.id).catch(() => false))) throw new Refusal('RATE_LIMITED', 'Too many requests.');
    const { query, variables, hash, kind, name, isMeta } = await readBody(request, manifest).catch(() => {
      throw new Refusal('FORBIDDEN', 'Send one operation as JSON, and its variables.');
    });
    Object.assign(entry, { document: hash, name, kind });
    const isRead = kind === 'query' && grant.allow.includes('read');
    if (!(isMeta ? introspection : isRead || grant.allow.includes(hash)))
      throw new Refusal(isOpen ? 'UNAUTHENTICATED' : 'FORBIDDEN', 'The token does not allow this document.');
    const { data, errors } = await (isMeta ? open : upstream).execute(query, variables);
    return { status: 200, body: { data, errors } };
  }

  /** The answer to a failed request, from which the application's client reads the same outcome. */
  function failed(error: unknown, entry: Record<string, unknown>) {
    const known = isControlApiError(error) ? error : undefined;
    const refusal = error instanceof Refusal ? error : undefined;
    const outcome = refusal ? 'rejected' : (known?.outcome ?? 'unknown');
    const why = refusal?.message ?? known?.code;
    Object.assign(entry, { outcome, why });
    if (known?.errors && known.code !== 'unauthenticated')
      return { status: known.status ?? 200, body: { data: known.data, errors: known.errors } };
    const said = refusal?.code ?? (outcome === 'unknown' ? 'NO_ANSWER' : 'FORBIDDEN');
    const errors = [{ message: `Broker: ${why}`, extensions: { code: said } }];
    return { status: statuses[said], body: { errors } };
  }

  return createServer({ requestTimeout: 10_000 }, async (request, response) => {
    const start = performance.now();
    const entry: Record<string, unknown> = { time: new Date().toISOString(), outcome: 'answered' };
    const { status, body } = await answer(request, entry).catch((error: unknown) => failed(error, entry));
    entry['ms'] = Math.round((performance.now() - start) * 100) / 100;
    appendFileSync(join(home, 'audit.jsonl'), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body).replaceAll(service.apiKey, '[redacted]'));
    request.resume();
  });
}
