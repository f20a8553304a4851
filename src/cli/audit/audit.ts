import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { usageError } from '../exit.ts';
import { gitRoot } from '../git/git.ts';
import type { CliIo } from '../io.ts';
import { hasKey } from '../line/settings.ts';
import { ContentSearch, type Searched } from './content-search.ts';
import { filesUnder } from './files-under.ts';
import { leakPatterns } from './leak-search.ts';
import { readOwnKey } from './read-own-key.ts';
import { searchHistory } from './search-git.ts';

/** The places that `audit` searches. */
export interface AuditTargets {
  readonly paths: readonly string[];
  /** Whether the history of git is searched, too. */
  readonly git: boolean;
}

/**
 * Searches files and folders of built assets, and the history of git, for what must not be in them. Of the history, the
 * runtime is no leak: a repository may hold a server.
 *
 * @throws {ExitError} with code 2 if there is nothing to search.
 */
export async function* audit({ paths, git }: AuditTargets, io: CliIo): AsyncGenerator<Searched> {
  const { cwd, signal } = io;
  for (const path of paths) {
    if (!existsSync(resolve(cwd, path)))
      throw usageError(`There is no file or folder ${path}: build first, or name another one.`);
  }
  const key = hasKey(io) ? await readOwnKey(io) : undefined;
  const root = git ? await gitRoot({ cwd, signal }) : undefined;
  if (git && root === undefined) throw usageError('`--git` needs a repository, and this folder is in none.');

  const search = new ContentSearch(leakPatterns({ key, bearer: true, runtime: true }), signal);
  for (const path of paths) {
    let isEmpty = true;
    for await (const file of filesUnder(resolve(cwd, path))) {
      signal.throwIfAborted();
      isEmpty = false;
      yield* search.file(file, relative(cwd, file));
    }
    if (isEmpty) throw usageError(`${path} holds no file: build first, or name another folder.`);
  }
  if (root === undefined) return;
  const history = new ContentSearch(leakPatterns({ key, bearer: true }), signal);
  for await (const { file, commit, ...searched } of searchHistory(history, { cwd: root, signal })) {
    yield { ...searched, name: commit === undefined ? file : `${commit}:${file}` };
  }
}
