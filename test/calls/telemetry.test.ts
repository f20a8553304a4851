import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chooseLogger, log } from '../../src/call/events/telemetry.ts';
import { answers, atFirst, html, htmlPage } from '../helpers/answers.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { graphql, laboratory, mutation } from '../helpers/laboratory.ts';
import { servedKey as apiKey, served } from '../helpers/served.ts';
import { unhandledRejections } from '../helpers/unhandled.ts';
import { keptLines, Witness } from '../helpers/witness.ts';

const secret = 'variable-not-in-telemetry-0123456789';
const busyOnce = atFirst(1, answers(503, [html, ['retry-after', '0']], htmlPage));

const levels = ['debug', 'info', 'warn', 'error'] as const;
const event = { callId: 'a-1', origin: undefined, operationName: 'List', operationKind: 'query' } as const;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('channels report a call and each attempt with name, kind, status, duration and bytes', async () => {
  const { client } = await served(busyOnce);
  using channels = new Witness();
  await client.request('query List($note: String) { team(note: $note) { devices { nodes { id } } } }', {
    note: secret,
  });
  expect(channels.seen.map(({ channel }) => channel).filter((it) => !/:(end|asyncStart)$/.test(it))).toEqual([
    'call:start',
    'attempt:start',
    'attempt:error',
    'attempt:asyncEnd',
    'attempt:start',
    'attempt:asyncEnd',
    'call:asyncEnd',
  ]);
  const ended = (name: string) =>
    channels.seen.filter(({ channel }) => channel === `${name}:asyncEnd`).map(({ event }) => event);
  expect(ended('attempt')).toMatchObject([
    {
      operationName: 'List',
      operationKind: 'query',
      attempt: 1,
      status: 503,
      bytes: htmlPage.length,
      retryInMs: 0,
      error: { code: 'http_status' },
    },
    {
      operationName: 'List',
      operationKind: 'query',
      attempt: 2,
      status: 200,
      bytes: expect.any(Number),
      durationMs: expect.any(Number),
    },
  ]);
  expect(ended('call')).toMatchObject([
    { operationName: 'List', operationKind: 'query', attempts: 2, durationMs: expect.any(Number) },
  ]);
  expect(ended('call')[0]).not.toHaveProperty('error');
  for (const hidden of [apiKey, secret, 'd1', htmlPage]) expect(whereRevealed(channels.seen, hidden)).toEqual([]);
});

test('channels report how a call failed, without the words of the server', async () => {
  const lab = laboratory([graphql({ errors: [{ message: `no: ${secret}` }] })]);
  using channels = new Witness();
  await lab.settle(mutation);
  const failed = channels.seen.filter(({ channel }) => channel.endsWith(':error'));
  expect(failed.map(({ channel }) => channel)).toEqual(['attempt:error', 'call:error']);
  expect(failed[1]?.event).toMatchObject({ error: { code: 'graphql', outcome: 'unknown' } });
  expect(whereRevealed(channels.seen, secret)).toEqual([]);
});

test.each([
  ['timeout', {}, {}],
  ['aborted', {}, { signal: AbortSignal.abort() }],
  ['configuration', { apiKey: () => Promise.reject(new Error('no secret at hand')) }, {}],
])('channels report an attempt that ended as %s', async (code, options, callOptions) => {
  const lab = laboratory(() => 'never', options);
  using channels = new Witness();
  await lab.settle('query List { team }', {}, callOptions);
  const failed = channels.seen.filter(({ channel }) => channel.endsWith(':error'));
  expect(failed).toMatchObject([
    { channel: 'attempt:error', event: { error: { code } } },
    { channel: 'call:error', event: { error: { code } } },
  ]);
});

test('channels carry a store from the call into its attempts, and not into the caller', async () => {
  const { client } = await served();
  const storage = new AsyncLocalStorage<string>();
  const call = tracingChannel('control-api-sdk.call');
  const attempt = tracingChannel('control-api-sdk.attempt');
  const inAttempt: unknown[] = [];
  const look = (): void => void inAttempt.push(storage.getStore());
  call.start.bindStore(storage, () => 'the span of this call');
  attempt.start.subscribe(look);
  // Channels belong to the process.
  onTestFinished(() => {
    attempt.start.unsubscribe(look);
    call.start.unbindStore(storage);
  });
  await client.request('query List { team }');
  expect(storage.getStore()).toBeUndefined();
  expect(inAttempt).toEqual(['the span of this call']);
});

