import { metrics } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': 'device-report' }));

// The exporters read OTEL_EXPORTER_OTLP_ENDPOINT and its kin; without them, they send to http://localhost:4318.
const tracing = new NodeTracerProvider({
  resource,
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
const metering = new MeterProvider({
  resource,
  readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
});

tracing.register();
metrics.setGlobalMeterProvider(metering);
// Only now: a meter that is made before its provider is registered records nothing.
await import('./bridge.js');

/** Sends what is left, then stops. */
export async function stopTelemetry(): Promise<void> {
  await Promise.all([tracing.shutdown(), metering.shutdown()]);
}
