import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ControlApiError } from '../../index.ts';

/** The program that checks the code of a project. */
export interface Checker {
  /** As it is written in a shell. */
  readonly command: string;
  /** The file of the program and its arguments, for Node; undefined for a command of the integrator's. */
  readonly program?: readonly string[];
  /** The folder that it runs in. */
  readonly folder: string;
  /** Whether it writes files where it runs. */
  readonly writes: boolean;
}

const compile = ['--noEmit', '--pretty', 'false', '--incremental', 'false', '--composite', 'false'];
const build = ['--build', '--pretty', 'false'];

/**
 * The checker of a project: the given command, else the compiler of components or the one of TypeScript that is installed.
 *
 * @param command - As it is written in a shell; empty for the installed one.
 * @throws {ControlApiError} if there is no `tsconfig.json` in the folder or above it, or no compiler is installed.
 */
export function findChecker(command: string, cwd: string): Checker {
  if (command !== '') return { command, folder: cwd, writes: false };
  const given = "pass the command that checks your code: `--code='npm run typecheck'`";
  const folder = folderAbove(cwd, (at) => existsSync(join(at, 'tsconfig.json')));
  if (folder === undefined)
    throw new ControlApiError(
      'configuration',
      `No tsconfig.json was found: ${given}; for JavaScript, write one with \`allowJs\` and \`checkJs\`.`,
    );
  for (const [name, installed] of [
    ['vue-tsc', 'vue-tsc'],
    ['svelte-check', 'svelte-check'],
    ['tsc', 'typescript'],
  ] as const) {
    const file = programOf(folder, name, installed);
    if (file === undefined) continue;
    if (name === 'svelte-check')
      return checkerOf(name, ['--threshold', 'error', '--output', 'human'], { file, folder, shown: 0 });
    return hasReferences(folder)
      ? { ...checkerOf(name, build, { file, folder, shown: 1 }), writes: true }
      : checkerOf(name, compile, { file, folder, shown: 1 });
  }
  throw new ControlApiError(
    'configuration',
    `Checking your code needs TypeScript, which is not installed: run \`npm install --save-dev typescript\`, or ${given}.`,
  );
}

/** @param at - `shown` of the arguments are in its name; the others say how to write the output. */
function checkerOf(
  name: string,
  args: readonly string[],
  { file, folder, shown }: { readonly file: string; readonly folder: string; readonly shown: number },
): Checker {
  return { command: [name, ...args.slice(0, shown)].join(' '), program: [file, ...args], folder, writes: false };
}

/** The first folder, from one upward, for which something holds. */
function folderAbove(from: string, holds: (folder: string) => boolean): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (holds(folder)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Whether a project consists of others, which only a build goes through. */
function hasReferences(folder: string): boolean {
  return /^[^/]*"references"\s*:\s*\[\s*\{/m.test(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
}

/** The file of an installed package's command; undefined where it is not installed. */
function programOf(folder: string, name: string, installed: string): string | undefined {
  const require = createRequire(join(folder, 'from-here.js'));
  try {
    const manifest = require.resolve(`${installed}/package.json`);
    const { bin = '' }: { readonly bin?: string | Readonly<Record<string, string>> } = require(manifest);
    return join(dirname(manifest), typeof bin === 'string' ? bin : (bin[name] ?? ''));
  } catch {
    return undefined;
  }
}