test('a subscriber that throws does not fail the call', async () => {
  const { client } = await served();
  const { start } = tracingChannel('control-api-sdk.call');
  const broken = (): never => {
    throw new Error('subscriber broke');
  };
  const uncaught: unknown[] = [];
  const catcher = (error: unknown): void => void uncaught.push(error);
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', catcher);
  start.subscribe(broken);
  onTestFinished(() => void start.unsubscribe(broken));
  try {
    expect(await client.request('query List { team }')).toBeDefined();
    // Node reports the failure of a subscriber to the process, as for its own channels.
    await expect.poll(() => uncaught.length).toBe(1);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of others) process.on('uncaughtException', listener);
  }
});

test('a logger gets the call, its attempts and its retries, each at its level', async () => {
  const { lines, logger } = keptLines();
  const { client } = await served(busyOnce, { logger });
  await client.request('query List($note: String) { team(note: $note) }', { note: secret });
  expect(lines.map(({ level }) => level)).toEqual(['debug', 'warn', 'debug', 'info']);
  for (const { message } of lines) expect(message).toContain('List');
  expect(lines.at(-1)?.fields).toMatchObject({ operationName: 'List', attempts: 2 });
  for (const hidden of [apiKey, secret]) expect(whereRevealed(lines, hidden)).toEqual([]);
});

test('a logger gets a failed call once, as an error', async () => {
  const { lines, logger } = keptLines();
  await laboratory([{ status: 400 }], {}, { logger }).settle(mutation);
  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
    { fields: { error: { code: 'http_status' } } },
  ]);
});

test('without a logger, only CONTROL_API_LOG prints, from its level up, to stderr', async () => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  const stdout = vi.spyOn(console, 'log').mockImplementation(() => {});
  const silent = await served(busyOnce);
  await silent.client.request('query List { team }');
  expect(stderr).not.toHaveBeenCalled();
  vi.stubEnv('CONTROL_API_LOG', 'info');
  const told = await served();
  await told.client.request('query List { team }');
  expect(stderr.mock.calls).toEqual([[expect.stringContaining('List')]]);
  expect(stdout).not.toHaveBeenCalled();
});

// The levels of each value: test/client/options.test.ts.
test('CONTROL_API_LOG prints each line with the name of its level', () => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  const logger = chooseLogger(undefined, 'info');
  for (const level of levels) log(logger, level, () => `a ${level}`, event);
  expect(stderr.mock.calls).toEqual(['info', 'warn', 'error'].map((it) => [`control-api-sdk ${it}: a ${it}`]));
});

test('the logger of the caller comes before CONTROL_API_LOG', () => {
  const own = {};
  expect(chooseLogger(own, 'debug')).toBe(own);
  expect(chooseLogger(own, undefined)).toBe(own);
  expect(chooseLogger(undefined, undefined)).toEqual({});
});

test('a logger gets a copy of the fields, and no line is made for a missing level', () => {
  let made = 0;
  const line = () => {
    made += 1;
    return 'line';
  };
  const info = vi.fn();
  log({ info }, 'debug', line, event);
  expect(made).toBe(0);
  log({ info }, 'info', line, event);
  expect(info.mock.calls).toEqual([['line', event]]);
  expect(info.mock.calls[0]?.[1]).not.toBe(event);
});

