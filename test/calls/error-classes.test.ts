import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as errors from '../../src/error-classes.ts';
import { ControlApiError, type ControlApiErrorCode, isControlApiError } from '../../src/errors.ts';

const { errorClasses } = errors;

describe('the class of each code', () => {
  test.each<[code: ControlApiErrorCode, className: string, name?: string]>([
    ['configuration', 'ConfigurationError'],
    ['browser_runtime', 'BrowserRuntimeError'],
    ['operation_not_allowed', 'OperationNotAllowedError'],
    ['network', 'NetworkError'],
    ['timeout', 'TimeoutError'],
    ['aborted', 'AbortedError', 'AbortError'],
    ['unauthenticated', 'UnauthenticatedError'],
    ['forbidden', 'ForbiddenError'],
    ['rate_limited', 'RateLimitedError'],
    ['redirected', 'RedirectedError'],
    ['http_status', 'HttpStatusError'],
    ['malformed_response', 'MalformedResponseError'],
    ['response_too_large', 'ResponseTooLargeError'],
    ['graphql', 'GraphQLResponseError'],
    ['stuck_cursor', 'StuckCursorError'],
    ['incomplete_list', 'IncompleteListError'],
  ])('%s is %s', (code, className, name = className) => {
    const made = errorClasses[code];
    expect(made).toBe((errors as Record<string, unknown>)[className]);
    const error = new made('why');
    expect(error).toBeInstanceOf(ControlApiError);
    expect(error).toMatchObject({ code, name, message: 'why', outcome: 'not-sent', attempts: 0 });
    expect(made.name).toBe(className);
    expect(String(error)).toBe(`${name}: why`);
    expect(isControlApiError(error, code)).toBe(true);
    // As with the platform's own errors: some tracers and loggers do.
    Object.assign(error, { name: 'Renamed' });
    expect(error.name).toBe('Renamed');
  });

  test('there is one for every code', () => expect(Object.keys(errorClasses)).toHaveLength(16));

  test('the family has a name of its own, which a class made of it may change', () => {
    const error = new ControlApiError('network', 'why');
    expect(error.name).toBe('ControlApiError');
    Object.assign(error, { name: 'Mine' });
    expect(error.name).toBe('Mine');
  });
});

describe('an error', () => {
  test('has as own fields what is known, in a readable order, and no other', () => {
    const details = {
      operationName: 'List',
      operationKind: 'query',
      status: 200,
      requestId: 'r1',
      retryAfterMs: 5,
      serverMessage: 'words',
      errors: [{ message: 'm' }],
      attempts: 2,
      outcome: 'unknown',
    } as const;
    const error = new errors.GraphQLResponseError('why', details);
    expect(error).toMatchObject(details);
    expect(Object.keys(error)).toEqual([
      'code',
      'outcome',
      'attempts',
      'status',
      'operationName',
      'operationKind',
      'requestId',
      'retryAfterMs',
      'serverMessage',
      'errors',
    ]);
    expect(Object.keys(new errors.NetworkError('why'))).toEqual(['code', 'outcome', 'attempts']);
    expect(new errors.NetworkError('why')).not.toHaveProperty('cause');
    expect(new errors.NetworkError('why', { cause: 7 }).cause).toBe(7);
  });

  test('makes the data that it holds when it is first read, once', () => {
    let made = 0;
    const data = () => ({ nth: ++made });
    const error = new errors.GraphQLResponseError('why', { data });
    expect(Object.keys(error)).toContain('data');
    expect(made).toBe(0);
    expect(error.data).toEqual({ nth: 1 });
    expect(error.data).toEqual({ nth: 1 });
    expect(Object.keys(error)).toContain('data');
    expect(inspect(error)).toContain('data: { nth: 1 }');
    expect(new errors.GraphQLResponseError('why', { data: { a: 1 } }).data).toEqual({ a: 1 });
    // As other copies are made: `structuredClone` and loggers define fields anew.
    Object.defineProperty(error, 'data', { value: 'other' });
    expect(error.data).toBe('other');
  });
});

describe('an error of another copy of the package', () => {
  const brand = Symbol.for('control-api-sdk.error');

  test('is recognised by its brand, with its code or without', () => {
    const other = Object.assign(Object.create({ [brand]: true }), { code: 'timeout' });
    expect([
      isControlApiError(other),
      isControlApiError(other, 'timeout'),
      isControlApiError(other, 'network'),
    ]).toEqual([true, true, false]);
    expect(isControlApiError({ [brand]: true }, 'timeout')).toBe(false);
    expect((new ControlApiError('network', 'why') as unknown as Record<symbol, unknown>)[brand]).toBe(true);
    expect(Object.getOwnPropertySymbols(new ControlApiError('network', 'why'))).toEqual([]);
  });

  test.each([undefined, null, 'timeout', 7, {}, { code: 'timeout' }, new Error('x'), () => {}])(
    'nothing else is: %s',
    (value) => {
      expect(isControlApiError(value)).toBe(false);
      expect(isControlApiError(value, 'timeout')).toBe(false);
    },
  );

  test('a function is none, whatever it bears', () => {
    expect(isControlApiError(Object.assign(() => {}, { [brand]: true }))).toBe(false);
  });
});
