import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ExitError, exitCodes } from '../exit.ts';
import { endOf, type GitOptions, gitFailed, runGit, startGit } from '../git/git.ts';
import { gitObjects } from '../git/git-objects.ts';
import { type ContentSearch, type Searched, whyUnsearched } from './content-search.ts';

/** A place where the key was found. */
export interface KeyPlace {
  readonly file: string;
  /** The commit that brought it there, abbreviated; undefined for the working tree, or if it is unknown. */
  readonly commit?: string | undefined;
}

/** So many places say enough. */
const enough = 5;

/** Where the key is in files that git has or would add. */
export async function findInTree(search: ContentSearch, options: GitOptions): Promise<readonly KeyPlace[]> {
  const listed = await runGit(options, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  if (listed.code !== 0) throw gitFailed('ls-files');
  const places: KeyPlace[] = [];
  // While a merge has conflicts, a file is listed several times.
  for (const file of new Set(listed.text.split('\0').filter((it) => it !== ''))) {
    options.signal.throwIfAborted();
    try {
      const path = join(options.cwd, file);
      // Of a link, git has only its target; a submodule is a folder.
      if (!(await lstat(path)).isFile()) continue;
      for await (const { name, leaks } of search.file(path, file)) {
        if (leaks.length > 0 && places.push({ file: name }) === enough) return places;
      }
    } catch (error) {
      options.signal.throwIfAborted();
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      // Deleted, and not yet committed.
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        throw new ExitError(
          exitCodes.unknown,
          `The file ${file} could not be searched: it ${whyUnsearched(error)}. Check its permissions.`,
        );
    }
  }
  return places;
}

/** Where the key is in whatever a branch, a tag or a stash reaches. */
export async function findInHistory(search: ContentSearch, options: GitOptions): Promise<readonly KeyPlace[]> {
  const places: KeyPlace[] = [];
  for await (const { place, leaks } of searchHistory(search, options)) {
    if (leaks.length > 0 && places.push(await place()) === enough) break;
  }
  return places;
}

/** Searches whatever a branch, a tag or a stash reaches. The key is no argument of git: others would see it. */
export async function* searchHistory(
  search: ContentSearch,
  options: GitOptions,
): AsyncGenerator<Searched & { place(): Promise<KeyPlace> }> {
  const reachable = startGit(options, 'rev-list', '--objects', '--all');
  const contents = startGit(
    options,
    'cat-file',
    '--batch=%(objectname) %(objecttype) %(objectsize) %(rest)',
    '--buffer',
  );
  const ends = [reachable, contents].map(endOf);
  try {
    const fed = pipeline(reachable.stdout, contents.stdin);
    // It also fails where the search ends early; then nobody waits for it.
    fed.catch(() => {});
    for await (const { id, type, path, content } of gitObjects(contents.stdout)) {
      for await (const searched of search.content(content, path)) {
        const place = async (): Promise<KeyPlace> =>
          type === 'blob'
            ? { file: searched.name, commit: await commitOf(id, options) }
            : { file: `the message of a ${type}`, commit: id.slice(0, 10) };
        yield { ...searched, place };
      }
    }
    await fed;
    const codes = await Promise.all(ends);
    if (codes.some((code) => code !== 0)) throw gitFailed('cat-file');
  } finally {
    reachable.kill();
    contents.kill();
  }
}

/** The first commit that has an object, abbreviated. */
async function commitOf(id: string, options: GitOptions): Promise<string | undefined> {
  const { text } = await runGit(
    options,
    'log',
    '--all',
    '--topo-order',
    '--reverse',
    '--format=%h',
    `--find-object=${id}`,
  );
  return text.split('\n')[0] || undefined;
}
