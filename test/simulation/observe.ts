import { tracingChannel } from 'node:diagnostics_channel';
import type { Logger } from '../../src/call/events/telemetry.ts';

/** Shows every log line and every diagnostics event, as text, to `see`. */
export function observe(
  on: boolean,
  see: (said: string) => void,
): { readonly logger: Logger; readonly stop: () => void } {
  if (!on) return { logger: {}, stop: () => {} };
  const line = (message: string, fields: object) => see(`${message} ${JSON.stringify(fields)}`);
  const listener = (event: unknown) => see(JSON.stringify(event));
  const channels = ['call', 'attempt'].flatMap((name) => {
    const { start, end, asyncStart, asyncEnd, error } = tracingChannel(`control-api-sdk.${name}`);
    return [start, end, asyncStart, asyncEnd, error];
  });
  for (const channel of channels) channel.subscribe(listener);
  return {
    logger: { debug: line, info: line, warn: line, error: line },
    stop: () => {
      for (const channel of channels) channel.unsubscribe(listener);
    },
  };
}
