import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '../../index.ts';

/**
 * Finds the `tsconfig.json` of a project: the named one, or the nearest in the folder and those above it.
 *
 * @param named - The file, or its folder; empty for the nearest.
 * @returns Its absolute path.
 * @throws {ConfigurationError} if there is none.
 */
export function findTsconfig(named: string, cwd: string): string {
  if (named !== '') {
    const found = [resolve(cwd, named, 'tsconfig.json'), resolve(cwd, named)].find((path) => existsSync(path));
    if (found !== undefined) return found;
    throw new ConfigurationError(`${named} does not exist: pass another file to \`--code\`.`);
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json');
    if (existsSync(path)) return path;
    if (folder === dirname(folder))
      throw new ConfigurationError(
        'No tsconfig.json was found: name the one of your code with `--code=<tsconfig>`; for JavaScript, write one with `allowJs` and `checkJs`.',
      );
  }
}
