import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ExitError, exitCodes } from '../exit.ts';

/** Where git runs, and what stops it. */
export interface GitOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** The root of the repository; undefined where there is none, or no git. */
export async function gitRoot(options: GitOptions): Promise<string | undefined> {
  // Where git is not installed, its output breaks off.
  const shown = await runGit(options, 'rev-parse', '--show-toplevel').catch(() => undefined);
  options.signal.throwIfAborted();
  return shown?.code === 0 ? shown.text.replace(/\r?\n$/, '') : undefined;
}

/** Whether the repository has only a part of its history. */
export async function isShallow(options: GitOptions): Promise<boolean> {
  return (await runGit(options, 'rev-parse', '--is-shallow-repository')).text.startsWith('true');
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

/** The error of a git that failed. */
export function gitFailed(command: string): ExitError {
  return new ExitError(exitCodes.unknown, `git ${command} failed: run \`git fsck\` to find out why.`);
}
