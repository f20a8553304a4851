import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionOptions,
  type IntrospectionQuery,
  validateSchema,
} from 'graphql';
import { createControlClient, isControlApiError } from './index.ts';

/** Why the live schema could not be read. Stable: compare this, never the message. */
export type IntrospectionErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'http_status'
  | 'not_graphql'
  | 'introspection_off'
  | 'partial'
  | 'invalid_schema';

/** The live schema could not be read, so nothing can be said about it: neither that it changed nor that it did not. */
export class IntrospectionError extends Error {
  override readonly name = 'IntrospectionError';
  /** Which failure this is. */
  readonly code: IntrospectionErrorCode;
  /** The answer's HTTP status, where there was an answer. */
  readonly status?: number;

  constructor(code: IntrospectionErrorCode, message: string, details: { status?: number; cause?: unknown } = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    if (details.status !== undefined) this.status = details.status;
  }
}

/** Where and how to read the live schema. No key is asked for and none is sent: introspection is documented as open. */
export interface IntrospectOptions {
  /** The service's base URL, as for the client. Default: `CONTROL_API_URL`. */
  readonly baseUrl?: string | URL;
  /** How long reading may take in all, retries included, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
  /** How often each of the two requests is tried again where that can help. Default: 2. */
  readonly maxRetries?: number;
  /** Ends the reading early. */
  readonly signal?: AbortSignal;
  /** The function that does the HTTP exchange, as for the client. */
  readonly fetch?: typeof fetch;
  /** Whether descriptions are read as well; without them a large schema is half the size. Default: true. */
  readonly descriptions?: boolean;
}

/**
 * Reads the live schema by introspection, with all that the server can tell: deprecated arguments and input fields,
 * repeatable directives, scalar specifications, one-of inputs. Servers that know less are asked for less.
 *
 * @throws {IntrospectionError} where the schema could not be read, is incomplete or is invalid.
 * @throws {ControlApiError} of code `configuration` where an option is wrong.
 */
export async function introspect(options: IntrospectOptions = {}): Promise<GraphQLSchema> {
  const { timeoutMs = 30_000, maxRetries, signal, baseUrl, fetch, descriptions = true } = options;
  const client = createControlClient({
    apiKey: null,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(fetch === undefined ? {} : { fetch }),
    timeoutMs,
  });
  const deadline = performance.now() + timeoutMs;
  const ask: Ask = async (document) => {
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    const { data, errors } = await client.execute<unknown>(document, undefined, {
      timeoutMs: left,
      ...(signal === undefined ? {} : { signal }),
    });
    return { data, errors: errors?.map((error) => error.message) ?? [] };
  };
  try {
    const features = await askFeatures(ask);
    return readSchema(await ask(getIntrospectionQuery({ descriptions, ...features })));
  } catch (error) {
    throw explain(error, timeoutMs);
  } finally {
    await client.close();
  }
}

type Ask = (document: string) => Promise<{ data: unknown; errors: readonly string[] }>;

const featuresDocument = `query SchemaFeatures {
  schema: __type(name: "__Schema") { ...Members }
  type: __type(name: "__Type") { ...Members }
  field: __type(name: "__Field") { ...Members }
  directive: __type(name: "__Directive") { ...Members }
  input: __type(name: "__InputValue") { ...Members }
}
fragment Members on __Type { fields { name args { name } } }`;

/** What the server's introspection knows beyond the oldest specification. A server that won't say is asked for the least. */
async function askFeatures(ask: Ask): Promise<IntrospectionOptions> {
  let data: unknown;
  try {
    ({ data } = await ask(featuresDocument));
  } catch (error) {
    if (isControlApiError(error, 'graphql') || (isControlApiError(error) && error.status === 400)) return {};
    throw error;
  }
  const knows = (type: string, field: string, argument?: string): boolean =>
    list(member(member(data, type), 'fields')).some(
      (entry) =>
        member(entry, 'name') === field &&
        (argument === undefined || list(member(entry, 'args')).some((arg) => member(arg, 'name') === argument)),
    );
  return {
    schemaDescription: knows('schema', 'description'),
    specifiedByUrl: knows('type', 'specifiedByURL'),
    oneOf: knows('type', 'isOneOf'),
    directiveIsRepeatable: knows('directive', 'isRepeatable'),
    inputValueDeprecation:
      knows('input', 'isDeprecated') &&
      knows('type', 'inputFields', 'includeDeprecated') &&
      knows('field', 'args', 'includeDeprecated') &&
      knows('directive', 'args', 'includeDeprecated'),
  };
}

function readSchema({ data, errors }: { data: unknown; errors: readonly string[] }): GraphQLSchema {
  const first = errors[0] === undefined ? '' : ` The server says: ${JSON.stringify(errors[0])}.`;
  if (member(data, '__schema') == null) {
    throw new IntrospectionError(
      'introspection_off',
      `The server answered without a schema.${first} Introspection is documented as open: ask the service whether it was switched off, or check the URL.`,
    );
  }
  const gap = errors.length > 0 ? 'it came with errors' : findGap(data);
  if (gap !== undefined || !isIntrospection(data)) {
    throw new IntrospectionError(
      'partial',
      `The server sent only a part of its schema: ${gap}.${first} Nothing can be concluded from a part: try again, or ask the service.`,
    );
  }
  const schema = build(data);
  const faults = validateSchema(schema);
  if (faults[0] !== undefined) throw invalid(faults[0].message, faults[0]);
  return schema;
}

