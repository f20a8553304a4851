import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commands } from '../../../src/cli/commands/index.ts';
import { type CliIo, noSettings } from '../../../src/cli/io.ts';
import { run } from '../../../src/cli/line/run.ts';

/** What a command line came to. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of an integrator's, in which `control-api check` can be run. */
export class Project implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(files: Readonly<Record<string, string>>): Promise<Project> {
    const project = new Project(await mkdtemp(join(tmpdir(), 'control-api-drift-')));
    for (const [file, text] of Object.entries(files)) await project.write(file, text);
    return project;
  }

  async write(file: string, text: string): Promise<void> {
    const path = join(this.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  /** Installs a package of this repository. */
  async install(name: string, from: string): Promise<void> {
    const to = join(this.folder, 'node_modules', name);
    await mkdir(dirname(to), { recursive: true });
    await symlink(resolve(from), to);
  }

  async uninstall(name: string): Promise<void> {
    await rm(join(this.folder, 'node_modules', name));
  }

  /** Runs `check` here, with this environment and no other. */
  check(...[args, ...rest]: Parameters<Project['run']>): Promise<Outcome> {
    return this.run(['check', ...args], ...rest);
  }

  /** Runs a command here, with this environment and no other. */
  async run(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    { signal = new AbortController().signal, ask }: Partial<Pick<CliIo, 'ask' | 'signal'>> = {},
  ): Promise<Outcome> {
    const said = { stdout: '', stderr: '' };
    const output = (name: 'stdout' | 'stderr') => {
      const write = (text: string): void => {
        said[name] += text;
      };
      return { write, writeCommands: write, drained: async () => {}, isTTY: false };
    };
    const stdout = { ...output('stdout'), columns: undefined };
    const io = {
      stdout,
      stderr: output('stderr'),
      readStdin: async () => '',
      ask,
      env,
      keys: {},
      settings: noSettings,
      cwd: this.folder,
      signal,
      compute: <Result>(work: () => Result) => work(),
      now: () => 0,
      note: () => {},
      verbose: () => {},
    };
    const code = await run([...args], io, commands);
    return { code, ...said };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