describe('one call', () => {
  const three = () => {
    const { lines, logger } = keptLines();
    const lab = laboratory((_request, nth) => (nth % 2 ? { status: 503 } : 'well'), {}, { logger });
    return { lines, lab };
  };

  test('a call has one id in all of its events and lines, and no other call has it', async () => {
    using channels = new Witness();
    const ids = new Set<unknown>();
    for (const { lines, lab } of [three(), three()]) {
      for (let call = 0; call < 3; call++) {
        channels.seen.length = 0;
        lines.length = 0;
        await lab.settle('query List { team }');
        const mine = [...channels.seen.map(({ event }) => event), ...lines.map(({ fields }) => fields)];
        expect(mine.length).toBeGreaterThan(10);
        const [id, ...others] = new Set(mine.map((it) => (it as { callId?: unknown }).callId));
        expect(others).toEqual([]);
        expect(id).toMatch(/^[0-9a-z]{1,4}-\d+$/);
        ids.add(id);
      }
    }
    // Both laboratories have the same random numbers.
    expect(ids.size).toBe(3);
  });

  test('the ids of two clients differ by chance', async () => {
    const seen: unknown[] = [];
    for (const chance of [0.1, 0.2, 0.999_999]) {
      const logger = { info: (_line: string, { callId }: { callId: string }) => void seen.push(callId) };
      await laboratory([], {}, { logger, random: () => chance }).settle('query List { team }');
    }
    expect(new Set(seen).size).toBe(3);
  });

  test('a call that `access` refuses appears in log and channel, with nothing sent', async () => {
    using channels = new Witness();
    const { lines, logger } = keptLines();
    const lab = laboratory([], { access: 'read-only' }, { logger });
    await lab.settle(mutation);
    expect(lab.sent).toEqual([]);
    const refused = {
      operationName: 'Rename',
      attempts: 0,
      error: { code: 'operation_not_allowed', outcome: 'not-sent' },
    };
    expect(channels.seen.filter(({ channel }) => channel === 'call:error')).toMatchObject([{ event: refused }]);
    expect(channels.seen.filter(({ channel }) => channel.startsWith('attempt'))).toEqual([]);
    expect(lines).toMatchObject([
      { level: 'error', fields: refused, message: expect.stringContaining('Rename was not sent') },
    ]);
  });
});

describe('a call that nobody observes', () => {
  const logger = chooseLogger(undefined, undefined);

  test('a call without observers makes no events and reads no clock for them', async () => {
    const lab = laboratory([], {}, { logger });
    const now = vi.spyOn(lab.clock, 'now');
    expect(await lab.settle('query List { team }')).toHaveProperty('data');
    // The reads: at the beginning, at the sending by the laboratory, for a date in `Retry-After`, and for `durationMs`.
    expect(now).toHaveBeenCalledTimes(4);
  });

  test('a subscriber that comes during a call sees the next call first', async () => {
    let channels: Witness | undefined;
    const steps = (_request: unknown, nth: number) => {
      if (nth > 1) return 'well';
      const witness = new Witness();
      onTestFinished(() => witness[Symbol.dispose]());
      channels = witness;
      return { status: 503 };
    };
    const lab = laboratory(steps, {}, { logger });
    expect(await lab.settle('query List { team }')).toMatchObject({ meta: { attempts: 2 } });
    expect(channels?.seen).toEqual([]);
    await lab.settle('query List { team }');
    expect(channels?.seen[0]).toMatchObject({ channel: 'call:start', event: { operationName: 'List' } });
  });
});

describe('a logger that fails', () => {
  const fail = (): never => {
    throw new Error('disk full');
  };
  const each = (make: () => PropertyDescriptor): object =>
    Object.defineProperties({}, Object.fromEntries(levels.map((level) => [level, { enumerable: true, ...make() }])));

  test.each<[string, object]>([
    ['in its methods', each(() => ({ value: fail }))],
    ['where its methods are read', each(() => ({ get: fail }))],
    ['later', each(() => ({ value: () => Promise.reject(new Error('disk full')) }))],
    // biome-ignore lint/suspicious/noThenProperty: what a logger may return
    ['by a thenable of its own', each(() => ({ value: () => ({ then: fail }) }))],
    ['since its methods are none', each(() => ({ value: 'info' }))],
    [
      'by changing what it is given',
      each(() => ({ value: (_line: string, fields: object) => Object.assign(fields, { callId: '?', error: 5 }) })),
    ],
    ['as a whole', new Proxy({}, { get: fail, has: fail })],
  ])('a failure of the logger (%s) changes neither an answer nor an error', async (_how, logger) => {
    using unhandled = unhandledRejections();
    using channels = new Witness();
    const lab = laboratory([{ status: 503 }, 'well', { status: 400 }], {}, { logger });
    expect(await lab.settle('query List { team }')).toMatchObject({ meta: { attempts: 2 } });
    expect(await lab.settle('query List { team }')).toMatchObject({ code: 'http_status', status: 400 });
    expect(lab.clock.due).toEqual([]);
    expect(unhandled.reasons).toEqual([]);
    expect(channels.seen.map(({ event }) => event['callId'])).not.toContain('?');
  });
});
