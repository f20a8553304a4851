import { getActiveResourcesInfo } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createControlClient, isControlApiError } from '../../src/index.ts';
import { goodBody, html, htmlPage, json, response } from '../helpers/answers.ts';
import { type Exchange, MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { transports } from '../helpers/transports.ts';

const apiKey = 'key-under-load-0123456789';

/** Long enough for a busy machine, so no call times out. */
const AMPLE_MS = 1_800_000;
/** Time for late releases on a busy machine. */
const PATIENCE = { timeout: 300_000, interval: 50 };

/** A good answer. Its idle connection ends soon, because the tests wait for that. */
const good = response(200, [json, ['keep-alive', 'timeout=3']], goodBody);

/** Faults of the first delivery of every tenth call. A caller's signal ends a call without an answer. */
const faults: readonly ((exchange: Exchange, abort: () => void) => void)[] = [
  ({ client }) => void client.resetAndDestroy(),
  ({ client }) => void client.end(),
  ({ client }) => void client.end(good.subarray(0, 40)),
  ({ client }) => void client.write(response(503, [html, ['retry-after', '0']], htmlPage)),
  ({ client }) => void client.write(response(200, [html], htmlPage)),
  ({ client }) => void client.write('HTTP/1.1 nonsense\r\n\r\n'),
  (_, abort) => abort(),
];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};
const active = () => getActiveResourcesInfo().filter((kind) => /TCPSocketWrap|Timeout/.test(kind)).length;

interface Call {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The fault of a first delivery; undefined for none. */
  readonly fault: number | undefined;
  readonly control: AbortController;
}

/** Queries and mutations in turn. Every tenth of each kind meets a fault. */
const callsOf = (round: string, size: number): readonly Call[] =>
  Array.from({ length: size }, (_, index) => ({
    name: `${round}_${index}`,
    kind: index % 2 === 0 ? 'query' : 'mutation',
    fault: index % 20 < 2 ? Math.floor(index / 20) % faults.length : undefined,
    control: new AbortController(),
  }));

describe.each(Object.entries(transports))('over %s', (_, choose) => {
  test(
    '1,000 simultaneous calls with 10 % faults all settle, send no mutation twice, and leave nothing behind',
    async () => {
      const pending = new Map<string, Call>();
      const arrivals = new Map<string, number>();
      await using server = await MisbehavingServer.start({
        answer: (exchange) => {
          const name = /\w+_\d+/.exec(exchange.delivery.body)?.[0] ?? '';
          const nth = (arrivals.get(name) ?? 0) + 1;
          arrivals.set(name, nth);
          const { fault, control } = pending.get(name) ?? {};
          const meet = nth === 1 && fault !== undefined ? faults[fault] : undefined;
          if (meet) meet(exchange, () => control?.abort());
          else exchange.client.write(good);
        },
      });
      await using transport = choose();
      const client = createControlClient({ baseUrl: server.url, apiKey, timeoutMs: AMPLE_MS, ...transport.options });
      const round = (calls: readonly Call[]) =>
        Promise.all(
          calls.map(async ({ name, kind, fault, control }) => {
            try {
              await client.request(
                `${kind} ${name} { team { devices { nodes { id } } } }`,
                {},
                { signal: control.signal },
              );
              return { name, kind, fault, end: 'ok' };
            } catch (error) {
              if (!isControlApiError(error)) throw error;
              return { name, kind, fault, end: error.code };
            }
          }),
        );
      const go = async (name: string, size: number) => {
        arrivals.clear();
        const calls = callsOf(name, size);
        for (const call of calls) pending.set(call.name, call);
        const results = await round(calls);
        pending.clear();
        server.forget();
        return results;
      };

      await go('WarmUp', 100);
      const before = { heap: heap(), active: active() };
      const results = await go('Call', 1_000);

      const undisturbed = results.filter(({ fault }) => fault === undefined);
      expect(undisturbed).toHaveLength(900);
      expect(undisturbed.filter(({ end }) => end !== 'ok')).toEqual([]);
      const disturbed = results.filter(({ fault }) => fault !== undefined);
      // A mutation with a fault may have run, so it fails. Some queries recover within the retry budget.
      expect(disturbed.filter(({ kind, end }) => kind === 'mutation' && end === 'ok')).toEqual([]);
      expect(disturbed.filter(({ kind, end }) => kind === 'query' && end === 'ok')).not.toEqual([]);

      await client.close();
      // Idle connections of fetch and undici end after a second or two.
      await expect.poll(() => server.openConnections, PATIENCE).toBe(0);
      const deliveries = (wanted: Call['kind']) =>
        results.flatMap(({ kind, name }) => (kind === wanted ? [arrivals.get(name) ?? 0] : []));
      expect(deliveries('mutation').filter((times) => times !== 1)).toEqual([]);
      expect(deliveries('query').filter((times) => times < 1 || times > 3)).toEqual([]);

      await expect.poll(() => active() - before.active, PATIENCE).toBeLessThanOrEqual(0);
      results.length = 0;
      arrivals.clear();
      server.forget();
      // A leak of 5 kB for each of a thousand calls would be visible.
      await expect.poll(() => heap() - before.heap, PATIENCE).toBeLessThan(5_000_000);
    },
    AMPLE_MS,
  );
});
