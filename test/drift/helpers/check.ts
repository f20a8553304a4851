import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Around, folderWith, type Said, say } from '../../helpers/cli-in-process.ts';

type RunAround = Omit<Around, 'cwd' | 'env'>;

/** A project folder in which `control-api check` runs. */
export class Project implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(files: Readonly<Record<string, string>>): Promise<Project> {
    return new Project((await folderWith(files)).path);
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

  /** Runs `check` with exactly this environment. */
  check(args: readonly string[], env: Around['env'], around?: RunAround): Promise<Said> {
    return this.run(['check', ...args], env, around);
  }

  /** Runs a command with exactly this environment. */
  run(args: readonly string[], env: Around['env'] = {}, around: RunAround = {}): Promise<Said> {
    return say(args, { ...around, cwd: this.folder, env });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** Runs `check` once in a folder with these files, without variables. */
export async function checkFiles(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Said> {
  await using project = await Project.create(files);
  return await project.check(args, {});
}
