import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isRecord } from '../../base/is-record.ts';
import { configFiles } from '../../codegen/config-file.ts';
import { usageError } from '../exit.ts';
import { jsonIn, readIfPresent, withoutMark } from '../files.ts';
import type { CliIo } from '../io.ts';
import { readProjectConfig, snapshotOf } from '../project-config.ts';

/** The facts that `init` needs about the project it runs in. */
export interface Project {
  /** The text of package.json. */
  readonly packageJson: string;
  readonly scripts: Readonly<Record<string, unknown>>;
  /** The names of its dependencies of any kind. */
  readonly dependencies: ReadonlySet<string>;
  readonly isModule: boolean;
  /** Whether it depends on TypeScript, or has a `tsconfig.json` or `codegen.ts`: then TypeScript is written for it. */
  readonly isTypeScript: boolean;
  readonly packageManager: PackageManager;
  /** Whether there is a lockfile, so that the locked versions can be installed. */
  readonly isLocked: boolean;
  /** Whether the repository has a pipeline for GitLab. */
  readonly hasGitlabPipeline: boolean;
  /** The file of the snapshot. */
  readonly snapshot: string;
  /** The folder of the project, relative to the repository; `''` if they are the same. Workflows belong to the repository. */
  readonly folder: string;
}

/**
 * Reads the project in the current folder.
 *
 * @throws {ExitError} with code 2 if package.json is missing or invalid.
 */
export async function readPackage(io: CliIo): Promise<Project> {
  const packageJson = await readIfPresent('package.json', io);
  if (packageJson === undefined)
    throw usageError('This folder has no package.json: run the command in a project, or run `npm init` first.');
  const manifest = jsonIn(packageJson);
  if (!isRecord(manifest))
    throw usageError('The package.json in this folder holds no JSON object: correct it, then run the command again.');
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  const dependencies = new Set(kinds.flatMap((kind) => Object.keys(record(manifest[kind]))));
  const { repositoryRoot } = await import('../repository-root.ts');
  const root = repositoryRoot(io.cwd);
  // The lockfile of a workspace is above its packages; files above the repository do not belong to the project.
  const upTo = { cwd: io.cwd, stopDir: root };
  const { detect } = await import('package-manager-detector/detect');
  const manager = await detect({ ...upTo, strategies: ['packageManager-field', 'devEngines-field', 'lockfile'] });
  return {
    packageJson: withoutMark(packageJson),
    scripts: record(manifest['scripts']),
    dependencies,
    isModule: manifest['type'] === 'module',
    isTypeScript:
      dependencies.has('typescript') ||
      ['tsconfig.json', configFiles[0]].some((file) => existsSync(join(io.cwd, file))),
    packageManager: packageManagerOf(manager?.name, manager?.agent, root),
    isLocked: (await detect({ ...upTo, strategies: ['lockfile'] })) !== null,
    hasGitlabPipeline: existsSync(join(root, '.gitlab-ci.yml')),
    snapshot: snapshotOf(await readProjectConfig(io)),
    folder: relative(root, io.cwd).split(sep).join('/'),
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function packageManagerOf(name = '', agent = '', root: string): PackageManager {
  // A lockfile alone does not say which Yarn wrote it.
  if (agent === 'yarn@berry' || (name === 'yarn' && existsSync(join(root, '.yarnrc.yml')))) return 'yarn@berry';
  const known = Object.keys(runners) as PackageManager[];
  return known.find((it) => it === name) ?? 'npm';
}

/**
 * How each package manager runs a binary of an installed package. Never one that is fetched for its name: a stranger may have
 * taken that name. Yarn from 2 on takes other options than Yarn 1.
 */
export const runners = {
  npm: 'npx --no-install',
  pnpm: 'pnpm exec',
  yarn: 'yarn run',
  'yarn@berry': 'yarn run',
  bun: 'bunx --no-install',
} as const;

/** The supported package managers. */
export type PackageManager = keyof typeof runners;

/** The commands of a project's package manager; `install` takes exactly the lockfile's versions if there is one, and runs no scripts of packages. */
export function managerCommands({
  packageManager,
  isLocked,
}: Pick<Project, 'packageManager' | 'isLocked'>): Readonly<
  Record<'run' | 'runInstalled' | 'add' | 'addDev' | 'install', string>
> {
  const runInstalled = runners[packageManager];
  const isBerry = packageManager === 'yarn@berry';
  const name = isBerry ? 'yarn' : packageManager;
  const add = name === 'npm' ? 'npm install' : `${name} add`;
  const exact = name === 'npm' ? 'npm ci' : `${name} install ${isBerry ? '--immutable' : '--frozen-lockfile'}`;
  return {
    run: runInstalled.replace(' --no-install', ''),
    runInstalled,
    add,
    addDev: `${add} ${name.endsWith('npm') ? '--save-dev' : '--dev'}`,
    install: `${isLocked ? exact : `${name} install`} ${isBerry ? '--mode=skip-build' : '--ignore-scripts'}`,
  };
}
