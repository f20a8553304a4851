import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CodePlace } from '../model/code-check.ts';
import { readFaults } from './code-fault.ts';
import type { Checker } from './find-checker.ts';
import type { WorkspaceCopy } from './workspace-copy.ts';

/** The output of a checker. */
export interface Checked {
  readonly isFine: boolean;
  readonly said: string;
  /** They have the paths of the workspace. */
  readonly faults: readonly CodePlace[];
}

/** How a checker runs. */
export interface RunOptions {
  /** Without the key: the project's own programs have no use for it. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Runs a checker where it belongs, or in a copy of its workspace.
 *
 * @throws the reason of the signal, when it is aborted.
 */
export async function runChecker(checker: Checker, options: RunOptions, copy?: WorkspaceCopy): Promise<Checked> {
  const { folder } = checker;
  const ranIn = copy?.placeOf(folder) ?? folder;
  const { isFine, output } = await run(checker, ranIn, options);
  const originalOf = (text: string): string => copy?.textOf(text) ?? text;
  const pathOf = (path: string): string => {
    // A program that runs others writes their names in front.
    const whole = originalOf(resolve(ranIn, path));
    const last = originalOf(resolve(ranIn, path.replace(/^.*\s/, '')));
    return [whole, last].find((it) => existsSync(it)) ?? whole;
  };
  // A path is whole before it is read as one of the workspace: `…/copy/../../linked/a.ts` leads out of the copy.
  const faults = readFaults(output, pathOf).map((fault) => ({ ...fault, message: originalOf(fault.message) }));
  return { isFine, said: originalOf(output), faults };
}

function run(
  { command, program }: Checker,
  cwd: string,
  { env, signal }: RunOptions,
): Promise<{ readonly isFine: boolean; readonly output: string }> {
  signal.throwIfAborted();
  // A shell does not end what it started: its group is ended.
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
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.stdin.end();
    signal.addEventListener('abort', end, { once: true });
    child.once('error', failed);
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) failed(signal.reason);
      else done({ isFine: code === 0, output });
    });
  });
}
