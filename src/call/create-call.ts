import { RetryBudget } from '../transport/shared-limits.ts';
import { Call, type CallParts } from './call.ts';
import { type CallAnswer, toError } from './call-result.ts';
import { readOperation } from './document/read-operation.ts';
import { observe } from './events/telemetry.ts';
import { createExchange } from './exchange/exchange.ts';
import type { FailedCall } from './judge/failure.ts';
import type { CallInput, CallServices, CallSettings } from './options/call-options.ts';

export function createCall(settings: CallSettings, services: CallServices): (input: CallInput) => Promise<CallAnswer> {
  const client = Math.floor(services.random() * 36 ** 4).toString(36);
  let calls = 0;
  const { redactor, classify, endpoint } = settings;
  const parts: CallParts = {
    settings,
    services,
    exchange: createExchange(services.transport, settings.largeIntegers),
    judging: { redactor, classify, epochMs: services.epochMs },
    budget: new RetryBudget(() => services.transport.open().budget),
    ask: (document) => askWithoutKey(settings, services, document),
  };
  return (input) => {
    const { operation, page } = input;
    const eventOf = () => ({
      callId: `${client}-${++calls}`,
      origin: endpoint.url?.origin,
      operationName: operation.name,
      operationKind: operation.kind,
      ...(page && { pageSize: page.size }),
    });
    const observer = observe(services, settings.watch !== undefined, operation, eventOf);
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
  const answer = await createCall(
    open,
    services,
  )({
    document,
    operation: readOperation(document),
    variables: undefined,
    timeoutMs: 10_000,
    maxRetries: 0,
    headers: {},
    signal: undefined,
  });
  return answer.data;
}
