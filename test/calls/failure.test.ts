import { describe, expect, test } from 'vitest';
import { type Failure, fromEnd, fromThrown, fromTransport } from '../../src/call/judge/failure.ts';
import { toError } from '../../src/call/judge/to-error.ts';
import { Deadline, DeadlineEnded } from '../../src/call/time/deadline.ts';
import { ControlApiError } from '../../src/errors.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { TransportFailure, type TransportFailureKind } from '../../src/transport/transport.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

const evidence = { status: 503, header: () => undefined, requestId: undefined, retryAfterMs: undefined };
const coded = (code: unknown): Error => Object.assign(new Error('x'), { code });

describe('what was sent', () => {
  test.each([
    [true, 'unknown'],
    [false, 'not-sent'],
  ])('by a transport that says so: %s', (sent, outcome) => {
    expect(fromTransport(new TransportFailure('network', sent))).toMatchObject({ code: 'network', outcome });
  });
});

describe('a failure of the transport', () => {
  test.each<[TransportFailureKind, string, string, boolean]>([
    ['network', 'network', 'no answer arrived', true],
    ['truncated', 'network', 'the answer was cut short (status 503)', true],
    ['malformed', 'malformed_response', 'the answer breaks HTTP, or its own encoding', false],
    ['too-large', 'response_too_large', 'the answer is too large', false],
  ])('%s is reported as %s, and may be passing or not', (kind, code, what, transient) => {
    const cause = new Error('why');
    const { transient: mayPass = false, ...failure } = fromTransport(
      new TransportFailure(kind, true, undefined, cause),
      evidence,
    );
    expect(failure).toEqual({ ...evidence, code, outcome: 'unknown', what, cause, harmless: false, died: false });
    expect(mayPass).toBe(transient);
    const bare = fromTransport(new TransportFailure(kind, true));
    expect(bare.status).toBeUndefined();
    expect(bare.cause).toBeUndefined();
  });

  test.each([
    ['X_CERT_HAS_EXPIRED', true],
    ['CERT_HAS_EXPIRED', false],
    ['HOSTNAME_MISMATCH', false],
    ['X_CERT_UNTRUSTED', true],
    ['CERT_UNTRUSTED', false],
  ])('with the code %s may pass: %s', (code, transient) => {
    expect(fromTransport(new TransportFailure('network', false, undefined, coded(code))).transient).toBe(transient);
  });

  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT_X', true],
    ['CERT_UNTRUSTED_X', false],
  ])('of a certificate is known by its whole code: %s', (code, transient) => {
    const failure = fromTransport(new TransportFailure('network', false, undefined, coded(code)));
    expect(failure.what).not.toContain('authority');
    expect(failure.transient).toBe(transient);
  });

  test('is named by the first code in its causes, seven deep', () => {
    const under = (cause: unknown, depth: number): unknown =>
      depth === 0 ? cause : new Error('outer', { cause: under(cause, depth - 1) });
    const what = (cause: unknown) => fromTransport(new TransportFailure('network', false, undefined, cause)).what;
    expect(what(under(coded('EPIPE'), 7))).toBe('the connection was closed (EPIPE)');
    expect(what(under(coded('EPIPE'), 8))).toBe('no answer arrived');
    for (const code of ['lower', '1A', 'A b', 'xA', 'Ax', '', 7, undefined])
      expect(what(coded(code))).toBe('no answer arrived');
    expect(what(coded('A1_B'))).toBe('no answer arrived (A1_B)');
    expect(what(Object.assign(new Error('x', { cause: coded('EPIPE') }), { code: 7 }))).toContain('(EPIPE)');
    for (const cause of [null, 'EPIPE', { cause: null }]) expect(what(cause)).toBe('no answer arrived');
  });
});

