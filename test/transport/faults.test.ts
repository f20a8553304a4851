import { expect, test } from 'vitest';
import { brokeHttp, endedHandshake, explainFault, faultsIn, neverConnected } from '../../src/transport/faults.ts';

const coded = (code: unknown, syscall?: unknown) =>
  Object.assign(new Error('x'), { code, ...(syscall !== undefined && { syscall }) });
const under = (cause: unknown, depth: number): unknown =>
  depth === 0 ? cause : new Error('outer', { cause: under(cause, depth - 1) });

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
  'a failure to connect is known by %s, so nothing was sent',
  (code) => {
    for (const syscall of [undefined, 'connect', 'getaddrinfo'])
      expect(neverConnected(coded(code, syscall))).toBe(true);
    for (const syscall of ['read', 'write', '']) expect(neverConnected(coded(code, syscall))).toBe(false);
  },
);

test.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', '', 7, undefined])(
  'a failure to connect is not known by %j',
  (code) => {
    expect(neverConnected(coded(code))).toBe(false);
  },
);

test('a failure to connect is known by the system call, whatever the code is', () => {
  expect(neverConnected(coded('ETIMEDOUT', 'connect'))).toBe(true);
  expect(neverConnected(coded('ETIMEDOUT', 'read'))).toBe(false);
});

test.each([
  ...['HPE_INVALID_CONSTANT', 'Z_DATA_ERROR', 'ERR__ERROR_FORMAT_PADDING_1', 'ZSTD_error_corruption_detected'],
  ...['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
])('an answer that broke HTTP or its encoding is known by %s', (code) => {
  expect(brokeHttp(coded(code))).toBe(true);
  expect(brokeHttp(coded(`X_${code}`))).toBe(false);
  expect(neverConnected(coded(code))).toBe(false);
});

test('a parser error of undici broke HTTP, even without a code', () => {
  expect(brokeHttp(Object.assign(new Error('x'), { name: 'HTTPParserError' }))).toBe(true);
  expect(brokeHttp(Object.assign(new Error('x'), { name: 'OtherError' }))).toBe(false);
});

test('a code is found in the causes, seven deep, and no deeper', () => {
  expect(neverConnected(under(coded('ECONNREFUSED'), 7))).toBe(true);
  expect(neverConnected(under(coded('ECONNREFUSED'), 8))).toBe(false);
  const circle = new Error('x');
  circle.cause = circle;
  expect(neverConnected(circle)).toBe(false);
});

test('a code is found in the last of several errors at once', () => {
  const refused = coded('ECONNREFUSED', 'connect');
  expect(neverConnected(new AggregateError([coded('X'), refused]))).toBe(true);
  expect(neverConnected(new AggregateError([coded('X'), coded('X'), refused]))).toBe(true);
  expect(neverConnected(new AggregateError([refused, coded('X')]))).toBe(false);
  expect(neverConnected(new AggregateError([]))).toBe(false);
  expect(neverConnected(new AggregateError([refused], 'x', { cause: coded('X') }))).toBe(false);
});

test.each([undefined, null, 'ECONNREFUSED', 7, {}, { cause: null }])('a code is not found in %j', (error) => {
  expect([neverConnected(error), brokeHttp(error)]).toEqual([false, false]);
});

test('a code consists of words', () => {
  const cause = coded('EPIPE', 'write');
  const errors = [new Error('x', { cause }), Object.assign(new Error('x', { cause }), { code: 7 })];
  for (const error of errors) expect(faultsIn(error)).toMatchObject([{ code: 'EPIPE', syscall: 'write' }]);
  expect(faultsIn(new Error('x'))).toEqual([]);
});

test('a code may be on a value that is not an `Error`', () => expect(neverConnected({ code: 'ENOTFOUND' })).toBe(true));

test.each([
  [
    'http://proxy.example:3128/: HTTP/1.1 407 Proxy Authentication Required',
    'the proxy proxy.example:3128 did not open a way (407)',
    false,
  ],
  ['http://[::1]:8080/: HTTP/1.0 503 Busy', 'the proxy [::1]:8080 did not open a way (503)', true],
])("the proxy that refused Node's tunnel is named: %s", (said, what, transient) => {
  const error = Object.assign(new Error(`Failed to establish tunnel to control.example:443 via ${said}`), {
    code: 'ERR_PROXY_TUNNEL',
  });
  expect(explainFault(error)).toEqual({ what, advice: 'proxy', transient });
});

test.each([
  [42, true],
  [46, true],
  [47, false],
  [48, true],
  [49, true],
  [116, true],
  [40, false],
  [80, false],
  [1160, false],
])('the TLS alert %i ends a handshake alone: %s', (alert, expected) => {
  const message = `error:0A:SSL routines:ssl3_read_bytes:an alert:../ssl/record/rec_layer_s3.c:1599:SSL alert number ${alert}`;
  expect(endedHandshake(Object.assign(new Error(message), { code: 'ERR_SSL_ANY' }))).toBe(expected);
});
