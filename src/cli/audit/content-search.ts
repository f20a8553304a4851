import { open } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { type Leak, type LeakPatterns, LeakSearch } from './leak-search.ts';
import { piped } from './piped.ts';
import { type RandomAccess, zipEntries } from './zip-entries.ts';

/** What was found in a content: in a file, or in something inside a container. */
export interface Searched {
  /** Where it is: what is inside a container follows the container's name and a `!`. */
  readonly name: string;
  readonly bytes: number;
  readonly leaks: readonly Leak[];
  /** Why it was not searched to its end, as the rest of a sentence; undefined if it was. */
  readonly problem?: string | undefined;
}

/** So deep may containers lie inside each other. */
const DEEPEST = 4;
/** A zip inside a container is read into memory, and must not be larger. */
const LARGEST_INNER_ZIP = 67_108_864;
const PIECE = 262_144;
/** So much is decompressed at once. */
const CHUNK = 65_536;

// Since Node 22.15.
const { createZstdDecompress } = zlib as typeof zlib & { readonly createZstdDecompress?: () => Transform };

/** Searches files, and what is inside them: gzip, brotli, zstd and zip, also inside each other. */
export class ContentSearch {
  readonly #patterns: LeakPatterns;
  readonly #signal: AbortSignal;
  /** One for each depth, since they run at the same time. */
  readonly #searches: LeakSearch[] = [];

  constructor(patterns: LeakPatterns, signal: AbortSignal) {
    this.#patterns = patterns;
    this.#signal = signal;
  }

  /**
   * Searches a file.
   *
   * @throws {Error} of the file system if it cannot be opened.
   */
  async *file(path: string, name: string): AsyncGenerator<Searched> {
    const handle = await open(path);
    try {
      const read: RandomAccess['read'] = (start, end) =>
        handle.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: PIECE });
      const first = Buffer.alloc(4);
      await handle.read(first, 0, first.length, 0);
      if (isZip(first)) yield* this.#zip({ size: (await handle.stat()).size, read }, name, 0);
      else yield* this.content(read(0, Number.MAX_SAFE_INTEGER), name);
    } finally {
      await handle.close();
    }
  }

  /** Searches a content that can be read once, and that lies so deep in containers. */
  async *content(content: AsyncIterable<Buffer>, name: string, depth = 0): AsyncGenerator<Searched> {
    this.#searches[depth] ??= new LeakSearch(this.#patterns);
    const search = this.#searches[depth];
    let bytes = 0;
    let problem: string | undefined;
    try {
      const { head, whole } = await beginning(content);
      const isDeepest = depth === DEEPEST;
      if (isZip(head) && !isDeepest) {
        yield* this.#zip(inMemory(await bytesOf(whole)), name, depth);
        return;
      }
      const engine = isZip(head) ? undefined : decompressor(head, name);
      if (engine !== undefined && !isDeepest) {
        yield* this.content(piped(whole, engine), `${name}!${innerName(name)}`, depth + 1);
        return;
      }
      if (isZip(head) || engine !== undefined) problem = 'lies too deep inside others';
      for await (const piece of whole) {
        this.#signal.throwIfAborted();
        bytes += piece.length;
        search.add(piece);
      }
    } catch (error) {
      problem = this.#problemOf(error);
    }
    yield { name, bytes, leaks: search.end(), problem };
  }

  async *#zip(zip: RandomAccess, name: string, depth: number): AsyncGenerator<Searched> {
    try {
      for await (const entry of zipEntries(zip)) {
        const inner = `${name}!${entry.name}`;
        if (typeof entry.content === 'string') yield { name: inner, bytes: 0, leaks: [], problem: entry.content };
        else yield* this.content(entry.content, inner, depth + 1);
      }
    } catch (error) {
      yield { name, bytes: 0, leaks: [], problem: this.#problemOf(error) };
    }
  }

  #problemOf(error: unknown): string {
    this.#signal.throwIfAborted();
    return whyUnsearched(error);
  }
}

/** The first bytes of a content, a few at least, and the whole of it, which can then be read once. */
async function beginning(content: AsyncIterable<Buffer>) {
  const pieces = content[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 4) {
    const { done, value } = await pieces.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  return { head, whole: whole() };
}

function isZip(head: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4));
}

/** What decompresses a content; undefined if it is not compressed. */
function decompressor(head: Buffer, name: string): Transform | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return zlib.createGunzip({ chunkSize: CHUNK });
  if (name.endsWith('.br') && isBrotli(head)) return zlib.createBrotliDecompress({ chunkSize: CHUNK });
  if (head.length < 4 || head.readUInt32LE(0) !== 0xfd2fb528) return undefined;
  if (createZstdDecompress === undefined) throw new UnsearchedError('is compressed with zstd, which needs Node 22.15');
  return createZstdDecompress();
}

/** Brotli has no signature. */
function isBrotli(head: Buffer): boolean {
  try {
    const finishFlush = zlib.constants.BROTLI_OPERATION_FLUSH;
    return zlib.brotliDecompressSync(head, { finishFlush, maxOutputLength: CHUNK * 16 }).length > 0;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** As the decompressing tools name it. */
function innerName(name: string): string {
  const [, last = ''] = /([^/\\!]+)\.(?:gz|br|zst|tgz)$/i.exec(name) ?? [];
  if (last === '') return 'content';
  return name.toLowerCase().endsWith('.tgz') ? `${last}.tar` : last;
}

async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > LARGEST_INNER_ZIP) throw new UnsearchedError('is a zip of more than 64 MiB inside another container');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function inMemory(all: Buffer): RandomAccess {
  return {
    size: all.length,
    async *read(start, end) {
      for (let at = start; at < end; at += PIECE) yield all.subarray(at, Math.min(at + PIECE, end));
    },
  };
}

class UnsearchedError extends Error {}

/** Why a content was not searched to its end. */
export function whyUnsearched(error: unknown): string {
  if (error instanceof UnsearchedError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^E[A-Z]+$/.test(code) ? `cannot be read (${code})` : 'is damaged or cut off';
}
