import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { up } from 'empathic/find';
import { up as foldersUp } from 'empathic/walk';
import { entryOf, isRecord } from '../../base/is-record.ts';

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

export type PackageManager = keyof typeof runners;

/** The package manager of a project, and whether a lockfile has its versions. */
export interface ProjectManager {
  readonly packageManager: PackageManager;
  readonly isLocked: boolean;
}

const lockfiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/**
 * The package manager that the nearest package.json or lockfile names, from a folder up to the root of its repository: the lockfile of
 * a workspace is above its packages.
 */
export function projectManager(cwd: string): ProjectManager {
  const root = repositoryRoot(cwd);
  const folders = foldersUp(cwd, { last: root });
  const locked = folders.flatMap((folder) => lockfiles.filter(([file]) => existsSync(join(folder, file))));
  const named = folders.map((folder) => managerIn(join(folder, 'package.json'))).find((it) => it !== undefined);
  const [name = locked[0]?.[1] ?? 'npm', version = ''] = named ?? [];
  // A lockfile alone does not say which Yarn wrote it.
  const isBerry =
    name === 'yarn' && (version === '' ? existsSync(join(root, '.yarnrc.yml')) : !/^\D*1\b/.test(version));
  const known = Object.keys(runners) as PackageManager[];
  return {
    packageManager: isBerry ? 'yarn@berry' : (known.find((it) => it === name) ?? 'npm'),
    isLocked: locked.length > 0,
  };
}

/** The nearest folder, from `cwd` upwards, that git manages; else `cwd`. */
export function repositoryRoot(cwd: string): string {
  const managed = up('.git', { cwd });
  return managed === undefined ? cwd : dirname(managed);
}

/** The package manager that a manifest names, in `packageManager` or `devEngines`. */
function managerIn(file: string): readonly [name: string, version: string] | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
    const [name = '', version = ''] = String(entryOf(manifest, 'packageManager') ?? '').split('@');
    if (name !== '') return [name, version];
    const engine = entryOf(manifest, 'devEngines', 'packageManager');
    return isRecord(engine) ? [String(engine['name']), String(engine['version'] ?? '')] : undefined;
  } catch {
    // A missing or invalid manifest names no manager.
    return undefined;
  }
}

/** The commands of a package manager; `install` takes exactly the versions of a lockfile, and runs no scripts of packages. */
export function managerCommands({
  packageManager,
  isLocked,
}: ProjectManager): Readonly<Record<'run' | 'runInstalled' | 'add' | 'addDev' | 'install', string>> {
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

/**
 * The supported versions of the project's packages that the tools load: each major from the named minor. The packages are not
 * `peerDependencies`: package managers keep the optional peers of a dependency in a production install.
 */
export const peerVersions: Readonly<Record<string, readonly string[]>> = {
  '@graphql-codegen/cli': ['7.4'],
  '@graphql-codegen/plugin-helpers': ['7.4'],
  '@graphql-yoga/render-graphiql': ['5.24'],
  graphql: ['16.9', '17.0'],
  msw: ['2.10', '3.0'],
};

/** A package in the form of an install command, in the newest supported version that runs on a version of Node: `graphql@17`. */
export function withMajor(name: string, node: string = process.versions.node): string {
  const versions = peerVersions[name];
  // Where there are two, the newer one needs Node 22.
  const version = versions?.at(Number.parseInt(node, 10) >= 22 ? -1 : 0);
  return version === undefined ? name : `${name}@${Number.parseInt(version, 10)}`;
}
