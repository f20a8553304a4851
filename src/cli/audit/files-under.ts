import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A file, or every file in a folder and in those under it, in a stable order. Links are followed, each folder once. What
 * cannot be read is among them: to open it says why.
 */
export async function* filesUnder(path: string, seen: Set<string> = new Set()): AsyncGenerator<string> {
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
