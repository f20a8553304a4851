import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ExitError, exitCodes } from './exit.ts';
import { readIfPresent } from './files.ts';
import type { CliIo } from './io.ts';

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

const packageManagers: readonly string[] = ['npm', 'pnpm', 'yarn', 'bun'] satisfies readonly PackageManager[];

/**
 * Reads the project in the current folder.
 *
 * @throws {ExitError} with code 2 when there is no package.json that can be read.
 */
export async function readProject(io: CliIo): Promise<Project> {
  const packageJson = await readIfPresent('package.json', io);
  if (packageJson === undefined) {
    throw new ExitError(
      exitCodes.usage,
      'This folder has no package.json: run the command in a project, or run `npm init` first.',
    );
  }
  const manifest = parse(packageJson);
  const dependencies = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  const root = repositoryRoot(io.cwd);
  // A workspace's lockfile lies above its packages; what lies above the repository belongs to something else.
  const upTo = { cwd: io.cwd, stopDir: root };
  const { detect } = await import('package-manager-detector/detect');
  const manager = await detect({ ...upTo, strategies: ['packageManager-field', 'devEngines-field', 'lockfile'] });
  return {
    packageJson,
    scripts: record(manifest['scripts']),
    dependencies: new Set(dependencies.flatMap((kind) => Object.keys(record(manifest[kind])))),
    isModule: manifest['type'] === 'module',
    packageManager: isPackageManager(manager?.name) ? manager.name : 'npm',
    isLocked: (await detect({ ...upTo, strategies: ['lockfile'] })) !== null,
    folder: relative(root, io.cwd).split(sep).join('/'),
  };
}

/** The nearest folder up from here that git manages; this one, where there is none. */
function repositoryRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return from;
  }
}

function parse(packageJson: string): Readonly<Record<string, unknown>> {
  try {
    return record(JSON.parse(packageJson));
  } catch {
    throw new ExitError(
      exitCodes.usage,
      'The package.json in this folder is invalid JSON: correct it, then run the command again.',
    );
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isPackageManager(name: string | undefined): name is PackageManager {
  return name !== undefined && packageManagers.includes(name);
}
