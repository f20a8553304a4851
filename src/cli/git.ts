import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ContentSearch, type Searched, whyUnsearched } from './content-search.ts';
import { ExitError, exitCodes } from './exit.ts';
import { gitObjects } from './git-objects.ts';
import type { IgnoredFacts, KeyPlace } from './judge-secrecy.ts';

/** Where git runs, and what stops it. */
export interface GitOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** So many places say enough. */
const enough = 5;

/** The root of the repository; undefined where there is none, or no git. */
export async function gitRoot(options: GitOptions): Promise<string | undefined> {
  // Where git is not installed, its output breaks off.
  const shown = await runGit(options, 'rev-parse', '--show-toplevel').catch(() => undefined);
  options.signal.throwIfAborted();
  return shown?.code === 0 ? shown.text.replace(/\r?\n$/, '') : undefined;
}

/** What git does with a file. */
export async function readIgnored(file: string, options: GitOptions): Promise<IgnoredFacts> {
  const [ignored, tracked] = await Promise.all([
    runGit(options, 'check-ignore', '--quiet', '--no-index', '--', file),
    runGit(options, 'ls-files', '--error-unmatch', '--', file),
  ]);
  return {
    file,
    isThere: existsSync(resolve(options.cwd, file)),
    // 128: the file is outside the repository, so git never adds it.
    isIgnored: ignored.code === 0 || ignored.code === 128,
    isTracked: tracked.code === 0,
  };
}

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

/** Whether the repository has only a part of its history. */
export async function isShallow(options: GitOptions): Promise<boolean> {
  return (await runGit(options, 'rev-parse', '--is-shallow-repository')).text.startsWith('true');
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

/** Starts git. */
export function startGit(
  { cwd, signal }: GitOptions,
  ...args: string[]
): ChildProcessByStdio<Writable, Readable, null> {
  // A repository's own config must not make git run a program.
  return spawn('git', ['-c', 'core.fsmonitor=false', ...args], { cwd, signal, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** The exit code of git; null if it did not start. */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve).once('error', () => resolve(null)));
}

/** Runs git to its end. Its output is text. */
export async function runGit(options: GitOptions, ...args: string[]): Promise<{ code: number | null; text: string }> {
  const child = startGit(options, ...args);
  const ended = endOf(child);
  child.stdin.on('error', () => {}).end();
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  return { code: await ended, text: Buffer.concat(chunks).toString('utf8') };
}

function gitFailed(command: string): ExitError {
  return new ExitError(exitCodes.unknown, `git ${command} failed: run \`git fsck\` to find out why.`);
}
