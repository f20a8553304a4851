import type { Transform } from 'node:stream';

export const CODINGS = 'gzip, br';

/** The same bound as `fetch`. */
const MOST_CODINGS = 5;

export interface BodySink {
  piece(piece: Uint8Array): void;
  end(): void;
  fail(why: 'malformed' | 'too-large', cause?: unknown): void;
}

/** Undoes content codings, last first; undefined for an unknown one, whose body stays as it is. */
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

function transformOf(coding: string, first: number): Transform {
  // Loaded with the first compressed answer: a short-lived process may need none.
  const zlib: typeof import('node:zlib') & { createZstdDecompress?(): Transform } =
    process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  if (coding === 'zstd' && zlib.createZstdDecompress) return zlib.createZstdDecompress();
  if (coding === 'br')
    return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
  // Like `fetch`, forgives a missing checksum. A text cut shorter is not whole JSON.
  const options = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  if (coding !== 'deflate') return zlib.createGunzip(options);
  // Some servers leave out the wrapper of `deflate`, which begins with its method number.
  return ((first & 15) === 8 ? zlib.createInflate : zlib.createInflateRaw)(options);
}
