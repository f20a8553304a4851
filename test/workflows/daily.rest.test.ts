import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { ended, start } from '../helpers/cli.ts';
import { listen } from '../helpers/listen.ts';
import { isDue, type Ran, type Runner, readWorkflow, runJob } from './github-jobs.ts';
import { runGitlabJob, startGitlab } from './gitlab.ts';

/*
 * The workflows of examples/ci-drift run here, step by step, against a service whose schema changes, with a git server of their
 * own and a stand-in for GitHub. The example keeps their reports: CONTROL_API_SDK_WRITE_RESULTS=1 writes them again.
 */

const example = resolve('examples/ci-drift');
const check = readWorkflow(join(example, '.github/workflows/control-api.yml'));
const drift = readWorkflow(join(example, '.github/workflows/control-api-drift.yml'));
const jobs = readWorkflow(join(example, '.gitlab/control-api.yml'));
const original = readFileSync(join(example, 'schema.graphql'), 'utf8').replace(/^#.*\n/, '');

interface Item {
  readonly number: number;
  readonly open: boolean;
  readonly title: string;
  readonly body: string;
  readonly head?: string;
  readonly base?: string;
}

const work = mkdtempSync(join(tmpdir(), 'control-api-daily-'));
const repository = join(work, 'repository.git');
const programs = join(work, 'programs');
const state = join(work, 'state.json');
let service: Server;
let url: string;
/** The schema of the service; undefined while it is down. */
let live: Emulator | undefined;

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text();
    if (live === undefined) {
      response.writeHead(503).end();
      return;
    }
    const headers = { 'content-type': 'application/json' };
    const answer = await live.fetch(`${live.url}${request.url}`, { method: 'POST', headers, body });
    response.writeHead(answer.status, headers).end(await answer.text());
  });
  url = `http://127.0.0.1:${await listen(service)}`;

  mkdirSync(programs);
  copyFileSync(resolve('test/workflows/gh.mjs'), join(programs, 'gh'));
  chmodSync(join(programs, 'gh'), 0o755);
  writeFileSync(state, JSON.stringify({ pr: [], issue: [], label: [] }));

  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', repository]);
  commit('main', 'The project', (folder) => {
    const left = ['node_modules', 'reports'].map((name) => join(example, name));
    cpSync(example, folder, { recursive: true, filter: (path) => !left.includes(path) });
    const snapshot = join(folder, 'schema.graphql');
    writeFileSync(snapshot, readFileSync(snapshot, 'utf8').replace('https://api.example.com', url));
  });
});

afterAll(async () => {
  service.close();
  await live?.close();
  rmSync(work, { recursive: true, force: true });
});

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', ...args], { cwd, encoding: 'utf8' });

/** Someone commits on a branch. */
function commit(branch: string, message: string, change: (folder: string) => void): void {
  const folder = mkdtempSync(join(work, 'commit-'));
  git(work, 'clone', '--quiet', repository, folder);
  git(folder, 'switch', '--quiet', ...(message === 'The project' ? ['--orphan'] : []), branch);
  change(folder);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message);
  git(folder, 'push', '--quiet', 'origin', branch);
}

/** Makes the packages importable in a checkout, as an install does. */
function install(folder: string): void {
  const packages = join(folder, 'node_modules');
  if (existsSync(packages)) return;
  mkdirSync(join(packages, '.bin'), { recursive: true });
  symlinkSync(join(inject('equipped'), 'node_modules/control-api-sdk'), join(packages, 'control-api-sdk'));
  symlinkSync('../control-api-sdk/dist/cli.cjs', join(packages, '.bin/control-api'));
  symlinkSync('../control-api-sdk/dist/cli.cjs', join(packages, '.bin/control-api-sdk'));
  for (const name of ['@graphql-codegen', '@types', 'graphql', 'typescript'])
    symlinkSync(resolve('node_modules', name), join(packages, name));
}

