import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import http from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ControlClientOptions, createControlClient, type Limiter } from '../../src/index.ts';
import { json, response } from '../helpers/answers.ts';
import type { Exchange } from '../helpers/misbehaving-server.ts';
import { served, servedOnMovedClock } from '../helpers/served.ts';
import { serverSettled } from '../helpers/settled.ts';

const store = new AsyncLocalStorage<string>();
const CALLERS = Array.from({ length: 12 }, (_, nth) => `caller${nth}`);
const queryOf = (caller: string) => `query Of_${caller} { a }`;
const callerIn = (text: unknown) => /Of_(\w+)/.exec(String(text))?.[1];

/** A queue like many published ones: the end of one task starts the next. */
function queueOf(most: number): Limiter {
  const line: (() => void)[] = [];
  let running = 0;
  const next = () => {
    if (running >= most) return;
    const run = line.shift();
    if (!run) return;
    running++;
    run();
  };
  return (task) =>
    new Promise((resolve, reject) => {
      line.push(() => {
        task()
          .then(resolve, reject)
          .finally(() => {
            running--;
            next();
          });
      });
      next();
    });
}

/** Notes each callback that runs in the context of another caller. */
function notes() {
  const seen = new Map<string, number>();
  const strangers = new Set<string>();
  const note = (name: string, expected: string | undefined) => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if (expected !== store.getStore()) strangers.add(`${name}: ${store.getStore()} in place of ${expected}`);
  };
  return { seen, strangers, note };
}

/** Every callback, event and request of a call. Each notes its context. */
function observed(note: (name: string, expected: string | undefined) => void, limiter?: Limiter): ControlClientOptions {
  const caller = () => store.getStore();
  for (const channel of ['call', 'attempt'] as const) {
    const heard = Object.fromEntries(
      (['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const).map((phase) => [
        phase,
        (event: unknown) => note(`${channel}:${phase}`, callerIn((event as { operationName?: string }).operationName)),
      ]),
    ) as never;
    tracingChannel(`control-api-sdk.${channel}`).subscribe(heard);
    onTestFinished(() => tracingChannel(`control-api-sdk.${channel}`).unsubscribe(heard));
  }
  const { request } = http;
  const spy = vi.spyOn(http, 'request').mockImplementation(((...given: Parameters<typeof request>) => {
    const made = Reflect.apply(request, http, given) as http.ClientRequest;
    const { end } = made;
    const by = caller();
    made.end = ((body: unknown) => {
      note('http.request', callerIn(body) === by ? callerIn(body) : `made by ${by} for ${callerIn(body)}`);
      return Reflect.apply(end, made, [body]);
    }) as never;
    return made;
  }) as typeof request);
  onTestFinished(() => spy.mockRestore());
  const line = (message: string, fields: { operationName?: string | undefined }) =>
    note('logger', callerIn(fields.operationName ?? message));
  return {
    apiKey: async () => {
      await Promise.resolve();
      return `key-of-${caller()}`;
    },
    ...(limiter && {
      limiter: (task) => {
        note('limiter', caller());
        return limiter(task);
      },
    }),
    classify: ([error]) => {
      note('classify', callerIn(error?.message));
      return undefined;
    },
    watch: ({ event, errors }) => {
      note(errors ? 'watch, of errors' : 'watch, of data', callerIn(event.operationName));
      return undefined;
    },
    logger: { debug: line, info: line, warn: line, error: line },
  };
}

/** Refuses each second caller once, so that it waits for its next attempt. */
function service() {
  const asked = new Map<string, number>();
  return ({ delivery, client }: Exchange) => {
    const caller = callerIn(delivery.body) ?? '';
    const nth = (asked.get(caller) ?? 0) + 1;
    asked.set(caller, nth);
    const isOdd = Number(caller.replace('caller', '')) % 2 === 1;
    const answer =
      nth === 1 && isOdd
        ? response(503, [json, ['retry-after', '0']], '{}')
        : response(
            200,
            [json],
            JSON.stringify(
              isOdd ? { data: { a: null }, errors: [{ message: `Of_${caller}`, path: ['a'] }] } : { data: { a: 1 } },
            ),
          );
    setTimeout(() => client.write(answer), 2);
  };
}

