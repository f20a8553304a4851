import { relative, resolve, sep } from 'node:path';

/** The path of a file in messages: relative to the working directory, with forward slashes. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, resolve(cwd, path)).split(sep).join('/');
}
