import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Said, say } from './cli-in-process.ts';

/** A git repository in a temporary folder, without the settings of this machine. */
export class Repository implements Disposable {
  readonly folder: string;
  readonly #parent: string;
  #commits = 0;

  /** @param from - A repository to clone, with further arguments. */
  constructor(from?: { readonly url: string; readonly args: readonly string[] }) {
    this.#parent = mkdtempSync(join(tmpdir(), 'control-api-repository-'));
    this.folder = join(this.#parent, 'project');
    mkdirSync(this.folder);
    if (from === undefined) this.git('init', '--quiet', '--initial-branch=main');
    else this.git('clone', '--quiet', ...from.args, from.url, '.');
  }

  /** The environment of every git here. */
  get env(): Readonly<Record<string, string>> {
    const day = String(Math.max(1, this.#commits)).padStart(2, '0');
    const who = { NAME: 'A', EMAIL: 'a@example.com', DATE: `2026-01-${day}T12:00:00Z` };
    const roles = Object.entries(who).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]);
    return {
      ...Object.fromEntries(roles),
      PATH: process.env['PATH'] ?? '',
      HOME: this.#parent,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CEILING_DIRECTORIES: this.#parent,
    };
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', [...args], { cwd: this.folder, env: this.env, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) {
      const path = join(this.folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Commits these files a day after the last commit, and returns the id of the commit. */
  commit(files: Readonly<Record<string, string>>, subject = `Commit ${this.#commits + 1}`): string {
    this.#commits += 1;
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', subject);
    return this.git('rev-parse', 'HEAD');
  }

  /** Merges a branch, a day after the last commit. */
  merge(branch: string, subject: string): string {
    this.#commits += 1;
    this.git('merge', '--quiet', '--no-ff', '--message', subject, branch);
    return this.git('rev-parse', 'HEAD');
  }

  /** Runs a command line of the program here. */
  run(line: string | readonly string[], env: Readonly<Record<string, string>> = {}, folder = ''): Promise<Said> {
    return say(line, { cwd: join(this.folder, folder), env: { ...this.env, ...env } });
  }

  [Symbol.dispose](): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }
}