const waits: Readonly<Record<string, { readonly limiter?: Limiter; readonly options?: ControlClientOptions }>> = {
  'nothing but the service': {},
  'the line for a connection': { options: { maxConnections: 2 } },
  'a limiter that is a queue': { limiter: queueOf(2) },
  'a limiter and the line': { limiter: queueOf(4), options: { maxConnections: 2 } },
  'an agent with a queue of its own': { options: { agent: new http.Agent({ keepAlive: true, maxSockets: 2 }) } },
};

describe.each(Object.entries(waits))('calls that wait for %s', (_what, { limiter, options }) => {
  test('each callback, event and `http.request` of a waiting call runs in the context of its caller', async () => {
    const { seen, strangers, note } = notes();
    const { server, client } = await served({ answer: service() }, { ...observed(note, limiter), ...options });
    const ask = () =>
      Promise.all(
        CALLERS.map((caller) =>
          store.run(caller, () => client.execute(queryOf(caller)).then(() => note('await', caller))),
        ),
      );
    await ask();
    // The second round runs over kept connections.
    await ask();
    expect([...strangers]).toEqual([]);
    const keys = server.deliveries.filter(
      ({ headers, body }) => headers.get('authorization') !== `Bearer key-of-${callerIn(body)}`,
    );
    expect(keys).toEqual([]);
    const names = [
      'http.request',
      'logger',
      'classify',
      'watch, of data',
      'await',
      'call:start',
      'call:asyncEnd',
      'attempt:start',
      'attempt:error',
      'attempt:asyncEnd',
    ];
    for (const name of [...names, ...(limiter ? ['limiter'] : [])])
      expect(seen.get(name), name).toBeGreaterThanOrEqual(name === 'attempt:error' ? 6 : 12);
  });
});

test('`fetch` and `baseUrl` functions run in the context of their caller, also behind a limiter', async () => {
  const { seen, strangers, note } = notes();
  const client = createControlClient({
    baseUrl: async () => {
      note('baseUrl', 'caller0');
      return 'https://control.example';
    },
    apiKey: 'key-of-all-callers',
    limiter: queueOf(1),
    fetch: async (_url, init) => {
      note('fetch', callerIn(init?.body));
      return Response.json({ data: { a: 1 } });
    },
  });
  await Promise.all(CALLERS.map((caller) => store.run(caller, () => client.request(queryOf(caller)))));
  expect([...strangers]).toEqual([]);
  expect(Object.fromEntries(seen)).toEqual({ baseUrl: 1, fetch: 12 });
});

test('a call that a deadline or an abort ends in the queue is reported in the context of its caller', async () => {
  const { strangers, seen, note } = notes();
  const options = { ...observed(note), maxConnections: 1, maxRetries: 0 };
  const { server, client, clock } = await servedOnMovedClock({}, options);
  const abort = new AbortController();
  const ended = CALLERS.map((caller, nth) =>
    store.run(caller, () =>
      client
        .request(queryOf(caller), undefined, nth % 2 ? { signal: abort.signal } : { timeoutMs: 1_000 + nth })
        .catch(({ code }: { code: string }) => note(code, caller)),
    ),
  );
  await expect.poll(() => server.deliveries.length).toBe(1);
  store.run('whoever aborts', () => abort.abort());
  await clock.advance(2_000);
  await Promise.all(ended);
  await serverSettled(server);
  expect([...strangers]).toEqual([]);
  expect([seen.get('aborted'), seen.get('timeout'), seen.get('call:error')]).toEqual([6, 6, 12]);
});

test('calls that wait behind a mutation on a kept connection keep their context', async () => {
  const { strangers, note } = notes();
  const { client } = await served({ answer: service() }, observed(note));
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      CALLERS.map((caller) => store.run(caller, () => client.execute(`mutation Of_${caller} { a }`).catch(() => {}))),
    );
  }
  expect([...strangers]).toEqual([]);
});
