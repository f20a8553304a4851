import { buildSchema, lexicographicSortSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hiddenInputsOf, withHiddenInputs } from '../../src/graphql/hidden-inputs.ts';
import { type IntrospectOptions, introspect } from '../../src/graphql/introspection/index.ts';
import { serve } from './introspection-habits.ts';

const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

type Fetch = NonNullable<IntrospectOptions['fetch']>;

const { fetch: answer } = serve({ sdl: 'type Query { team: Team } type Team { id: ID }' });

/** A service that never answers. */
const silent = () => vi.fn<Fetch>(() => new Promise<never>(() => {}));

const baseUrl = 'https://api.example.com';

afterEach(() => void vi.unstubAllEnvs());

/** The code and message of the error. */
async function failureOf(options: IntrospectOptions): Promise<unknown> {
  return introspect({ baseUrl, ...options }).then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

describe('a refusal of one query is followed by another query; a refusal of any query ends the introspection', () => {
  const errors = [{ message: 'no' }];
  test.each<[status: number, body: object, asksAgain: boolean, headers?: Record<string, string>]>([
    [400, {}, true],
    [413, {}, true],
    [422, {}, true],
    [404, {}, false],
    [500, {}, false],
    [200, {}, false, { 'content-length': String(2 ** 27) }],
    [404, { errors }, true],
    [500, { errors }, true],
    [401, { errors }, false],
    [403, { errors }, false],
    [429, { errors }, false],
    [502, { errors }, false],
    [503, { errors }, false],
    [504, { errors }, false],
  ])('the refusal with status %d and %j is judged', async (status, body, asksAgain, headers) => {
    const fetch = vi.fn(async () => json(body, status, headers));
    await failureOf({ fetch, maxRetries: 0 });
    expect(fetch.mock.calls.length > 1).toBe(asksAgain);
  });
});

describe('the timeout holds for all queries together', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each<[options: IntrospectOptions, wholeMs: number]>([
    [{}, 30_000],
    [{ timeoutMs: 8_000 }, 8_000],
  ])('the timeout of %j holds', async (options, wholeMs) => {
    const fetch = silent().mockImplementationOnce(async (url, init) => {
      await new Promise((resolve) => setTimeout(resolve, wholeMs - 3_000));
      return answer(url, init);
    });
    let ended: unknown;
    const reading = failureOf({ fetch, maxRetries: 0, ...options }).then((error) => {
      ended = error;
    });
    await vi.advanceTimersByTimeAsync(wholeMs - 2);
    expect([fetch.mock.calls.length, ended]).toEqual([2, undefined]);
    await vi.advanceTimersByTimeAsync(10);
    await reading;
    expect(ended).toMatchObject({
      code: 'timeout',
      message: `The server at https://api.example.com did not show its schema within ${wholeMs} ms. Try again later, or allow more time.`,
    });
  });

  test('a query without time left ends at once with a timeout', async () => {
    const fetch = silent().mockImplementationOnce((url, init) => {
      // The process was suspended: time passed, but no timer fired.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
      return answer(url, init);
    });
    const reading = failureOf({ fetch, maxRetries: 0 });
    await vi.advanceTimersByTimeAsync(100);
    vi.restoreAllMocks();
    await vi.advanceTimersByTimeAsync(100);
    expect(await reading).toMatchObject({ code: 'timeout' });
  });

  test.each<[options: IntrospectOptions, times: number]>([
    [{}, 3],
    [{ maxRetries: 1 }, 2],
    [{ maxRetries: 0 }, 1],
  ])('a query during an outage is retried as often as %j says', async (options, times) => {
    const fetch = vi.fn(async () => json({}, 503));
    const reading = failureOf({ fetch, ...options });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reading).toMatchObject({ code: 'http_status', status: 503 });
    expect(fetch).toHaveBeenCalledTimes(times);
  });
});

test('a missing base URL is reported', async () => {
  for (const url of ['', ' ']) {
    vi.stubEnv('CONTROL_API_URL', url);
    await expect(introspect({ fetch: answer })).rejects.toMatchObject({ code: 'configuration' });
  }
});

test('a signal aborts the introspection', async () => {
  const abort = new AbortController();
  const fetch: Fetch = async () => {
    abort.abort();
    return new Promise<never>(() => {});
  };
  expect(await failureOf({ fetch, signal: abort.signal })).toMatchObject({
    code: 'aborted',
    message: 'Reading the schema was aborted.',
    cause: { code: 'aborted' },
  });
});

test('the base URL may come from the environment', async () => {
  vi.stubEnv('CONTROL_API_URL', ' https://team.example.com/v1 ');
  const fetch = vi.fn<Fetch>(answer);
  expect((await introspect({ fetch })).getType('Team')).toBeDefined();
  expect(new Set(fetch.mock.calls.map(([url]) => String(url)))).toEqual(
    new Set(['https://team.example.com/v1/graphql']),
  );
  const refused = introspect({ fetch: async () => json({}, 403) });
  await expect(refused).rejects.toThrow(/^The server at https:\/\/team\.example\.com refused to show its schema/);
});

test('a key is not read without `withKey`, and with it, a missing or unreadable key is reported', async () => {
  vi.stubEnv('CONTROL_API_KEY', 'of two\nlines');
  expect((await introspect({ baseUrl, fetch: answer })).getType('Team')).toBeDefined();
  vi.stubEnv('CONTROL_API_KEY', undefined);
  expect(await failureOf({ fetch: answer, withKey: true })).toMatchObject({ code: 'configuration' });
  vi.stubEnv('CONTROL_API_KEY_FILE', '/nowhere/key');
  expect(await failureOf({ fetch: answer, withKey: true })).toMatchObject({ code: 'configuration' });
});

test('an error has the server, the code, the status and the cause', async () => {
  const cases: readonly (readonly [Fetch, object])[] = [
    [async () => json({}, 403), { code: 'introspection_off', status: 403, cause: { code: 'forbidden' } }],
    [async () => json({ ok: true }), { code: 'not_graphql', status: 200, cause: { code: 'malformed_response' } }],
    [
      () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
      { code: 'unreachable', status: undefined, cause: { code: 'network' } },
    ],
  ];
  for (const [fetch, expected] of cases) expect(await failureOf({ fetch, maxRetries: 0 })).toMatchObject(expected);
});

describe('the note of hidden inputs', () => {
  const note = { places: ['input fields'], mayHideOthers: true } as const;

  test('a sorted schema keeps the note beside other extensions', () => {
    const schema = buildSchema('type Query { team: ID }');
    schema.extensions = { own: 1 };
    const sorted = lexicographicSortSchema(withHiddenInputs(schema, note));
    expect(hiddenInputsOf(sorted)).toEqual(note);
    expect(sorted.extensions).toMatchObject({ own: 1 });
  });

  test.each([null, 'a text', 3, {}, undefined])('a note %j means that no inputs are hidden', (value) => {
    const schema = withHiddenInputs(buildSchema('type Query { team: ID }'), note);
    for (const key of Object.keys(schema.extensions)) Object.assign(schema.extensions, { [key]: value });
    expect(hiddenInputsOf(schema)).toEqual({ places: [], mayHideOthers: false });
  });
});
