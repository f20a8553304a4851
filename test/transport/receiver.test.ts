import zlib, { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { Receiver } from '../../src/transport/receiver.ts';
import type { TransportAnswer, TransportFailure, TransportRequest } from '../../src/transport/transport.ts';
import { headOf } from '../helpers/laboratory.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { transportRequest } from '../helpers/transport-request.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A receiver with its request, its source and its result, which must stay the only one. */
function receiving(given: Partial<TransportRequest> = {}) {
  const request = transportRequest(given);
  const clock = new ManualClock();
  const source = { abandon: vi.fn() };
  const settled: (TransportAnswer | TransportFailure)[] = [];
  let done = () => {};
  const ended = new Promise<void>((resolve) => {
    done = resolve;
  });
  const settle = (by: TransportAnswer | TransportFailure) => {
    settled.push(by);
    done();
  };
  const receiver = new Receiver(request, clock, source, settle);
  const begin = (status: number, headers: Readonly<Record<string, string>> = {}, decoded?: boolean) =>
    receiver.begin(headOf({ status, headers }), decoded);
  /** Later events change nothing. */
  const over = (expected: object) => {
    expect(settled).toEqual([expect.objectContaining(expected)]);
    expect(receiver.settled).toBe(true);
    const [abandoned, body] = [source.abandon.mock.calls.length, settled[0] as TransportAnswer];
    begin(200);
    receiver.piece(bytes('more'));
    receiver.end();
    receiver.fail('network');
    request.cancel();
    expect(settled).toEqual([body]);
    expect(source.abandon).toHaveBeenCalledTimes(abandoned);
    expect([request.registered, clock.due]).toEqual([0, []]);
  };
  return { request, clock, source, settled, ended, receiver, begin, over };
}

test('the decoders of a body are destroyed if the exchange ends early', () => {
  const made = [vi.spyOn(zlib, 'createGunzip'), vi.spyOn(zlib, 'createBrotliDecompress')];
  const { receiver, begin, request } = receiving();
  begin(200, { 'content-encoding': 'gzip, br' });
  receiver.piece(zlib.brotliCompressSync(gzipSync('text')));
  request.cancel();
  const [gunzip, brotli] = made.map(({ mock }) => mock.results.map(({ value }) => value.destroyed));
  vi.restoreAllMocks();
  expect([gunzip, brotli]).toEqual([[], [true]]);
});

test('an answer is whole when its end comes, and its connection stays', () => {
  const { receiver, begin, source, over } = receiving();
  expect(receiver.sent).toBe(false);
  begin(299);
  expect(receiver.sent).toBe(true);
  receiver.piece(bytes('a'));
  receiver.piece(bytes('b'));
  receiver.end();
  over({ status: 299, body: bytes('ab') });
  expect(source.abandon).not.toHaveBeenCalled();
});

test('an answer that ends before it begins does not settle', () => {
  const { receiver, settled } = receiving();
  receiver.piece(bytes('a'));
  receiver.end();
  expect([settled, receiver.settled]).toEqual([[], false]);
});

test.each([undefined, false])(
  'an answer is decoded by its content coding, unless it comes decoded: %s',
  async (decoded) => {
    const { receiver, begin, settled, ended } = receiving();
    begin(200, { 'content-encoding': 'gzip', 'content-length': '99999999999' }, decoded);
    receiver.piece(gzipSync('text'));
    receiver.end();
    await ended;
    expect(settled[0]).toMatchObject({ body: expect.objectContaining(bytes('text')) });
    const plain = receiving();
    plain.begin(200, { 'content-encoding': 'gzip' }, true);
    plain.receiver.piece(bytes('text'));
    plain.receiver.end();
    plain.over({ body: bytes('text') });
  },
);

describe('a compressed body', () => {
  const nothing = gzipSync('');

  test.each([200, 500])('an endless compressed body of nothing ends by its size: status %i', (status) => {
    const { receiver, begin, over } = receiving({ maxBytes: 1000 });
    begin(status, { 'content-encoding': 'gzip' });
    for (let bytes = 0; bytes <= 3024; bytes += nothing.length) receiver.piece(nothing);
    over(status === 200 ? { kind: 'too-large', reach: 'service' } : { status, fault: 'too-large' });
  });

  test('a compressed body may be larger than its content, however small that is', async () => {
    const { receiver, begin, settled, ended } = receiving({ maxBytes: 1 });
    begin(200, { 'content-encoding': 'gzip' });
    for (let bytes = 0; bytes < 900; bytes += nothing.length) receiver.piece(nothing);
    receiver.piece(gzipSync('a'));
    receiver.end();
    await ended;
    expect(settled).toEqual([expect.objectContaining({ status: 200, body: expect.objectContaining(bytes('a')) })]);
  });
});

test('an answer with data starts no timer for its body', () => {
  const { clock, begin } = receiving();
  begin(200);
  expect(clock.due).toEqual([]);
});

test.each(['network', 'cancelled', 'malformed'] as const)('a failure before an answer is what it is: %s', (why) => {
  const { receiver, over, source } = receiving();
  const cause = new Error('x');
  receiver.fail(why, cause);
  expect(source.abandon).toHaveBeenCalledOnce();
  over({ kind: why, reach: 'nowhere', head: undefined, cause });
});

test.each([
  ['network', 'truncated'],
  ['cancelled', 'cancelled'],
  ['truncated', 'truncated'],
] as const)('a failure of %s within an answer with data is one of %s, with its head', (why, kind) => {
  const { receiver, begin, over } = receiving();
  begin(200, { 'x-request-id': 'r1' });
  receiver.fail(why);
  over({ kind, reach: 'service', head: expect.objectContaining({ status: 200 }) });
});

test('a canceled request says whether it may have left', () => {
  for (const sent of [false, true]) {
    const { request, receiver, over } = receiving();
    receiver.sent = sent;
    request.cancel();
    over({ kind: 'cancelled', reach: sent ? 'service' : 'nowhere' });
  }
});
