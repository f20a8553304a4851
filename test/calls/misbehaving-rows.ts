import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { entryOf, isRecord } from '../../src/base/is-record.ts';
import { type ControlClient, isControlApiError } from '../../src/index.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import type { ManualClock } from '../helpers/manual-clock.ts';
import { MisbehavingServer, refusingAddress } from '../helpers/misbehaving-server.ts';
import { type Expected, type Misbehaviour, misbehaviours } from '../helpers/misbehaviours/index.ts';
import { onMovedClock } from '../helpers/moved-clock.ts';
import type { transports } from '../helpers/transports.ts';
import { keptLines, Witness } from '../helpers/witness.ts';

const kinds = ['query', 'mutation'] as const;
/** Enough turns of the event loop to read pending input. */
const TURNS = 100;

/** The target of redirects, where no request may arrive. */
const elsewhere = await MisbehavingServer.start({});
export const rows: readonly Misbehaviour[] = misbehaviours(elsewhere.url);

let witness: Witness;
beforeAll(() => {
  witness = new Witness();
});
afterAll(async () => {
  witness[Symbol.dispose]();
  await elsewhere[Symbol.asyncDispose]();
});

/** The number of attempts that the diagnostics channel has seen in a phase. */
const attempts = (name: string, phase: 'start' | 'asyncEnd'): number =>
  witness.eventsOf(name).filter(({ channel }) => channel === `attempt:${phase}`).length;

/** Moves the clock to the next timer while a call waits between attempts, or within one that `isStuck`. */
async function moveUntil(
  isOver: () => boolean,
  clock: ManualClock,
  name: string,
  isStuck: () => boolean,
): Promise<void> {
  while (!isOver()) {
    // Another call may have begun since the last look.
    const waits = () => {
      const begun = attempts(name, 'start');
      return begun > 0 && (attempts(name, 'asyncEnd') === begun || isStuck());
    };
    if (!waits()) {
      await nextTurn();
      continue;
    }
    // Pending input comes first.
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    const [next] = clock.due;
    if (!isOver() && waits() && next !== undefined) await clock.advance(next - clock.now());
  }
}

/** Whether an attempt ends by its time limit. All other rows may take any time. */
const isTimed = ({ limits }: Misbehaviour): boolean =>
  limits?.timeoutMs !== undefined || limits?.attemptTimeoutMs !== undefined;

