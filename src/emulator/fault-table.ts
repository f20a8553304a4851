import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../base/is-record.ts';
import {
  type AllowedOptions,
  anyText,
  checkOptions,
  oneOfThese,
  refusedSetting,
  share,
  whole,
} from './check-options.ts';
import type { RequestedOperation } from './documents.ts';
import type { Fault, FaultDetails, FaultName, FaultScope } from './fault.ts';
import { type Breakage, errorReply, type HttpReply, jsonReply } from './http/http-exchange.ts';
import type { EmulatorSettings } from './read-settings.ts';

type ReadSchema = EmulatorSettings['readSchema'];
export interface ServedSchema {
  readonly world: { readonly schema: GraphQLSchema };
  serve(schema: GraphQLSchema): void;
}
type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** The effect of a fault on a request, at each stage that a request passes. */
export interface FaultEffect {
  /** The default of `times`; every request if undefined. */
  readonly times?: number;
  /** The requests that the fault can strike; every one if undefined. */
  readonly strikes?: (operation: RequestedOperation, key: number) => boolean;
  readonly before?: (signal: AbortSignal) => Promise<void>;
  readonly reply?: HttpReply;
  readonly resolver?: (next: Resolver) => Resolver;
  readonly result?: (result: ExecutionResult) => ExecutionResult;
  readonly refusal?: (result: ExecutionResult) => HttpReply | undefined;
  readonly breakage?: Breakage;
}

interface FaultRow<Details> {
  readonly options: AllowedOptions<Details>;
  readonly effect: (details: Details, service: ServedSchema, read: ReadSchema) => FaultEffect | Promise<FaultEffect>;
}

function row<Details>(
  options: AllowedOptions<NoInfer<Details>>,
  effect: FaultRow<NoInfer<Details>>['effect'],
): FaultRow<Details> {
  return { options, effect };
}

const scope: AllowedOptions<FaultScope> = {
  operation: anyText,
  nth: whole(1),
  times: whole(1),
  kind: oneOfThese('query', 'mutation'),
  probability: share,
};

const failing = whole(500, 599, 'status');

const faults: { readonly [Name in FaultName]: FaultRow<FaultDetails[Name]> } = {
  slow: row({ delayMs: whole(0) }, ({ delayMs = 1_000 }) => ({ before: (signal) => sleep(delayMs, signal) })),
  stalled: row({}, () => ({ breakage: 'stalled' })),
  reset: row({}, () => ({ breakage: 'reset' })),
  truncated: row({}, () => ({ breakage: 'truncated' })),
  'html-502': row({ status: failing }, ({ status = 502 }) => ({ reply: gatewayPage(status) })),
  'unavailable-then-fine': row({ status: failing }, ({ status = 503 }) => ({
    times: 1,
    reply: errorReply(status, 'The service is not available at the moment.'),
  })),
  'rate-limited': row({ status: oneOfThese(429, 200), retryAfter: whole(0) }, ({ status = 429, retryAfter = 1 }) => ({
    reply: errorReply(status, 'Too many requests.', 'RATE_LIMITED', { 'retry-after': String(retryAfter) }),
  })),
  'revoked-key': row({ status: oneOfThese(401, 403, 200), key: oneOfThese(1, 2) }, ({ status = 401, key }) => ({
    strikes: ({ needsKey }, sent) => needsKey && (key === undefined || sent === key),
    reply: errorReply(status, 'The key was revoked.', status === 403 ? 'FORBIDDEN' : 'UNAUTHENTICATED'),
  })),
  'graphql-error': row({ code: anyText, message: anyText }, ({ code = failed.code, message = failure }) => ({
    reply: errorReply(200, message, code),
  })),
  'null-data': row({}, () => ({ result: emptied })),
  'partial-data': row({ field: anyText }, ({ field }, { world }) => partialData(field, world.schema)),
  'page-too-large': row(
    { max: whole(1), form: oneOfThese('error', 'null-data', 'complexity', 'status') },
    ({ max = 50, form = 'error' }) => pageTooLarge(max, form),
  ),
  'stuck-cursor': row({}, () => ({ resolver: stuckCursor })),
  'introspection-off': row({}, () => ({
    strikes: ({ introspects }) => introspects,
    reply: errorReply(400, 'Introspection is not allowed.', 'GRAPHQL_VALIDATION_FAILED'),
  })),
  'schema-moved': row({ schema: anyText }, async ({ schema }, service, read) => {
    if (schema === undefined)
      throw refusedSetting('The fault schema-moved needs a `schema`: SDL, or the path of a file.');
    const next = await read(schema);
    return { times: 1, before: async () => service.serve(next) };
  }),
};

