import { getActiveResourcesInfo } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createControlClient, isControlApiError } from '../../src/index.ts';
import { good, html, htmlPage, response } from '../helpers/answers.ts';
import { type Exchange, MisbehavingServer } from '../helpers/misbehaving-server.ts';

const apiKey = 'key-under-load-0123456789';

/** One request in ten meets one of these. */
const faults: readonly ((exchange: Exchange) => void)[] = [
  ({ client }) => void client.resetAndDestroy(),
  ({ client }) => void client.end(),
  ({ client }) => void client.end(good.subarray(0, 40)),
  ({ client }) => void client.write(response(503, [html, ['retry-after', '0']], htmlPage)),
  ({ client }) => void client.write(response(200, [html], htmlPage)),
  ({ client }) => void client.write('HTTP/1.1 nonsense\r\n\r\n'),
  () => {},
];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};
/** Sockets and timers that keep a process busy. */
const active = () => getActiveResourcesInfo().filter((kind) => /TCPSocketWrap|Timeout/.test(kind)).length;

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: globalThis.fetch }],
])('over %s', (name, transport) => {
  test('1,000 calls at once with 10 % faults all settle, no mutation arrives twice, and nothing is left behind', async () => {
    let served = 0;
    await using server = await MisbehavingServer.start({
      answer: (exchange) => {
        const fault = served++ % 10 === 0 ? faults[((served / 10) % faults.length) | 0] : undefined;
        if (fault) fault(exchange);
        else exchange.client.write(good);
      },
    });
    const client = createControlClient({
      baseUrl: server.url,
      apiKey,
      timeoutMs: 20_000,
      attemptTimeoutMs: 4_000,
      ...transport,
    });
    const round = (size: number) =>
      Promise.all(
        Array.from({ length: size }, async (_, index) => {
          const kind = index % 2 ? 'mutation' : 'query';
          const call = `Call_${served}_${index}`;
          try {
            await client.request(`${kind} ${call} { team { devices { nodes { id } } } }`);
            return { kind, call, end: 'ok' };
          } catch (error) {
            if (!isControlApiError(error)) throw error;
            return { kind, call, end: error.code, error };
          }
        }),
      );

    await round(100);
    server.forget();
    const before = { heap: heap(), active: active() };
    let results = await round(1_000);

    expect(results).toHaveLength(1_000);
    const failed = results.filter(({ end }) => end !== 'ok');
    // A tenth of the first attempts fail; most queries recover, mutations must not try.
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(200);
    const arrivals = new Map<string, number>();
    for (const { body } of server.deliveries) {
      const call = /Call_\d+_\d+/.exec(body)?.[0] ?? '';
      arrivals.set(call, (arrivals.get(call) ?? 0) + 1);
    }
    for (const { kind, call } of results) {
      if (kind === 'mutation') expect(arrivals.get(call) ?? 0).toBeLessThanOrEqual(1);
      else expect(arrivals.get(call) ?? 0).toBeLessThanOrEqual(3);
    }

    client.close();
    if (name === 'node:http') await expect.poll(() => server.openConnections, { timeout: 5_000 }).toBe(0);
    await expect.poll(() => active() - before.active, { timeout: 10_000 }).toBeLessThanOrEqual(0);
    results = [];
    server.forget();
    // A thousand calls that each left 5 kB behind would show.
    await expect.poll(() => heap() - before.heap, { timeout: 5_000 }).toBeLessThan(5_000_000);
  }, 60_000);
});
