import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The value of an attribute, as OTLP writes it in JSON. */
interface AnyValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}

interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly KeyValue[];
}

interface OtlpMetric {
  readonly name: string;
  readonly unit: string;
  readonly histogram?: {
    readonly dataPoints: readonly { readonly count: number; readonly attributes: readonly KeyValue[] }[];
  };
  readonly sum?: {
    readonly dataPoints: readonly {
      readonly asInt?: number;
      readonly asDouble?: number;
      readonly attributes: readonly KeyValue[];
    }[];
  };
}

interface Scope<Part extends string, Item> {
  readonly scopeSpans?: readonly Readonly<Record<Part, readonly Item[]>>[];
  readonly scopeMetrics?: readonly Readonly<Record<Part, readonly Item[]>>[];
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Span {
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly failed: boolean;
  readonly attributes: Attributes;
}

export interface Point {
  readonly metric: string;
  readonly unit: string;
  /** How many values a histogram has, or the sum. */
  readonly value: number;
  readonly attributes: Attributes;
}

/** A receiver shaped like an OpenTelemetry collector: OTLP over HTTP, as JSON, on this machine. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly Span[];
  readonly points: readonly Point[];
  /** Everything that arrived, as it arrived. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const points: Point[] = [];
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    received.push(text);
    const body = JSON.parse(text) as {
      readonly resourceSpans?: readonly Scope<'spans', OtlpSpan>[];
      readonly resourceMetrics?: readonly Scope<'metrics', OtlpMetric>[];
    };
    if (request.url === '/v1/traces') spans.push(...(body.resourceSpans ?? []).flatMap(spansIn));
    if (request.url === '/v1/metrics') points.push(...(body.resourceMetrics ?? []).flatMap(pointsIn));
    response.setHeader('content-type', 'application/json').end('{"partialSuccess":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    points,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function spansIn({ scopeSpans = [] }: Scope<'spans', OtlpSpan>): readonly Span[] {
  return scopeSpans.flatMap(({ spans }) =>
    spans.map(({ spanId, parentSpanId, name, kind, status, attributes }) => ({
      id: spanId,
      parent: parentSpanId,
      name,
      kind,
      failed: status.code === 2,
      attributes: attributesOf(attributes),
    })),
  );
}

function pointsIn({ scopeMetrics = [] }: Scope<'metrics', OtlpMetric>): readonly Point[] {
  return scopeMetrics.flatMap(({ metrics }) =>
    metrics.flatMap(({ name, unit, histogram, sum }) => [
      ...(histogram?.dataPoints ?? []).map(({ count, attributes }) => ({
        metric: name,
        unit,
        value: count,
        attributes: attributesOf(attributes),
      })),
      ...(sum?.dataPoints ?? []).map(({ asInt, asDouble, attributes }) => ({
        metric: name,
        unit,
        value: asInt ?? asDouble ?? 0,
        attributes: attributesOf(attributes),
      })),
    ]),
  );
}

function attributesOf(attributes: readonly KeyValue[]): Attributes {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? doubleValue : Number(intValue)),
    ]),
  );
}
