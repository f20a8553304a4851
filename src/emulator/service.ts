import { execute, GraphQLError, type GraphQLSchema } from 'graphql';
import { createHandler, type RequestParams, type Response } from 'graphql-http';
import { readAuthorization, refusal, type SentKey } from './authorization.ts';
import { atOnce, type RequestedOperation, requestedOperation } from './documents.ts';
import type { EmulatorRequest } from './emulator-options.ts';
import { FaultPlan, type SetFault } from './fault-plan.ts';
import { documentedUse, errorReply, type HttpReply, type HttpRequest } from './http/http-exchange.ts';
import type { EmulatorSettings } from './read-settings.ts';
import { keptRequests, withoutKeys } from './request-log.ts';
import { EmulatedWorld } from './world/world.ts';

/** The GraphQL endpoint of an emulator, over a socket or in process. */
export class Service {
  requests: EmulatorRequest[] = [];
  readonly faults: FaultPlan;
  #world: EmulatedWorld;
  readonly #settings: EmulatorSettings;
  readonly #keys: readonly string[];

  constructor(settings: EmulatorSettings, keys: readonly string[]) {
    this.#settings = settings;
    this.#keys = keys;
    this.#world = new EmulatedWorld(settings.schema, {
      ...settings,
      report: (note, notes, isFirst) => {
        if (Array.isArray(notes) && !notes.includes(note)) notes.push(note);
        if (isFirst) settings.onNote(note);
      },
    });
    this.faults = new FaultPlan(settings, this);
  }

  get world(): EmulatedWorld {
    return this.#world;
  }

  /** Serves another schema from now on, with the same objects and changes. */
  serve(schema: GraphQLSchema): void {
    if (schema !== this.#world.schema) this.#world = new EmulatedWorld(schema, this.#world.settings, this.#world);
  }

  async answer(asked: HttpRequest, text: string): Promise<HttpReply> {
    let strikes: readonly SetFault[] = [];
    const handle = createHandler({
      // All other errors are about the form of the request.
      formatError: (error) => (error instanceof GraphQLError ? error : new Error(documentedUse)),
      onSubscribe: (_, params) => {
        const sent = readAuthorization(asked, this.#keys);
        const operation = requestedOperation(params.query, params.operationName ?? undefined);
        strikes = this.faults.strike(operation, sent.number);
        return this.#answered(operation, params, sent, strikes, asked.signal);
      },
    });
    const { method, url, header } = asked;
    const request = { method, url, headers: { get: header }, body: text, raw: undefined, context: undefined };
    const [body, { status, headers = {} }] = await handle(request);
    if (body === null) return errorReply(status, documentedUse);
    const breakage = strikes.find(({ effect }) => effect.breakage)?.effect.breakage;
    return { status, headers, body, ...(breakage && { breakage }) };
  }

  reset(): void {
    this.serve(this.#settings.schema);
    this.#world.reset();
    this.requests = [];
    this.faults.reset();
  }

  async #answered(
    { document, problems, name, kind, needsKey }: RequestedOperation,
    { operationName, variables }: RequestParams,
    sent: SentKey,
    strikes: readonly SetFault[],
    signal: AbortSignal,
  ) {
    const notes: string[] = [];
    const { authorization } = sent;
    const kept = withoutKeys(variables ?? {}, [...this.#keys, sent.key]);
    const faults = strikes.map(({ fault }) => fault.fault);
    const request = { operationName: name, kind, variables: kept, authorization, faults, notes };
    this.requests = keptRequests(this.requests);
    this.requests.push(request);
    this.#settings.onRequest(request);
    const effects = strikes.map(({ effect }) => effect);
    for (const { before, reply } of effects) {
      await before?.(signal);
      if (reply) return framed(reply);
    }
    const { schema, fieldResolver, typeResolver } = this.#world;
    const found = problems(schema);
    if (found.length > 0) return found;
    if (kind === 'subscription') return framed(errorReply(400, documentedUse));
    if (needsKey && authorization !== 'accepted') return framed(refusal(sent));
    if (kind === undefined) {
      const several = 'The document has no operation, or several: send `operationName` with several.';
      return [new GraphQLError(name === undefined ? several : `The document has no operation ${name}.`)];
    }
    const refused = this.#world.refusals({ document, operationName: name, variables: variables ?? {} });
    notes.push(...refused.map(({ message }) => message));
    if (refused.length > 0) return refused;
    const executed = await execute({
      ...atOnce(schema, document),
      operationName,
      variableValues: variables,
      contextValue: notes,
      typeResolver,
      fieldResolver: effects.reduce((next, { resolver }) => resolver?.(next) ?? next, fieldResolver),
    });
    for (const { refusal } of effects) {
      const reply = refusal?.(executed);
      if (reply) return framed(reply);
    }
    const { data, errors } = effects.reduce((now, { result }) => result?.(now) ?? now, executed);
    // Without data nothing was executed, as with variables of a wrong type.
    return data === undefined ? errors : { data, ...(errors && { errors }) };
  }
}

function framed({ status, headers, body }: HttpReply): Response {
  return [body, { status, statusText: '', headers: { ...headers } }];
}
