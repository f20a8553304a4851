import type { Project } from './project.ts';

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