export const faultNames: readonly string[] = Object.keys(faults);

/** Reads a fault from code without types, from a command line, or from JSON. @throws {ControlApiError} if it is not a fault. */
export function readFault(input: unknown): Fault {
  if (!isRecord(input)) throw refusedSetting('A fault must be an object, such as { "fault": "slow" }.');
  const { fault, operation, ...given } = input;
  if (!isFaultName(fault)) throw refusedSetting(`The emulator's \`fault\` must be one of: ${faultNames.join(', ')}.`);
  const name = isRecord(operation) ? (operation['operationName'] ?? '') : operation;
  const read = { ...given, ...(name !== undefined && { operation: name }) };
  checkOptions(`fault ${fault}`, { ...scope, ...faults[fault].options }, read);
  return { fault, ...read } as object as Fault;
}

/** @throws {ControlApiError} if the fault names a field that the schema does not have. */
export async function effectOf<Name extends FaultName>(
  name: Name,
  details: FaultDetails[Name],
  service: ServedSchema,
  readSchema: ReadSchema,
): Promise<FaultEffect> {
  return faults[name].effect(details, service, readSchema);
}

function isFaultName(name: unknown): name is FaultName {
  return typeof name === 'string' && Object.hasOwn(faults, name);
}

const failure = 'Something went wrong.';
const failed = { code: 'INTERNAL_SERVER_ERROR' };

/** Waits for the delay or the end of the request. The global `setTimeout` works with fake timers. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)));
  });
}

function emptied(): ExecutionResult {
  return { data: null, errors: [new GraphQLError(failure, { extensions: failed })] };
}

function gatewayPage(status: number): HttpReply {
  const title = status === 502 ? '502 Bad Gateway' : `${status} Error`;
  const body = `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function partialData(wanted: string | undefined, schema: GraphQLSchema): FaultEffect {
  const [type = '', name = '', ...rest] = wanted?.split('.') ?? [];
  const owner = schema.getType(type);
  if (wanted !== undefined && !(rest.length === 0 && isObjectType(owner) && owner.getFields()[name]))
    throw refusedSetting(
      `The \`field\` of the fault partial-data must be a field of an object type, as \`Type.field\`: the schema has no \`${wanted}\`.`,
    );
  return {
    resolver(next) {
      let found = false;
      return (source, args, context, info) => {
        const { parentType, fieldName, returnType } = info;
        const strikes =
          wanted === undefined ? !found && isLeafType(returnType) : wanted === `${parentType.name}.${fieldName}`;
        if (!strikes) return next(source, args, context, info);
        found = true;
        throw new GraphQLError(`The field ${fieldName} failed.`, { extensions: failed });
      };
    },
    result: (result) => (result.errors === undefined && wanted === undefined ? emptied() : result),
  };
}

/** Every page is the first, and promises a next one: so the client asks with the same cursor again. */
function stuckCursor(next: Resolver): Resolver {
  return (source, args, context, info) => {
    if (/^has(?:Next|Previous)Page$/.test(info.fieldName)) return true;
    const type = getNamedType(info.returnType);
    const isPage = isObjectType(type) && ['pageInfo', 'hasNextPage'].some((name) => name in type.getFields());
    const { after, before, ...others } = args;
    return next(source, isPage ? others : args, context, info);
  };
}

/** Refuses a large page in the form of one family of servers. */
function pageTooLarge(max: number, form: NonNullable<FaultDetails['page-too-large']['form']>): FaultEffect {
  return {
    resolver: (next) => (source, args, context, info) => {
      const sizes = ['first', 'last', 'limit', 'pageSize'].map((name) => args[name]);
      const asked = sizes.find((it) => typeof it === 'number' && it > max);
      if (asked === undefined) return next(source, args, context, info);
      const message = `The page of ${asked} items is too large: at most ${max} are given at once.`;
      const code = form === 'complexity' ? 'COMPLEXITY_LIMIT_EXCEEDED' : 'PAGE_TOO_LARGE';
      throw new GraphQLError(message, { extensions: { code, requestedItems: asked, maxAllowedItems: max } });
    },
    refusal: ({ errors = [] }) => {
      const refused = errors.filter(({ extensions }) => 'maxAllowedItems' in extensions);
      if (refused.length === 0 || form === 'error') return undefined;
      if (form === 'status') return gatewayPage(502);
      const shown = refused.map(({ message, extensions }) => ({ message, extensions }));
      return jsonReply(200, form === 'null-data' ? { data: null, errors: shown } : { errors: shown });
    },
  };
}
