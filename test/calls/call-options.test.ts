import { describe, expect, test } from 'vitest';
import { accessCheck } from '../../src/call/document/access.ts';
import { readOperation } from '../../src/call/document/read-operation.ts';
import { CALL_OPTIONS, readHeaders, readSignal } from '../../src/call/options/call-options.ts';
import { asGiven, ownOptions } from '../../src/call/options/read-options.ts';
import { PagedListing } from '../../src/paging/device-queries.ts';
import { messageOf } from '../helpers/message-of.ts';

test.each([
  ...['authorization', 'proxy-authorization', 'cookie', 'host', 'content-type', 'content-length', 'content-encoding'],
  ...['accept', 'accept-encoding', 'user-agent', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer'],
  ...['upgrade', 'expect'],
])('a call cannot set the header %s', (name) => {
  for (const written of [name, name.toUpperCase()]) {
    expect(messageOf(() => readHeaders({ [written]: 'x' }))).toBe(
      `The header ${name} is set by the SDK. Leave it out.`,
    );
  }
});

test.each(['', ' ', 'a b', 'a:', 'ä', 'a\r\nb', '(x)', ' x', 'x '])(
  'the name of a header must be valid HTTP: not %j',
  (name) => {
    expect(messageOf(() => readHeaders({ [name]: 'x' }))).toBe('A header name in the `headers` option is not valid.');
  },
);

test.each(['a\r\nb', 'a\nb', '\0', 'a\u0100', 7, undefined, null, ['x']])(
  'the value of a header must be valid HTTP: not %j',
  (value) => {
    expect(messageOf(() => readHeaders({ 'X-A': value as string }))).toBe(
      'The header x-a has a value that a header cannot hold.',
    );
  },
);

test('other headers of a call are copied, though their names are similar to those of the SDK', () => {
  const similar = { 'x-host': '1', 'accept-language': '2', 'te-x': '3', 'x-te': '4', cookie2: '5' };
  const rest = { 'x-authorization': '6', 'content-language': '7', "x!#$%&'*+.^_`|~-9": 'a\tb é', empty: '' };
  const headers = { 'X-A': 'b', ...similar, ...rest };
  const { 'X-A': first, ...others } = headers;
  expect(readHeaders(headers)).toEqual({ 'x-a': first, ...others });
  expect(readHeaders(others)).not.toBe(others);
});

test.each([new Headers({ a: 'b' }), [['a', 'b']], new Map([['a', 'b']]), 'a: b', null])(
  'the headers of a call are a plain object: not %j',
  (headers) => {
    expect(messageOf(() => readHeaders(headers as never))).toBe(
      'The option `headers` must be a plain object of names and values.',
    );
  },
);

test('the signal may be absent, or anything that takes listeners', () => {
  const { signal } = new AbortController();
  const other = { aborted: false, addEventListener: () => {} };
  expect([readSignal(signal), readSignal(other as never)]).toEqual([signal, other]);
});

test.each([new AbortController(), null, 7, {}, { addEventListener: true }])('the signal cannot be %s', (value) => {
  expect(messageOf(() => readSignal(value as never))).toBe(
    'The option `signal` must be an AbortSignal, such as `controller.signal`.',
  );
});

describe('an option that there is none of', () => {
  const own = (given: object) => ownOptions<{ fetch: unknown }>(given, { fetch: asGiven });

  test('an unknown option is not quoted if its name may be a value', () => {
    expect(messageOf(() => own({ ['x'.repeat(41)]: 1 }))).toContain('`…`');
    expect(messageOf(() => own({ ['x'.repeat(40)]: 1 }))).toContain(`\`${'x'.repeat(40)}\``);
    expect(messageOf(() => own({ 'a b': 1 }))).toContain('`…`');
  });

  test('the known options of a call are complete', () => {
    const { signal } = new AbortController();
    const given = { signal, timeoutMs: 2, maxRetries: 3, operationName: 'A', headers: { a: 'b' } };
    expect(ownOptions(given, CALL_OPTIONS)).toEqual(given);
    expect(ownOptions({ signal: undefined }, CALL_OPTIONS)).toEqual({});
  });
});

describe('an access list', () => {
  const check = (only: readonly unknown[], text: string) =>
    accessCheck({ only: only as never })(readOperation(text)) ?? 'it was accepted';
  const refused = (title: string) => `${title} was not sent: it is not in \`access: { only: […] }\`.`;

  test('a list of operations admits exactly its texts, and the paged listing over any cursor type', () => {
    const listing = new PagedListing('String');
    expect(check([listing], String(new PagedListing('Cursor')))).toBe('it was accepted');
    expect(check([listing], 'query Other { a }')).toBe(refused('Other'));
    expect(check(['query A { a }'], 'query A { a }')).toBe('it was accepted');
    expect(check(['query A { a }'], '{ a }')).toBe(refused('The anonymous query'));
    expect(check([], '?')).toBe(refused('The anonymous operation'));
  });

  test('a boxed string with a property called `admits` counts by its text alone', () => {
    const boxed = Object.assign(new String('query A { a }'), { admits: true });
    expect(check([boxed], 'query B { b }')).toBe(refused('B'));
    expect(check([new String('query A { a }')], 'query A { a }')).toBe('it was accepted');
  });
});
