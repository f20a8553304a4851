import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { isLeftOut } from './is-left-out.ts';

/*
 * The output of a package manager when the packed package is added to a project: no warning about this package, with any versions of
 * its optional packages. A tool reports a missing or unsupported package in one sentence. A production install of a project that has
 * the generator for development has this package and no other.
 */

const modules = join(import.meta.dirname, 'node_modules');
const left = isLeftOut(existsSync(join(modules, 'pnpm')) && existsSync(join(modules, 'bun')), 'package managers');

const work = mkdtempSync(join(tmpdir(), 'managers-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

interface Manager {
  readonly install: readonly string[];
  /** The command that adds a package for development. */
  readonly add: string;
  /** The command that runs a binary of the project. */
  readonly run: readonly string[];
  /** The command that leaves the packages for production. */
  readonly production: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

/** An install into an empty folder, as for an image. */
const afresh = (manager: readonly string[], ...flags: readonly string[]): readonly string[] => [
  'sh',
  '-c',
  'rm -rf node_modules && exec "$@"',
  'sh',
  ...manager,
  'install',
  ...flags,
];

const managers = (): Readonly<Record<string, Manager>> => {
  const pnpm = [process.execPath, join(modules, 'pnpm/bin/pnpm.cjs')];
  const yarn = [process.execPath, join(modules, '@yarnpkg/cli-dist/bin/yarn.js')];
  const bun = [join(modules, 'bun/bin/bun.exe')];
  return {
    npm: {
      install: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
      add: 'npm install --save-dev',
      run: ['npx', '--no-install'],
      production: ['npm', 'prune', '--omit=dev', '--no-audit', '--no-fund'],
    },
    pnpm: {
      install: [
        ...pnpm,
        'install',
        '--prefer-offline',
        '--ignore-scripts',
        '--config.strict-peer-dependencies=true',
        '--no-frozen-lockfile',
      ],
      add: 'pnpm add --save-dev',
      run: [...pnpm, 'exec'],
      production: afresh(pnpm, '--prod', '--ignore-scripts', '--offline'),
    },
    'Yarn PnP': {
      install: [...yarn, 'install', '--no-immutable', '--mode=skip-build'],
      add: 'yarn add --dev',
      run: [...yarn, 'run'],
      production: [...yarn, 'workspaces', 'focus', '--production'],
      settings: {
        '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\nenableGlobalCache: true\n',
        'yarn.lock': '',
      },
    },
    Bun: {
      install: [...bun, 'install', '--ignore-scripts'],
      add: 'bun add --dev',
      run: [...bun, 'x', '--no-install'],
      production: afresh(bun, '--production', '--ignore-scripts'),
    },
  };
};

const starts = /GraphQL .*http/s;
/** The packages of a project, and the message of the emulator there. `ADD` is the command of the manager. */
const projects: Readonly<Record<string, { readonly has: Readonly<Record<string, string>>; readonly says: RegExp }>> = {
  'nothing else': {
    has: {},
    says: /The emulator needs packages that are not installed: run `ADD graphql@1[67]`\./,
  },
  'graphql 15': {
    has: { graphql: '15.8.0' },
    says: /The emulator needs graphql \^16\.9 or \^17\.0, but 15\.8\.0 is installed: run `ADD graphql@1[67]`\./,
  },
  'graphql 16': { has: { graphql: '16.15.0' }, says: starts },
  'graphql 17': { has: { graphql: '17.1.0' }, says: starts },
  'an older code generator and msw': {
    has: { graphql: '16.15.0', '@graphql-codegen/plugin-helpers': '5.1.1', msw: '1.3.5' },
    says: starts,
  },
};

/** The lines of a package manager that warn of this package, or refuse it. Bun names its version alone. */
const complaints = (output: string): string =>
  output
    .split('\n')
    .filter(
      (line) =>
        /incorrect peer dependency/.test(line) ||
        (/control-api-sdk/.test(line) && /warn|error|peer|unmet|YN00(?:02|60|86)|conflict/i.test(line)),
    )
    .join('; ');

/** A project with the packed package, and the commands of its package manager. */
function projectOf(manager: string, has: { readonly dependencies?: object; readonly devDependencies?: object }) {
  const known = managers()[manager];
  if (known === undefined) throw new Error(`${manager} is not known.`);
  const folder = mkdtempSync(join(work, 'project-'));
  cpSync(inject('tarball'), join(folder, 'sdk.tgz'));
  const manifest = {
    name: 'project',
    version: '1.0.0',
    private: true,
    ...has,
    dependencies: { 'control-api-sdk': 'file:./sdk.tgz', ...has.dependencies },
    overrides,
    pnpm: { overrides },
    resolutions: overrides,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(known.settings ?? {})) writeFileSync(join(folder, name), text);
  const env = { ...process.env, CI: '1', NODE_OPTIONS: '' };
  const start = (words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(words[0] ?? '', words.slice(1), {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, output: `${stdout}\n${stderr}` };
  };
  return { ...known, folder, start };
}

/** The generator and msw, for development. */
const forDevelopment = {
  '@graphql-codegen/cli': '^7.4.0',
  graphql: '16.15.0',
  msw: '^2.15.0',
};

/** A version that all mirrors of the registry have. */
const overrides = { '@graphql-tools/delegate': '12.2.1' };

/** The packages that are installed in a folder, by name. */
function installedIn(folder: string): readonly string[] {
  const pnp = join(folder, '.pnp.cjs');
  if (existsSync(pnp)) {
    const text = `console.log(require(${JSON.stringify(pnp)}).getAllLocators().map(({ name }) => name).join(' '))`;
    const { stdout } = spawnSync(process.execPath, ['--eval', text], { encoding: 'utf8' });
    return stdout
      .trim()
      .split(' ')
      .filter((name) => name !== 'project');
  }
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  const manifests = files.filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file));
  return [...new Set(manifests.map((file) => dirname(file).replace(/^.*node_modules\//, '')))];
}

describe.skipIf(left)('a project that gets the package', () => {
  test.each(['npm', 'pnpm', 'Yarn PnP', 'Bun'])('a production install by %s is one package', (manager) => {
    const project = projectOf(manager, { devDependencies: forDevelopment });
    const installed = project.start(project.install);
    expect(installedIn(project.folder).length, installed.output).toBeGreaterThan(100);
    const pruned = project.start(project.production);
    expect(installedIn(project.folder), pruned.output).toEqual(['control-api-sdk']);
  });

  const cells = Object.keys(projects).flatMap((project) =>
    ['npm', 'pnpm', 'Yarn PnP', 'Bun'].map((manager) => ({ manager, project })),
  );

  test.each(cells)('a project by $manager works: $project', ({ manager, project }) => {
    const { has, says } = projects[project] ?? { has: {}, says: starts };
    const { add, install, run, start } = projectOf(manager, { dependencies: has });
    const installed = start(install);
    expect(installed.status, installed.output).toBe(0);
    expect(complaints(installed.output)).toBe('');
    const { output } = start([
      ...run,
      'control-api',
      'emulator',
      '--',
      'node',
      '--eval',
      'console.log("GraphQL " + process.env.CONTROL_API_URL)',
    ]);
    expect(output.replace(add, 'ADD')).toMatch(says);
  });
});
