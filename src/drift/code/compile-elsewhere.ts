import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type CodeFault, newFaults } from './code-fault.ts';
import { mirrorProject, projectRoot } from './mirror.ts';

/** The program to run, and the project. */
export interface CompilerRun {
  /** The file of the compiler's command. */
  readonly tsc: string;
  /** The absolute path of the project's `tsconfig.json`. */
  readonly tsconfig: string;
  /** The new texts of the generated files, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Stops the compiler. */
  readonly signal: AbortSignal;
}

/**
 * Compiles a project as it is, and with other texts in the place of its generated files, by running the compiler in a
 * temporary folder: for a compiler without an API.
 *
 * @returns The faults that were not there before.
 */
export async function compileElsewhere({ tsc, tsconfig, texts, signal }: CompilerRun): Promise<readonly CodeFault[]> {
  const root = projectRoot(tsconfig);
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'control-api-check-code-')));
  try {
    const faultsOf = async (name: string, replaced: ReadonlyMap<string, string>): Promise<readonly CodeFault[]> => {
      const folder = join(temporary, name);
      await mirrorProject(root, folder, replaced);
      const project = join(folder, relative(root, tsconfig));
      const said = await run(process.execPath, [tsc, '-p', project, ...flags], dirname(project), signal);
      return parseFaults(said.replaceAll(folder, root), (path) => resolve(dirname(tsconfig), path), tsconfig);
    };
    const after = await faultsOf('after', texts);
    if (after.length === 0) return [];
    const now = new Map<string, string>();
    for (const path of texts.keys()) now.set(path, await readFile(path, 'utf8'));
    return newFaults(await faultsOf('before', now), after, (path) => texts.has(path));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const flags = ['--noEmit', '--pretty', 'false', '--incremental', 'false', '--composite', 'false'];

/** What a compiler prints. Its exit code says only whether there is an error. */
function run(command: string, args: readonly string[], cwd: string, signal: AbortSignal): Promise<string> {
  return new Promise((done, failed) => {
    execFile(command, args, { cwd, signal, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error !== null && stdout === '') failed(new Error(stderr || error.message, { cause: error }));
      else done(stdout);
    });
  });
}

/** Reads `file(line,column): error TS1: text`, where lines that follow are indented, and `error TS1: text` without a place. */
export function parseFaults(text: string, pathOf: (path: string) => string, tsconfig: string): readonly CodeFault[] {
  const faults: CodeFault[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, path, row, column, code, message = ''] =
      /^(?:(.+?)\((\d+),(\d+)\): )?error TS(\d+): (.*)$/.exec(line) ?? [];
    const last = faults.at(-1);
    if (code !== undefined)
      faults.push({
        path: path === undefined ? tsconfig : pathOf(path),
        line: Number(row ?? 1),
        column: Number(column ?? 1),
        code: Number(code),
        message,
      });
    else if (last !== undefined && /^\s+\S/.test(line))
      faults[faults.length - 1] = { ...last, message: `${last.message}\n${line}` };
  }
  return faults;
}
