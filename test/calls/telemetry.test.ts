import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chooseLogger, log } from '../../src/call/events/telemetry.ts';
import { createControlClient } from '../../src/index.ts';
import { atFirst, good, html, htmlPage, response, says } from '../helpers/answers.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { laboratory } from '../helpers/laboratory.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { unhandledRejections } from '../helpers/unhandled.ts';
import { keptLines, Witness } from '../helpers/witness.ts';

const apiKey = 'key-not-in-telemetry-0123456789';
const secret = 'variable-not-in-telemetry-0123456789';
const busyOnce = atFirst(1, says(response(503, [html, ['retry-after', '0']], htmlPage)));

const event = { callId: 'a-1', origin: undefined, operationName: 'List', operationKind: 'query' } as const;

/** Removes the subscribers of a test, also if it failed, because channels belong to the process. */
const off: (() => void)[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const run of off.splice(0)) run();
});

test('channels report a call and each attempt with name, kind, status, duration and bytes', async () => {
  await using server = await MisbehavingServer.start(busyOnce);
  await using client = createControlClient({ baseUrl: server.url, apiKey });
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
  await using server = await MisbehavingServer.start({
    answer: ({ client }) =>
      void client.write(response(200, [], JSON.stringify({ errors: [{ message: `no: ${secret}` }] }))),
  });
  await using client = createControlClient({ baseUrl: server.url, apiKey });
  using channels = new Witness();
  await client.request('mutation Rename { rename { id } }').catch(() => {});
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
  await using server = await MisbehavingServer.start(says(good));
  await using client = createControlClient({ baseUrl: server.url, apiKey });
  const storage = new AsyncLocalStorage<string>();
  const call = tracingChannel('control-api-sdk.call');
  const attempt = tracingChannel('control-api-sdk.attempt');
  const inAttempt: unknown[] = [];
  const look = (): void => void inAttempt.push(storage.getStore());
  call.start.bindStore(storage, () => 'the span of this call');
  attempt.start.subscribe(look);
  off.push(
    () => attempt.start.unsubscribe(look),
    () => call.start.unbindStore(storage),
  );
  await client.request('query List { team }');
  expect(storage.getStore()).toBeUndefined();
  expect(inAttempt).toEqual(['the span of this call']);
});

test('a subscriber that throws does not fail the call', async () => {
  await using server = await MisbehavingServer.start(says(good));
  await using client = createControlClient({ baseUrl: server.url, apiKey });
  const { start } = tracingChannel('control-api-sdk.call');
  const broken = (): never => {
    throw new Error('subscriber broke');
  };
  const uncaught: unknown[] = [];
  const catcher = (error: unknown): void => void uncaught.push(error);
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', catcher);
  start.subscribe(broken);
  off.push(() => start.unsubscribe(broken));
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
  await using server = await MisbehavingServer.start(busyOnce);
  const { lines, logger } = keptLines();
  await using client = createControlClient({ baseUrl: server.url, apiKey, logger });
  await client.request('query List($note: String) { team(note: $note) }', { note: secret });
  expect(lines.map(({ level }) => level)).toEqual(['debug', 'warn', 'debug', 'info']);
  for (const { message } of lines) expect(message).toContain('List');
  expect(lines.at(-1)?.fields).toMatchObject({ operationName: 'List', attempts: 2 });
  for (const hidden of [apiKey, secret]) expect(whereRevealed(lines, hidden)).toEqual([]);
});

test('a logger gets a failed call once, as an error', async () => {
  await using server = await MisbehavingServer.start(says(response(400, [html], htmlPage)));
  const { lines, logger } = keptLines();
  await using client = createControlClient({ baseUrl: server.url, apiKey, logger });
  await client.request('mutation Rename { rename { id } }').catch(() => {});
  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
    { fields: { error: { code: 'http_status' } } },
  ]);
});

test('a logger may have some of the levels only', async () => {
  await using server = await MisbehavingServer.start(busyOnce);
  const warnings: string[] = [];
  await using some = createControlClient({
    baseUrl: server.url,
    apiKey,
    logger: { warn: (line) => void warnings.push(line) },
  });
  await some.request('query List { team }');
  expect(warnings).toHaveLength(1);
});

test('without a logger, only CONTROL_API_LOG prints, from its level up, to stderr', async () => {
  await using server = await MisbehavingServer.start(busyOnce);
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  const stdout = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await using silent = createControlClient({ baseUrl: server.url, apiKey });
    await silent.request('query List { team }');
    expect(stderr).not.toHaveBeenCalled();
    vi.stubEnv('CONTROL_API_LOG', 'info');
    await using told = createControlClient({ baseUrl: server.url, apiKey });
    await told.request('query List { team }');
    expect(stderr.mock.calls).toEqual([[expect.stringContaining('List')]]);
    expect(stdout).not.toHaveBeenCalled();
  } finally {
    stderr.mockRestore();
    stdout.mockRestore();
  }
});

test.each([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
] as const)('CONTROL_API_LOG=%s prints the levels %s, each with its name', (from, levels) => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    const logger = chooseLogger(undefined, from);
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log(logger, level, () => `a ${level}`, event);
    expect(stderr.mock.calls).toEqual(levels.map((level) => [`control-api-sdk ${level}: a ${level}`]));
  } finally {
    stderr.mockRestore();
  }
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
    await lab.settle('mutation Rename { rename { id } }');
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
      off.push(() => witness[Symbol.dispose]());
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
  const levels = ['debug', 'info', 'warn', 'error'] as const;
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
