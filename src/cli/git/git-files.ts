import { usageError } from '../exit.ts';
import { askGit, commitNamed, type GitOptions, gitRoot, isShallow, runGit } from './git.ts';

/**
 * Reads a file as it was at a ref.
 *
 * @param path - The path, relative to the current folder.
 * @throws {ExitError} with code 2 if git, the repository, the ref or the path is missing.
 */
export async function readAt(ref: string, path: string, options: GitOptions): Promise<string> {
  const commit = await commitCalled(ref, options);
  const place = `${commit}:./${path.replaceAll('\\', '/')}`;
  const { code, text } = await runGit(options, 'cat-file', 'blob', place);
  if (code === 0) return text;
  throw usageError(
    `At ${ref}, there is no file ${path}: name the path that it had then, such as git:${ref}:<path>. To list the files: git ls-tree -r --name-only ${ref}`,
  );
}

/**
 * The id of the commit that a ref names.
 *
 * @throws {ExitError} with code 2 if git, the repository or the ref is missing.
 */
async function commitCalled(ref: string, options: GitOptions): Promise<string> {
  await requireRepository(options);
  const commit = await commitNamed(ref, options);
  if (commit !== undefined) return commit;
  const advice = (await isShallow(options))
    ? `this clone is shallow and may lack it. Run: git fetch --unshallow --tags`
    : `check its name, or get it: git fetch --tags`;
  throw usageError(`git has no commit, branch or tag “${ref}”: ${advice}`);
}

/** @throws {ExitError} with code 2 if there is no git, or no repository. */
async function requireRepository(options: GitOptions): Promise<void> {
  if ((await gitRoot(options)) !== undefined) return;
  throw usageError(
    (await askGit(options, '--version'))
      ? 'This folder is in no git repository, so there is no history to read: run the command in a clone.'
      : 'git is not installed, and it keeps the history: install git.',
  );
}
