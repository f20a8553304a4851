import { afterEach, expect, test, vi } from 'vitest';
import { createControlClient } from '../../src/index.ts';
import { systemClock } from '../../src/transport/clock.ts';
import { good, query, response } from '../helpers/answers.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';

const apiKey = 'key-by-any-clock-0123456789';
const hour = 3_600_000;

afterEach(() => void vi.useRealTimers());

const settingTheClock = (ms: number) =>
  MisbehavingServer.start({
    answer: ({ client, delivery }) => {
      if (delivery.nth === 1) vi.setSystemTime(Date.now() + ms);
      client.write(delivery.nth === 1 ? response(503, [['retry-after', '0']]) : good);
    },
  });

test.each([
  ['back', -hour],
  ['forward', hour],
])('a call does not notice a change of the system clock: %s by an hour', async (_way, ms) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await using server = await settingTheClock(ms);
  await using client = createControlClient({ baseUrl: server.url, apiKey, timeoutMs: 60_000 });
  const { meta } = await client.execute(query);
  expect(meta.attempts).toBe(2);
  expect(meta.durationMs).toBeGreaterThan(0);
  expect(meta.durationMs).toBeLessThan(hour);
});

test('a date in Retry-After is compared with the system clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) });
  await using server = await MisbehavingServer.start({
    answer: ({ client }) => void client.write(response(503, [['retry-after', 'Sat, 21 Nov 2026 12:01:00 GMT']])),
  });
  await using client = createControlClient({ baseUrl: server.url, apiKey, timeoutMs: 30_000 });
  await expect(client.execute(query)).rejects.toMatchObject({ code: 'http_status', retryAfterMs: 60_000, attempts: 1 });
});

test('a timer of the system clock fires after pending input was read, and can be stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
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
  } finally {
    vi.useRealTimers();
  }
});
