import { usageError } from '../exit.ts';
import { askGit, commitNamed, endOf, type GitOptions, gitRoot, isShallow, runGit, startGit } from './git.ts';
import { batchFormat, gitObjects } from './git-objects.ts';

/** One version of a file, as a commit of the current branch brought it. */
export interface FileVersion {
  readonly commit: string;
  readonly subject: string;
  /** The day when its author wrote the commit, YYYY-MM-DD in UTC. */
  readonly day: string;
  /** The commit before it; undefined for the first one, or the first one of a shallow clone. */
  readonly parent: string | undefined;
  /** The ids of the contents before and after the commit; undefined where there was no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

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
export async function commitCalled(ref: string, options: GitOptions): Promise<string> {
  await requireRepository(options);
  const commit = await commitNamed(ref, options);
  if (commit !== undefined) return commit;
  const advice = (await isShallow(options))
    ? `this clone is shallow and may lack it. Run: git fetch --unshallow --tags`
    : `check its name, or get it: git fetch --tags`;
  throw usageError(`git has no commit, branch or tag “${ref}”: ${advice}`);
}

/** @throws {ExitError} with code 2 if there is no git, or no repository. */
export async function requireRepository(options: GitOptions): Promise<void> {
  if ((await gitRoot(options)) !== undefined) return;
  throw usageError(
    (await askGit(options, '--version'))
      ? 'This folder is in no git repository, so there is no history to read: run the command in a clone.'
      : 'git is not installed, and it keeps the history: install git.',
  );
}

/**
 * The versions of a file on the current branch, the newest first. A merge is one version: what came with it. Where the file
 * was renamed, its versions under the old name follow.
 *
 * @param since - A commit: only versions after it.
 */
export async function fileHistory(
  file: string,
  since: string | undefined,
  options: GitOptions,
): Promise<readonly FileVersion[]> {
  const { text } = await runGit(
    options,
    ...['--literal-pathspecs', 'log', '--follow', '--first-parent', '-m', '--raw', '--no-abbrev'],
    ...['--format=%x00%H%n%P%n%at%n%s', 'HEAD', ...(since === undefined ? [] : [`^${since}`])],
    ...['--', file.replaceAll('\\', '/')],
  );
  const versions: FileVersion[] = [];
  for (const entry of text.split('\0')) {
    const [commit = '', parents = '', seconds = '', subject = '', ...more] = entry.split('\n');
    const line = more.find((it) => it !== '') ?? '';
    const [, before = '', after = '', change] = /^:\d+ \d+ (\w+) (\w+) (\w)/.exec(line) ?? [];
    if (after === '') continue;
    const day = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
    const [parent = ''] = parents.split(' ');
    const ids = { before: change === 'C' ? undefined : present(before), after: present(after) };
    versions.push({ commit, subject, day, parent: parent || undefined, ...ids });
    // Before it was copied, it was another file.
    if (change === 'C') break;
  }
  return versions;
}

/** An id of zeros says that there is no file. */
function present(id: string): string | undefined {
  return /^0+$/.test(id) ? undefined : id;
}

/** The files of a commit under the current folder: their ids by their paths, relative to it. Links are left out. */
export async function filesAt(commit: string, options: GitOptions): Promise<ReadonlyMap<string, string>> {
  const { text } = await runGit(options, 'ls-tree', '-r', '-z', commit);
  const files = text.split('\0').flatMap((entry) => {
    const [, id = '', path = ''] = /^100\d+ blob (\w+)\t(.+)$/s.exec(entry) ?? [];
    return id === '' ? [] : [[path, id] as const];
  });
  return new Map(files);
}

/** The contents of objects, by id; those that git does not have, as in a partial clone, are left out. */
export async function readObjects(ids: readonly string[], options: GitOptions): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (ids.length === 0) return found;
  const child = startGit(options, 'cat-file', batchFormat);
  const ended = endOf(child);
  child.stdin.on('error', () => {}).end(`${ids.join('\n')}\n`);
  for await (const { id, content } of gitObjects(child.stdout)) if (content) found.set(id, content.toString('utf8'));
  await ended;
  return found;
}