const runner = (variables: Runner['variables'] = { CONTROL_API_URL: url }): Runner => ({
  repository,
  work,
  variables,
  programs,
  env: { GH_STATE: state, GH_CALLS: join(work, 'calls') },
  install,
});

async function serve(schema: string | undefined): Promise<void> {
  await live?.close();
  live = schema === undefined ? undefined : await startEmulator({ schema });
}

/** A run of the daily workflow: its first job, and then the second. */
async function oneDay(): Promise<{ readonly compare: Ran; readonly report: Ran | undefined }> {
  rmSync(join(work, 'artifacts'), { recursive: true, force: true });
  const compare = await runJob(drift, 'compare', runner());
  return { compare, report: compare.passed ? await sameDay() : undefined };
}

/** The second job alone, with the output of the last first one: neither the service nor main has changed since. */
async function sameDay(): Promise<Ran> {
  writeFileSync(join(work, 'calls'), '');
  const report = await runJob(drift, 'report', runner());
  expect(report.passed, report.output).toBe(true);
  return report;
}

const read = (): Readonly<Record<'pr' | 'issue', readonly Item[]>> => JSON.parse(readFileSync(state, 'utf8'));
const opened = (kind: 'pr' | 'issue') => read()[kind].filter(({ open }) => open);
const calls = () => readFileSync(join(work, 'calls'), 'utf8');
const branches = () => git(repository, 'branch', '--format', '%(refname:short)').trim().split('\n').sort();
const tip = () => git(repository, 'rev-parse', 'control-api-drift').trim();
const changed = () => git(repository, 'diff', '--name-only', 'main', 'control-api-drift').trim().split('\n');

