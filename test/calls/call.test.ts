import { expect, test } from 'vitest';
import { ControlApiError } from '../../src/index.ts';
import { TransportFailure } from '../../src/transport/transport.ts';
import { graphql, laboratory, laboratoryKey } from '../helpers/laboratory.ts';

const query = 'query List { team }';
const mutation = 'mutation Rename { rename }';

test('the result names its request if a header does, and has no property for what was absent', async () => {
  const named = await laboratory([{ headers: { 'x-request-id': 'r1' } }]).settle(query);
  expect(named).toMatchObject({ meta: { requestId: 'r1', status: 200, attempts: 1 } });
  const plain = (await laboratory([]).settle(query)) as { meta: object };
  expect(plain.meta).not.toHaveProperty('requestId');
  expect(Object.keys(plain).sort()).toEqual(['data', 'meta']);
});

test('the result has the scrubbed extensions of the answer, and its data unchanged', async () => {
  const extensions = { note: laboratoryKey, cost: 1 };
  const answer = await laboratory([graphql({ data: { note: laboratoryKey }, extensions })]).settle(query);
  expect(answer).toMatchObject({ data: { note: laboratoryKey }, extensions: { note: '[redacted]', cost: 1 } });
});

test('a call without a key says that only introspection can be sent', async () => {
  const lab = laboratory([], { apiKey: null });
  expect(await lab.settle(query)).toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    attempts: 0,
    message: expect.stringContaining(
      'There is no API key, so only introspection can be sent. Pass the `apiKey` option or set CONTROL_API_KEY',
    ),
  });
  expect(lab.sent).toEqual([]);
  expect(await lab.settle('{ __typename }')).toHaveProperty('data');
});

test.each([
  ['data', 'well', 'unknown'],
  ['a refusal', graphql({ errors: [{ message: 'm', locations: [{ line: 1, column: 1 }] }] }), 'rejected'],
] as const)(
  'the error of a call that is aborted as its answer arrives keeps the outcome that the answer shows: %s',
  async (_what, step, outcome) => {
    const controller = new AbortController();
    const lab = laboratory(() => {
      controller.abort();
      return step;
    });
    const error = await lab.settle(mutation, {}, { signal: controller.signal });
    expect(error).toMatchObject({ code: 'aborted', outcome, attempts: 1 });
  },
);

test('a forbidden connection is a configuration error in its own words', async () => {
  const cause = new ControlApiError('configuration', 'http://localhost leads to another machine.');
  const lab = laboratory([new TransportFailure('network', 'nowhere', undefined, cause)]);
  expect(await lab.settle(query)).toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    attempts: 1,
    message: expect.stringContaining('leads to another machine'),
  });
});

test('an unexpected exception during an attempt is a failure of unknown outcome', async () => {
  const cause = new TypeError('odd');
  const lab = laboratory(() => {
    throw cause;
  });
  expect(await lab.settle(mutation)).toMatchObject({
    code: 'network',
    outcome: 'unknown',
    message: expect.stringContaining('the transport failed'),
    cause: { message: 'odd' },
  });
});