describe('a time limit that ran out', () => {
  const deadline = new Deadline(new ManualClock(), 5);
  const ended = new DeadlineEnded('timeout', deadline);
  const call = { deadline, earlier: undefined };

  test('names what failed before it, and what the last answer said of itself', () => {
    const failure: Failure = {
      code: 'http_status',
      outcome: 'unknown',
      what: 'it broke',
      status: 499,
      requestId: 'r1',
      retryAfterMs: 7,
      serverMessage: 'words',
    };
    const error = new ControlApiError('network', 'x');
    const went = { ...call, earlier: { failure, error } };
    const reported = fromEnd(ended, 'backoff', went);
    expect(reported).toMatchObject({
      status: 499,
      requestId: 'r1',
      retryAfterMs: 7,
      serverMessage: 'words',
      previous: error,
    });
    expect(reported.what).toBe('no attempt succeeded within `timeoutMs` (5 ms); before that, it broke');
    expect(reported.advice).toBeUndefined();
    const later = fromEnd(ended, 'backoff', went, 'unknown', { ...evidence, status: 500, requestId: 'r2' });
    expect(later).toMatchObject({ outcome: 'unknown', status: 500, requestId: 'r2', retryAfterMs: undefined });
    expect(later.advice).toBe('server_trouble');
  });

  test('of an attempt leaves time for another, and names no other', () => {
    const within = new Deadline(new ManualClock(), 2);
    const error = new ControlApiError('network', 'x');
    const failure: Failure = { code: 'network', outcome: 'unknown', what: 'it broke' };
    const reported = fromEnd(new DeadlineEnded('timeout', within), 'key', { ...call, earlier: { failure, error } });
    expect(reported.what).toBe('the API key did not arrive within `attemptTimeoutMs` (2 ms)');
    expect(reported).toMatchObject({ transient: true, harmless: true, previous: undefined });
  });
});

describe('what was thrown on the way', () => {
  const deadline = new Deadline(new ManualClock(), 5);

  const call = { deadline, earlier: undefined };
  const thrown = (it: unknown): Failure => fromThrown(it, 'key', call);

  test('is an abort, with the signal’s own reason', () => {
    const reason = { mine: true };
    const reported = { code: 'aborted', outcome: 'not-sent', what: 'the call was aborted' };
    expect(thrown(new DeadlineEnded('aborted', deadline, reason))).toEqual({ ...reported, cause: reason });
    expect(thrown(new DeadlineEnded('aborted', deadline))).toEqual({ ...reported, cause: undefined });
  });

  test('is a mistake in the configuration, with its cause where it has one', () => {
    const reported = { code: 'configuration', outcome: 'not-sent', what: 'why' };
    expect(thrown(new ControlApiError('configuration', 'why'))).toEqual(reported);
    expect(thrown(new ControlApiError('configuration', 'why', { cause: 7 }))).toEqual({ ...reported, cause: 7 });
  });

  test('is else a failure of which nobody knows what was sent', () => {
    for (const cause of [new TypeError('odd'), new ControlApiError('network', 'x')])
      expect(thrown(cause)).toEqual({ code: 'network', outcome: 'unknown', what: 'the transport failed', cause });
  });
});

describe('the error of a failure', () => {
  const KEY = 'key-in-a-failure-0123456789';
  const made = (failure: Partial<Failure>) =>
    toError(
      { code: 'network', outcome: 'unknown', what: 'it broke', ...failure },
      {
        host: 'https://host',
        operation: { text: '', json: '""', name: 'List', kind: 'query', introspection: false },
        attempts: 1,
        redactor: createRedactor([KEY]),
      },
    );

  test('is scrubbed, but for the reason of an abort, which is the caller’s own', () => {
    const cause = new Error(`a ${KEY}`);
    expect(made({ what: `it broke on ${KEY}`, cause })).toMatchObject({
      message: expect.stringContaining('it broke on [redacted].'),
      cause: { message: 'a [redacted]' },
      operationName: 'List',
      operationKind: 'query',
      attempts: 1,
    });
    expect(made({ code: 'aborted', cause }).cause).toBe(cause);
    const previous = new ControlApiError('network', 'x');
    expect(made({ code: 'timeout', cause, previous }).cause).toBe(previous);
    const answer = { data: { a: KEY }, errors: [{ message: KEY }] };
    expect(made({ code: 'graphql', answer })).toMatchObject({
      data: { a: '[redacted]' },
      errors: [{ message: '[redacted]' }],
    });
    expect(made({ code: 'graphql', answer: { data: null } })).not.toHaveProperty('data');
  });
});
