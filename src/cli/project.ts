import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ExitError, exitCodes } from './exit.ts';
import type { CliIo } from './io.ts';
import { readIfPresent } from './write-file.ts';

/** The programs that install a project's packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** What `init` needs to know of the project it is run in. */
export interface Project {
  /** package.json, as it is. */
  readonly packageJson: string;
  readonly scripts: Readonly<Record<string, unknown>>;
  /** The names of what it depends on, of any kind. */
  readonly dependencies: ReadonlySet<string>;
  readonly isModule: boolean;
  readonly packageManager: PackageManager;
  /** Whether installing exactly what was locked is possible, since there is a lockfile. */
  readonly isLocked: boolean;
  /** The project's folder, seen from the repository's: '' where it is the same. Where workflows go is the repository's. */
  readonly folder: string;
}

const lockfiles: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/**
 * Reads the project in the current folder.
 *
 * @throws {ExitError} with code 2 when there is no package.json that can be read.
 */
export async function readProject(io: CliIo): Promise<Project> {
  const packageJson = await readIfPresent('package.json', io);
  if (packageJson === undefined) {
    throw new ExitError(exitCodes.usage, 'There is no package.json here: run init in a project, or `npm init` first.');
  }
  const manifest = parse(packageJson);
  const dependencies = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  const { root, lockfile } = lookUpwards(io.cwd);
  const named = String(manifest['packageManager'] ?? '').split('@')[0] ?? '';
  return {
    packageJson,
    scripts: record(manifest['scripts']),
    dependencies: new Set(dependencies.flatMap((kind) => Object.keys(record(manifest[kind])))),
    isModule: manifest['type'] === 'module',
    packageManager: isPackageManager(named) ? named : (lockfiles[lockfile ?? ''] ?? 'npm'),
    isLocked: lockfile !== undefined,
    folder: relative(root, io.cwd).split(sep).join('/'),
  };
}

/** The repository's root, and the nearest lockfile up to there: a workspace's is above its packages. */
function lookUpwards(from: string): { readonly root: string; readonly lockfile: string | undefined } {
  let lockfile: string | undefined;
  for (let folder = from; ; folder = dirname(folder)) {
    lockfile ??= Object.keys(lockfiles).find((name) => existsSync(join(folder, name)));
    if (existsSync(join(folder, '.git'))) return { root: folder, lockfile };
    // No repository: what lies above belongs to something else.
    if (folder === dirname(folder))
      return { root: from, lockfile: Object.keys(lockfiles).find((name) => existsSync(join(from, name))) };
  }
}

function parse(packageJson: string): Readonly<Record<string, unknown>> {
  try {
    return record(JSON.parse(packageJson));
  } catch {
    throw new ExitError(exitCodes.usage, 'The package.json here is not valid JSON: mend it, then run init again.');
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isPackageManager(name: string): name is PackageManager {
  return Object.values<string>(lockfiles).includes(name);
}
