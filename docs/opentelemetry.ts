import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, tracingChannel } from 'node:diagnostics_channel';
import { type Context, context, metrics, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { AttemptEvent, CallEvent, ObservedDrift } from 'control-api-sdk';

type Event = CallEvent & Partial<AttemptEvent>;

const tracer = trace.getTracer('control-api-sdk');
const meter = metrics.getMeter('control-api-sdk');
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const seconds = { unit: 's', advice: { explicitBucketBoundaries: boundaries } };
const durations = {
  call: meter.createHistogram('control_api.call.duration', seconds),
  attempt: meter.createHistogram('http.client.request.duration', seconds),
};
const drifts = meter.createCounter('control_api.drift');

/** The common attributes of a span and a metric. */
function attributesOf({ origin, operationName, operationKind, attempt }: Event) {
  const operation = { 'graphql.operation.name': operationName, 'graphql.operation.type': operationKind };
  if (attempt === undefined) return operation;
  const { hostname, port, protocol } = new URL(origin ?? 'https://unknown');
  const server = { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) };
  return { 'http.request.method': 'POST', ...server };
}

/** The span of the call, for its attempts. */
const parents = new AsyncLocalStorage<Context>();

for (const name of ['call', 'attempt'] as const) {
  const spans = new WeakMap<object, Span>();
  const { start, asyncEnd } = tracingChannel<Context, Event>(`control-api-sdk.${name}`);
  start.bindStore(parents, (event) => {
    const { operationName = '', operationKind = '', attempt = 1 } = event;
    const parent = parents.getStore() ?? context.active();
    const resent = { 'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined };
    const options = { attributes: { ...attributesOf(event), ...resent } };
    const span =
      name === 'call'
        ? tracer.startSpan(`${operationKind} ${operationName}`.trim(), options, parent)
        : tracer.startSpan('POST', { ...options, kind: SpanKind.CLIENT }, parent);
    spans.set(event, span);
    return trace.setSpan(parent, span);
  });
  asyncEnd.subscribe((message) => {
    const event = message as Event;
    const result = { 'http.response.status_code': event.status, 'error.type': event.error?.code };
    durations[name].record((event.durationMs ?? 0) / 1000, { ...attributesOf(event), ...result });
    const span = spans.get(event)?.setAttributes(result);
    if (event.error) span?.setStatus({ code: SpanStatusCode.ERROR, message: event.error.code });
    span?.end();
  });
}

subscribe('control-api-sdk.drift', (message) => {
  const { operationName, seenIn, changes } = message as ObservedDrift;
  for (const { coordinate, change } of changes) {
    const where = { 'graphql.operation.name': operationName, 'control_api.drift.seen_in': seenIn };
    drifts.add(1, { ...where, 'control_api.drift.coordinate': coordinate, 'control_api.drift.change': change });
  }
});
