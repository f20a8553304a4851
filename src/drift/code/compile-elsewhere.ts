import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type CodeFault, type Compiled, compareFaults, type GeneratedTexts, type Texts } from './code-fault.ts';
import { mirrorWorkspace, writeTexts } from './mirror.ts';

/** The files that a compiler compiles in a process of its own. */
export interface Elsewhere {
  readonly root: string;
  readonly generated: GeneratedTexts;
  readonly signal: AbortSignal;
}

/**
 * Compiles projects of a workspace as they are, and with other texts in the place of generated files, by running the compiler
 * on a copy in a temporary folder: for TypeScript 7, which has no API, and for the compilers of components.
 */
export class TemporaryWorkspace implements AsyncDisposable {
  readonly #of: Elsewhere;
  #folder: Promise<string> | undefined;
  #copied: Promise<void> | undefined;

  constructor(of: Elsewhere) {
    this.#of = of;
  }

  /** Compiles a project with a command that takes the options of `tsc`. */
  async compile(tsconfig: string, tsc: string): Promise<Compiled> {
    const { generated, root } = this.#of;
    const { texts } = generated;
    const run = (its: Texts, options: readonly string[]): Promise<string> =>
      this.#run(its, tsconfig, (project) => [tsc, '-p', project, ...options]);
    const references = referencesIn(await run(texts, ['--showConfig']), dirname(tsconfig));
    const pathOf = (path: string): string => resolve(dirname(tsconfig), path);
    const faultsOf = (said: string) => parseFaults(said, pathOf, tsconfig);
    const said = await run(texts, [...flags, '--listFiles']);
    const listed = said.split(/\r?\n/).filter((line) => line.startsWith(root));
    const files = listed.some((path) => texts.has(resolve(path))) ? listed.map((path) => resolve(path)) : [];
    const compiled = await compareFaults(faultsOf(said), generated, async (its) => faultsOf(await run(its, flags)));
    return { ...compiled, files, references };
  }

  /**
   * Compiles the Svelte components of a project, which `svelte-check` does not list. One that uses what is generated fails
   * without it, if it is compiled at all.
   */
  async compileSvelte(tsconfig: string, svelteCheck: string): Promise<Compiled> {
    const { generated } = this.#of;
    const { texts } = generated;
    const faultsOf = async (its: Texts): Promise<readonly CodeFault[]> => {
      const options = ['--output', 'machine-verbose', '--threshold', 'error'];
      const said = await this.#run(its, tsconfig, (project) => {
        return [svelteCheck, '--workspace', dirname(project), '--tsconfig', project, ...options];
      });
      return parseSvelteFaults(said, dirname(tsconfig));
    };
    const failing = await faultsOf(new Map([...texts].map(([path]) => [path, 'export {};\n'])));
    const compiled = await compareFaults(await faultsOf(texts), generated, faultsOf);
    return { ...compiled, files: [...new Set(failing.map(({ path }) => path))], references: [] };
  }

  /** The output of a command in the copy, which has these texts now, with the paths of the project itself. */
  async #run(texts: Texts, tsconfig: string, command: (project: string) => readonly string[]): Promise<string> {
    const { root, signal } = this.#of;
    this.#folder ??= mkdtemp(join(tmpdir(), 'control-api-check-code-')).then((made) => realpath(made));
    const folder = join(await this.#folder, 'copy');
    this.#copied ??= mirrorWorkspace(root, folder);
    await this.#copied;
    await writeTexts(root, folder, texts);
    const project = join(folder, relative(root, tsconfig));
    const said = await outputOf(command(project), dirname(project), signal);
    return said.replaceAll(folder.replaceAll('\\', '/'), root).replaceAll(folder, root);
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

/** Reads `1795375128166 {"type":"ERROR","filename":"src/a.svelte","start":{"line":3,"character":6},…}`, counted from 0. */
function parseSvelteFaults(text: string, folder: string): readonly CodeFault[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, json] = /^\d+ (\{.*"type":"ERROR".*\})$/.exec(line) ?? [];
    if (json === undefined) return [];
    const { filename, start, message, code }: SvelteFault = JSON.parse(json);
    const place = { line: start.line + 1, column: start.character + 1 };
    // Svelte's own findings have a word for a code.
    return [{ path: resolve(folder, filename), ...place, code: typeof code === 'number' ? code : 0, message }];
  });
}

interface SvelteFault {
  readonly filename: string;
  readonly start: { readonly line: number; readonly character: number };
  readonly message: string;
  readonly code?: number | string;
}
