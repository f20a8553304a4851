import { expect, test } from 'vitest';
import { clientOf } from '../../src/client/create-client.ts';
import { type ControlClientOptions, readOptions } from '../../src/client/options.ts';
import { type Transport, type TransportAnswer, TransportFailure } from '../../src/transport/transport.ts';
import { goodBody } from '../helpers/answers.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

const query = 'query List { team { devices { nodes { id } } } }';
const mutation = 'mutation Rename { rename { id } }';

type Step = TransportFailure | { readonly status: number; readonly retryAfter?: string } | 'never' | 'well';

const reset = new TransportFailure('network', true);

/** A client whose time, chance and network are the test's. `at` is when each attempt was sent. */
function laboratory(steps: readonly Step[], options: ControlClientOptions = {}, random = 0.5) {
  const clock = new ManualClock();
  const at: number[] = [];
  const transport: Transport = {
    close: () => {},
    send: ({ onCancel }) =>
      new Promise<TransportAnswer>((resolve, reject) => {
        const off = onCancel(() => {
          off();
          reject(new TransportFailure('cancelled', true));
        });
        const step = steps[at.length] ?? 'well';
        at.push(clock.now());
        if (step === 'never') return;
        off();
        if (step instanceof TransportFailure) reject(step);
        else {
          const { status, retryAfter } = step === 'well' ? { status: 200, retryAfter: undefined } : step;
          const body = new TextEncoder().encode(step === 'well' ? goodBody : '');
          resolve({ status, body, header: (name) => (name === 'retry-after' ? retryAfter : undefined) });
        }
      }),
  };
  const settings = readOptions({ baseUrl: 'https://control.example', apiKey: 'key-in-the-laboratory', ...options }, {});
  const client = clientOf(settings, {
    transport,
    clock,
    logger: {},
    random: () => random,
    epochMs: () => Date.UTC(2026, 10, 21) + clock.now(),
  });
  const settled = (document: string) => client.execute(document).catch((error: unknown) => error);
  return { clock, at, settled };
}

test.each([
  [0, [0, 0, 0, 0]],
  [0.5, [0, 125, 375, 875]],
  [0.999, [0, 249, 748, 1_747]],
])('the waits of full jitter grow with each attempt (chance %d)', async (random, expected) => {
  const { clock, at, settled } = laboratory([reset, reset, reset], { maxRetries: 3 }, random);
  const answer = settled(query);
  await clock.advance(2_000);
  expect(await answer).toMatchObject({ meta: { attempts: 4 } });
  expect(at).toEqual(expected);
  expect(clock.due).toEqual([]);
});

test('Retry-After in seconds is waited for to the millisecond, whatever chance says', async () => {
  const { clock, at, settled } = laboratory(
    [
      { status: 429, retryAfter: '7' },
      { status: 503, retryAfter: '2' },
    ],
    {},
    0.9,
  );
  const answer = settled(query);
  await clock.advance(10_000);
  expect(await answer).toMatchObject({ meta: { attempts: 3, durationMs: 9_000 } });
  expect(at).toEqual([0, 7_000, 9_000]);
});

test('Retry-After as a date is counted from the wall clock', async () => {
  const { clock, at, settled } = laboratory([{ status: 503, retryAfter: 'Sat, 21 Nov 2026 00:00:05 GMT' }]);
  const answer = settled(query);
  await clock.advance(6_000);
  expect(await answer).toMatchObject({ meta: { attempts: 2 } });
  expect(at).toEqual([0, 5_000]);
});

test('a wait that cannot fit before the deadline fails at once, and says how long it would have been', async () => {
  const { clock, at, settled } = laboratory([{ status: 429, retryAfter: '30' }], { timeoutMs: 30_000 });
  const error = settled(query);
  await clock.advance(0);
  expect(await error).toMatchObject({ code: 'rate_limited', retryAfterMs: 30_000, attempts: 1 });
  expect(clock.now()).toBe(0);
  expect(at).toEqual([0]);
});

test('the deadline is one for all attempts and the waits between', async () => {
  const { clock, at, settled } = laboratory(['never', 'never', 'never'], {
    timeoutMs: 10_000,
    attemptTimeoutMs: 4_000,
  });
  const error = settled(query);
  await clock.advance(10_000);
  expect(await error).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 3 });
  expect(at).toEqual([0, 4_125, 8_375]);
  expect(clock.due).toEqual([]);
});

test('a mutation that may have been sent waits for nothing', async () => {
  for (const step of [reset, { status: 503, retryAfter: '1' }, { status: 429, retryAfter: '0' }] as const) {
    const { clock, at, settled } = laboratory([step]);
    const error = settled(mutation);
    await clock.advance(0);
    expect(await error).toMatchObject({ attempts: 1 });
    expect(at).toEqual([0]);
    expect(clock.due).toEqual([]);
  }
});

test('what an earlier attempt may have done is not forgotten by a later one that was not sent', async () => {
  const { clock, settled } = laboratory([
    reset,
    new TransportFailure('network', false),
    new TransportFailure('network', false),
  ]);
  const error = settled(query);
  await clock.advance(5_000);
  expect(await error).toMatchObject({ code: 'network', outcome: 'unknown', attempts: 3 });
});

test('maxRetries 0 tries once', async () => {
  const { clock, at, settled } = laboratory([reset], { maxRetries: 0 });
  const error = settled(query);
  await clock.advance(5_000);
  expect(await error).toMatchObject({ code: 'network', attempts: 1 });
  expect(at).toEqual([0]);
});
