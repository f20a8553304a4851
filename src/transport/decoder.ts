import type { Transform } from 'node:stream';

/** The receiver of a decoded body. */
export interface DecoderOutput {
  data(piece: Uint8Array): void;
  end(): void;
  error(error: unknown): void;
  /** It takes more, after {@link Decoder.write} said that it is full. */
  drain(): void;
}

/** Undoes a body's content codings, piece by piece. */
export interface Decoder {
  /** False when it is full: the next piece waits for `drain`. */
  write(piece: Uint8Array): boolean;
  end(): void;
  destroy(): void;
}

type Zlib = typeof import('node:zlib') & { readonly createZstdDecompress?: () => Transform };

/** Loaded when the first compressed answer comes: a short-lived process may never need it. */
const zlib = (): Zlib => process.getBuiltinModule('node:zlib');

/** As fetch is: a checksum that is cut off at the end is forgiven. What was cut off more than that isn't whole JSON. */
const lenient = ({ constants: { Z_SYNC_FLUSH } }: Zlib) => ({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH });

const gunzip = (it: Zlib): Transform => it.createGunzip(lenient(it));

const CODINGS: Readonly<Record<string, (it: Zlib) => Transform | undefined>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: createInflate,
  br: ({ createBrotliDecompress, constants: { BROTLI_OPERATION_FLUSH } }) =>
    createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: ({ createZstdDecompress }) => createZstdDecompress?.(),
};

/** More codings than this in a row are not an honest answer. */
const MAX_CODINGS = 5;

/**
 * A decoder for a `Content-Encoding` header. Undefined where there is nothing to undo, or a coding that this Node doesn't
 * know: the body is then handed out as it is, as fetch does.
 */
export function createDecoder(contentEncoding: string, output: DecoderOutput): Decoder | undefined {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS || !codings.every((coding) => Object.hasOwn(CODINGS, coding))) return undefined;
  // The last one that was put on is the first to be taken off.
  const streams = codings.map((coding) => CODINGS[coding]?.(zlib())).reverse();
  const [first] = streams;
  if (!first || !streams.every((stream) => stream !== undefined)) return undefined;
  const last = streams.reduce((from, to) => from.pipe(to));
  for (const stream of streams) stream.on('error', output.error);
  first.on('drain', output.drain);
  last.on('data', output.data);
  last.on('end', output.end);
  return {
    write: (piece) => first.write(piece),
    end: () => first.end(),
    destroy: () => {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** `deflate` is zlib's format, but some servers leave its wrapper out: its first byte shows which. */
function createInflate(it: Zlib): Transform {
  const { Transform } = process.getBuiltinModule('node:stream');
  let inflate: Transform | undefined;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (piece.length === 0) return done();
      if (!inflate) {
        inflate = (piece[0] ?? 0) % 16 === 8 ? it.createInflate(lenient(it)) : it.createInflateRaw(lenient(it));
        inflate.on('data', (out) => this.push(out));
        inflate.on('error', (error) => this.destroy(error));
      }
      inflate.write(piece, done);
    },
    flush(done) {
      if (!inflate) return done();
      inflate.on('end', done);
      inflate.end();
    },
    destroy(error, done) {
      inflate?.destroy();
      done(error);
    },
  });
}
