import { pipeline, Readable, type Transform } from 'node:stream';

/** What a stream makes of bytes; it throws where they cannot be read, or not be transformed. */
export function piped(bytes: AsyncIterable<Uint8Array>, through: Transform): AsyncIterable<Buffer> {
  // A failure also ends the reading of what came before it, which throws it.
  return pipeline(Readable.from(bytes, { objectMode: false }), through, () => {});
}
