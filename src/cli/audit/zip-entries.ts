import { createInflateRaw } from 'node:zlib';
import { piped } from './piped.ts';

/** Bytes that can be read from any place. */
export interface RandomAccess {
  readonly size: number;
  /** The bytes from `start` to before `end`, as far as they are there. */
  read(start: number, end: number): AsyncIterable<Buffer>;
}

/** A file in a zip archive. */
export interface ZipEntry {
  readonly name: string;
  /** Its content; or why it cannot be read. */
  readonly content: AsyncIterable<Buffer> | string;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** A comment may follow the end's record. */
const longestEnd = 22 + 0xffff;
/** Room for a million entries. */
const longestDirectory = 134_217_728;

/**
 * The files of a zip archive, one by one, as its directory lists them.
 *
 * @throws {Error} if the archive is damaged.
 */
export async function* zipEntries(zip: RandomAccess): AsyncGenerator<ZipEntry> {
  const [start, end] = await directoryOf(zip);
  if (end - start > longestDirectory) throw damaged();
  const directory = await partOf(zip, start, end);
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const nameEnd = at + 46 + Number(nameLength);
    const extraEnd = nameEnd + Number(extraLength);
    const name = directory.toString('utf8', at + 46, nameEnd);
    const flags = directory.readUInt16LE(at + 8);
    const method = directory.readUInt16LE(at + 10);
    const [size, offset] = longNumbers(directory, at, directory.subarray(nameEnd, extraEnd));
    at = extraEnd + Number(commentLength);
    if (!name.endsWith('/') || size > 0)
      yield { name, content: flags & 1 ? 'is encrypted' : await contentOf(zip, { method, size, offset }) };
  }
}

/** Where the directory begins and ends. */
async function directoryOf(zip: RandomAccess): Promise<readonly [start: number, end: number]> {
  const tailStart = Math.max(0, zip.size - longestEnd);
  const tail = await partOf(zip, tailStart, zip.size);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END || at + 22 + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const [size, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    if (offset !== 0xffffffff && size !== 0xffffffff) return [offset, offset + size];
    // The record of a larger archive; the 20 bytes before this one say where it is.
    const place = at >= 20 ? Number(tail.readBigUInt64LE(at - 12)) : zip.size;
    const long = await partOf(zip, place, place + 56);
    if (long.readUInt32LE(0) !== END_64) throw damaged();
    const [longSize, longOffset] = [40, 48].map((field) => Number(long.readBigUInt64LE(field)));
    return [Number(longOffset), Number(longOffset) + Number(longSize)];
  }
  throw damaged();
}

/** The compressed size of an entry, and where it is; in a larger archive, they are in the extra fields. */
function longNumbers(directory: Buffer, at: number, extra: Buffer): readonly [size: number, offset: number] {
  const sizes = [24, 20, 42].map((field) => directory.readUInt32LE(at + field));
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) !== 1) continue;
    let next = field + 4;
    for (const [index, size] of sizes.entries()) {
      if (size !== 0xffffffff || next + 8 > extra.length) continue;
      sizes[index] = Number(extra.readBigUInt64LE(next));
      next += 8;
    }
  }
  const [, size = 0, offset = 0] = sizes;
  return [size, offset];
}

interface Place {
  readonly method: number;
  readonly size: number;
  readonly offset: number;
}

async function contentOf(zip: RandomAccess, { method, size, offset }: Place): Promise<ZipEntry['content']> {
  const local = await partOf(zip, offset, offset + 30);
  if (local.readUInt32LE(0) !== LOCAL) throw damaged();
  const start = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (start + size > zip.size) throw damaged();
  const stored = size === 0 ? nothing() : zip.read(start, start + size);
  if (method === 0) return stored;
  return method === 8 ? piped(stored, createInflateRaw()) : `is compressed by method ${method}`;
}

async function partOf(zip: RandomAccess, start: number, end: number): Promise<Buffer> {
  if (start < 0 || end > zip.size) throw damaged();
  const pieces: Buffer[] = [];
  if (end > start) for await (const piece of zip.read(start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* nothing(): AsyncGenerator<Buffer> {}

function damaged(): Error {
  return new Error('The archive is damaged.');
}
