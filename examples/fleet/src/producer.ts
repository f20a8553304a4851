// A process that reads the list. One at a time is enough; two do no harm.
import { createControlClient } from 'control-api-sdk';
import { connect } from './connect.js';
import { Ledger } from './ledger.js';
import { pageQueue } from './pages.js';
import { produce } from './produce.js';
import { sharedRateLimit } from './rate-limit.js';
import { readSettings } from './settings.js';
import { leaveWithParent } from './start-process.js';

const { redisUrl, run, requestsPerSecond } = readSettings(process.env);
leaveWithParent();
const redis = connect(redisUrl);
const queue = pageQueue(redis, run);
const control = createControlClient({
  access: 'read-only',
  limiter: sharedRateLimit(redis, run, requestsPerSecond),
});

await produce({ control, redis, ledger: new Ledger(redis, run), queue, run });
await queue.close();
redis.disconnect();
process.disconnect?.();
