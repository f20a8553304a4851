import type { PackageManager, Project } from './project.ts';

/** The path of the generated code. */
export const generatedFile = 'src/generated/control-api.ts';

/** The config of the generator. */
export const codegenConfig: string = `import { controlApiCodegen } from 'control-api-sdk/codegen';

export default controlApiCodegen({ operations: 'operations/*.graphql', output: '${generatedFile}' });
`;

/** The documented list operation, verbatim. */
export const devicesOperation = `# The documented list of devices. To see all its fields, run: control-api schema show team.devices
query ListDevices {
  team {
    devices {
      nodes {
        id
        name
      }
    }
  }
}
`;

export const envExample = `# Copy this file to .env, which git ignores, and fill it in. The command control-api reads it; your own programs read it with:
# node --env-file=.env <script>

# The base URL of the service, without /graphql.
CONTROL_API_URL=

# A key gives full admin access to the team, cannot be viewed again, and only support can revoke it. Keep it on the server.
# Create it in the web UI: team settings, Create API Key. Generating, reading the schema and checking for drift need no key.
CONTROL_API_KEY=
`;

/** Package scripts, with the commands that the documentation names. */
export const scripts: Readonly<Record<string, string>> = {
  generate: 'control-api generate',
  'generate:check': 'control-api generate --check',
  'schema:pull': 'control-api schema pull',
  'schema:check': 'control-api check',
};

/** Adds the missing scripts to the text of a package.json and keeps its formatting. */
export function withScripts(packageJson: string): string {
  const manifest = JSON.parse(packageJson);
  manifest.scripts = { ...scripts, ...manifest.scripts };
  // The scripts of the project stay first.
  manifest.scripts = Object.fromEntries(
    Object.entries(manifest.scripts).sort(([a], [b]) => Number(a in scripts) - Number(b in scripts)),
  );
  const indent = /^[ \t]+(?=")/m.exec(packageJson)?.[0] ?? '  ';
  return JSON.stringify(manifest, null, indent) + (/\r?\n$/.exec(packageJson)?.[0] ?? '');
}

/** Adds the lines that ignore `.env` and its kin (`.env.local`), but not its example, to a .gitignore that lacks them. */
export function withEnvIgnored(gitignore = ''): string {
  const lines = gitignore.split(/\r?\n/).map((line) => line.trim());
  const ignored = lines.some((line) => /^\/?(?:\*\*\/)?\.env\.?\*$/.test(line));
  const kept = lines.some((line) => /^!.*\.env\.example$/.test(line));
  const added = [...(ignored ? [] : ['.env*']), ...(kept ? [] : ['!.env.example'])];
  if (added.length === 0) return gitignore;
  const gap = gitignore === '' || gitignore.endsWith('\n') ? '' : '\n';
  return `${gitignore}${gap}${added.join('\n')}\n`;
}

/** The commands of each package manager: run a binary, add packages, install with or without a lockfile. */
export const managerCommands: Readonly<
  Record<
    PackageManager,
    {
      readonly run: string;
      readonly add: string;
      readonly addDev: string;
      readonly install: string;
      readonly unlocked: string;
    }
  >
> = {
  npm: { run: 'npx', add: 'npm install', addDev: 'npm install --save-dev', install: 'npm ci', unlocked: 'npm install' },
  pnpm: {
    run: 'pnpm exec',
    add: 'pnpm add',
    addDev: 'pnpm add --save-dev',
    install: 'pnpm install --frozen-lockfile',
    unlocked: 'pnpm install',
  },
  yarn: {
    run: 'yarn',
    add: 'yarn add',
    addDev: 'yarn add --dev',
    install: 'yarn install --frozen-lockfile',
    unlocked: 'yarn install',
  },
  bun: {
    run: 'bunx',
    add: 'bun add',
    addDev: 'bun add --dev',
    install: 'bun install --frozen-lockfile',
    unlocked: 'bun install',
  },
};

/** A workflow that checks the operations against the live schema: on every change, and daily, since the schema may change. */
export function driftWorkflow({ packageManager, isLocked, folder }: Project): string {
  const { run, install, unlocked } = managerCommands[packageManager];
  return `# Checks whether the live schema still matches the operations in this repository. No key is needed.
# Set the repository variable CONTROL_API_URL to the base URL of the service.
name: control-api drift

on:
  pull_request:
  schedule:
    - cron: '37 4 * * *'
  workflow_dispatch:

permissions:
  contents: read

jobs:
  drift:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    env:
      CONTROL_API_URL: \${{ vars.CONTROL_API_URL }}
${folder === '' ? '' : `    defaults:\n      run:\n        working-directory: ${JSON.stringify(folder)}\n`}    steps:
      - uses: actions/checkout@v6
        with:
          persist-credentials: false
      - uses: actions/setup-node@v6
        with:
          node-version: 22
${setup[packageManager]}      - run: ${isLocked ? install : unlocked}
      - run: ${run} control-api check
      - run: ${run} control-api generate --check
        if: \${{ !cancelled() }}
`;
}

const setup: Readonly<Record<PackageManager, string>> = {
  npm: '',
  pnpm: '      - run: corepack enable\n',
  yarn: '      - run: corepack enable\n',
  bun: '      - uses: oven-sh/setup-bun@v2\n',
};
