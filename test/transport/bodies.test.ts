import zlib from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { createDecoder } from '../../src/transport/decoder.ts';
import { BodyCollector } from '../../src/transport/receiver.ts';

describe('a body', () => {
  const bytes = (...values: readonly number[]) => Uint8Array.from(values);

  test('a body has its pieces in order', () => {
    const body = new BodyCollector(10);
    expect(body.take()).toEqual(bytes());
    expect([body.add(bytes(1, 2)), body.add(bytes()), body.add(bytes(3))]).toEqual([true, true, true]);
    expect(body.take()).toEqual(bytes(1, 2, 3));
  });

  test('a body of one piece is not copied', () => {
    const body = new BodyCollector(10);
    const piece = bytes(1, 2);
    body.add(piece);
    expect(body.take()).toBe(piece);
  });

  test('a body may be as large as the limit, and a larger one is cut', () => {
    const body = new BodyCollector(4);
    expect(body.add(bytes(1, 2, 3, 4))).toBe(true);
    expect(body.add(bytes(5))).toBe(false);
    expect(body.take()).toEqual(bytes(1, 2, 3, 4));
    const cut = new BodyCollector(4);
    expect([cut.add(bytes(1, 2, 3)), cut.add(bytes(4, 5))]).toEqual([true, false]);
    expect(cut.take()).toEqual(bytes(1, 2, 3, 4));
  });

  test('a body in tiny pieces costs no multiple of its size', () => {
    const body = new BodyCollector(10_000);
    const copies = vi.spyOn(Uint8Array.prototype, 'set');
    try {
      for (let nth = 0; nth < 1_024; nth++) body.add(bytes(nth % 256));
      expect(copies).not.toHaveBeenCalled();
      for (let nth = 1_024; nth < 5_000; nth++) body.add(bytes(nth % 256));
      // Each time, a thousand pieces at most become one.
      expect(copies.mock.calls.length).toBeGreaterThan(3_000);
      expect(copies.mock.calls.length).toBeLessThan(6_000);
      copies.mockClear();
      expect(body.take()).toEqual(Uint8Array.from({ length: 5_000 }, (_, nth) => nth % 256));
      expect(copies.mock.calls.length).toBeLessThan(1_200);
    } finally {
      copies.mockRestore();
    }
  });
});

describe('a content coding', () => {
  const text = 'a text to be read '.repeat(50);

  /** The output of a decoder for a header: the text, or the error; undefined without a decoder. */
  async function decoded(
    header: string,
    body: Uint8Array,
    size = 7,
    mostBytes = 1_000_000,
  ): Promise<string | undefined> {
    const pieces: Uint8Array[] = [];
    return new Promise((resolve) => {
      const decoder = createDecoder(header, mostBytes, () => {}, {
        piece: (piece) => pieces.push(piece),
        end: () => resolve(Buffer.concat(pieces).toString()),
        fail: (why) => resolve(why),
      });
      if (!decoder) return resolve(undefined);
      for (let at = 0; at < body.length; at += size) decoder.piece(body.subarray(at, at + size));
      decoder.end();
    });
  }

  const { gzipSync, brotliCompressSync, deflateSync, deflateRawSync } = zlib;
  test.each<[string, Uint8Array]>([
    ...['gzip', 'GZip', ' gzip ', 'x-gzip'].map((header): [string, Uint8Array] => [header, gzipSync(text)]),
    ['deflate', deflateSync(text)],
    ['Deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['br, gzip', gzipSync(brotliCompressSync(text))],
    ['gzip,br', brotliCompressSync(gzipSync(text))],
    ['gzip, GZIP', gzipSync(gzipSync(text))],
    ['deflate, br, deflate', deflateRawSync(brotliCompressSync(deflateSync(text)))],
    ['gzip,gzip,gzip,gzip,gzip', [1, 2, 3, 4, 5].reduce((it) => gzipSync(it), Buffer.from(text))],
  ])('the content coding %j is decoded from the last to the first, in any pieces', async (header, body) => {
    for (const size of [1, 7, body.length]) expect(await decoded(header, body, size)).toBe(text);
  });

  test('several content codings are bounded each, so one that never ends between two ends by its size', async () => {
    const nothing = gzipSync('');
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 2_000 }, () => nothing)));
    expect(bomb.length).toBeLessThan(1_000);
    expect(await decoded('gzip, gzip', bomb, 100, 10_000)).toBe('too-large');
    expect(await decoded('gzip, gzip', bomb, 100, 100_000)).toBe('');
  });

  test.skipIf(!('zstdCompressSync' in zlib))('the content coding zstd is decoded if Node supports it', async () => {
    const { zstdCompressSync } = zlib as unknown as { zstdCompressSync(text: string): Uint8Array };
    expect(await decoded('zstd', zstdCompressSync(text))).toBe(text);
    expect(await decoded('zstd, gzip', gzipSync(zstdCompressSync(text)))).toBe(text);
  });

  test.each([
    '',
    'identity',
    ' , identity',
    'compress',
    'gzip, compress',
    'gzip, constructor',
    'constructor',
    'gzip,gzip,gzip,gzip,gzip,gzip',
    ...('zstdCompressSync' in zlib ? [] : ['zstd']),
  ])('the content coding %j leaves the body as it is', async (header) =>
    expect(await decoded(header, zlib.gzipSync(text))).toBeUndefined(),
  );

  test('an abandoned decoder gives nothing more', async () => {
    const [piece, end, fail] = [vi.fn(), vi.fn(), vi.fn()];
    const made: { destroy(): void }[] = [];
    const body = gzipSync(text);
    const decoder = createDecoder('gzip', 1_000_000, (transform) => made.push(transform), { piece, end, fail });
    decoder?.piece(body);
    for (const transform of made) transform.destroy();
    // A later decoder has ended by then.
    expect(await decoded('gzip', body)).toBe(text);
    expect(made).toHaveLength(1);
    for (const heard of [piece, end, fail]) expect(heard).not.toHaveBeenCalled();
  });
});
