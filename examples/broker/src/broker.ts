import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { createControlClient, isControlApiError, type OperationDocument } from 'control-api-sdk';
import { Kind, parse } from 'graphql';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { scrubber } from './scrub.js';
import { hashOf, home, tokenReader } from './tokens.js';

const statuses = { UNAUTHENTICATED: 401, FORBIDDEN: 403, RATE_LIMITED: 429, NO_LOG: 503 };

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

/** Adds a line to the log, or throws. */
const record = (entry: object) =>
  appendFileSync(join(home, 'audit.jsonl'), `${JSON.stringify(entry)}\n`, { mode: 0o600 });

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
  // Lines of refused requests, for each subject: a loop without a token fills no disk.
  const refusals = new RateLimiterMemory({ points: 60, duration: 60 });
  const scrub = scrubber(service.apiKey);

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
    try {
      record({ ...entry, outcome: 'begun' });
    } catch {
      throw new Refusal('NO_LOG', 'The log cannot be written.');
    }
    const { data, errors } = await (isMeta ? open : upstream).execute(query, variables);
    return { status: 200, headers: {}, body: { data, errors } };
  }

  /** The answer to a failed request, from which the application's client reads the same outcome. */
  function failed(error: unknown, entry: Record<string, unknown>) {
    const known = isControlApiError(error) ? error : undefined;
    const isForbidden = known?.code === 'operation_not_allowed';
    const refusal = isForbidden ? new Refusal('FORBIDDEN', known.code) : error instanceof Refusal ? error : undefined;
    const why = refusal?.message ?? known?.code ?? 'internal';
    Object.assign(entry, { outcome: refusal ? 'refused' : (known?.outcome ?? 'unknown'), why });
    const wait = known?.retryAfterMs;
    const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': `${Math.ceil(wait / 1000)}` };
    // The service refused the broker's key: the token is fine, so the application reads an outage.
    const { status = 200, data, errors } = known?.code === 'unauthenticated' ? { status: 502 } : (known ?? {});
    if (errors) return { status, headers, body: { data, errors } };
    const body = { errors: [{ message: `Broker: ${why}`, extensions: { code: refusal?.code ?? 'NO_ANSWER' } }] };
    const isRefused = status >= 400 && status < 500;
    return { status: refusal ? statuses[refusal.code] : isRefused ? status : 502, headers, body };
  }

  return createServer({ requestTimeout: 10_000 }, async (request, response) => {
    const start = performance.now();
    const entry: Record<string, unknown> = {
      id: randomUUID(),
      time: new Date().toISOString(),
      outcome: 'answered',
    };
    const { status, headers, body } = await answer(request, entry).catch((error: unknown) => failed(error, entry));
    entry['ms'] = Math.round((performance.now() - start) * 100) / 100;
    try {
      if (entry['outcome'] === 'refused') await refusals.consume(String(entry['subject']));
      record(entry);
    } catch {
      // Refused too often, or the disk is full since `begun` was written: the next request is answered with 503.
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(scrub(JSON.stringify(body)));
    request.resume();
  });
}
