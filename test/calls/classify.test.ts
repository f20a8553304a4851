import { describe, expect, test } from 'vitest';
import type { ControlClientOptions } from '../../src/client/options.ts';
import { whereRevealed } from '../helpers/key-hunt.ts';
import { graphql, laboratory, laboratoryKey, mutation, query } from '../helpers/laboratory.ts';

const own = graphql({ errors: [{ message: 'own words', extensions: { code: 'SLOW_DOWN' } }] });
type Classify = NonNullable<ControlClientOptions['classify']>;

describe('a `classify` function that teaches a service its own codes', () => {
  test.each(['unauthenticated', 'forbidden', 'rate_limited', 'graphql'] as const)(
    '`classify` gives an error the code %s',
    async (code) => {
      const lab = laboratory([own], { classify: () => code, maxRetries: 0 });
      const outcome = code === 'graphql' ? 'unknown' : 'rejected';
      expect(await lab.settle(mutation)).toMatchObject({ code, outcome, attempts: 1 });
    },
  );

  test('a code from `classify` decides whether a query is retried and whether the key is asked for again', async () => {
    const limited = laboratory([own], { classify: () => 'rate_limited' });
    expect(await limited.settle(query)).toMatchObject({ meta: { attempts: 2 } });
    let asked = 0;
    const refused = laboratory([own], { classify: () => 'unauthenticated', apiKey: () => `key-number-${++asked}` });
    expect(await refused.settle(mutation)).toMatchObject({ meta: { attempts: 2 } });
    expect(refused.keys).toEqual(['key-number-1', 'key-number-2']);
  });

  test.each<[string, undefined | null]>([
    ['undefined', undefined],
    ['null', null],
  ])('`classify` leaves the code to the SDK if it returns %s', async (_what, code) => {
    const step = graphql({ errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] });
    const lab = laboratory([step], { classify: (() => code) as Classify });
    expect(await lab.settle(query)).toMatchObject({ code: 'forbidden' });
  });

  test('`classify` gets the scrubbed errors and the status', async () => {
    const seen: unknown[] = [];
    const body = { errors: [{ message: `you sent ${laboratoryKey}`, extensions: { code: 'X', key: laboratoryKey } }] };
    const lab = laboratory([graphql(body, { status: 422 })], {
      classify: (errors, status) => {
        seen.push(errors, status);
        return undefined;
      },
    });
    await lab.settle(query);
    expect(seen).toMatchObject([[{ message: 'you sent [redacted]' }], 422]);
    expect(whereRevealed(seen, laboratoryKey)).toEqual([]);
  });

  test('`classify` cannot change the errors that it is shown', async () => {
    const lab = laboratory([own], {
      classify: (errors) => {
        Object.assign(errors[0] ?? {}, { message: 'changed' });
        return undefined;
      },
    });
    expect(await lab.settle(query)).toMatchObject({ errors: [{ message: 'own words' }] });
  });

  test.each<[string, ReturnType<typeof graphql>]>([
    ['root fields that are null', graphql({ data: { team: null }, errors: [{ message: 'm' }] })],
    ['a status that has a meaning of its own', graphql({ errors: [{ message: 'm' }] }, { status: 429 })],
    ['a status of trouble', graphql({ errors: [{ message: 'm' }] }, { status: 503 })],
  ])('the code from `classify` comes before the code for %s', async (_what, step) => {
    const lab = laboratory([step], { classify: () => 'forbidden' });
    expect(await lab.settle(query)).toMatchObject({ code: 'forbidden', attempts: 1 });
  });

  test('`classify` decides the code of errors beside data for callers without partial data', async () => {
    const data = { team: { devices: null } };
    const lab = laboratory(() => graphql({ data, errors: [{ message: 'm' }] }), { classify: () => 'unauthenticated' });
    expect(await lab.settle(query)).toMatchObject({ data });
    await expect(lab.client.request(query)).rejects.toMatchObject({
      code: 'unauthenticated',
      outcome: 'unknown',
      data,
    });
    expect(lab.sent).toHaveLength(2);
  });

  test('`classify` is not called without errors', async () => {
    const lab = laboratory([graphql({ data: { team: null } })], { classify: () => expect.unreachable('asked') });
    expect(await lab.settle(query)).toMatchObject({ data: { team: null } });
  });

  const broken: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new RangeError(`my table has no ${laboratoryKey}`);
      },
    ],
    ['returns a word that is no code', () => 'slow_down'],
    ['returns a code that errors in an answer never have', () => 'network'],
    ['returns an object', () => ({})],
    ['is asynchronous', async () => 'rate_limited'],
  ];
  test.each(broken)(
    'a `classify` that %s is a configuration error with its cause and the true outcome',
    async (_what, classify) => {
      const answers = [
        [{ errors: [{ message: 'm', locations: [{ line: 1, column: 1 }] }] }, 'rejected'],
        [{ data: null, errors: [{ message: 'm' }] }, 'unknown'],
        [{ data: { rename: 1 }, errors: [{ message: 'm' }] }, 'unknown'],
      ] as const;
      for (const [body, outcome] of answers) {
        const lab = laboratory([graphql(body)], { classify: classify as Classify });
        const error = await lab.settle(mutation);
        expect(error).toMatchObject({ code: 'configuration', outcome, attempts: 1, cause: expect.any(Error) });
        expect(String(error)).toContain(
          "The `classify` function failed. It must return 'unauthenticated', 'forbidden', 'rate_limited', 'graphql' or undefined.",
        );
        expect(whereRevealed(error, laboratoryKey)).toEqual([]);
        expect(lab.sent).toHaveLength(1);
      }
    },
  );
});
