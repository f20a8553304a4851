import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findInHistory, findInTree } from '../audit/search-git.ts';
import { exitCodes } from '../exit.ts';
import { type GitOptions, gitRoot, isShallow, runGit } from '../git/git.ts';
import { caution, type Diagnosis, failed, fine, skipped } from './diagnosis.ts';

const notGit = skipped('Not checked: git does not manage this folder.');

/** Whether git ignores the file with the settings. */
export async function judgeIgnored(file: string, options: GitOptions): Promise<Diagnosis> {
  if ((await gitRoot(options)) === undefined) return notGit;
  const [ignored, tracked] = await Promise.all([
    runGit(options, 'check-ignore', '--quiet', '--no-index', '--', file),
    runGit(options, 'ls-files', '--error-unmatch', '--', file),
  ]);
  if (tracked.code === 0)
    return failed(
      `git has ${file}, so whoever has the repository has what is in it.`,
      `Run: git rm --cached ${file}; add it to .gitignore. If a key was in it, make a new one and have support revoke the old one.`,
      exitCodes.no,
    );
  // 128: the file is outside the repository, so git never adds it.
  if (ignored.code === 0 || ignored.code === 128) return fine(`git ignores ${file}`);
  const fix = `Add the line ${file} to .gitignore.`;
  return existsSync(resolve(options.cwd, file))
    ? failed(`git does not ignore ${file}, so the next commit may contain it.`, fix, exitCodes.no)
    : caution(`git does not ignore ${file}, which is not there yet.`, fix);
}

const replace =
  'Make a new key (web UI: team settings, Create API Key), use that, and have support revoke this one: removing it from the file does not undo the leak.';

/** Whether the key is in a file that git has or would add. */
export async function judgeTree(key: string, options: GitOptions): Promise<Diagnosis> {
  const root = await gitRoot(options);
  if (root === undefined) return notGit;
  const places = await findInTree(key, { cwd: root, signal: options.signal });
  if (places.length === 0) return fine('in no file that git has or would add');
  return failed(`The key is in ${places.join(', ')}.`, replace, exitCodes.no);
}

/** Whether the key is anywhere in the history of git. */
export async function judgeHistory(key: string, options: GitOptions): Promise<Diagnosis> {
  if ((await gitRoot(options)) === undefined) return notGit;
  const places = await findInHistory(key, options);
  if (places.length > 0)
    return failed(`The key is in the history of git: ${places.join(', ')}.`, replace, exitCodes.no);
  return (await isShallow(options))
    ? caution(
        'It is not in the part of the history that this shallow clone has.',
        'To check all: git fetch --unshallow',
      )
    : fine('in no commit, branch, tag or stash');
}
