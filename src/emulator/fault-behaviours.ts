import { type ExecutionResult, GraphQLError, isLeafType, responsePathAsArray } from 'graphql';
import type { AskedOperation } from './documents.ts';
import type { FaultDetails, FaultName } from './fault.ts';
import { type Breakage, errorReply, type HttpReply } from './http/http-exchange.ts';
import type { EmulatedWorld } from './world/model/world-options.ts';

/** The two functions that an executor needs. */
export type Resolvers = Pick<EmulatedWorld, 'fieldResolver' | 'typeResolver'>;

/** The parts that a fault can reach beyond the request. */
export interface FaultReach {
  /** Waits; ends early when nobody waits for the answer any more. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Serves another schema from now on. */
  readonly moveSchema: (schema: string) => Promise<void>;
}

/** The effect of a fault on a request, at the stages that a request passes. */
export interface FaultBehaviour {
  /** How many requests it strikes if nothing is said; every one if undefined. */
  readonly times?: number;
  /** Whether it can strike this operation, sent with the key of that number (0 for none), at all; every one if undefined. */
  readonly strikes?: (operation: AskedOperation, key: number) => boolean;
  /** Before the operation is looked at: an answer in its place, or undefined to go on. */
  readonly before?: (
    reach: FaultReach,
    signal: AbortSignal | undefined,
  ) => HttpReply | undefined | Promise<HttpReply | undefined>;
  /** While it is executed. */
  readonly resolvers?: (resolvers: Resolvers) => Resolvers;
  /** When it was executed. */
  readonly result?: (result: ExecutionResult) => ExecutionResult;
  /** While the answer is sent. */
  readonly breakage?: Breakage;
}

/** The behaviour of each fault, from its details. */
export const faultBehaviours: { readonly [Name in FaultName]: (details: FaultDetails[Name]) => FaultBehaviour } = {
  slow: ({ delayMs = 1_000 }) => ({ before: ({ sleep }, signal) => sleep(delayMs, signal).then(() => undefined) }),
  stalled: () => ({ breakage: 'stalled' }),
  reset: () => ({ breakage: 'reset' }),
  truncated: () => ({ breakage: 'truncated' }),
  'html-502': ({ status = 502 }) => ({
    before: () => ({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: gatewayPage(status) }),
  }),
  'unavailable-then-fine': ({ status = 503 }) => ({
    times: 1,
    before: () => errorReply(status, 'The service is not available at the moment.'),
  }),
  'rate-limited': ({ status = 429, retryAfter = 1 }) => ({
    before: () =>
      errorReply(status, 'Too many requests.', {
        code: 'RATE_LIMITED',
        headers: { 'retry-after': String(retryAfter) },
      }),
  }),
  'revoked-key': ({ status = 401, key }) => ({
    strikes: ({ needsKey }, sent) => needsKey && (key === undefined || sent === key),
    before: () =>
      errorReply(status, 'The key was revoked.', { code: status === 403 ? 'FORBIDDEN' : 'UNAUTHENTICATED' }),
  }),
  'graphql-error': ({ code = 'INTERNAL_SERVER_ERROR', message = 'Something went wrong.' }) => ({
    before: () => errorReply(200, message, { code }),
  }),
  'null-data': () => ({ result: emptied }),
  'partial-data': ({ field }) => partialData(field),
  'stuck-cursor': stuckCursor,
  'introspection-off': () => ({
    strikes: ({ introspects }) => introspects,
    before: () => errorReply(400, 'Introspection is not allowed.', { code: 'GRAPHQL_VALIDATION_FAILED' }),
  }),
  'schema-moved': ({ schema }) => ({
    times: 1,
    before: ({ moveSchema }) => moveSchema(schema).then(() => undefined),
  }),
};

const failed = { code: 'INTERNAL_SERVER_ERROR' };

function emptied(): ExecutionResult {
  return { data: null, errors: [new GraphQLError('Something went wrong.', { extensions: failed })] };
}

function gatewayPage(status: number): string {
  const title = status === 502 ? '502 Bad Gateway' : `${status} Error`;
  return `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

/** One field fails and is null; without a nullable field, GraphQL empties the data up to the next nullable object. */
function partialData(wanted: string | undefined): FaultBehaviour {
  return {
    resolvers({ fieldResolver, typeResolver }) {
      let found = false;
      return {
        typeResolver,
        fieldResolver(source, args, context, info) {
          const { parentType, fieldName, returnType } = info;
          const strikes =
            wanted === undefined ? !found && isLeafType(returnType) : wanted === `${parentType.name}.${fieldName}`;
          if (!strikes) return fieldResolver(source, args, context, info);
          found = true;
          throw new GraphQLError(`The field ${fieldName} failed.`, { extensions: failed });
        },
      };
    },
    result: (result) => (result.errors === undefined && wanted === undefined ? emptied() : result),
  };
}

/** Every page promises another one, and asks for it with the cursor of the first. */
function stuckCursor(): FaultBehaviour {
  const cursors = new Map<string, unknown>();
  return {
    resolvers: ({ fieldResolver, typeResolver }) => ({
      typeResolver,
      fieldResolver(source, args, context, info) {
        const { fieldName, parentType } = info;
        const value: unknown = fieldResolver(source, args, context, info);
        if (!('hasNextPage' in parentType.getFields() || 'hasPreviousPage' in parentType.getFields())) return value;
        if (/^has(Next|Previous)Page$/.test(fieldName)) return true;
        if (!/^(end|start)Cursor$/.test(fieldName)) return value;
        const place = [info.operation.name?.value, ...responsePathAsArray(info.path)].join('.');
        if (!cursors.has(place)) cursors.set(place, value);
        return cursors.get(place);
      },
    }),
  };
}