/** The reports are those of the example, with the address of the service. */
function expectKept(name: string, { title, body }: Pick<Item, 'title' | 'body'>): void {
  const shown = body.replaceAll(url, 'https://api.example.com').replace(/\d+(?= s\\\))/, '9');
  const text = `${title}\n\n${shown}`;
  const file = join(example, 'reports', name);
  if (process.env['CONTROL_API_SDK_WRITE_RESULTS'] === '1') {
    mkdirSync(join(example, 'reports'), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}

/** The verdict of the project's checks on a branch: the compiler, the generator and the comparison with the live schema. */
async function checksOf(branch: string): Promise<readonly (number | null)[]> {
  const folder = mkdtempSync(join(work, 'branch-'));
  git(work, 'clone', '--quiet', '--branch', branch, repository, folder);
  install(folder);
  const run = (program: string, ...args: readonly string[]) =>
    ended(start(process.execPath, [resolve(program), ...args], { CONTROL_API_URL: url }, folder));
  const cli = join(folder, 'node_modules/control-api-sdk/dist/cli.cjs');
  const ran = [
    await run('node_modules/typescript/bin/tsc'),
    await run(cli, 'generate', '--check'),
    await run(cli, 'check'),
  ];
  return ran.map(({ code }) => code);
}

const harmless = original
  .replace('name: String!', 'name: String! @deprecated(reason: "Use `label`.")\n  label: String!')
  .replace('type Team {', 'type Team {\n  id: ID!');
const breaking = harmless.replace('serialNumber: String!', 'serialNumber: String');
const broken = breaking.replace(/ {2}serialNumber.*\n/, '');

test('a pull request is checked without the service and without variables, and passes in an outage', async () => {
  await serve(undefined);
  const { passed, output } = await runJob(check, 'check', runner({}));
  expect(output).toContain('src/generated/control-api.ts is up to date.');
  expect(output).toContain('In step');
  expect(passed).toBe(true);
});

test('a pull request fails if its operations do not fit the snapshot', async () => {
  commit('main', 'A field that is not there', (folder) => {
    const file = join(folder, 'operations/list-devices.graphql');
    writeFileSync(file, readFileSync(file, 'utf8').replace('serialNumber', 'serial'));
  });
  const { passed, output } = await runJob(check, 'check', runner({}));
  git(repository, 'update-ref', 'refs/heads/main', 'main~1');
  expect(passed).toBe(false);
  expect(output).toMatch(/list-devices\.graphql:\d+:\d+/);
});

test('the daily check in a fork without variables skips with a notice', async () => {
  expect([isDue(drift, 'skip', { variables: {} }), isDue(drift, 'compare', { variables: {} })]).toEqual([true, false]);
  expect([isDue(drift, 'skip', runner()), isDue(drift, 'compare', runner())]).toEqual([false, true]);
  expect((await runJob(drift, 'skip', runner({}))).output).toMatch(
    /^::notice::Skipped, .*CONTROL_API_URL is not set\.\n$/,
  );
});

test('the daily check opens nothing without a change', async () => {
  await serve(original);
  await oneDay();
  expect(read()).toMatchObject({ pr: [], issue: [] });
  expect(branches()).toEqual(['main']);
});

test('a harmless change becomes a pull request that passes all checks, and no issue', async () => {
  await serve(harmless);
  await oneDay();
  const [pull, ...others] = opened('pr');
  expect(others).toEqual([]);
  expect(pull).toMatchObject({ head: 'control-api-drift', base: 'main' });
  expect(opened('issue')).toEqual([]);
  expect(changed()).toContain('schema.graphql');
  expect(await checksOf('control-api-drift')).toEqual([0, 0, 0]);
  if (pull) expectKept('harmless.pull-request.md', pull);
});

test('the same change on the next day is pushed and opened only once', async () => {
  const before = tip();
  await sameDay();
  expect(tip()).toBe(before);
  expect(opened('pr')).toHaveLength(1);
  expect(calls()).not.toContain('create');
});

test('a breaking change updates that pull request and opens one issue', async () => {
  await serve(breaking);
  await oneDay();
  expect([read().pr.length, read().issue.length]).toEqual([1, 1]);
  expect(changed()).toEqual(['schema.graphql', 'src/generated/control-api.ts']);
  // The compiler and the report name the line of the project that needs a decision.
  expect(await checksOf('control-api-drift')).toEqual([2, 0, 0]);
  for (const { body } of [...opened('pr'), ...opened('issue')]) expect(body).toMatch(/src\/report\.ts:\d+:\d+/);
  for (const pull of opened('pr')) expectKept('breaking.pull-request.md', pull);
  for (const issue of opened('issue')) expectKept('breaking.issue.md', issue);
});

test('a branch with a commit of someone else is left as it is', async () => {
  commit('control-api-drift', 'Devices without a serial number', (folder) => {
    const file = join(folder, 'src/report.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('serialNumber.', 'serialNumber?.'));
  });
  const before = tip();
  await serve(broken);
  await oneDay();
  expect(tip()).toBe(before);
  expect(opened('pr')[0]?.body).toContain('has commits of others and was left as it is');
  expect([read().pr.length, read().issue.length]).toEqual([1, 1]);
});

test('a change that breaks the operations is proposed with the reason why no code was generated', async () => {
  git(repository, 'branch', '--delete', '--force', 'control-api-drift');
  await sameDay();
  expect(changed()).toEqual(['schema.graphql']);
  for (const pull of opened('pr')) expectKept('broken.pull-request.md', pull);
});

test('a project without TypeScript is compared too, without lines of code', async () => {
  const before = git(repository, 'rev-parse', 'main').trim();
  commit('main', 'Plain JavaScript', (folder) => rmSync(join(folder, 'tsconfig.json')));
  await serve(breaking);
  const { passed, output } = await runJob(drift, 'compare', runner());
  git(repository, 'update-ref', 'refs/heads/main', before);
  await serve(broken);
  expect(output).toContain('No tsconfig.json was found');
  expect(passed, output).toBe(true);
  const report = readFileSync(join(work, 'artifacts/drift/report.md'), 'utf8');
  expect(report).toContain('Device.serialNumber');
  expect(report).not.toContain('src/report.ts');
});

test('an outage fails the run, and nothing is opened, changed or closed', async () => {
  const before = [readFileSync(state, 'utf8'), tip()];
  await serve(undefined);
  const { compare, report } = await oneDay();
  expect([compare.passed, report]).toEqual([false, undefined]);
  expect([readFileSync(state, 'utf8'), tip()]).toEqual(before);
});

test('the end of a drift closes the pull request and the issue, and deletes the branch', async () => {
  await serve(original);
  await oneDay();
  expect([opened('pr'), opened('issue')]).toEqual([[], []]);
  expect(branches()).toEqual(['main']);
});

describe('every day, on GitLab', () => {
  const token = 'the-token-of-the-project';
  let gitlab: Awaited<ReturnType<typeof startGitlab>>;
  beforeAll(async () => {
    gitlab = await startGitlab(token);
  });
  afterAll(() => gitlab.close());

  const host = (given = token): Runner => ({
    ...runner(),
    env: { CI_API_V4_URL: gitlab.url, CI_PROJECT_URL: join(work, 'repository'), CONTROL_API_DRIFT_TOKEN: given },
  });
  const oneDayThere = async () => {
    rmSync(join(work, 'artifacts'), { recursive: true, force: true });
    const compare = await runGitlabJob(jobs, 'control-api-compare', host());
    expect(compare.passed, compare.output).toBe(true);
    return report();
  };
  const report = (given = token) => runGitlabJob(jobs, 'control-api-report', host(given));

  test('a merge request is checked without the service', async () => {
    await serve(undefined);
    const { passed, output } = await runGitlabJob(jobs, 'control-api', { ...runner({}), env: {} });
    expect(output).toContain('In step');
    expect(passed).toBe(true);
  });

  test('a breaking change becomes one merge request and one issue on GitLab, also on the next day', async () => {
    await serve(breaking);
    for (const run of [oneDayThere, report]) expect(await run()).toMatchObject({ passed: true });
    const { merge_requests: merges = [], issues = [] } = gitlab.items;
    expect(merges).toMatchObject([{ state: 'opened', source_branch: 'control-api-drift', target_branch: 'main' }]);
    expect(issues).toMatchObject([{ state: 'opened', labels: 'control-api-drift' }]);
    expect(String(merges[0]?.['description'])).toContain('Device.serialNumber');
    expect(changed()).toEqual(['schema.graphql', 'src/generated/control-api.ts']);
  });

  test('a refused token fails the job on GitLab, and is not shown', async () => {
    const { passed, output } = await report('another-token');
    expect(passed).toBe(false);
    expect(output).toContain('401');
    expect(output).not.toContain('another-token');
  });

  test('the end of a drift closes the merge request and the issue on GitLab, and deletes the branch', async () => {
    await serve(original);
    expect(await oneDayThere()).toMatchObject({ passed: true });
    const { merge_requests: merges, issues } = gitlab.items;
    expect([merges, issues]).toMatchObject([[{ state: 'closed' }], [{ state: 'closed' }]]);
    expect(branches()).toEqual(['main']);
  });
});

test('the files of the example are those that `init` writes', async () => {
  const folder = mkdtempSync(join(work, 'init-'));
  git(folder, 'init', '--quiet');
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(example, name), join(folder, name));
  const cli = join(inject('equipped'), 'node_modules/control-api-sdk/dist/cli.cjs');
  for (const ci of ['github', 'gitlab'])
    expect(await ended(start(process.execPath, [cli, 'init', '--ci', ci], {}, folder))).toMatchObject({ code: 0 });
  for (const name of [
    'codegen.ts',
    '.github/workflows/control-api.yml',
    '.github/workflows/control-api-drift.yml',
    '.gitlab/control-api.yml',
    '.gitlab-ci.yml',
  ]) {
    const written = readFileSync(join(folder, name), 'utf8');
    if (process.env['CONTROL_API_SDK_WRITE_RESULTS'] === '1') writeFileSync(join(example, name), written);
    expect(readFileSync(join(example, name), 'utf8'), name).toBe(written);
  }
});
