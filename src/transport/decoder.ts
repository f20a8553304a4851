import type { Transform } from 'node:stream';

/** The header `Accept-Encoding`: the codings that are asked for. */
export const CODINGS = 'gzip, br';

/**
 * Undoes the content coding of a body that begins with this piece, by its `Content-Encoding` header. Undefined where there is
 * nothing to undo, or a coding that we do not know: the body is then handed out as it is.
 */
export function createDecoder(encoding: string, [first = 0]: Uint8Array): Transform | undefined {
  const coding = encoding.trim().toLowerCase();
  if (!/^(?:x-gzip|gzip|deflate|br)$/.test(coding)) return undefined;
  // Loaded when the first compressed answer comes: a short-lived process may never need it.
  const zlib = process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  // As fetch is: a checksum that is cut off at the end is forgiven. A text that is cut off more than that isn't whole JSON.
  const options = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  // Some servers leave out the wrapper of `deflate` that HTTP wants; it begins with the number of its method.
  const inflate = (first & 15) === 8 ? zlib.createInflate : zlib.createInflateRaw;
  return coding === 'br'
    ? zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH })
    : (coding === 'deflate' ? inflate : zlib.createGunzip)(options);
}
