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

/** The header `Accept-Encoding`: the codings that are asked for. */
export const CODINGS = 'gzip, br';

/**
 * A decoder for a `Content-Encoding` header. Undefined where there is nothing to undo, or a coding that we do not know: the
 * body is then handed out as it is.
 */
export function createDecoder(contentEncoding: string, output: DecoderOutput): Decoder | undefined {
  const coding = contentEncoding.trim().toLowerCase();
  if (!/^(?:x-gzip|gzip|deflate|br)$/.test(coding)) return undefined;
  // Loaded when the first compressed answer comes: a short-lived process may never need it.
  const zlib = process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  // As fetch is: a checksum that is cut off at the end is forgiven. A text that is cut off more than that isn't whole JSON.
  const options = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  const begun = (stream: Transform): Transform => {
    for (const event of ['error', 'drain', 'data', 'end'] as const) stream.on(event, output[event]);
    return stream;
  };
  if (coding === 'br')
    return begun(zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH }));
  if (coding !== 'deflate') return begun(zlib.createGunzip(options));
  return startedByFirst(output, ([first = 0]) =>
    // Some servers leave out the wrapper that HTTP wants; it begins with the number of its method.
    begun((first & 15) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options)),
  );
}

/** A decoder that is chosen by the first piece. */
function startedByFirst({ end }: DecoderOutput, choose: (piece: Uint8Array) => Transform): Decoder {
  let stream: Transform | undefined;
  return {
    write(piece) {
      stream ??= choose(piece);
      return stream.write(piece);
    },
    end: () => (stream ? stream.end() : end()),
    destroy: () => stream?.destroy(),
  };
}
