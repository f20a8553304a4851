import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ExitError, exitCodes } from '../exit.ts';

/** Where git runs, and what stops it. */
export interface GitOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** The standard input of {@link runGit}: whatever must not be an argument, which others see. */
  readonly input?: string;
}

/** The answer of git in one line; undefined where it refuses, and where there is no git. */
export async function askGit(options: GitOptions, ...args: string[]): Promise<string | undefined> {
  // Where git is not installed, its output breaks off.
  const shown = await runGit(options, ...args).catch(() => undefined);
  options.signal.throwIfAborted();
  return shown?.code === 0 ? shown.text.replace(/\r?\n$/, '') : undefined;
}

/** The root of the repository; undefined where there is none, or no git. */
export function gitRoot(options: GitOptions): Promise<string | undefined> {
  return askGit(options, 'rev-parse', '--show-toplevel');
}

/** The id of the commit that a ref names; undefined where there is none. */
export function commitNamed(ref: string, options: GitOptions): Promise<string | undefined> {
  return askGit(options, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
}

/** Whether the repository has only a part of its history. */
export async function isShallow(options: GitOptions): Promise<boolean> {
  return (await askGit(options, 'rev-parse', '--is-shallow-repository')) === 'true';
}

/** Overrides what a repository's own config could make git do: run a program, or take a plain folder for a repository. */
const ownConfig = [
  'safe.bareRepository=explicit',
  'log.showSignature=false',
  'core.fsmonitor=false',
  'core.hooksPath=',
].flatMap((setting) => ['-c', setting]);

/** Starts git. It runs nothing that a repository names, contacts no server, and gets no settings of ours. */
export function startGit(
  { cwd, signal }: GitOptions,
  ...args: string[]
): ChildProcessByStdio<Writable, Readable, null> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^CONTROL_API_/i.test(name));
  const env = { ...Object.fromEntries(inherited), GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };
  return spawn('git', [...ownConfig, ...args], { cwd, env, signal, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** The exit code of git; null if it did not start. */
export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve).once('error', () => resolve(null)));
}

/** Runs git to its end. Its output is text. */
export async function runGit(options: GitOptions, ...args: string[]): Promise<{ code: number | null; text: string }> {
  const child = startGit(options, ...args);
  const ended = endOf(child);
  child.stdin.on('error', () => {}).end(options.input);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  return { code: await ended, text: Buffer.concat(chunks).toString('utf8') };
}

/** The error of a git that failed. */
export function gitFailed(command: string): ExitError {
  return new ExitError(exitCodes.unknown, `git ${command} failed: run \`git fsck\` to find out why.`);
}
