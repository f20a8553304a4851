import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { up } from 'empathic/find';
import { installCommand } from '../../graphql/files/commands.ts';
import { ControlApiError } from '../../index.ts';
import type { CodePlace } from '../model/code-check.ts';
import { readFaults } from './code-fault.ts';
import type { Workspace } from './workspace.ts';
import type { WorkspaceCopy } from './workspace-copy.ts';

/** The program that checks the code of a project. */
export interface Checker {
  /** As it is written in a shell. */
  readonly command: string;
  /** The file of the program and its arguments, for Node; undefined for a command of the integrator's. */
  readonly program?: readonly string[];
  readonly folder: string;
}

/**
 * The checker of a project: the given command, else the compiler of components or the one of TypeScript that is installed.
 *
 * @param command - As it is written in a shell; undefined for the installed one.
 * @throws {ControlApiError} if there is no `tsconfig.json` in the folder or above it, or no compiler is installed.
 */
export function findChecker(command: string | undefined, cwd: string): Checker {
  if (command !== undefined) return { command, folder: cwd };
  const given = "pass the command that checks your code: `--code-command 'npm run typecheck'`";
  const config = up('tsconfig.json', { cwd });
  if (config === undefined)
    throw new ControlApiError(
      'configuration',
      `No tsconfig.json was found: ${given}; for JavaScript, write one with \`allowJs\` and \`checkJs\`.`,
    );
  const folder = dirname(config);
  const hasReferences = /^[^/]*"references"\s*:\s*\[\s*\{/m.test(readFileSync(config, 'utf8'));
  const how = hasReferences ? '--build' : '--noEmit';
  // The other arguments say how to write the output.
  for (const [command, from, args] of [
    [`vue-tsc ${how}`, 'vue-tsc', ['--pretty', 'false']],
    ['svelte-check', 'svelte-check', ['--threshold', 'error', '--output', 'human']],
    [`tsc ${how}`, 'typescript', ['--pretty', 'false']],
  ] as const) {
    const [name = '', ...own] = command.split(' ');
    const file = programOf(folder, name, from);
    if (file !== undefined) return { command, program: [file, ...own, ...args], folder };
  }
  throw new ControlApiError(
    'configuration',
    `Checking your code needs TypeScript, which is not installed: run \`${installCommand(['typescript'], cwd)}\`, or ${given}.`,
  );
}

function programOf(folder: string, name: string, from: string): string | undefined {
  const require = createRequire(join(folder, 'from-here.js'));
  try {
    const manifest = require.resolve(`${from}/package.json`);
    const { bin = '' }: { readonly bin?: string | Readonly<Record<string, string>> } = require(manifest);
    return join(dirname(manifest), typeof bin === 'string' ? bin : (bin[name] ?? ''));
  } catch {
    return undefined;
  }
}

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
    if (here[0] !== undefined || hits.length === 0) return [here[0] ?? placeOf(ranIn, path)];
    return hits.map(({ file }) => file);
  };
  const faults = readFaults(output, pathsOf).map((it) => ({ ...it, message: copy.textOf(it.message) }));
  return { isFine, said: copy.textOf(output), faults };
}

function lastWord(text: string, name: string): number {
  if (name === '') return -1;
  const word = new RegExp(`(?<![\\w@/.-])${name.replace(/[^\w]/g, '\\$&')}(?![\\w/.-])`, 'g');
  return [...text.matchAll(word)].at(-1)?.index ?? -1;
}

async function run(
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
  signal.addEventListener('abort', end, { once: true });
  child.stdin.end();
  try {
    // The order between both streams is unknown, so each is read whole.
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    signal.throwIfAborted();
    return { isFine: child.exitCode === 0, output: `${stdout}\n${stderr}` };
  } finally {
    signal.removeEventListener('abort', end);
  }
}
