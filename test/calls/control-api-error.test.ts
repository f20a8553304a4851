import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ControlApiError, isControlApiError } from '../../src/errors.ts';

test('a failure has a code, and works like an error of the platform', () => {
  const error = new ControlApiError('rate_limited', 'why');
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: 'rate_limited', name: 'ControlApiError', message: 'why' });
  expect(error.stack?.startsWith('ControlApiError: why')).toBe(true);
  expect(error).toMatchObject({ outcome: 'not-sent', attempts: 0 });
  expect(String(error)).toBe('ControlApiError: why');
  expect(inspect(error)).toContain("code: 'rate_limited'");
  expect(isControlApiError(error, 'rate_limited')).toBe(true);
  // Some tracers and loggers assign to `name` and `message`.
  Object.assign(error, { name: 'Renamed' });
  expect(error.name).toBe('Renamed');
});

test('an abort has the name that the platform gives it', () => {
  const error = new ControlApiError('aborted', 'why');
  expect(error.name).toBe('AbortError');
  expect(String(error)).toBe('AbortError: why');
  expect(Object.keys(error)).toEqual(['code', 'outcome', 'attempts']);
});

test('an error has the known facts as own properties, in a readable order', () => {
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
  const error = new ControlApiError('graphql', 'why', details);
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
  expect(Object.keys(new ControlApiError('network', 'why'))).toEqual(['code', 'outcome', 'attempts']);
  expect(new ControlApiError('network', 'why')).not.toHaveProperty('cause');
  expect(new ControlApiError('network', 'why', { cause: 7 }).cause).toBe(7);
});

test('the JSON of an error has its name and message, and can be sent from a worker', () => {
  const details = {
    outcome: 'unknown',
    data: { a: [2n ** 64n, 'b'] },
    header: () => 'a',
    advice: 'graphql',
  } as const;
  const error = new ControlApiError('graphql', 'why', { ...details, cause: new Error('below') });
  const shown = {
    ...{ name: 'ControlApiError', message: error.message, code: 'graphql', outcome: 'unknown', attempts: 0 },
    data: { a: ['18446744073709551616', 'b'] },
  };
  expect(JSON.parse(JSON.stringify({ error }))).toEqual({ error: shown });
  expect(structuredClone(error.toJSON())).toEqual(shown);
  // A clone loses the class.
  expect(isControlApiError(structuredClone(error))).toBe(false);
  expect(error.data).toEqual(details.data);
});

test('the data of an error is made once, when first read', () => {
  let made = 0;
  const data = () => ({ nth: ++made });
  const error = new ControlApiError('graphql', 'why', { data });
  expect(Object.keys(error)).toContain('data');
  expect(made).toBe(0);
  expect(error.data).toEqual({ nth: 1 });
  expect(error.data).toEqual({ nth: 1 });
  expect(Object.keys(error)).toContain('data');
  expect(inspect(error)).toContain('data: { nth: 1 }');
  expect(new ControlApiError('graphql', 'why', { data: { a: 1 } }).data).toEqual({ a: 1 });
  // `structuredClone` and loggers define properties on a copy.
  Object.defineProperty(error, 'data', { value: 'other' });
  expect(error.data).toBe('other');
});

describe('an error of another copy of the package', () => {
  const brand = Symbol.for('control-api-sdk.error');

  test('an error of another copy of the package is recognized by its brand, with and without its code', () => {
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
    'a value without the brand is not recognized as an error: %s',
    (value) => {
      expect(isControlApiError(value)).toBe(false);
      expect(isControlApiError(value, 'timeout')).toBe(false);
    },
  );

  test('a function with the brand is not recognized as an error', () => {
    expect(isControlApiError(Object.assign(() => {}, { [brand]: true }))).toBe(false);
  });
});
