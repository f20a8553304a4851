/** The supported package managers. Yarn from 2 on takes other options than Yarn 1. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'yarn@berry' | 'bun';

interface Commands {
  /** Runs a binary. */
  readonly run: string;
  readonly add: string;
  readonly addDev: string;
  /** Runs a binary of an installed package. Never one that is fetched for its name: a stranger may have taken that name. */
  readonly runInstalled: string;
  /** Installs exactly what the lockfile says, and runs no scripts of packages. */
  readonly install: string;
  /** The same for a project without a lockfile. */
  readonly unlocked: string;
}

/** The commands of each package manager. */
export const managerCommands: Readonly<Record<PackageManager, Commands>> = {
  npm: {
    run: 'npx',
    add: 'npm install',
    addDev: 'npm install --save-dev',
    runInstalled: 'npx --no-install',
    install: 'npm ci --ignore-scripts',
    unlocked: 'npm install --ignore-scripts',
  },
  pnpm: {
    run: 'pnpm exec',
    add: 'pnpm add',
    addDev: 'pnpm add --save-dev',
    runInstalled: 'pnpm exec',
    install: 'pnpm install --frozen-lockfile --ignore-scripts',
    unlocked: 'pnpm install --ignore-scripts',
  },
  yarn: {
    run: 'yarn',
    add: 'yarn add',
    addDev: 'yarn add --dev',
    runInstalled: 'yarn run',
    install: 'yarn install --frozen-lockfile --ignore-scripts',
    unlocked: 'yarn install --ignore-scripts',
  },
  'yarn@berry': {
    run: 'yarn',
    add: 'yarn add',
    addDev: 'yarn add --dev',
    runInstalled: 'yarn run',
    install: 'yarn install --immutable --mode=skip-build',
    unlocked: 'yarn install --mode=skip-build',
  },
  bun: {
    run: 'bunx',
    add: 'bun add',
    addDev: 'bun add --dev',
    runInstalled: 'bunx --no-install',
    install: 'bun install --frozen-lockfile --ignore-scripts',
    unlocked: 'bun install --ignore-scripts',
  },
};
