import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { usageError } from '../exit.ts';
import { gitRoot } from '../git/git.ts';
import type { CliIo } from '../io.ts';
import { hasKey } from '../line/settings.ts';
import { filesUnder } from './files-under.ts';
import { bearerPattern, keyPattern, runtimePattern } from './find-leaks.ts';
import { readOwnKey } from './read-own-key.ts';
import { type Searched, searchFile } from './search-file.ts';
import { searchHistory } from './search-git.ts';

/**
 * Searches files and folders of built assets, and the history of git, for what must not be in them. Of the history, the
 * runtime is no leak: a repository may hold a server.
 *
 * @param git - Whether the history is searched, too.
 * @throws {ExitError} with code 2 if there is nothing to search.
 */
export async function* audit(paths: readonly string[], git: boolean, io: CliIo): AsyncGenerator<Searched> {
  const { cwd, signal } = io;
  for (const path of paths) {
    if (!existsSync(resolve(cwd, path)))
      throw usageError(`There is no file or folder ${path}: build first, or name another one.`);
  }
  const key = hasKey(io) ? await readOwnKey(io) : undefined;
  const root = git ? await gitRoot({ cwd, signal }) : undefined;
  if (git && root === undefined) throw usageError('`--git` needs a repository, and this folder is in none.');

  const secrets = [...(key === undefined ? [] : [keyPattern(key)]), bearerPattern];
  for (const path of paths) {
    let isEmpty = true;
    for await (const file of filesUnder(resolve(cwd, path))) {
      signal.throwIfAborted();
      isEmpty = false;
      yield await searchFile(file, relative(cwd, file), [...secrets, runtimePattern]);
    }
    if (isEmpty) throw usageError(`${path} holds no file: build first, or name another folder.`);
  }
  if (root !== undefined) yield* searchHistory(secrets, { cwd: root, signal });
}
