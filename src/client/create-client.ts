import { BROWSER_SENTENCE, isServer } from '../browser/is-server.ts';
import { Call, type CallParts } from '../call/call.ts';
import { type CallAnswer, toError } from '../call/call-result.ts';
import { readOperation } from '../call/document/read-operation.ts';
import { observe } from '../call/events/telemetry.ts';
import { createExchange } from '../call/exchange/exchange.ts';
import type { FailedCall } from '../call/judge/failure.ts';
import {
  CALL_OPTIONS,
  type CallInput,
  type CallOptions,
  type CallServices,
  type CallSettings,
  type PageRequest,
} from '../call/options/call-options.ts';
import { ownOptions } from '../call/options/read-options.ts';
import { ControlApiError } from '../errors.ts';
import { createDevices } from '../paging/devices.ts';
import { createPaginate } from '../paging/paginate-operation.ts';
import { chooseTransport } from '../transport/choose-transport.ts';
import { systemClock } from '../transport/clock.ts';
import { RetryBudget } from '../transport/shared-limits.ts';
import type { ControlClient, ExecuteResult } from './control-client.ts';
import { type ControlClientOptions, readOptions, type Settings } from './options.ts';

export function assertServer(): void {
  if (!isServer()) throw new ControlApiError('browser_runtime', BROWSER_SENTENCE);
}

/**
 * Makes a client. Without options, the environment gives the base URL and the key; a setting that is missing is read at the first call.
 * @throws {ControlApiError} if an option or variable is wrong, and in a browser.
 * @example
 * const control = createControlClient(); // CONTROL_API_URL, CONTROL_API_KEY
 */
export function createControlClient(options: ControlClientOptions = {}): ControlClient {
  assertServer();
  const settings = readOptions(options, globalThis.process?.env ?? {});
  return clientOf(settings, {
    transport: chooseTransport(settings.endpoint, settings.options, systemClock),
    clock: systemClock,
    logger: settings.logger,
    random: Math.random,
    epochMs: Date.now,
  });
}

const NO_OPTIONS = ownOptions({}, CALL_OPTIONS);

export function clientOf(settings: Settings, services: CallServices): ControlClient {
  let call: ReturnType<typeof createCall> | undefined;

  const send = (
    document: unknown,
    variables?: object,
    callOptions?: CallOptions,
    page?: PageRequest,
  ): Promise<CallAnswer> => {
    const options = callOptions === undefined ? NO_OPTIONS : ownOptions(callOptions, CALL_OPTIONS);
    const { operationName, signal, headers } = options;
    const { timeoutMs = settings.timeoutMs, maxRetries = settings.maxRetries } = options;
    const operation = readOperation(document, operationName);
    const all = headers ? { ...settings.headers, ...headers } : settings.headers;
    // Made at the first call: a handler may make a client for each request.
    call ??= createCall(settings, services);
    return call({ document, operation, variables, timeoutMs, maxRetries, headers: all, signal, page });
  };

  type Arguments = Parameters<typeof send>;

  const whole = (answer: CallAnswer): CallAnswer => {
    if (answer.error) throw answer.error();
    return answer;
  };
  const dataOf = (answer: CallAnswer): unknown => whole(answer).data;
  const sendWhole = async (...args: Arguments): Promise<CallAnswer> => whole(await send(...args));
  // An `await` would hold 1 kB more for each call that waits.
  const request = (...args: Arguments): Promise<unknown> => {
    try {
      return send(...args).then(dataOf);
    } catch (error) {
      return Promise.reject(error);
    }
  };

  const close = () => services.transport.close();

  return Object.freeze({
    request,
    execute: async (...args: Arguments): Promise<ExecuteResult<unknown>> => {
      const { data, errors, extensions, meta } = await send(...args);
      return { data, ...(errors && { errors }), ...(extensions && { extensions }), meta: meta() };
    },
    paginate: createPaginate(sendWhole),
    devices: createDevices(sendWhole, (text) => settings.redactor.text(text)),
    close,
    [Symbol.asyncDispose]: async () => close(),
  }) as ControlClient;
}

function createCall(settings: CallSettings, services: CallServices): (input: CallInput) => Promise<CallAnswer> {
  const client = Math.floor(services.random() * 36 ** 4).toString(36);
  let calls = 0;
  const { redactor, classify, endpoint, watch } = settings;
  const ask = (document: string) => askWithoutKey(settings, services, document);
  const parts: CallParts = {
    settings,
    services,
    exchange: createExchange(services.transport, settings.largeIntegers),
    judging: { redactor, classify, epochMs: services.epochMs },
    budget: new RetryBudget(() => services.transport.open().budget),
  };
  return (input) => {
    const { document, operation, page } = input;
    const eventOf = () => ({
      callId: `${client}-${++calls}`,
      origin: endpoint.url?.origin,
      operationName: operation.name,
      operationKind: operation.kind,
      ...(page && { pageSize: page.size }),
    });
    const { logger, clock } = services;
    const observer = observe({ logger, clock, watch, redactor, ask, document }, operation, eventOf);
    return observer.call(() => new Call(parts, input, observer).run()).then(answerOrThrow);
  };
}

/** Outside of the call, which an error made in its methods would hold. */
function answerOrThrow(ended: CallAnswer | FailedCall): CallAnswer {
  if ('failure' in ended) throw toError(ended);
  return ended;
}

/** Sends a question about the live schema once, whatever `access` allows, and without a key. */
async function askWithoutKey(settings: CallSettings, services: CallServices, document: string): Promise<unknown> {
  const open: CallSettings = { ...settings, checkAccess: () => undefined, key: () => undefined, watch: undefined };
  const operation = readOperation(document);
  const input = {
    document,
    operation,
    variables: undefined,
    timeoutMs: 10_000,
    maxRetries: 0,
    headers: {},
    signal: undefined,
  };
  return (await createCall(open, services)(input)).data;
}
