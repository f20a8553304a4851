import type { Transform } from 'node:stream';

/** The receiver of a decoded body. */
export interface DecoderOutput {
  data(piece: Uint8Array): void;
  end(): void;
  error(error: unknown): void;
  /** It takes more, after {@link Decoder.write} said that it is full. */
  drain(): void;
}

/** Undoes a body's content coding, piece by piece. */
export interface Decoder {
  /** False when it is full: the next piece waits for `drain`. */
  write(piece: Uint8Array): boolean;
  end(): void;
  destroy(): void;
}

/** The header `Accept-Encoding`: the codings that are undone. */
export const CODINGS = 'gzip, br';

/**
 * A decoder for a `Content-Encoding` header. Undefined where there is nothing to undo, or a coding that nobody asked for: the
 * body is then handed out as it is.
 */
export function createDecoder(contentEncoding: string, output: DecoderOutput): Decoder | undefined {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding !== 'gzip' && coding !== 'br') return undefined;
  // Loaded when the first compressed answer comes: a short-lived process may never need it.
  const zlib = process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  // As fetch is: a checksum that is cut off at the end is forgiven. A text that is cut off more than that isn't whole JSON.
  const stream: Transform =
    coding === 'br'
      ? zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH })
      : zlib.createGunzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH });
  for (const event of ['error', 'drain', 'data', 'end'] as const) stream.on(event, output[event]);
  return stream;
}
