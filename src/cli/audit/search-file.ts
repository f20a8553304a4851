import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { largestObject } from '../git/git-objects.ts';
import { findLeaks, type Leak, type Pattern } from './find-leaks.ts';

/** The result of a search in a file, or in an object of git. */
export interface Searched {
  readonly name: string;
  readonly bytes: number;
  readonly leaks: readonly Leak[];
  /** Why it was not searched to its end, as the rest of a sentence; undefined if it was. */
  readonly problem?: string | undefined;
}

/** Searches a content; undefined is one that is too large. */
export function searchContent(content: Buffer | undefined, name: string, patterns: readonly Pattern[]): Searched {
  if (content === undefined) return { name, bytes: 0, leaks: [], problem: 'is larger than 512 MB' };
  return { name, bytes: content.length, leaks: findLeaks(content, patterns) };
}

/** Searches a file of built assets: one that is compressed, in what it holds. */
export async function searchFile(path: string, name: string, patterns: readonly Pattern[]): Promise<Searched> {
  try {
    const { size } = await stat(path);
    const content = size > largestObject ? undefined : await opened(await readFile(path), name);
    const archive = signatures.find(([, start]) => content?.toString('latin1', 0, 4).startsWith(start))?.[0];
    const problem = archive && `is packed as ${archive}: unpack it, and search that`;
    return { problem, ...searchContent(content, name, patterns) };
  } catch (error) {
    return { name, bytes: 0, leaks: [], problem: whyUnsearched(error) };
  }
}

const gzip = '\x1f\x8b';

/** How the content of an archive begins. One within a compressed file stays closed. */
const signatures = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['gzip', gzip],
  ['zstd', '\x28\xb5\x2f\xfd'],
] as const;

async function opened(bytes: Buffer, name: string): Promise<Buffer> {
  const limits = { maxOutputLength: largestObject };
  if (bytes.toString('latin1', 0, 2) === gzip) return promisify(gunzip)(bytes, limits);
  // Brotli has no signature, and some languages have its ending.
  return name.endsWith('.br') && !isUtf8(bytes) ? promisify(brotliDecompress)(bytes, limits) : bytes;
}

function whyUnsearched(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'holds more than 512 MB';
  return /^E[A-Z]+$/.test(code) ? `cannot be read (${code})` : 'is damaged or cut off';
}
