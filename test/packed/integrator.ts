import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The smallest `tsconfig.json` of a project on Node. */
export const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    rootDir: 'src',
    outDir: 'out',
  },
  include: ['src'],
};

/** A new folder with these files inside the project of an integrator, which resolves the installed package. */
export function folderWith(
  files: Readonly<Record<string, string | object>>,
  project: 'installed' | 'equipped' = 'installed',
): string {
  const folder = mkdtempSync(join(inject(project), 'app-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Runs a program to its end, without the settings of this environment. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const { CONTROL_API_URL, CONTROL_API_KEY, CONTROL_API_KEY_FILE, NODE_OPTIONS, VITEST, NODE_ENV, ...env } =
    process.env;
  return new Promise((resolve) => {
    const child = execFile(
      command,
      [...args],
      { cwd: options.cwd, env: { ...env, ...options.env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : (child.exitCode ?? -1), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

export function node(cwd: string, ...args: string[]): Promise<Ended> {
  return run(process.execPath, args, { cwd });
}