/** Tests the end of each row, as a query and as a mutation, over each transport. */
export function testRows(chosen: readonly Misbehaviour[], over: typeof transports): void {
  describe.each(Object.entries(over))('over %s', (transportName, choose) => {
    describe.each(kinds)('a %s', (kind) => {
      describe.concurrent('whose server', () => {
        for (const row of chosen) test(row.name, () => check(row));
      });

      async function check(row: Misbehaviour): Promise<void> {
        const onFetch = transportName === 'fetch' ? row.onFetch : undefined;
        const alternatives: readonly Expected[] = [onFetch?.[kind] ?? row[kind]].flat();
        const key = `key_${randomBytes(18).toString('base64url')}`;
        const secret = `variable-${randomBytes(9).toString('hex')}`;
        const name = `Probe_${randomBytes(6).toString('hex')}`;
        const log = keptLines();

        await using server = await MisbehavingServer.start(row.server === 'refuses' ? {} : row.server);
        await using refusing = await refusingAddress();
        await using transport = choose();
        const options = {
          baseUrl: row.server === 'refuses' ? refusing.url : server.url,
          apiKey: key,
          timeoutMs: 6_000,
          logger: log.logger,
          ...row.limits,
          ...transport.options,
        };
        const document = `${kind} ${name}($secret: String) { team(note: $secret) { devices { nodes { id name } } } }`;
        // `execute` returns partial data, and `request` throws it in an error.
        const settle = (client: ControlClient) =>
          (alternatives[0]?.code === 'ok'
            ? client
                .execute(document, { secret })
                .then((value) => ({ code: 'ok', attempts: value.meta.attempts, value }))
            : client.request(document, { secret }).then((value) => ({ code: 'ok', value }))
          ).catch((error: unknown) => {
            if (!isControlApiError(error)) throw error;
            const { code, outcome, attempts, status, retryAfterMs } = error;
            return { code, outcome, attempts, status, retryAfterMs, value: error };
          });
        const { client, clock } = onMovedClock(options);
        await using _closed = client;
        let isOver = false;
        const ending = settle(client).finally(() => {
          isOver = true;
        });
        const isStuck = () => isTimed(row) && server.deliveries.length >= attempts(name, 'start');
        await moveUntil(() => isOver, clock, name, isStuck);
        const { value, ...ended } = await ending;

        const expected =
          alternatives.find(({ outcome }) => 'outcome' in ended && outcome === ended.outcome) ?? alternatives[0];
        const { deliveries, ...fields } = expected ?? expect.unreachable('the row expects nothing');
        expect(ended).toMatchObject(fields);
        // A request may still be on its way at the deadline of its call.
        if (deliveries !== 'race')
          await vi.waitFor(() => expect(server.deliveries).toHaveLength(deliveries), { interval: 5, timeout: 300_000 });
        // A mutation arrives again only after an answer that proves that it was not executed.
        const isRefused = expected?.outcome === 'rejected' || row.name.includes('then is well');
        if (kind === 'mutation' && !isRefused) expect(server.deliveries.length).toBeLessThanOrEqual(1);
        expect(elsewhere.connections).toBe(0);
        expect(Object.prototype).not.toHaveProperty('polluted');

        const published = [log.lines, witness.eventsOf(name)];
        expect([value, client, published].flatMap((it) => whereRevealed(it, key))).toEqual([]);
        expect(published.flatMap((it) => whereRevealed(it, secret))).toEqual([]);
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
}

const ways = {
  'in turn': async <T>(call: () => Promise<T>): Promise<readonly T[]> => [await call(), await call(), await call()],
  'at once': <T>(call: () => Promise<T>): Promise<readonly T[]> => Promise.all([call(), call(), call()]),
} as const;

/**
 * Tests that global fetch gets no more answers from a misbehaving server than the SDK, except for documented decisions.
 *
 * @param decided - the names of these rows, with the reason in the manual.
 */
export function testBesideFetch(chosen: readonly Misbehaviour[], decided: Readonly<Record<string, string>>): void {
  test('each decision is about a row of the table', () => {
    expect(chosen.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(decided)));
  });

  describe.each(kinds)('a %s', (kind) => {
    describe.each(Object.entries(ways))('with others %s, where a server', (_way, several) => {
      for (const row of chosen) {
        test(row.name, async () => {
          if (row.server === 'refuses' || row.server.tls) return;
          const ours = await byUs(row, kind, several);
          if (ours >= 3) return;
          const theirs = await byFetch(row.server, kind, several);
          if (!Object.hasOwn(decided, row.name)) expect(ours, 'answers that fetch gets').toBeGreaterThanOrEqual(theirs);
        });
      }
    });
  });
}

type Several = (typeof ways)[keyof typeof ways];

/** The number of calls to one server that return data. */
async function byUs(row: Misbehaviour, kind: (typeof kinds)[number], several: Several): Promise<number> {
  const name = `Beside_${randomBytes(6).toString('hex')}`;
  await using server = await MisbehavingServer.start(row.server as never);
  const options = { baseUrl: server.url, apiKey: 'key-beside-fetch-0123456789', timeoutMs: 6_000, ...row.limits };
  const { client, clock } = onMovedClock({ ...options, logger: keptLines().logger });
  await using _closed = client;
  let isOver = false;
  const call = () =>
    client.execute(`${kind} ${name} { team { devices { nodes { id name } } } }`).then(
      () => 1,
      () => 0,
    );
  const ending = several(call).finally(() => {
    isOver = true;
  });
  const isStuck = () => isTimed(row) && server.deliveries.length >= attempts(name, 'start');
  await moveUntil(() => isOver, clock, name, isStuck);
  return (await ending).reduce((sum: number, it) => sum + it, 0);
}

/** The same with global fetch. An answer that is not there after many turns of the event loop never comes. */
async function byFetch(behaviour: Misbehaviour['server'], kind: string, several: Several): Promise<number> {
  await using server = await MisbehavingServer.start(behaviour as never);
  const call = async (): Promise<number> => {
    const ending = new AbortController();
    const answering = fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer key-beside-fetch-0123456789' },
      body: JSON.stringify({ query: `${kind} { team { devices { nodes { id name } } } }` }),
      signal: ending.signal,
    })
      .then(async (response) => (response.ok && isRecord(entryOf(await response.json(), 'data')) ? 1 : 0))
      .catch(() => 0);
    const silence = (async () => {
      for (let turn = 0; turn < 20 * TURNS; turn++) await nextTurn();
      ending.abort();
      return 0;
    })();
    return Promise.race([answering, silence]);
  };
  return (await several(call)).reduce((sum: number, it) => sum + it, 0);
}
