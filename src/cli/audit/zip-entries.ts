import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** A file in a zip archive. */
export interface ZipEntry {
  readonly name: string;
  /** Its content; or why it cannot be read, as the rest of a sentence. */
  readonly content: AsyncIterable<Buffer> | string;
}

const END = 'PK\x05\x06';
const ENTRY = 0x02014b50;
/** Stands where a larger archive has a number elsewhere. */
const ELSEWHERE = 0xffffffff;

/**
 * The files of a zip archive, one by one, as its directory lists them.
 *
 * @throws {Error} if the archive is damaged.
 */
export function* zipEntries(zip: Buffer): Generator<ZipEntry> {
  const last = zip.lastIndexOf(END, undefined, 'latin1');
  if (last < 0) throw new Error('The archive has no directory.');
  let at = zip.readUInt32LE(last + 16);
  if (at === ELSEWHERE) {
    yield { name: 'zip64', content: 'is a zip of the kind for more than 4 GB' };
    return;
  }
  const end = at + zip.readUInt32LE(last + 12);
  while (at < end) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The directory is damaged.');
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    yield { name: zip.toString('utf8', at + 46, at + 46 + name), content: contentOf(zip, at) };
    at += 46 + name + extra + comment;
  }
  if (at !== end || end > last || zip.length < last + 22) throw new Error('The directory is damaged.');
}

function contentOf(zip: Buffer, entry: number): ZipEntry['content'] {
  const [flags = 0, method = 0] = [8, 10].map((field) => zip.readUInt16LE(entry + field));
  const [size = 0, local = 0] = [20, 42].map((field) => zip.readUInt32LE(entry + field));
  if (flags & 1) return 'is encrypted';
  if (size === ELSEWHERE || local === ELSEWHERE) return 'is in a zip of the kind for more than 4 GB';
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + size > zip.length) throw new Error('The archive is cut off.');
  const stored = Readable.from([zip.subarray(start, start + size)]);
  if (method === 0) return stored;
  return method === 8 ? pipeline(stored, createInflateRaw(), () => {}) : `is compressed by method ${method}`;
}
