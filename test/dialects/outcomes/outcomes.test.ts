import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../src/base/is-record.ts';
import { proofIn } from '../../../src/call/judge/graphql-errors.ts';
import { type ControlApiError, isControlApiError } from '../../../src/index.ts';
import { type AnswerStep, graphql, laboratory } from '../../helpers/laboratory.ts';
import { statuses } from '../../helpers/statuses.ts';
import { fixtures, operation } from './fixtures.ts';

/** Sends a mutation whose first answer is this one. Each question for the key gets another. */
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

  test('an executed mutation is never reported as rejected, nor sent again', async () => {
    const { ended, deliveries } = await answered(step);
    if (happened === 'turned-away') return expect(deliveries).toBe(2);
    expect(deliveries).toBe(1);
    if (happened === 'refused') {
      expect(failure(ended)).toMatchObject({ code: 'graphql', outcome: 'rejected', status });
    } else if (isControlApiError(ended)) expect(ended.outcome).toBe('unknown');
    else expect(ended).toMatchObject({ data: { renameDevice: { id: 'd1' } } });
  });

  test('a refused document is not retried, whatever the status', async () => {
    if (happened !== 'refused') return;
    const lab = laboratory([step]);
    expect(await lab.settle(operation.replace('mutation', 'query'))).toMatchObject({ code: 'graphql', attempts: 1 });
  });

  test('an executed operation that cannot be read is never reported as rejected', async () => {
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
  const places = {
    unplaced: {},
    placed: { locations: [{ line: 1, column: 1 }] },
    outside: { locations: [{ line: 2, column: 1 }] },
  };
  const codes = {
    uncoded: {},
    refusal: { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    class: { extensions: { code: 'RATE_LIMITED' } },
    own: { extensions: { code: 'OWN' } },
  };

  /** The answers of each combination of entries of these tables. */
  const combine = (tables: Readonly<Record<string, Readonly<Record<string, object>>>>) =>
    Object.entries(tables).reduce<{ about: Readonly<Record<string, string>>; error: object }[]>(
      (all, [table, entries]) =>
        all.flatMap(({ about, error }) =>
          Object.entries(entries).map(([entry, part]) => ({
            about: { ...about, [table]: entry },
            error: { ...error, ...part },
          })),
        ),
      [{ about: {}, error: { message: 'm' } }],
    );

  test('the outcome follows every combination of data, path, place, code and status', async () => {
    let count = 0;
    for (const { about, error } of combine({ path: paths, place: places, code: codes })) {
      for (const [data, given] of Object.entries(datas)) {
        for (const status of [200, 400, 429, 499, 500]) {
          count++;
          const { outcome: byStatus, isLate } = statuses.find((it) => it.status === status) ?? {};
          const { path, place, code } = about;
          const ran = data === 'nulls' || data === 'value' || path === 'data';
          const refused = data === 'absent' && (place !== 'unplaced' || code === 'refusal');
          const turnedAway = data === 'absent' && ((code === 'class' && !isLate) || byStatus === 'rejected');
          const outcome = !ran && (refused || path === 'document' || turnedAway) ? 'rejected' : 'unknown';
          const which = JSON.stringify({ ...about, data, status });
          const { ended, deliveries } = await answered(graphql({ ...given, errors: [error] }, { status }));
          // A client waits for a limit that proves that nothing ran. Data stays data.
          const isAgain =
            outcome === 'rejected' && data === 'absent' && (status === 429 || code === 'class') && !isLate;
          const isData = data === 'value' || (data === 'nulls' && code !== 'class');
          expect(deliveries, which).toBe(isAgain ? 2 : 1);
          if (isAgain || (isData && status === 200)) expect(ended, which).toHaveProperty('data');
          else expect(failure(ended).outcome, which).toBe(outcome);
        }
      }
    }
    expect(count).toBe(1200);
  });

  test('the outcome beside `data: null` follows every combination of words, path, place, code and service', async () => {
    const words = { known: { message: 'Cannot query field "x" on type "Mutation".' }, other: { message: 'no' } };
    const services = { none: {}, service: { serviceName: 'teams' }, subgraph: { subgraph: 'teams' } };
    let count = 0;
    for (const { about, error } of combine({ words, path: paths, place: places, code: codes })) {
      for (const [service, named] of Object.entries(services)) {
        count++;
        const refused =
          service === 'none' &&
          about['path'] !== 'data' &&
          (about['path'] === 'document' || (about['place'] === 'placed' && about['words'] === 'known'));
        const { extensions, ...rest } = error as { readonly extensions?: object };
        const body = { data: null, errors: [{ ...rest, extensions: { ...extensions, ...named } }] };
        const { ended, deliveries } = await answered(graphql(body));
        const which = JSON.stringify({ ...about, service });
        expect(failure(ended).outcome, which).toBe(refused ? 'rejected' : 'unknown');
        expect(deliveries, which).toBe(1);
      }
    }
    expect(count).toBe(360);
  });

  test('an error that proves a refusal proves nothing about another one', async () => {
    const errors = [{ message: 'Unknown type "X".', locations: [{ line: 1, column: 1 }] }, { message: 'n' }];
    expect(failure((await answered(graphql({ data: null, errors }))).ended).outcome).toBe('unknown');
    expect(failure((await answered(graphql({ data: null, errors: [errors[0]] }))).ended).outcome).toBe('rejected');
  });
});

describe('a refused key under a nullable root field', () => {
  const query = 'query Team { team { id } }';

  test('a refused key under a null field is an error that advises about the key', async () => {
    const errors = [{ message: 'no', path: ['team'], extensions: { code: 'UNAUTHENTICATED' } }];
    expect(await laboratory(() => graphql({ data: { team: null }, errors })).settle(query)).toMatchObject({
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
  ])('a refused key is not seen in %s', async (_what, body) => {
    expect(await laboratory([graphql(body)]).settle(query)).toMatchObject({ ...body, meta: { attempts: 1 } });
  });
});

describe('the words that refuse a document beside `data: null`', () => {
  const refuses = (message: string) =>
    proofIn({ data: null, errors: [{ message, locations: [{ line: 1, column: 1 }] }] }, { text: '{ a }' }) ===
    'refused';

  test('the words of servers that refuse a document are recognized, but for a few', () => {
    const servers = ['mercurius', 'gqlgen', 'graphql-go', 'appsync', 'async-graphql', 'graphql-core-3', 'wundergraph'];
    const messages = servers.flatMap((server) => {
      const path = join(import.meta.dirname, `../refusals/${server}.json`);
      const { errors } = JSON.parse(readFileSync(path, 'utf8')) as {
        readonly errors: Readonly<Record<string, unknown>>;
      };
      return Object.values(errors).map((it) => (typeof it === 'string' ? it : String(entryOf(it, 'message'))));
    });
    expect(messages.length).toBeGreaterThan(130);
    expect(messages.filter(refuses).length).toBeGreaterThanOrEqual(100);
  });

  test.each([
    'Cannot return null for non-nullable field Mutation.move.',
    'Argument "name" of non-null type "String!" must not be null.',
    'Argument "name" of required type "String!" was provided the variable "$name" which was not provided a runtime value.',
    'Argument "place" has invalid value { site: 1 }.',
    'Int cannot represent non-integer value: 1.5',
    'Enum "Color" cannot represent value: "PINK"',
    'Expected value of type "Device" but got: { id: 1 }.',
    'Expected Iterable, but did not find one for field "Team.devices".',
    'Expected version 3, found 4',
    'Abstract type "Thing" must resolve to an Object type at runtime for field "Team.things".',
    'Validation error',
    'Unknown device type',
    'Field "name" is already taken',
    'must not be null',
  ])('the words of a server or resolver during execution refuse no document: %s', (message) => {
    expect(refuses(message)).toBe(false);
  });
});
