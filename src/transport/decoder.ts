import type { Transform } from 'node:stream';

/** The header `Accept-Encoding`: the codings that are asked for. */
export const CODINGS = 'gzip, br';

/** So many codings are undone at most, as `fetch` does. */
const MOST_CODINGS = 5;

/** Takes a body piece by piece. */
export interface BodySink {
  piece(piece: Uint8Array): void;
  end(): void;
  fail(why: 'malformed' | 'too-large', cause?: unknown): void;
}

/**
 * Undoes content codings by the `Content-Encoding` header, from the last to the first. Undefined where there is nothing to undo, or a
 * coding that we do not know: the body is then handed out as it is.
 *
 * @param mostBytes - the most that each coding takes in: more would come without end, or faster than it can be undone.
 * @param onTransform - gets each stream that is made, to be destroyed when the exchange is over.
 */
export function createDecoder(
  encoding: string,
  mostBytes: number,
  onTransform: (transform: Transform) => void,
  body: BodySink,
): BodySink | undefined {
  const codings = encoding.split(',').map((it) => it.trim().toLowerCase());
  if (codings.length > MOST_CODINGS || !codings.every(isKnown)) return undefined;
  return codings.reduce((into, coding) => undo(coding, mostBytes, onTransform, into), body);
}

/** Undoes one coding. */
function undo(coding: string, mostBytes: number, onTransform: (made: Transform) => void, into: BodySink): BodySink {
  let transform: Transform | undefined;
  let bytes = 0;
  const make = ([first = 0]: Uint8Array) => {
    const made = transformOf(coding, first)
      .on('data', (decoded: Uint8Array) => into.piece(decoded))
      .on('end', () => into.end())
      .on('error', (error) => into.fail('malformed', error));
    onTransform(made);
    return made;
  };
  return {
    piece(piece) {
      bytes += piece.length;
      if (bytes > mostBytes) return into.fail('too-large');
      transform ??= make(piece);
      transform.write(piece);
    },
    end: () => (transform ? void transform.end() : into.end()),
    fail: (why, cause) => into.fail(why, cause),
  };
}

function isKnown(coding: string): boolean {
  // Node 22.15 and newer.
  if (coding === 'zstd') return 'createZstdDecompress' in process.getBuiltinModule('node:zlib');
  return /^(?:x-gzip|gzip|deflate|br)$/.test(coding);
}

/** The stream that undoes a coding whose body begins with this byte. */
function transformOf(coding: string, first: number): Transform {
  // Loaded when the first compressed answer comes: a short-lived process may never need it.
  const zlib: typeof import('node:zlib') & { createZstdDecompress?(): Transform } =
    process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  if (coding === 'zstd' && zlib.createZstdDecompress) return zlib.createZstdDecompress();
  if (coding === 'br')
    return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
  // As fetch is: a checksum that is cut off at the end is forgiven. A text that is cut off more than that isn't whole JSON.
  const options = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  if (coding !== 'deflate') return zlib.createGunzip(options);
  // Some servers leave out the wrapper of `deflate` that HTTP wants; it begins with the number of its method.
  return ((first & 15) === 8 ? zlib.createInflate : zlib.createInflateRaw)(options);
}
