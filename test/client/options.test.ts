import { expect, test } from 'vitest';
import { CALL_OPTIONS } from '../../src/call/options/call-options.ts';
import { ownOptions } from '../../src/call/options/read-options.ts';
import { readOptions } from '../../src/client/options.ts';
import { messageOf } from '../helpers/message-of.ts';

const needed = { baseUrl: 'https://control.example', apiKey: 'key-among-options-0123456789' };
const noLimiter = <T>(task: () => Promise<T>): Promise<T> => task();

test('an absent option has its documented default', () => {
  const { endpoint, key, redactor, checkAccess, options, ...rest } = readOptions(needed, {});
  expect(endpoint.url?.href).toBe('https://control.example/graphql');
  expect(rest).toEqual({
    timeoutMs: 30_000,
    attemptTimeoutMs: undefined,
    maxRetries: 2,
    maxResponseBytes: 67_108_864,
    classify: undefined,
    limiter: undefined,
    logger: {},
    headers: {},
    largeIntegers: 'number',
  });
  expect(() => checkAccess({ text: 'mutation { a }', json: '', kind: 'mutation', introspection: false })).not.toThrow();
});

test('an option is taken as it is given', () => {
  const agent = { maxSockets: 1, destroy: () => {} };
  const given = {
    timeoutMs: 1,
    attemptTimeoutMs: 2,
    maxRetries: 0,
    maxResponseBytes: 1,
    limiter: noLimiter,
    logger: { debug: () => {}, warn: () => {} },
    watch: async () => undefined,
  };
  expect(readOptions({ ...needed, ...given }, {})).toMatchObject(given);
  const ways = { fetch: globalThis.fetch, agent, dispatcher: { dispatch: () => true }, maxConnections: 7 };
  expect(readOptions({ ...needed, ...ways }, {}).options).toMatchObject(ways);
});

test.each([
  ...[
    'timeoutMs',
    'attemptTimeoutMs',
    'maxRetries',
    'maxResponseBytes',
    'classify',
    'access',
    'limiter',
    'logger',
    'fetch',
  ],
  ...['agent', 'dispatcher', 'maxConnections', 'watch'],
])('the option `%s` may be undefined', (name) => {
  expect(readOptions({ ...needed, [name]: undefined }, {})).toBeDefined();
});

test.each([
  ['timeoutMs', 1, 2_147_483_647],
  ['attemptTimeoutMs', 1, 2_147_483_647],
  ['maxRetries', 0, 10],
  ['maxResponseBytes', 1, Number.MAX_SAFE_INTEGER],
  ['maxConnections', 1, Number.MAX_SAFE_INTEGER],
] as const)('%s is refused if it is out of its range: from %d to %d', (name, min, max) => {
  for (const value of [min, max])
    expect(readOptions({ ...needed, [name]: value }, {}).options).toHaveProperty(name, value);
  for (const value of [min - 1, max + 1, min + 0.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
    expect(messageOf(() => readOptions({ ...needed, [name]: value }, {}))).toBe(
      `The option \`${name}\` must be a whole number from ${min} to ${max}${name.endsWith('Ms') ? ' milliseconds' : ''}.`,
    );
  }
});

test('a number out of its range is refused for one call too', () => {
  expect(messageOf(() => ownOptions({ timeoutMs: 0 }, CALL_OPTIONS))).toMatch(/`timeoutMs`/);
  expect(messageOf(() => ownOptions({ maxRetries: 11 }, CALL_OPTIONS))).toMatch(/`maxRetries`/);
});

test('an option of a wrong type is refused with the allowed ones', () => {
  const said = (
    [
      [{ limiter: 5 }],
      [{ fetch: {} }],
      [{ classify: 'graphql' }],
      [{ watch: {} }],
      [{ logger: 'debug' }],
      [{ logger: null }],
      [{ logger: { debug: 'yes' } }],
      [{ access: 'write' }],
      [{ access: null }],
      [{ access: {} }],
      [{ access: { only: 'query { a }' } }],
      [{ largeIntegers: 'BigInt' }],
      [{}, { CONTROL_API_LOG: 'verbose' }],
    ] as const
  ).map(([given, environment = {}]) => messageOf(() => readOptions({ ...needed, ...(given as object) }, environment)));
  expect(said).toMatchInlineSnapshot(`
    [
      "The option \`limiter\` must be a function.",
      "The option \`fetch\` must be a function.",
      "The option \`classify\` must be a function.",
      "The option \`watch\` must be a function.",
      "The option \`logger\` must be an object with methods debug, info, warn or error, such as \`console\`.",
      "The option \`logger\` must be an object with methods debug, info, warn or error, such as \`console\`.",
      "The option \`logger\` must be an object with methods debug, info, warn or error, such as \`console\`.",
      "The option \`access\` must be 'full', 'read-only' or { only: [operations] }.",
      "The option \`access\` must be 'full', 'read-only' or { only: [operations] }.",
      "The option \`access\` must be 'full', 'read-only' or { only: [operations] }.",
      "The option \`access\` must be 'full', 'read-only' or { only: [operations] }.",
      "The option \`largeIntegers\` must be one of: number, string, bigint.",
      "CONTROL_API_LOG must be one of: debug, info, warn, error, silent.",
    ]
  `);
});

test.each([
  [undefined, []],
  ['', []],
  ['silent', []],
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
])('CONTROL_API_LOG=%s asks for the levels %s', (value, levels) => {
  expect(Object.keys(readOptions(needed, { CONTROL_API_LOG: value }).logger)).toEqual(levels);
});

test('an emulator key is accepted for this machine alone', () => {
  const apiKey = 'emulator_0123456789';
  expect(() => readOptions({ baseUrl: 'http://localhost:4000', apiKey }, {})).not.toThrow();
  expect(messageOf(() => readOptions({ ...needed, apiKey }, {}))).toMatch(/emulator key/);
});
