import { SpanStatusCode, trace } from '@opentelemetry/api';
import { createControlClient, isControlApiError } from 'control-api-sdk';
import { watchDrift } from 'control-api-sdk/watch';
import { ListDevices } from './generated/control-api.js';
import { stopTelemetry } from './telemetry.js';

const control = createControlClient({ watch: watchDrift({ answers: 1 }) });

try {
  // A span of our own: the SDK's spans become its children.
  await trace.getTracer('device-report').startActiveSpan('report', async (span) => {
    try {
      const { team } = await control.request(ListDevices);
      console.log(`${team?.devices?.nodes?.length ?? 0} devices`);
    } catch (error) {
      if (!isControlApiError(error)) throw error;
      span.setStatus({ code: SpanStatusCode.ERROR, message: error.code });
      console.error(error.message);
      process.exitCode = 1;
    } finally {
      span.end();
    }
  });
} finally {
  control.close();
  await stopTelemetry();
}
