import { describe, expect, test } from 'vitest';
import { type ControlApiError, isControlApiError } from '../../../src/index.ts';
import { type AnswerStep, graphql, laboratory } from '../../helpers/laboratory.ts';
import { fixtures, operation } from './fixtures.ts';

/** A mutation whose first answer is this one, of a client whose key changes whenever it is asked for. */
async function answered(step: AnswerStep, document = operation): Promise<{ ended: unknown; deliveries: number }> {
  let asked = 0;
  const lab = laboratory([step], { apiKey: () => `key-of-the-dialects-${++asked}` });
  const ended = await lab.settle(document, { name: 'n' });
  return { ended, deliveries: lab.sent.length };
}
const failure = (ended: unknown): ControlApiError =>
  isControlApiError(ended) ? ended : expect.unreachable('it was taken for data');

describe.each(fixtures)('$server $version, status $status, $happened', ({ happened, status, body }) => {
  const step = graphql(body, { status });

  test('a mutation that ran is never said to be rejected, nor sent again', async () => {
    const { ended, deliveries } = await answered(step);
    if (happened === 'turned-away') return expect(deliveries).toBe(2);
    expect(deliveries).toBe(1);
    if (happened === 'refused') {
      expect(failure(ended)).toMatchObject({ code: 'graphql', outcome: 'rejected', status });
    } else if (isControlApiError(ended)) expect(ended.outcome).toBe('unknown');
    else expect(ended).toMatchObject({ data: { renameDevice: { id: 'd1' } } });
  });

  test('a refused document is not tried again, whatever the status', async () => {
    if (happened !== 'refused') return;
    const lab = laboratory([step]);
    expect(await lab.settle(operation.replace('mutation', 'query'))).toMatchObject({ code: 'graphql', attempts: 1 });
  });

  test('an operation that cannot be read is never said to be rejected for what ran', async () => {
    const { ended, deliveries } = await answered(step, `${operation} # \0`);
    if (happened === 'ran') expect(deliveries).toBe(1);
    if (happened === 'ran' && isControlApiError(ended)) expect(ended.outcome).toBe('unknown');
  });
});

describe('what an answer proves, in every combination', () => {
  const datas = { absent: {}, null: { data: null }, nulls: { data: { second: null } }, value: { data: { second: 1 } } };
  const paths = {
    none: {},
    empty: { path: [] },
    data: { path: ['second', 'id'] },
    document: { path: ['mutation Rename', 'second'] },
    other: { path: ['elsewhere'] },
  };
  const places = { unplaced: {}, placed: { locations: [{ line: 1, column: 1 }] } };
  const codes = {
    uncoded: {},
    refusal: { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    class: { extensions: { code: 'RATE_LIMITED' } },
    own: { extensions: { code: 'OWN' } },
  };
  const combinations = Object.entries(datas).flatMap(([data, given]) =>
    Object.entries(paths).flatMap(([path, at]) =>
      Object.entries(places).flatMap(([place, located]) =>
        Object.entries(codes).flatMap(([code, coded]) =>
          [200, 400, 429, 499, 500].map((status) => ({
            ...{ data, path, place, code, status },
            body: { ...given, errors: [{ message: 'm', ...at, ...located, ...coded }] },
          })),
        ),
      ),
    ),
  );

  test('of data, path, place, code and status', async () => {
    for (const { data, path, place, code, status, body } of combinations) {
      const ran = data === 'nulls' || data === 'value' || path === 'data';
      const refused = place === 'placed' || code === 'refusal' || path === 'document';
      const turnedAway = data === 'absent' && (code === 'class' || status === 400 || status === 429);
      const outcome = !ran && (refused || turnedAway) ? 'rejected' : 'unknown';
      const about = [data, path, place, code, status].join(' ');
      const { ended } = await answered(graphql(body, { status }));
      // A limit that proves that nothing ran is waited for; and data is data.
      const isAgain = outcome === 'rejected' && (status === 429 || code === 'class');
      const isData = data === 'value' || (data === 'nulls' && code !== 'class');
      if (isAgain || (isData && status === 200)) expect(ended, about).toHaveProperty('data');
      else expect(failure(ended).outcome, about).toBe(outcome);
    }
    expect(combinations.length).toBe(800);
  });

  test('an error that proves a refusal says nothing of one beside it', async () => {
    const errors = [{ message: 'm', locations: [{ line: 1, column: 1 }] }, { message: 'n' }];
    expect(failure((await answered(graphql({ data: null, errors }))).ended).outcome).toBe('unknown');
  });
});

describe('a refused key under a nullable root field', () => {
  const nulls = (code: string, data: object | null = { team: null }) =>
    graphql({ data, errors: [{ message: 'no', path: ['team'], extensions: { code } }] });
  const query = 'query Team { team { id } }';

  test.each(['UNAUTHENTICATED', 'UNAUTHORIZED', 'AUTH_NOT_AUTHENTICATED'])(
    'is asked for again, and the query repeated: %s',
    async (code) => {
      let asked = 0;
      const lab = laboratory([nulls(code)], { apiKey: () => `key-under-nullable-${++asked}` });
      expect(await lab.settle(query)).toMatchObject({ data: {}, meta: { attempts: 2 } });
      expect(lab.keys).toEqual(['key-under-nullable-1', 'key-under-nullable-2']);
    },
  );

  test('is an error that advises about the key', async () => {
    expect(await laboratory(() => nulls('UNAUTHENTICATED')).settle(query)).toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('Check that the key belongs to this team'),
      data: { team: null },
    });
  });

  test.each<[string, object]>([
    [
      'one of several errors',
      { data: { team: null }, errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }, { message: 'm' }] },
    ],
    [
      'an error beside data',
      { data: { team: { id: 1 } }, errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] },
    ],
  ])('is not seen in %s', async (_what, body) => {
    expect(await laboratory([graphql(body)]).settle(query)).toMatchObject(body);
  });
});