function build(introspection: IntrospectionQuery): GraphQLSchema {
  try {
    return buildClientSchema(introspection);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error);
  }
}

function invalid(fault: string, cause: unknown): IntrospectionError {
  const message = `The server's schema is not valid GraphQL: ${fault} Tell the service; until then nothing can be compared.`;
  return new IntrospectionError('invalid_schema', message, { cause });
}

/** What an introspection answer lacks, in words; undefined where it is whole. */
function findGap(data: unknown): string | undefined {
  const schema = member(data, '__schema');
  const types = member(schema, 'types');
  if (!Array.isArray(types) || types.length === 0) return 'it lists no types';
  if (!Array.isArray(member(schema, 'directives'))) return 'it lists no directives';
  if (typeof member(member(schema, 'queryType'), 'name') !== 'string') return 'it names no query type';
  const described = new Set(types.map((type) => member(type, 'name')));
  for (const root of ['queryType', 'mutationType', 'subscriptionType']) {
    const name = member(member(schema, root), 'name');
    if (name !== undefined && !described.has(name)) return `type ${name} is not described`;
  }
  for (const type of types) {
    const gap = findTypeGap(type, described);
    if (gap !== undefined) return gap;
  }
  return undefined;
}

const membersOf: Readonly<Record<string, readonly string[]>> = {
  OBJECT: ['fields', 'interfaces'],
  INTERFACE: ['fields', 'possibleTypes'],
  UNION: ['possibleTypes'],
  ENUM: ['enumValues'],
  INPUT_OBJECT: ['inputFields'],
  SCALAR: [],
};

function findTypeGap(type: unknown, described: ReadonlySet<unknown>): string | undefined {
  const name = member(type, 'name');
  const kind = member(type, 'kind');
  const lists = typeof kind === 'string' ? membersOf[kind] : undefined;
  if (typeof name !== 'string' || lists === undefined) return 'a type has no name or kind';
  for (const key of lists) {
    const entries = member(type, key);
    if (!Array.isArray(entries)) return `type ${name} has no ${key}`;
    for (const entry of entries) {
      const refers = key === 'possibleTypes' || key === 'interfaces' ? [entry] : [];
      if (key === 'fields' || key === 'inputFields') refers.push(member(entry, 'type'));
      if (key === 'fields') refers.push(...list(member(entry, 'args')).map((arg) => member(arg, 'type')));
      if (key === 'fields' && !Array.isArray(member(entry, 'args'))) return `a field of ${name} has no args`;
      for (const reference of refers) {
        const target = innermost(reference);
        if (!described.has(target)) return `${name} refers to ${target ?? 'a nameless type'}, which is not described`;
      }
    }
  }
  return undefined;
}

function innermost(reference: unknown): unknown {
  let type = reference;
  while (member(type, 'ofType') != null) type = member(type, 'ofType');
  return member(type, 'name') ?? undefined;
}

function isIntrospection(data: unknown): data is IntrospectionQuery {
  return findGap(data) === undefined;
}

/** A member of a parsed JSON value; `null` counts as absent. */
function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, key) ?? undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A client's failure in the words of someone who only wanted to read the schema. */
function explain(error: unknown, timeoutMs: number): unknown {
  if (!isControlApiError(error) || error.code === 'configuration' || error.code === 'browser_runtime') return error;
  const details = { ...(error.status === undefined ? {} : { status: error.status }), cause: error };
  const said = error.errors?.[0]?.message;
  if (said !== undefined)
    return new IntrospectionError(
      'introspection_off',
      `The server refused introspection. It says: ${JSON.stringify(said)}. Introspection is documented as open: ask the service whether it was switched off, or check the URL.`,
      details,
    );
  switch (error.code) {
    case 'timeout':
      return new IntrospectionError(
        'timeout',
        `The schema was not read within ${timeoutMs} ms. Try again, or allow more time.`,
        details,
      );
    case 'aborted':
      return new IntrospectionError('aborted', 'Reading the schema was stopped before it ended.', details);
    case 'network':
      return new IntrospectionError(
        'unreachable',
        `The service could not be reached: ${error.message} Check the base URL and the network, then try again.`,
        details,
      );
    case 'malformed_response':
    case 'response_too_large':
      return new IntrospectionError(
        'not_graphql',
        `What answered did not speak GraphQL: ${error.message} Check that the base URL is the service's.`,
        details,
      );
    default:
      return new IntrospectionError(
        'http_status',
        `The server refused to show its schema${error.status === undefined ? '' : ` (HTTP ${error.status})`}: ${error.message} Introspection is documented as open and needs no key: check the base URL, or try again later.`,
        details,
      );
  }
}
