import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createControlClient, isControlApiError } from '../../src/index.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { MisbehavingServer, refusingAddress } from '../helpers/misbehaving-server.ts';
import { type Expected, type Misbehaviour, misbehaviours } from '../helpers/misbehaviours/index.ts';
import { longSuiteTransports } from '../helpers/transports.ts';
import { Witness } from '../helpers/witness.ts';

const kinds = ['query', 'mutation'] as const;
const DEADLINE_MS = 6_000;
/** What ends at a deadline has ended so many turns of the event loop after the deadline's own timer rang. */
const TURNS = 100;
vi.setConfig({ testTimeout: 20_000 });

/** Where redirects point when they leave: nothing may ever arrive here. */
const elsewhere = await MisbehavingServer.start({});
const table = misbehaviours(elsewhere.url);

let witness: Witness;
beforeAll(() => {
  witness = new Witness();
});
afterAll(async () => {
  witness.stop();
  await elsewhere[Symbol.asyncDispose]();
});

test('the table has at least 60 misbehaviours, each of its own name', () => {
  expect(table.length).toBeGreaterThanOrEqual(60);
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
});

/**
 * Resolves after a timer that was set later than the deadline's, and some turns of the event loop: a busy machine is late for
 * both, and never changes their order.
 */
function after(ms: number, what: string) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<string>((resolve) => {
    timer = setTimeout(async () => {
      for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
      resolve(what);
    }, ms);
  });
  return { promise, [Symbol.dispose]: () => clearTimeout(timer) };
}

describe.each(Object.entries(longSuiteTransports))('over %s', (transportName, choose) => {
  describe.each(kinds)('a %s', (kind) => {
    describe.concurrent('whose server', () => {
      for (const row of table) test(row.name, () => check(row));
    });

    async function check(row: Misbehaviour): Promise<void> {
      const onFetch = transportName === 'fetch' ? row.onFetch : undefined;
      const alternatives: readonly Expected[] = [onFetch?.[kind] ?? row[kind]].flat();
      const key = `key_${randomBytes(18).toString('base64url')}`;
      const secret = `variable-${randomBytes(9).toString('hex')}`;
      const name = `Probe_${randomBytes(6).toString('hex')}`;
      const log = witness.logger();

      await using server = await MisbehavingServer.start(row.server === 'refuses' ? {} : row.server);
      await using refusing = await refusingAddress();
      await using transport = choose();
      await using client = createControlClient({
        baseUrl: row.server === 'refuses' ? refusing.url : server.url,
        apiKey: key,
        timeoutMs: DEADLINE_MS,
        logger: log.logger,
        ...row.limits,
        ...transport.options,
      });

      const timeoutMs = row.limits?.timeoutMs ?? DEADLINE_MS;
      const document = `${kind} ${name}($secret: String) { team(note: $secret) { devices { nodes { id name } } } }`;
      // `execute` hands out partial data, of which `request` makes an error.
      const call =
        alternatives[0]?.code === 'ok'
          ? client.execute(document, { secret }).then((value) => ({ code: 'ok', attempts: value.meta.attempts, value }))
          : client.request(document, { secret }).then((value) => ({ code: 'ok', value }));
      const ending = call.catch((error: unknown) => {
        if (!isControlApiError(error)) throw error;
        const { code, outcome, attempts, status, retryAfterMs } = error;
        return { code, outcome, attempts, status, retryAfterMs, value: error };
      });
      using overdue = after(timeoutMs + 1, 'still running after its deadline');
      const result = await Promise.race([ending, overdue.promise]);
      if (typeof result === 'string') expect.unreachable(result);

      const { value, ...ended } = result;
      const expected =
        alternatives.find(({ outcome }) => 'outcome' in ended && outcome === ended.outcome) ?? alternatives[0];
      const { deliveries, ...fields } = expected ?? expect.unreachable('the row expects nothing');
      expect(ended).toMatchObject(fields);
      // A request that has left may still be on its way when its deadline ends the call.
      if (deliveries !== 'race')
        await vi.waitFor(() => expect(server.deliveries).toHaveLength(deliveries), { interval: 5, timeout: 60_000 });
      // Whatever else happens: a mutation arrives again only after an answer that proves that it was not executed.
      const isRefused = expected?.outcome === 'rejected' || row.name.includes('then is well');
      if (kind === 'mutation' && !isRefused) expect(server.deliveries.length).toBeLessThanOrEqual(1);
      expect(elsewhere.connections).toBe(0);
      expect(Object.prototype).not.toHaveProperty('polluted');

      const told = [log.lines, witness.eventsOf(name)];
      expect([value, client, told].flatMap((it) => whereRevealed(it, key))).toEqual([]);
      expect(told.flatMap((it) => whereRevealed(it, secret))).toEqual([]);
      if (isControlApiError(value)) {
        expect(value).toMatchObject({ operationName: name, operationKind: kind });
        expect(value.message).toMatch(/\S/);
        const searched = row.echoesVariables ? [value.message, value.stack] : [value];
        expect(searched.flatMap((it) => whereRevealed(it, secret))).toEqual([]);
      }
      expect(witness.eventsOf(name).length).toBeGreaterThan(0);
    }
  });
});
