import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { Receiver } from '../../src/transport/receiver.ts';
import type { TransportAnswer, TransportFailure, TransportRequest } from '../../src/transport/transport.ts';
import { headOf } from '../helpers/laboratory.ts';
import { transportRequest } from '../helpers/transport-request.ts';

const MEBIBYTE = 1024 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A receiver with its request and its source, and what settled it: nothing may settle it again. */
function receiving(given: Partial<TransportRequest> = {}) {
  const request = transportRequest(given);
  const source = { pause: vi.fn(), resume: vi.fn(), abandon: vi.fn() };
  const settled: (TransportAnswer | TransportFailure)[] = [];
  let done = () => {};
  const ended = new Promise<void>((resolve) => {
    done = resolve;
  });
  const settle = (by: TransportAnswer | TransportFailure) => {
    settled.push(by);
    done();
  };
  const receiver = new Receiver(request, source, settle);
  const begin = (status: number, headers: Readonly<Record<string, string>> = {}, decoded?: boolean) =>
    receiver.begin(headOf({ status, headers }), decoded);
  /** Whatever still comes after the end changes nothing. */
  const over = (expected: object) => {
    expect(settled).toEqual([expect.objectContaining(expected)]);
    expect(receiver.settled).toBe(true);
    const [abandoned, body] = [source.abandon.mock.calls.length, settled[0] as TransportAnswer];
    begin(200);
    receiver.piece(bytes('more'));
    receiver.end();
    receiver.fail('network');
    request.cancel();
    request.stop();
    expect(settled).toEqual([body]);
    expect(source.abandon).toHaveBeenCalledTimes(abandoned);
    expect(request.registered).toBe(0);
  };
  return { request, source, settled, ended, receiver, begin, over };
}

describe('an answer', () => {
  test('is whole when its end comes, and its connection stays', () => {
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

  test('that ends before it begins is none', () => {
    const { receiver, settled } = receiving();
    receiver.piece(bytes('a'));
    receiver.end();
    expect([settled, receiver.settled]).toEqual([[], false]);
  });

  test.each([undefined, false])('is decoded by its content coding, unless it comes decoded: %s', async (decoded) => {
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
  });

  test('that is not in its content coding is malformed', async () => {
    const { receiver, begin, settled, ended } = receiving();
    begin(200, { 'content-encoding': 'gzip' });
    receiver.piece(bytes('no gzip, but long enough to be read'));
    await ended;
    expect(settled[0]).toMatchObject({ kind: 'malformed', cause: { code: 'Z_DATA_ERROR' } });
  });
});

describe('an answer with data that is too large', () => {
  test('is refused by what it announces, before a byte is read', () => {
    const { begin, over, source } = receiving({ maxBytes: 10 });
    begin(200, { 'content-length': '11' });
    expect(source.abandon).toHaveBeenCalledOnce();
    over({ kind: 'too-large', sent: true });
    const fits = receiving({ maxBytes: 10 });
    fits.begin(200, { 'content-length': '10' });
    fits.receiver.piece(bytes('0123456789'));
    fits.receiver.end();
    fits.over({ body: bytes('0123456789') });
  });

  test('is refused as soon as it is', () => {
    const { receiver, begin, over, source } = receiving({ maxBytes: 10 });
    begin(200);
    receiver.piece(bytes('0123456789'));
    expect(receiver.settled).toBe(false);
    receiver.piece(bytes('!'));
    expect(source.abandon).toHaveBeenCalledOnce();
    over({ kind: 'too-large', sent: true });
  });
});

describe('the body of an error is evidence beside its status', () => {
  test.each([199, 300, 503])('what is there when the time for it is over is enough: %i', (status) => {
    const { request, receiver, begin, over, source } = receiving();
    begin(status);
    receiver.piece(bytes('busy'));
    request.stop();
    expect(source.abandon).toHaveBeenCalledOnce();
    over({ status, body: bytes('busy'), fault: 'cut' });
  });

  test('with data, no such time begins', () => {
    const { request, begin } = receiving();
    begin(200);
    expect(request.registered).toBe(1);
    request.stop();
    expect(request.registered).toBe(1);
  });

  test.each([
    ['network', 'truncated'],
    ['cancelled', 'cut'],
    ['malformed', 'malformed'],
  ] as const)('a failure of %s leaves it with the fault %s', (why, fault) => {
    const { receiver, begin, over } = receiving();
    begin(404);
    receiver.piece(bytes('no'));
    receiver.fail(why, new Error('x'));
    over({ status: 404, body: bytes('no'), fault });
  });

  test.each([
    [undefined, MEBIBYTE],
    [10, 10],
  ])('of at most a mebibyte, and of no more than an answer may have: %s', (maxBytes, limit) => {
    const { receiver, begin, settled } = receiving(maxBytes === undefined ? {} : { maxBytes });
    begin(500, { 'content-length': String(2 * MEBIBYTE) });
    receiver.piece(new Uint8Array(MEBIBYTE));
    receiver.piece(new Uint8Array(1));
    expect(settled).toHaveLength(1);
    expect(settled[0]).toMatchObject({ status: 500, fault: 'too-large' });
    expect((settled[0] as TransportAnswer).body.byteLength).toBe(limit);
  });
});

describe('a failure', () => {
  test.each(['network', 'cancelled', 'malformed'] as const)('before an answer is what it is: %s', (why) => {
    const { receiver, over, source } = receiving();
    const cause = new Error('x');
    receiver.fail(why, cause);
    expect(source.abandon).toHaveBeenCalledOnce();
    over({ kind: why, sent: false, head: undefined, cause });
  });

  test.each([
    ['network', 'truncated'],
    ['cancelled', 'cancelled'],
    ['cut', 'truncated'],
    ['truncated', 'truncated'],
  ] as const)('of %s within an answer with data is one of %s, with its head', (why, kind) => {
    const { receiver, begin, over } = receiving();
    begin(200, { 'x-request-id': 'r1' });
    receiver.fail(why);
    over({ kind, sent: true, head: expect.objectContaining({ status: 200 }) });
  });

  test('of a request that is cancelled says whether it may have left', () => {
    for (const sent of [false, true]) {
      const { request, receiver, over } = receiving();
      receiver.sent = sent;
      request.cancel();
      over({ kind: 'cancelled', sent });
    }
  });
});
