import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { readOwnKey } from '../line/open-client.ts';
import { type KeyForm, keyForms } from './key-forms.ts';

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
