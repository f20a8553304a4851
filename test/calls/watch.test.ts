import { expect, test } from 'vitest';
import type { WatchedCall } from '../../src/call/events/telemetry.ts';
import { graphql, laboratory, laboratoryKey, type Step } from '../helpers/laboratory.ts';

const query = 'query List { team }';
const drift = {
  message: 'The field Team.devices is gone.',
  changes: [{ coordinate: 'Team.devices', change: 'field-removed', message: 'It is gone.' }],
} as const;
const refused = graphql(
  {
    errors: [{ message: `Cannot query "devices" ${laboratoryKey}`, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  },
  { status: 400 },
);

function watched(
  steps: readonly Step[],
  watch: (call: WatchedCall) => Promise<typeof drift | undefined>,
  options = {},
) {
  const seen: WatchedCall[] = [];
  const lab = laboratory(steps, {
    ...options,
    watch: (call) => {
      seen.push(call);
      return watch(call) as never;
    },
  });
  return { ...lab, seen };
}

test('a watcher gets the data of a call, with facts about the call', async () => {
  const { settle, seen, clock } = watched([graphql({ data: { team: 1 } })], async () => undefined);
  await clock.advance(70);
  await settle(query);
  expect(seen).toEqual([
    {
      data: { team: 1 },
      event: expect.objectContaining({ operationName: 'List', origin: 'https://control.example' }),
      document: query,
      now: 70,
      redactor: expect.anything(),
      ask: expect.any(Function),
    },
  ]);
  expect(seen[0]?.redactor.text(`<${laboratoryKey}>`)).toBe('<[redacted]>');
});

test('a watcher that fails changes nothing for the call', async () => {
  for (const step of [graphql({ data: { team: 1 } }), refused]) {
    const expected = await laboratory([step]).settle(query);
    const ended = await watched([step], () => Promise.reject(new Error('mine'))).settle(query);
    if (step === refused) expect(ended).toMatchObject({ message: (expected as Error).message });
    else expect(ended).toEqual(expected);
  }
});

test('a watcher gets the errors of a refused document, and its finding goes with the error', async () => {
  const { settle, seen } = watched([refused], async () => drift);
  const error = await settle(query);
  expect(error).toMatchObject({ code: 'graphql', drift, message: expect.stringContaining(drift.message) });
  expect(seen).toEqual([expect.objectContaining({ document: query, errors: [expect.anything()] })]);
  expect(seen[0]).not.toHaveProperty('data');
});

test('a watcher that finds nothing leaves the error unchanged', async () => {
  const error = await watched([refused], async () => undefined).settle(query);
  expect(error).not.toHaveProperty('drift');
  expect(error).toMatchObject({ message: expect.stringContaining('control-api check') });
});

test('a watcher that never returns is awaited no longer than the deadline of the call', async () => {
  const { settle } = watched([refused], () => new Promise(() => {}), { timeoutMs: 1_000 });
  expect(await settle(query)).toMatchObject({
    code: 'graphql',
    message: expect.stringContaining('`control-api check`'),
  });
});

test('a watcher does not get other failures', async () => {
  const { settle, seen } = watched([{ status: 503 }, { status: 404 }], async () => drift);
  expect(await settle(query)).toMatchObject({ status: 404 });
  expect(seen).toEqual([]);
});

test('a watcher queries the live schema without a key, whatever `access` allows, once, and unwatched', async () => {
  const question = 'query Ask { __schema { queryType { name } } }';
  const answers: unknown[] = [];
  const live = graphql({ data: { __schema: { queryType: { name: 'Query' } } } });
  const { settle, seen, sent } = watched(
    [refused, live, refused, { status: 503 }],
    async ({ ask }) => {
      answers.push(await ask(question).catch((error: unknown) => error));
      return drift;
    },
    { access: { only: [query] } },
  );
  await settle(query);
  expect(answers).toEqual([{ __schema: { queryType: { name: 'Query' } } }]);
  expect(sent[1]?.body).toBe(JSON.stringify({ query: question }));
  expect(sent.map(({ headers }) => headers['Authorization'])).toEqual([`Bearer ${laboratoryKey}`, undefined]);
  await settle(query);
  expect(answers[1]).toMatchObject({ status: 503, attempts: 1 });
  expect(seen).toHaveLength(2);
  expect(sent).toHaveLength(4);
});

test('a watcher gets an answer to its question within ten seconds, or none', async () => {
  let answer: unknown;
  const { settle } = watched([refused, 'never'], async ({ ask }) => {
    answer = await ask('query Ask { __typename }').catch((error: unknown) => error);
    return drift;
  });
  expect(await settle(query)).toMatchObject({ code: 'graphql', drift });
  expect(answer).toMatchObject({ code: 'timeout', message: expect.stringContaining('10000 ms') });
});
