import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { CodePlace } from '../model/code-check.ts';
import { readFaults } from './code-fault.ts';
import type { Checker } from './find-checker.ts';
import type { Workspace } from './workspace.ts';
import type { WorkspaceCopy } from './workspace-copy.ts';

export interface Checked {
  readonly isFine: boolean;
  readonly said: string;
  /** The places in the workspace, not in its copy. */
  readonly faults: readonly CodePlace[];
}

export interface RunOptions {
  /** The environment without the key, which a checker does not need. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Runs a checker in a copy of its workspace.
 *
 * @throws the reason of the signal, when it is aborted.
 */
export async function runChecker(
  checker: Checker,
  workspace: Workspace,
  copy: WorkspaceCopy,
  options: RunOptions,
): Promise<Checked> {
  const ranIn = copy.placeOf(checker.folder);
  const { isFine, output } = await run(checker, ranIn, options);
  // A path is whole before it is read as one of the workspace: `…/copy/../../linked/a.ts` leads out of the copy.
  const placeOf = (folder: string, path: string): string => copy.textOf(resolve(folder, path));
  const pathsOf = (path: string, words: string): readonly string[] => {
    // A task runner puts the name of the package in front.
    const [front = '', last = path] = /^(.*\s)(\S+)$/.exec(path)?.slice(1) ?? [];
    const here = [path, last].map((it) => placeOf(ranIn, it)).filter((it) => existsSync(it));
    if (checker.program !== undefined) return [here[0] ?? placeOf(ranIn, path)];
    // A command may run in several packages, and print paths relative to each.
    const hits = workspace.packages
      .map(({ name, folder }) => ({
        file: placeOf(copy.placeOf(folder), last),
        at: Math.max(...[name, relative(workspace.root, folder)].map((it) => lastWord(`${words}\n${front}`, it))),
      }))
      .filter(({ file }) => existsSync(file));
    const latest = hits.reduce((found, it) => (it.at > found.at ? it : found), { file: '', at: -1 });
    if (latest.at >= 0) return [latest.file];
    const others = hits.map(({ file }) => file);
    return [...here, ...others, placeOf(ranIn, path)].slice(0, here.length > 0 ? 1 : Math.max(1, others.length));
  };
  const faults = readFaults(output, pathsOf).map((it) => ({ ...it, message: copy.textOf(it.message) }));
  return { isFine, said: copy.textOf(output), faults };
}

function lastWord(text: string, name: string): number {
  if (name === '') return -1;
  const word = new RegExp(`(?<![\\w@/.-])${name.replace(/[^\w]/g, '\\$&')}(?![\\w/.-])`, 'g');
  return [...text.matchAll(word)].at(-1)?.index ?? -1;
}

function run(
  { command, program }: Checker,
  cwd: string,
  { env, signal }: RunOptions,
): Promise<{ readonly isFine: boolean; readonly output: string }> {
  signal.throwIfAborted();
  // A killed shell leaves its children alive, so its process group is killed.
  const detached = process.platform !== 'win32';
  const settings = { cwd, detached, env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1' } };
  const child =
    program === undefined
      ? spawn(command, { ...settings, shell: true })
      : spawn(process.execPath, [...program], settings);
  const end = (): void => {
    if (detached && child.pid !== undefined) process.kill(-child.pid);
    else child.kill();
  };
  return new Promise((done, failed) => {
    // The order between both streams is unknown, so each is read whole.
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
      const texts: string[] = [];
      stream.setEncoding('utf8').on('data', (text: string) => texts.push(text));
      return texts;
    });
    child.stdin.end();
    signal.addEventListener('abort', end, { once: true });
    child.once('error', failed);
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) failed(signal.reason);
      else done({ isFine: code === 0, output: [...(stdout ?? []), '\n', ...(stderr ?? [])].join('') });
    });
  });
}
