import { describe, expect, test } from 'vitest';
import { graphql, laboratory } from '../helpers/laboratory.ts';

const query = 'query List { team { devices { nodes { id } } } }';
const mutation = 'mutation Rename { rename { id } }';
const codes = ['RATE_LIMITED', 'RATELIMITED', 'THROTTLED', 'TOO_MANY_REQUESTS'];
const limited = (code: string) => [{ message: 'calm down', extensions: { code } }];
const headers = { 'retry-after': '3' };

describe.each(codes)('an answer that says %s', (code) => {
  describe.each<[string, object, string]>([
    ['without data', { errors: limited(code) }, 'rejected'],
    ['with `data: null`', { data: null, errors: limited(code) }, 'unknown'],
    ['with root fields that are all null', { data: { team: null }, errors: limited(code) }, 'unknown'],
    ['with the path of a field that ran', { errors: [{ ...limited(code)[0], path: ['rename'] }] }, 'unknown'],
  ])('%s', (_what, body, outcome) => {
    test('has a query sent again, after as long as the service asked for', async () => {
      const lab = laboratory([graphql(body, { headers })]);
      expect(await lab.settle(query)).toMatchObject({ meta: { attempts: 2, durationMs: 3_000 } });
      expect(lab.at).toEqual([0, 3_000]);
    });

    test('is an error of its own code for a mutation', async () => {
      const lab = laboratory([graphql(body, { headers })], { maxRetries: 0 });
      expect(await lab.settle(mutation)).toMatchObject({
        code: 'rate_limited',
        status: 200,
        outcome,
        attempts: 1,
        retryAfterMs: 3_000,
        message: expect.stringContaining('It asks to wait 3000 ms.'),
      });
      expect(lab.sent).toHaveLength(1);
    });
  });

  test.each([query, mutation])('beside data is kept beside the data: %s', async (document) => {
    const data = document === query ? { team: { devices: null } } : { rename: { id: '1' } };
    const lab = laboratory([graphql({ data, errors: limited(code) }, { headers })]);
    expect(await lab.settle(document)).toMatchObject({ data, errors: limited(code) });
    expect(lab.sent).toHaveLength(1);
    const throwing = laboratory([graphql({ data, errors: limited(code) }, { headers })]);
    await expect(throwing.client.request(document)).rejects.toMatchObject({ code: 'graphql', data });
  });
});

test('403 is a limit where it says when to come back, and only there', async () => {
  const lab = laboratory([{ status: 403, headers }]);
  expect(await lab.settle(mutation)).toMatchObject({ meta: { attempts: 2, durationMs: 3_000 } });
  for (const odd of [{}, { 'retry-after': 'soon' }]) {
    const refused = laboratory([{ status: 403, headers: odd }]);
    expect(await refused.settle(mutation)).toMatchObject({ code: 'forbidden', outcome: 'rejected', attempts: 1 });
  }
});

test('a status of 4xx beside data and a limit code is no limit: something was executed', async () => {
  const lab = laboratory([graphql({ data: { team: {} }, errors: limited('THROTTLED') }, { status: 422, headers })]);
  expect(await lab.settle(query)).toMatchObject({ code: 'graphql', outcome: 'unknown', attempts: 1 });
});

test('a refused key weighs more than a limit', async () => {
  const errors = [...limited('THROTTLED'), { message: 'no', extensions: { code: 'UNAUTHENTICATED' } }];
  expect(await laboratory([graphql({ errors })]).settle(query)).toMatchObject({ code: 'unauthenticated', attempts: 1 });
});
