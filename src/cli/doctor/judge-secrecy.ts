import type { KeyPlace } from '../audit/search-git.ts';
import { exitCodes } from '../exit.ts';
import { caution, type Diagnosis, failed, fine, skipped } from './diagnosis.ts';
import type { IgnoredFacts } from './read-ignored.ts';

const notGit = 'Not checked: git does not manage this folder.';

/** Whether git ignores the file with the settings; `undefined` outside a repository. */
export function judgeIgnored(facts: IgnoredFacts | undefined): Diagnosis {
  if (facts === undefined) return skipped(notGit);
  const { file, isThere, isIgnored, isTracked } = facts;
  if (isTracked)
    return failed(
      `git has ${file}, so whoever has the repository has what is in it.`,
      `Run: git rm --cached ${file}; add it to .gitignore. If a key was in it, make a new one and have support revoke the old one.`,
      exitCodes.no,
    );
  if (isIgnored) return fine(`git ignores ${file}`);
  const fix = `Add the line ${file} to .gitignore.`;
  return isThere
    ? failed(`git does not ignore ${file}, so the next commit may contain it.`, fix, exitCodes.no)
    : caution(`git does not ignore ${file}, which is not there yet.`, fix);
}

const replace =
  'Make a new key (web UI: team settings, Create API Key), use that, and have support revoke this one: removing it from the file does not undo the leak.';

/** Whether the key is in a file that git has or would add; `undefined` outside a repository. */
export function judgeTree(places: readonly KeyPlace[] | undefined): Diagnosis {
  if (places === undefined) return skipped(notGit);
  return places.length === 0
    ? fine('in no file that git has or would add')
    : failed(`The key is in ${places.map(({ file }) => file).join(', ')}.`, replace, exitCodes.no);
}

/** Whether the key is anywhere in the history of git; `undefined` outside a repository. */
export function judgeHistory(places: readonly KeyPlace[] | undefined, isShallow: boolean): Diagnosis {
  if (places === undefined) return skipped(notGit);
  if (places.length > 0) {
    const shown = places.map(({ file, commit }) => (commit === undefined ? file : `${file} (${commit})`));
    return failed(`The key is in the history of git: ${shown.join(', ')}.`, replace, exitCodes.no);
  }
  return isShallow
    ? caution(
        'It is not in the part of the history that this shallow clone has.',
        'To check all: git fetch --unshallow',
      )
    : fine('in no commit, branch, tag or stash');
}
