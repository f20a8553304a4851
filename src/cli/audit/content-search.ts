import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { pipeline, type Transform } from 'node:stream';
import { brotliDecompressSync, constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import { type Leak, type LeakPatterns, LeakSearch } from './leak-search.ts';
import { zipEntries } from './zip-entries.ts';

/** The result of a search: in a file, or in a file inside an archive. */
export interface Searched {
  /** A file inside an archive follows the archive's name and a `!`. */
  readonly name: string;
  readonly bytes: number;
  readonly leaks: readonly Leak[];
  /** Why it was not searched to its end, as the rest of a sentence; undefined if it was. */
  readonly problem?: string | undefined;
}

const PIECE = 262_144;
const HEAD = 65_536;
/** A zip is read into memory. */
const LARGEST_ZIP = 536_870_912;

/** Searches files as they are, and the content of gzip, brotli and zip. */
export class ContentSearch {
  readonly #search: LeakSearch;
  readonly #signal: AbortSignal;

  constructor(patterns: LeakPatterns, signal: AbortSignal) {
    this.#search = new LeakSearch(patterns);
    this.#signal = signal;
  }

  /** Searches a file. */
  async *file(path: string, name: string): AsyncGenerator<Searched> {
    try {
      const head = await headOf(path);
      if (isZip(head)) {
        if ((await stat(path)).size > LARGEST_ZIP) throw new UnsearchedError('is a zip of more than 512 MB');
        for (const entry of zipEntries(await readFile(path)))
          yield typeof entry.content === 'string'
            ? { name: `${name}!${entry.name}`, bytes: 0, leaks: [], problem: entry.content }
            : await this.content(entry.content, `${name}!${entry.name}`, true);
        return;
      }
      const bytes = createReadStream(path, { highWaterMark: PIECE });
      const engine = decompressor(head, name);
      if (engine === undefined) yield await this.content(bytes, name);
      else
        yield await this.content(
          pipeline(bytes, engine, () => {}),
          `${name}!${innerName(name)}`,
          true,
        );
    } catch (error) {
      this.#signal.throwIfAborted();
      yield { name, bytes: 0, leaks: [], problem: whyUnsearched(error) };
    }
  }

  /** Searches a content that can be read once. */
  async content(content: AsyncIterable<Buffer>, name: string, isInside = false): Promise<Searched> {
    let bytes = 0;
    let problem: string | undefined;
    try {
      for await (const piece of content) {
        this.#signal.throwIfAborted();
        if (isInside && bytes === 0 && isArchive(piece)) problem = 'is an archive inside another';
        bytes += piece.length;
        this.#search.add(piece);
      }
    } catch (error) {
      this.#signal.throwIfAborted();
      problem = whyUnsearched(error);
    }
    return { name, bytes, leaks: this.#search.end(), problem };
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const isZip = (head: Buffer): boolean => ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4));
const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;
const isZstd = (head: Buffer): boolean => head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528;
const isArchive = (head: Buffer): boolean => isZip(head) || isGzip(head) || isZstd(head);

/** @returns undefined for a content that is not compressed. */
function decompressor(head: Buffer, name: string): Transform | undefined {
  if (isZstd(head)) throw new UnsearchedError('is compressed with zstd');
  if (isGzip(head)) return createGunzip({ chunkSize: HEAD });
  return name.endsWith('.br') && isBrotli(head) ? createBrotliDecompress({ chunkSize: HEAD }) : undefined;
}

/** Brotli has no signature. */
function isBrotli(head: Buffer): boolean {
  try {
    const finishFlush = constants.BROTLI_OPERATION_FLUSH;
    return brotliDecompressSync(head, { finishFlush, maxOutputLength: HEAD * 16 }).length > 0;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** The name without the ending of its compression, as the decompressing tools have it. */
function innerName(name: string): string {
  const [, last = 'content', ending = ''] = /([^/\\]+)\.(gz|br|tgz)$/i.exec(name) ?? [];
  return /^tgz$/i.test(ending) ? `${last}.tar` : last;
}

class UnsearchedError extends Error {}

function whyUnsearched(error: unknown): string {
  if (error instanceof UnsearchedError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^E[A-Z]+$/.test(code) ? `cannot be read (${code})` : 'is damaged or cut off';
}
