import { pipeline } from 'node:stream/promises';
import { endOf, type GitOptions, gitFailed, runGit, startGit } from '../git/git.ts';
import { batchFormat, gitObjects } from '../git/git-objects.ts';
import { keyPattern, type Pattern } from './find-leaks.ts';
import { keyForms } from './literal-forms.ts';
import { type Searched, searchContent } from './search-file.ts';

/** So many places say enough. */
const enough = 5;

/** The files with the key, of those that git has or would add. The key is no argument of git: others would see it. */
export async function findInTree(key: string, options: GitOptions): Promise<readonly string[]> {
  const input = keyForms(key).map(({ bytes }) => `${bytes}\n`);
  const patterns = ['--text', '--fixed-strings', '--no-recurse-submodules', '-f', '-'];
  const found = await runGit(
    { cwd: options.cwd, signal: options.signal, input: input.join('') },
    ...['grep', '--untracked', '--files-with-matches', '--full-name', '-z', ...patterns],
  );
  if (found.code !== 0 && found.code !== 1) throw gitFailed('grep');
  const files = found.text.split('\0').filter((it) => it !== '');
  return files.slice(0, enough);
}

/** Where the key is in whatever a branch, a tag or a stash reaches. */
export async function findInHistory(key: string, options: GitOptions): Promise<readonly string[]> {
  const places: string[] = [];
  for await (const { leaks, name } of searchHistory([keyPattern(key)], options))
    if (leaks.length > 0 && places.push(name) === enough) break;
  return places;
}

/** Searches whatever a branch, a tag or a stash reaches. A place with a leak is named as git names it: `<commit>:<file>`. */
export async function* searchHistory(patterns: readonly Pattern[], options: GitOptions): AsyncGenerator<Searched> {
  const reachable = startGit(options, 'rev-list', '--objects', '--all');
  const contents = startGit(options, 'cat-file', batchFormat, '--buffer');
  const ends = [reachable, contents].map(endOf);
  try {
    const fed = pipeline(reachable.stdout, contents.stdin);
    // It also fails where the search ends early; then nobody waits for it.
    fed.catch(() => {});
    for await (const { id, type, path, content } of gitObjects(contents.stdout)) {
      const searched = searchContent(content, path, patterns);
      if (searched.leaks.length === 0) yield searched;
      else if (type !== 'blob') yield { ...searched, name: `${id.slice(0, 10)}:the message of a ${type}` };
      else yield { ...searched, name: `${await commitOf(id, options)}${path}` };
    }
    await fed;
    const codes = await Promise.all(ends);
    if (codes.some((code) => code !== 0)) throw gitFailed('cat-file');
  } finally {
    reachable.kill();
    contents.kill();
  }
}

/** The first commit that has an object, abbreviated, with a colon behind it; empty if it is unknown. */
async function commitOf(id: string, options: GitOptions): Promise<string> {
  const order = ['--all', '--topo-order', '--reverse', '--format=%h:'];
  const { text } = await runGit(options, 'log', ...order, `--find-object=${id}`);
  return text.split('\n')[0] ?? '';
}
