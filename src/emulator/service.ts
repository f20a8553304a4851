import { type ExecutionArgs, execute, GraphQLError, type OperationTypeNode } from 'graphql';
import { createHandler, type RequestParams, type Response } from 'graphql-http';
import { isRecord } from '../base/is-record.ts';
import { type Authorization, readAuthorization, refusal } from './authorization.ts';
import { type AskedOperation, Documents } from './documents.ts';
import type { EmulatorSettings } from './emulator-options.ts';
import type { FaultReach, Resolvers } from './fault-behaviours.ts';
import { FaultPlan, type Strike } from './fault-plan.ts';
import { documentedUse, refuseAsked } from './http/documented-use.ts';
import { errorReply, type HttpAsked, type HttpReply } from './http/http-exchange.ts';
import { RequestLog } from './request-log.ts';
import type { EmulatedWorld } from './world/model/world-options.ts';
import { createWorld } from './world/world.ts';

/** A request on its way through the emulator. */
type PendingRequest = {
  readonly asked: HttpAsked;
  strikes: readonly Strike[];
  /** The parts that the world did not understand. */
  readonly notes: string[];
};

type Ready = ExecutionArgs & { readonly contextValue: PendingRequest };

const subscription: `${OperationTypeNode}` = 'subscription';

/** The GraphQL endpoint of an emulator, without the way in which requests reach it. */
export class Service {
  readonly requests: RequestLog = new RequestLog();
  readonly faults: FaultPlan;
  readonly world: EmulatedWorld;
  readonly #settings: EmulatorSettings;
  readonly #keys: readonly string[];
  readonly #documents = new Documents();
  readonly #reach: FaultReach;
  readonly #handle = createHandler<undefined, PendingRequest, PendingRequest>({
    onSubscribe: ({ context }, params) => this.#begin(context, params),
    execute: (args: ExecutionArgs) => execute(args),
    onOperation: ({ context: { strikes } }, _args, result) =>
      strikes.reduce((changed, { behaviour }) => behaviour.result?.(changed) ?? changed, result),
  });

  constructor(settings: EmulatorSettings, keys: readonly string[]) {
    this.#settings = settings;
    this.#keys = keys;
    this.faults = new FaultPlan(settings.seed);
    this.world = createWorld(settings.schema, {
      ...settings,
      report: (note, context, isFirst) => {
        if (isRecord(context) && Array.isArray(context['notes']) && !context['notes'].includes(note))
          context['notes'].push(note);
        if (isFirst) settings.report(note);
      },
    });
    this.#reach = {
      sleep: settings.sleep,
      moveSchema: async (text) => {
        this.world.swapSchema(await settings.readSchema(text));
      },
    };
  }

  /** Answers a request to the endpoint. */
  async answer(asked: HttpAsked): Promise<HttpReply> {
    const refused = refuseAsked(asked);
    if (refused) return refused;
    const pending: PendingRequest = { asked, strikes: [], notes: [] };
    const { method, url, body: text } = asked;
    const [body, { status, headers = {} }] = await this.#handle({
      ...{ method, url, body: text, raw: undefined, context: pending },
      headers: { get: asked.header },
    });
    if (body === null) return errorReply(status, 'The endpoint answers only in JSON: send `accept: application/json`.');
    const reply = { status, headers, body };
    const { breakage } = pending.strikes.find(({ behaviour }) => behaviour.breakage)?.behaviour ?? {};
    return breakage === undefined ? reply : { ...reply, breakage };
  }

  /** Makes everything as it was at the start: data, schema, faults, requests. */
  reset(): void {
    this.world.swapSchema(this.#settings.schema);
    this.world.reset();
    this.requests.clear();
    this.faults.clear();
    for (const fault of this.#settings.faults) this.faults.add(fault);
  }

  /** Reads the operation, lets faults strike it, and says what is to be executed, or the answer in its place. */
  async #begin(
    pending: PendingRequest,
    { query, variables, operationName }: RequestParams,
  ): Promise<Ready | readonly GraphQLError[] | Response> {
    const { asked } = pending;
    const { world } = this;
    const authorization = readAuthorization(asked.header('authorization'), this.#keys);
    const operation = this.#documents.read(query, operationName ?? undefined);
    const isInvalid = operation instanceof GraphQLError;
    const key = this.#keys.indexOf(bearerOf(asked)) + 1;
    if (!isInvalid) pending.strikes = this.faults.strike(operation, key);
    const kept = this.#withoutKeys(variables ?? {}, asked);
    const { name, kind } = isInvalid ? { name: operationName ?? undefined } : operation;
    const faults = pending.strikes.map(({ fault }) => fault);
    const request = { operationName: name, kind, variables: kept, authorization, faults, notes: pending.notes };
    this.requests.add(request);
    this.#settings.onRequest(request);
    for (const { behaviour } of pending.strikes) {
      const reply = await behaviour.before?.(this.#reach, asked.signal);
      if (reply) return framed(reply);
    }
    if (isInvalid) return [operation];
    const refused = this.#refused(operation, operationName, authorization);
    if (refused) return refused;
    return {
      ...{ schema: world.schema, document: operation.document, operationName, variableValues: variables },
      ...{ contextValue: pending, rootValue: undefined },
      ...withFaults(world, pending.strikes),
    };
  }

  /** The answer to an operation that is not executed. */
  #refused(
    { problems: found, kind, needsKey }: AskedOperation,
    name: string | null | undefined,
    authorization: Authorization,
  ): readonly GraphQLError[] | Response | undefined {
    const problems = found(this.world.schema);
    if (problems.length > 0) return problems;
    if (kind === subscription) return framed(errorReply(400, documentedUse));
    if (needsKey && authorization !== 'accepted') return framed(refusal(authorization));
    if (kind !== undefined) return undefined;
    const several = 'The document has no operation, or several: send `operationName` with several.';
    return [new GraphQLError(name == null ? several : `The document has no operation ${name}.`)];
  }

  /** A copy that no longer changes with the request. Who sends a key where none belongs must not find it in a test report. */
  #withoutKeys(variables: Record<string, unknown>, asked: HttpAsked): Record<string, unknown> {
    const text = JSON.stringify(variables);
    const keys = [...this.#keys, bearerOf(asked)];
    const found = keys.filter((key) => key.length >= 8 && text.includes(key));
    if (found.length === 0) return { ...variables };
    return JSON.parse(found.reduce((scrubbed, key) => scrubbed.replaceAll(key, '[redacted]'), text));
  }
}

function bearerOf({ header }: HttpAsked): string {
  return header('authorization')?.replace(/^Bearer /, '') ?? '';
}

function withFaults({ fieldResolver, typeResolver }: EmulatedWorld, strikes: readonly Strike[]): Resolvers {
  return strikes.reduce((changed, { behaviour }) => behaviour.resolvers?.(changed) ?? changed, {
    fieldResolver,
    typeResolver,
  });
}

function framed({ status, headers, body }: HttpReply): Response {
  return [body, { status, statusText: '', headers: { ...headers } }];
}
