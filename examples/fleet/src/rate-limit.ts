import type { Limiter } from 'control-api-sdk';
import type { Redis } from 'ioredis';
import { RateLimiterQueue, RateLimiterRedis } from 'rate-limiter-flexible';

/** The `limiter` of each client: all processes take their requests out of one allowance per second, which Redis counts. */
export function sharedRateLimit(redis: Redis, run: string, requestsPerSecond: number): Limiter {
  const allowance = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `fleet:${run}:rate`,
    points: requestsPerSecond,
    duration: 1,
  });
  const queue = new RateLimiterQueue(allowance);
  return async (task) => {
    await queue.removeTokens(1);
    return task();
  };
}
