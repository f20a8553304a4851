import { tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { isControlApiError, type ReadHeader } from '../../src/index.ts';
import { type AnswerStep, laboratory, laboratoryKey, query } from '../helpers/laboratory.ts';

const headers = {
  'x-ratelimit-remaining': '41_of_60',
  'x-echo': `Bearer ${laboratoryKey}`,
  'set-cookie': 'session=secret',
};

/** The header readers: on the result or error of a call, and on the event of an attempt. */
async function readers(step: AnswerStep): Promise<readonly ReadHeader[]> {
  let event: ReadHeader | undefined;
  const channel = tracingChannel<{ readonly header?: ReadHeader }>('control-api-sdk.attempt');
  const asyncEnd = (seen: { readonly header?: ReadHeader }) => {
    event = seen.header;
  };
  channel.subscribe({ asyncEnd } as never);
  const ended = await laboratory([step], { maxRetries: 0 }).settle(query);
  channel.unsubscribe({ asyncEnd } as never);
  const caller = isControlApiError(ended) ? ended.header : (ended as { meta: { header: ReadHeader } }).meta.header;
  return [caller, event ?? expect.unreachable('there is no reader')];
}

test.each<[string, AnswerStep]>([
  ['data', { headers }],
  ['a refused key', { status: 401, headers }],
  ['trouble', { status: 503, headers, body: 'no' }],
  ['a page', { body: '<html>', headers }],
])(
  'the caller and the event read the headers of an answer that is %s, without keys and cookies',
  async (_what, step) => {
    for (const header of await readers(step)) {
      expect(header('X-RateLimit-Remaining')).toBe('41_of_60');
      expect(header('x-echo')).not.toContain(laboratoryKey);
      expect(header('x-echo')).toContain('[redacted]');
      for (const name of ['set-cookie', 'Set-Cookie', 'SET-COOKIE', 'x-other']) expect(header(name)).toBeUndefined();
    }
  },
);

test('headers are not printed, spread or cloned along with their owner', async () => {
  const answer = await laboratory([{ headers }]).settle(query);
  const error = await laboratory([{ status: 401, headers }]).settle(query);
  for (const shown of [answer, error]) {
    expect(inspect(shown, { depth: 9 })).not.toMatch(/header|41_of/);
    expect(JSON.stringify(shown)).not.toMatch(/header|session/);
    expect(() => structuredClone(shown)).not.toThrow();
  }
});

test('an error without an answer has no header', async () => {
  const error = await laboratory(['never'], { timeoutMs: 10 }).settle(query);
  expect(isControlApiError(error) && error.header('x-echo')).toBeUndefined();
});
