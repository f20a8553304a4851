import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { readOwnKey } from '../settings/open-client.ts';

/** The places of the key in a file. */
export interface Leak {
  /** Where the first one begins, in bytes. */
  readonly offset: number;
  /** Whether the first one is encoded. */
  readonly encoded: boolean;
  readonly count: number;
}

/** The result of a search in a file. */
export interface Searched {
  readonly name: string;
  readonly bytes: number;
  /** Undefined if the key is not in it. */
  readonly leak?: Leak | undefined;
  /** Why it was not searched, as the rest of a sentence; undefined if it was. */
  readonly problem?: string;
}

/**
 * Searches files and folders of built assets for the key.
 *
 * @throws {ExitError} with code 2 if there is nothing to search.
 */
export async function* audit(paths: readonly string[], io: CliIo): AsyncGenerator<Searched> {
  const { cwd, signal } = io;
  for (const path of paths) {
    if (!existsSync(resolve(cwd, path)))
      throw usageError(`There is no file or folder ${path}: build first, or name another one.`);
  }
  const forms = keyForms(await readOwnKey(io));
  for (const path of paths) {
    let isEmpty = true;
    for await (const file of filesUnder(resolve(cwd, path), new Set())) {
      signal.throwIfAborted();
      isEmpty = false;
      yield await searchFile(file, relative(cwd, file), forms);
    }
    if (isEmpty) throw usageError(`${path} holds no file: build first, or name another folder.`);
  }
}

/** One file at a time is in memory. */
async function searchFile(path: string, name: string, forms: readonly KeyForm[]): Promise<Searched> {
  try {
    const content = await readFile(path);
    return { name, bytes: content.length, leak: findKey(content, forms) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { name, bytes: 0, problem: `cannot be read (${code})` };
  }
}

/** Finds a key in a content; undefined if it is not there. */
export function findKey(content: Buffer, forms: readonly KeyForm[]): Leak | undefined {
  const places = forms.flatMap(({ bytes, isEncoded }) => {
    const found: Omit<Leak, 'count'>[] = [];
    for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + bytes.length))
      found.push({ offset: at, encoded: isEncoded });
    return found;
  });
  const [first] = places.sort((a, b) => a.offset - b.offset);
  return first && { ...first, count: places.length };
}

/**
 * A file, or every file in a folder and in those under it, in a stable order. Links are followed, each folder once. What
 * cannot be read is among them: to open it says why.
 */
async function* filesUnder(path: string, seen: Set<string>): AsyncGenerator<string> {
  const facts = await stat(path).catch(() => undefined);
  const isFolder = facts?.isDirectory() === true;
  const entries = isFolder ? await readdir(path, { withFileTypes: true }).catch(() => undefined) : undefined;
  // A pipe or a device holds nothing, and to read it may never end.
  if (entries === undefined && (facts === undefined || facts.isFile() || isFolder)) yield path;
  if (entries === undefined) return;
  const real = await realpath(path);
  if (seen.has(real)) return;
  seen.add(real);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = join(path, entry.name);
    if (entry.isFile()) yield inner;
    else yield* filesUnder(inner, seen);
  }
}

/** A key in bytes, as it is or encoded. */
export interface KeyForm {
  readonly bytes: Buffer;
  readonly isEncoded: boolean;
}

/** A key as it is, in base64 at any offset and in either alphabet, and in percent signs (where needed, or in full). */
export function keyForms(key: string): readonly KeyForm[] {
  const full = [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join('');
  const lower = encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase());
  const percent = [encodeURIComponent(key), lower, full, full.toUpperCase()];
  const encoded = new Set([...percent, ...[0, 1, 2].flatMap((offset) => base64At(offset, key))]);
  encoded.delete(key);
  return [
    { bytes: Buffer.from(key), isEncoded: false },
    ...[...encoded].map((text) => ({ bytes: Buffer.from(text), isEncoded: true })),
  ];
}

/** The symbols that depend on the key alone: those at both ends also depend on what is around it. */
function base64At(offset: number, key: string): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]);
  const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)];
}
