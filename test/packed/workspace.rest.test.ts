import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { blocksOf } from '../helpers/markdown.ts';
import { readWorkflow, runJob } from '../workflows/github-jobs.ts';
import { run } from './integrator.ts';

/* Two packages with one snapshot in one repository, as in docs/production.md: the CI of `init` for each, step by step. */

const work = mkdtempSync(join(tmpdir(), 'control-api-workspace-'));
const repository = join(work, 'repository');
const bin = join(inject('equipped'), 'node_modules/.bin');
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', ...args], { cwd: repository });
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), text);
};
const [config] = blocksOf('docs/production.md').filter(({ words }) => words[0] === 'apps/codegen.mjs');
const operations = {
  api: 'query Names { team { devices(first: 3) { nodes { name } } } }',
  job: 'query Serials { team { devices(first: 3) { nodes { serialNumber } } } }',
};

/** Makes the packages importable in a checkout, as an install does. */
function install(folder: string): void {
  symlinkSync(join(inject('equipped'), 'node_modules'), join(folder, 'node_modules'));
}

beforeAll(async () => {
  put('package.json', JSON.stringify({ private: true, workspaces: ['apps/*'] }));
  put('package-lock.json', '{}');
  put('.gitignore', 'node_modules\n');
  put('schema.graphql', readFileSync(resolve('docs/invented.graphql'), 'utf8'));
  git('init', '--quiet', '--initial-branch', 'main');
  install(repository);
  for (const [name, operation] of Object.entries(operations)) {
    put(`apps/${name}/package.json`, JSON.stringify({ name, private: true, type: 'module' }));
    put(`apps/${name}/codegen.mjs`, config?.text ?? '');
    put(`apps/${name}/operations/own.graphql`, operation);
    const cwd = join(repository, 'apps', name);
    for (const command of ['init --ci github', 'generate']) {
      const { code, stderr } = await run(join(bin, 'control-api'), command.split(' '), { cwd });
      expect(code, `${command}: ${stderr}`).toBe(0);
    }
  }
  rmSync(join(repository, 'node_modules'));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Both');
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const check = (name: string) =>
  runJob(readWorkflow(join(repository, `.github/workflows/control-api.apps.${name}.yml`)), 'check', {
    ...{ repository, work, variables: {}, install },
  });

test('each package of a workspace has workflows of its own, and their steps pass', async () => {
  expect(readdirSync(join(repository, '.github/workflows')).sort()).toEqual(
    ['api', 'job'].flatMap((name) => [`control-api-drift.apps.${name}.yml`, `control-api.apps.${name}.yml`]).sort(),
  );
  for (const name of ['api', 'job']) {
    const { passed, output } = await check(name);
    expect(passed, output).toBe(true);
  }
});

test('a snapshot without a field fails the check of its user alone', async () => {
  put('schema.graphql', readFileSync('docs/invented.graphql', 'utf8').replace('  serialNumber: String\n', ''));
  git('commit', '--quiet', '--all', '--message', 'Without serial numbers');
  expect(await check('api')).toMatchObject({ passed: true });
  expect(await check('job')).toMatchObject({ passed: false, output: expect.stringContaining('serialNumber') });
});
