import { type ExecutionArgs, execute, GraphQLError, type OperationTypeNode } from 'graphql';
import { createHandler } from 'graphql-http';
import { createAnswerMemory } from './answer-memory.ts';
import { readAuthorization, refusal } from './authorization.ts';
import { createDocuments } from './documents.ts';
import type { EmulatorRequest, EmulatorSettings } from './emulator-options.ts';
import type { FaultReach, Resolvers } from './fault-behaviours.ts';
import { createFaultPlan, type FaultPlan, type Strike } from './fault-plan.ts';
import { foreignHabit } from './http/foreign-habit.ts';
import { errorReply, type HttpAsked, type HttpReply } from './http/http-exchange.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import type { EmulatedWorld } from './world/model/world-options.ts';
import { createWorld } from './world/world.ts';

/** The GraphQL endpoint of an emulator, without the way in which requests reach it. */
export interface Service {
  /** Answers a request to the endpoint. */
  answer(asked: HttpAsked): Promise<HttpReply>;
  readonly requests: RequestLog;
  readonly faults: FaultPlan;
  readonly world: EmulatedWorld;
  /** Forgets the answers so far, since the data have changed. */
  changed(): void;
  /** Makes everything as it was at the start: data, schema, faults, requests. */
  reset(): void;
}

/** A request on its way through the emulator. */
type Course = {
  readonly asked: HttpAsked;
  strikes: readonly Strike[];
  /** What the world did not understand. */
  readonly notes: string[];
  /** The record of the request, once it was read. */
  request?: EmulatorRequest;
};

/** Makes the endpoint. */
export function createService(settings: EmulatorSettings, keys: readonly string[]): Service {
  const documents = createDocuments();
  const requests = createRequestLog();
  const faults = createFaultPlan(settings.seed);
  const answers = createAnswerMemory();
  const world = createWorld(settings.schema, {
    ...settings,
    report: (note, context, isFirst) => {
      if (isCourse(context) && !context.notes.includes(note)) context.notes.push(note);
      if (isFirst) settings.report(note);
    },
  });
  // Code of the integrator may answer differently each time.
  const remembers = settings.resolvers === undefined && settings.mocks === undefined;
  const reach: FaultReach = {
    sleep: settings.sleep,
    moveSchema: async (text) => {
      world.swapSchema(await settings.readSchema(text));
      answers.clear();
    },
  };

  function record(request: EmulatorRequest): void {
    requests.add(request);
    settings.onRequest(request);
  }

  async function begin(
    course: Course,
    { query, variables, operationName }: Asked,
  ): Promise<Ready | readonly GraphQLError[] | [string, Head]> {
    const { asked } = course;
    const authorization = readAuthorization(asked.header('authorization'), keys);
    const operation = documents.read(query, operationName ?? undefined);
    const invalid = operation instanceof GraphQLError;
    if (!invalid) course.strikes = faults.strike(operation);
    const request: EmulatorRequest = {
      operationName: invalid ? (operationName ?? undefined) : operation.name,
      kind: invalid ? undefined : operation.kind,
      variables: withoutKeys(variables ?? {}, [...keys, asked.header('authorization')?.replace(/^Bearer /, '') ?? '']),
      authorization,
      faults: course.strikes.map(({ fault }) => fault),
      notes: course.notes,
    };
    course.request = request;
    record(request);
    for (const { behaviour } of course.strikes) {
      const reply = await behaviour.before?.(reach, asked.signal);
      if (reply) return framed(reply);
    }
    if (invalid) return [operation];
    const { document, kind, needsKey } = operation;
    const { schema } = world;
    const problems = documents.problems(schema, document);
    if (problems.length > 0) return problems;
    if (kind === subscription) return [new GraphQLError('Subscriptions are not supported: none are documented.')];
    if (needsKey && authorization !== 'accepted') return framed(refusal(authorization));
    if (kind === undefined) return [new GraphQLError(noOperation(operationName))];
    return {
      schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: course,
      rootValue: undefined,
      ...struck(world, course.strikes),
    };
  }

  const handle = createHandler<undefined, Course, Course>({
    onSubscribe: ({ context }, params) => begin(context, params),
    execute: (args: ExecutionArgs) => execute(args),
    onOperation({ context: { strikes } }, _args, result) {
      return strikes.reduce((changed, { behaviour }) => behaviour.result?.(changed) ?? changed, result);
    },
  });

  return {
    requests,
    faults,
    world,
    changed: () => answers.clear(),
    async answer(asked) {
      const habit = foreignHabit(asked);
      if (habit) return habit;
      const key = remembers && faults.set.length === 0 ? memoryKey(asked, keys) : undefined;
      const known = key === undefined ? undefined : answers.get(key);
      if (known) {
        record(known.request);
        return known.reply;
      }
      const course: Course = { asked, strikes: [], notes: [] };
      const [body, { status, headers = {} }] = await handle({
        method: asked.method,
        url: asked.url,
        headers: { get: asked.header },
        body: asked.body,
        raw: undefined,
        context: course,
      });
      if (body === null)
        return errorReply(status, 'The endpoint answers only in JSON: send `accept: application/json`.');
      const reply = { status, headers, body };
      const { request } = course;
      if (request?.kind === 'mutation') answers.clear();
      else if (key !== undefined && request?.kind === 'query') answers.set(key, { request, reply });
      const { mishap } = course.strikes.find(({ behaviour }) => behaviour.mishap)?.behaviour ?? {};
      return mishap === undefined ? reply : { ...reply, mishap };
    },
    reset() {
      world.swapSchema(settings.schema);
      world.reset();
      answers.clear();
      requests.clear();
      faults.clear();
      for (const fault of settings.faults) faults.add(fault);
    },
  };
}

/** All of a request that its answer depends on, as long as the data stay. */
function memoryKey({ header, body }: HttpAsked, keys: readonly string[]): string {
  const authorization = readAuthorization(header('authorization'), keys);
  return `${authorization}\n${header('content-type')}\n${header('accept')}\n${body}`;
}

/** The parts of a GraphQL request. */
interface Asked {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null | undefined;
  readonly operationName?: string | null | undefined;
}

type Ready = ExecutionArgs & { readonly contextValue: Course };
type Head = { readonly status: number; readonly statusText: string; readonly headers: Record<string, string> };

const subscription: `${OperationTypeNode}` = 'subscription';

function isCourse(context: unknown): context is Course {
  return typeof context === 'object' && context !== null && 'notes' in context;
}

function struck({ fieldResolver, typeResolver }: EmulatedWorld, strikes: readonly Strike[]): Resolvers {
  return strikes.reduce((changed, { behaviour }) => behaviour.resolvers?.(changed) ?? changed, {
    fieldResolver,
    typeResolver,
  });
}

function framed({ status, headers, body }: HttpReply): [string, Head] {
  return [body, { status, statusText: '', headers: { ...headers } }];
}

/** A copy that no longer changes with the request. Who sends a key where none belongs must not find it in a test report. */
function withoutKeys(variables: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  const text = JSON.stringify(variables);
  const found = keys.filter((key) => key.length >= 8 && text.includes(key));
  if (found.length === 0) return { ...variables };
  return JSON.parse(found.reduce((scrubbed, key) => scrubbed.replaceAll(key, '[redacted]'), text));
}

function noOperation(name: string | null | undefined): string {
  return name == null
    ? 'The document has no operation, or several: send `operationName` with several.'
    : `The document has no operation ${name}.`;
}
