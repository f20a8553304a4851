import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/transport/clock.ts';
import { answers, good, query, response } from '../helpers/answers.ts';
import { served } from '../helpers/served.ts';

const hour = 3_600_000;

afterEach(() => void vi.useRealTimers());

test.each([
  ['back', -hour],
  ['forward', hour],
])('a call does not notice a change of the system clock: %s by an hour', async (_way, ms) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { client } = await served({
    answer: ({ client, delivery }) => {
      if (delivery.nth === 1) vi.setSystemTime(Date.now() + ms);
      client.write(delivery.nth === 1 ? response(503, [['retry-after', '0']]) : good);
    },
  });
  const { meta } = await client.execute(query);
  expect(meta.attempts).toBe(2);
  expect(meta.durationMs).toBeGreaterThan(0);
  expect(meta.durationMs).toBeLessThan(hour);
});

test('a date in Retry-After is compared with the system clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) });
  const { client } = await served(answers(503, [['retry-after', 'Sat, 21 Nov 2026 12:01:00 GMT']]));
  await expect(client.execute(query)).rejects.toMatchObject({ code: 'http_status', retryAfterMs: 60_000, attempts: 1 });
});

test('a timer of the system clock fires after pending input was read, and can be stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const rung = vi.fn();
  systemClock.after(10, () => rung('stopped'))();
  systemClock.after(10, () => rung('rung'));
  const late = systemClock.after(10, () => rung('stopped late'));
  await vi.advanceTimersByTimeAsync(9);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(rung).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(rung).not.toHaveBeenCalled();
  late();
  await new Promise((resolve) => void setImmediate(resolve));
  expect(rung.mock.calls).toEqual([['rung']]);
});
