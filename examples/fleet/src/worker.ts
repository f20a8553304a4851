// A process that works on pages, as many at once as `pagesAtOnce` says. Start as many of these as you like, on any machine.
import { Worker } from 'bullmq';
import { createControlClient } from 'control-api-sdk';
import { connect } from './connect.js';
import { doPage } from './do-page.js';
import { InstallFirmware, installFirmware } from './install-firmware.js';
import { Ledger } from './ledger.js';
import { type PageJob, queueName } from './pages.js';
import { sharedRateLimit } from './rate-limit.js';
import { devicesAtOnce, pagesAtOnce, readSettings } from './settings.js';
import { leaveWithParent } from './start-process.js';

const { redisUrl, run, version, requestsPerSecond, lockMs } = readSettings(process.env);
leaveWithParent();
const redis = connect(redisUrl);
const ledger = new Ledger(redis, run);
const control = createControlClient({
  access: { only: [InstallFirmware] },
  limiter: sharedRateLimit(redis, run, requestsPerSecond),
});
const work = (device: string) => installFirmware(control, device, version);

const worker = new Worker<PageJob>(
  queueName(run),
  ({ data }) => doPage(data.devices, { ledger, work, atOnce: devicesAtOnce }),
  {
    connection: redis,
    concurrency: pagesAtOnce,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    // How often the worker of a page may die before BullMQ gives the page up. Its default is 1: too few for processes that
    // are stopped at any moment, as those of a cluster are.
    maxStalledCount: 25,
  },
);
worker.on('error', (error) => console.error(error.message));

// Asked to stop, it ends the pages in hand first, so that nothing is left unknown.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await worker.close();
    redis.disconnect();
    process.exit(0);
  });
}
