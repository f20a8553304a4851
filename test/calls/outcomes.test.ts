import { expect, test } from 'vitest';
import type { Outcome } from '../../src/errors.ts';
import { TransportFailure } from '../../src/transport/transport.ts';
import { htmlPage, mutation, query } from '../helpers/answers.ts';
import { type AnswerStep, laboratory, type Step } from '../helpers/laboratory.ts';
import { statuses } from '../helpers/statuses.ts';

/** The outcomes by weight, each with an attempt that ends so and is retried. */
const weights: readonly Outcome[] = ['not-sent', 'rejected', 'unknown'];
const steps: Readonly<Record<Outcome, Step>> = {
  'not-sent': new TransportFailure('network', 'nowhere'),
  rejected: { status: 429 },
  unknown: new TransportFailure('network', 'service'),
};
const pairs = weights.flatMap((first) => weights.map((second) => [first, second] as const));
const triples = pairs.flatMap((pair) => weights.map((third) => [...pair, third] as const));

test.each([...pairs, ...triples].map((outcomes) => ({ outcomes })))(
  'the outcome of a call is the worst of its attempts: $outcomes',
  async ({ outcomes }) => {
    // The last attempt has no limit.
    const { clock, settled, sent } = laboratory(
      (_request, nth) => steps[outcomes[nth - 1] ?? outcomes.at(-1) ?? 'unknown'],
      { maxRetries: outcomes.length - 1 },
    );
    const error = settled(query);
    await clock.advance(30_000);
    const worst = weights.findLast((outcome) => outcomes.includes(outcome));
    expect(await error).toMatchObject({ outcome: worst, attempts: sent.length });
    expect(sent.length).toBeGreaterThanOrEqual(outcomes.length);
  },
);

test.each(weights)(
  'a call that is aborted in the wait after an attempt that was %s has the outcome of that attempt',
  async (outcome) => {
    const { clock, settled } = laboratory([steps[outcome]], {}, { random: () => 0.999 });
    const abort = new AbortController();
    const error = settled(query, undefined, { signal: abort.signal });
    await clock.advance(100);
    abort.abort();
    expect(await error).toMatchObject({ code: 'aborted', outcome, attempts: 1 });
    expect(clock.due).toEqual([]);
  },
);

test.each(weights)(
  'a call whose time ends in an attempt after one that was %s has the worst outcome',
  async (outcome) => {
    const { clock, settled } = laboratory([steps[outcome], 'never'], { timeoutMs: 1_000 });
    const error = settled(query);
    await clock.advance(1_000);
    expect(await error).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 2 });
    expect(clock.due).toEqual([]);
  },
);

const bodies: Readonly<Record<string, AnswerStep>> = {
  'that is empty': {},
  'of HTML': { body: htmlPage },
  'of other JSON': { body: '{"error":"no"}' },
  'that was cut short': { body: '{"errors":', fault: 'truncated' },
  'in a wrong encoding': { fault: 'malformed' },
  'that is too large': { body: 'no no no', fault: 'too-large' },
};
const answers = statuses.flatMap((it) => Object.entries(bodies).map(([body, step]) => ({ ...it, body, step })));

test.each(answers)('the outcome follows HTTP for status $status with a body $body', async (row) => {
  const { status, code, what, isPassing, byHead, step } = row;
  // The rest of a broken body might have shown an execution, unless the status alone rules that out.
  const outcome = step.fault && !byHead ? 'unknown' : row.outcome;
  for (const document of [query, mutation]) {
    const { clock, sent, settled } = laboratory(() => ({ status, ...step }), { maxRetries: 1 });
    const error = settled(document);
    await clock.advance(30_000);
    const message = expect.stringContaining(what);
    expect(await error).toMatchObject({ status, code, outcome, message });
    const isAgain = isPassing && (document === query || outcome === 'rejected');
    expect(sent).toHaveLength(isAgain ? 2 : 1);
  }
});

test.each([
  ['ran', { message: 'm', path: ['team'] }, 'unknown'],
  ['was refused', { message: 'm', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }, 'rejected'],
])('errors that prove that the operation %s decide over a passing status', async (_what, error, outcome) => {
  const { settle, sent } = laboratory(() => ({ status: 503, body: JSON.stringify({ errors: [error] }) }));
  expect(await settle(query)).toMatchObject({ code: 'graphql', status: 503, outcome });
  expect(sent).toHaveLength(1);
});
