import { clientOf } from '../../src/client/create-client.ts';
import { type ControlClientOptions, readOptions } from '../../src/client/options.ts';
import { chooseTransport } from '../../src/transport/choose-transport.ts';
import { ManualClock } from './manual-clock.ts';

/** A client over real connections, with a clock that the test moves. */
export function onMovedClock(options: ControlClientOptions) {
  const clock = new ManualClock();
  const began = Date.now();
  const settings = readOptions(options, {});
  const client = clientOf(settings, {
    transport: chooseTransport(settings.endpoint, settings.options, clock),
    clock,
    logger: settings.logger,
    random: () => 0,
    epochMs: () => began + clock.now(),
  });
  return { client, clock };
}
