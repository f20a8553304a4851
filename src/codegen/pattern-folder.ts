import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The deepest folder that holds everything a glob pattern can match. */
export async function patternFolder(pattern: string): Promise<string> {
  const parts = pattern.split('/');
  const firstGlob = parts.findIndex((part) => /[*?[\]{}()!]/.test(part));
  const path = resolve(
    firstGlob === -1 ? pattern : parts.slice(0, firstGlob).join('/') || (parts[0] === '' ? '/' : '.'),
  );
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? path : dirname(path);
}
