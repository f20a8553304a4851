import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDynamicPattern } from 'tinyglobby';

/** The deepest folder that contains everything that a file, a folder or a glob pattern can match. */
export async function patternFolder(pattern: string, cwd: string): Promise<string> {
  const parts = pattern.split('/');
  const firstGlob = parts.findIndex((part) => isDynamicPattern(part));
  const fixed = firstGlob === -1 ? pattern : `${parts.slice(0, firstGlob).join('/')}/`;
  const path = resolve(cwd, firstGlob === 0 ? '.' : fixed);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? path : dirname(path);
}
