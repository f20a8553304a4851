import zlib from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { createDecoder } from '../../src/transport/decoder.ts';
import { BodyCollector } from '../../src/transport/receiver.ts';

describe('a body', () => {
  const bytes = (...values: readonly number[]) => Uint8Array.from(values);

  test('is its pieces in their order', () => {
    const body = new BodyCollector(10);
    expect(body.take()).toEqual(bytes());
    expect([body.add(bytes(1, 2)), body.add(bytes()), body.add(bytes(3))]).toEqual([true, true, true]);
    expect(body.take()).toEqual(bytes(1, 2, 3));
  });

  test('of one piece is that piece, uncopied', () => {
    const body = new BodyCollector(10);
    const piece = bytes(1, 2);
    body.add(piece);
    expect(body.take()).toBe(piece);
  });

  test('may be as large as the limit, and of more only what fits is kept', () => {
    const body = new BodyCollector(4);
    expect(body.add(bytes(1, 2, 3, 4))).toBe(true);
    expect(body.add(bytes(5))).toBe(false);
    expect(body.take()).toEqual(bytes(1, 2, 3, 4));
    const cut = new BodyCollector(4);
    expect([cut.add(bytes(1, 2, 3)), cut.add(bytes(4, 5))]).toEqual([true, false]);
    expect(cut.take()).toEqual(bytes(1, 2, 3, 4));
  });

  test('in tiny pieces costs no multiple of its size: they are put together on the way', () => {
    const body = new BodyCollector(10_000);
    const copies = vi.spyOn(Uint8Array.prototype, 'set');
    try {
      for (let nth = 0; nth < 1_024; nth++) body.add(bytes(nth % 256));
      expect(copies).not.toHaveBeenCalled();
      for (let nth = 1_024; nth < 5_000; nth++) body.add(bytes(nth % 256));
      // Each time, up to a thousand pieces become one.
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

  /** What comes out of a decoder for a header, or undefined where there is none. */
  async function decoded(header: string, body: Uint8Array, size = 7): Promise<string | undefined> {
    const pieces: Uint8Array[] = [];
    return new Promise((resolve, reject) => {
      const decoder = createDecoder(header, body)
        ?.on('data', (piece: Uint8Array) => pieces.push(piece))
        .on('end', () => resolve(Buffer.concat(pieces).toString()))
        .on('error', reject);
      if (!decoder) return resolve(undefined);
      for (let at = 0; at < body.length; at += size) decoder.write(body.subarray(at, at + size));
      decoder.end();
    });
  }

  test.each<[string, Uint8Array]>([
    ['gzip', zlib.gzipSync(text)],
    ['GZip', zlib.gzipSync(text)],
    [' gzip ', zlib.gzipSync(text)],
    ['x-gzip', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['Deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
  ])('%j is undone, in whatever pieces it comes', async (header, body) => {
    for (const size of [1, 7, body.length]) expect(await decoded(header, body, size)).toBe(text);
  });

  test.each([
    '',
    'identity',
    ' , identity',
    'compress',
    'gzip, compress',
    'gzip, constructor',
    'constructor',
    'gzip, br',
    'zstd',
  ])('%j leaves the body as it is', async (header) =>
    expect(await decoded(header, zlib.gzipSync(text))).toBeUndefined(),
  );

  test('that is given up gives nothing more', async () => {
    const data = vi.fn();
    const end = vi.fn();
    const body = zlib.gzipSync(text);
    const decoder = createDecoder('gzip', body)?.on('data', data).on('end', end);
    decoder?.write(body);
    decoder?.destroy();
    // Another one, begun later, has ended by then.
    expect(await decoded('gzip', body)).toBe(text);
    expect(data).not.toHaveBeenCalled();
    expect(end).not.toHaveBeenCalled();
  });
});
