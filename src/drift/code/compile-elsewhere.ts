import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type CodeFault, newFaults } from './code-fault.ts';
import type { Compiled } from './compile.ts';
import { mirrorWorkspace, writeTexts } from './mirror.ts';

/** The files that a compiler compiles in a process of its own. */
export interface Elsewhere {
  /** The folder of the workspace. */
  readonly root: string;
  /** The new texts of the generated files, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Stops the compiler. */
  readonly signal: AbortSignal;
}

/**
 * Compiles projects of a workspace as they are, and with other texts in the place of generated files, by running the compiler
 * on copies in a temporary folder: for TypeScript 7, which has no API, and for `vue-tsc`.
 */
export class TemporaryWorkspace implements AsyncDisposable {
  readonly #of: Elsewhere;
  readonly #copies = new Map<string, Promise<void>>();
  #folder: Promise<string> | undefined;

  constructor(of: Elsewhere) {
    this.#of = of;
  }

  /**
   * @param tsconfig - The absolute path of the project's `tsconfig.json`.
   * @param tsc - The file of the compiler's command, which takes the options of `tsc`.
   */
  async compile(tsconfig: string, tsc: string): Promise<Compiled> {
    const { texts, root } = this.#of;
    const run = async (name: string, its: ReadonlyMap<string, string>, options: readonly string[]): Promise<string> => {
      const folder = await this.#copyWith(name, its);
      const project = join(folder, relative(root, tsconfig));
      const said = await outputOf([tsc, '-p', project, ...options], dirname(project), this.#of.signal);
      return said.replaceAll(folder.replaceAll('\\', '/'), root).replaceAll(folder, root);
    };
    const references = referencesIn(await run('after', texts, ['--showConfig']), dirname(tsconfig));
    const pathOf = (path: string): string => resolve(dirname(tsconfig), path);
    const faultsOf = (said: string) => parseFaults(said, pathOf, tsconfig);
    const said = await run('after', texts, [...flags, '--listFiles']);
    const listed = said.split(/\r?\n/).filter((line) => line.startsWith(root));
    const files = listed.some((path) => texts.has(resolve(path))) ? listed.map((path) => resolve(path)) : [];
    const after = faultsOf(said);
    if (after.length === 0) return { faults: [], faultsWith: async () => [], files, references };
    const now = new Map<string, string>();
    for (const path of texts.keys()) now.set(path, await readFile(path, 'utf8'));
    const before = faultsOf(await run('before', now, flags));
    const newOf = (found: readonly CodeFault[]) => newFaults(before, found, (path) => texts.has(path));
    const faults = newOf(after);
    const faultsWith = async (others: ReadonlyMap<string, string>) =>
      faults.length === 0 ? [] : newOf(faultsOf(await run('after', others, flags)));
    return { faults, faultsWith, files, references };
  }

  /** The folder of a copy, which has these texts now. */
  async #copyWith(name: string, texts: ReadonlyMap<string, string>): Promise<string> {
    const { root } = this.#of;
    this.#folder ??= mkdtemp(join(tmpdir(), 'control-api-check-code-')).then((made) => realpath(made));
    const folder = join(await this.#folder, name);
    const copied = this.#copies.get(name) ?? mirrorWorkspace(root, folder);
    this.#copies.set(name, copied);
    await copied;
    await writeTexts(root, folder, texts);
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
  }
}

const flags = ['--noEmit', '--pretty', 'false', '--incremental', 'false', '--composite', 'false'];

/** The projects that a project refers to, in what its compiler shows of its config. */
function referencesIn(config: string, folder: string): readonly string[] {
  if (!config.startsWith('{')) return [];
  const { references = [] }: { readonly references?: readonly { readonly path: string }[] } = JSON.parse(config);
  return references.map(({ path }) => resolve(folder, path));
}

/** The output of a compiler. Its exit code says only whether there is an error. */
function outputOf(args: readonly string[], cwd: string, signal: AbortSignal): Promise<string> {
  return new Promise((done, failed) => {
    execFile(process.execPath, args, { cwd, signal, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
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
