import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { withMajor } from '../../src/graphql/files/package-manager.ts';
import { folderWith, say } from '../helpers/cli-in-process.ts';
import { rowsOf } from '../helpers/rows.ts';

// GraphQL Code Generator depends on this parser.
const yaml: { load(text: string): unknown } = createRequire(import.meta.url)('js-yaml');

const written = [
  'codegen.ts',
  'operations/devices.graphql',
  '.env.example',
  '.github/workflows/control-api.yml',
  '.github/workflows/control-api-drift.yml',
  '.gitignore',
  '.gitattributes',
  'package.json',
];

type Files = Readonly<Record<string, string>>;

async function project(files: Files = { 'package.json': '{}\n', 'tsconfig.json': '{}' }, at = '') {
  const folder = await folderWith(files);
  const path = join(folder.path, at);
  return {
    ...folder,
    init: (args = '') => say(`init ${args}`.trim(), { cwd: path }),
    read: (name: string) => readFile(join(path, name), 'utf8'),
    files: async () => (await readdir(folder.path, { recursive: true })).sort(),
  };
}

test('`init` writes all files that a project needs, and lists them on stdout', async () => {
  await using here = await project();
  const { code, stdout, stderr } = await here.init();
  expect([code, stdout]).toEqual([0, `${written.join('\n')}\n`]);
  expect(stderr).toMatch(/^\nNext:\n/);
  expect(await here.read('codegen.ts')).toContain("from 'control-api-sdk/codegen'");
  expect(await here.read('.gitignore')).toBe('.env*\n!.env.example\n');
  expect(await here.read('.gitattributes')).toBe('src/generated/control-api.ts text eol=lf\n');
  expect(JSON.parse(await here.read('package.json'))).toEqual({
    scripts: {
      generate: 'control-api generate',
      'generate:check': 'control-api generate --check',
      'schema:pull': 'control-api schema pull',
      'schema:check': 'control-api check',
    },
  });
});

test('`init` writes the documented operation', async () => {
  await using here = await project();
  await here.init();
  const documented = buildSchema(await readFile('docs/documented.graphql', 'utf8'));
  expect(validate(documented, parse(await here.read('operations/devices.graphql')))).toEqual([]);
});

test('`init --dry-run` lists the same files, and writes none', async () => {
  await using here = await project();
  const before = await here.files();
  const dry = await here.init('--dry-run');
  expect(await here.files()).toEqual(before);
  expect(dry.stdout).toBe((await here.init()).stdout);
});

test('`init` keeps and reports existing files', async () => {
  const mine = Object.fromEntries(written.slice(0, 5).map((name) => [name, `mine: ${name}`]));
  await using here = await project({
    ...mine,
    '.gitignore': 'node_modules\n.env*\n!.env.example',
    '.gitattributes': '* text=auto\nsrc/generated/control-api.ts -text',
    'package.json': '{ "scripts": { "generate": "mine" } }',
    'tsconfig.json': '{}',
  });
  const { stdout, stderr } = await here.init();
  expect(stdout).toBe('package.json\n');
  for (const [name, text] of Object.entries(mine)) {
    expect(await here.read(name)).toBe(text);
    expect(stderr).toContain(`${name} already exists and was kept.`);
  }
  expect(await here.read('.gitignore')).toBe('node_modules\n.env*\n!.env.example');
  expect(await here.read('.gitattributes')).toBe('* text=auto\nsrc/generated/control-api.ts -text');
  expect(JSON.parse(await here.read('package.json')).scripts.generate).toBe('mine');
  expect(stderr).toContain('The script generate already exists and was kept. The default is: control-api generate');
});

test('a second `init` changes nothing', async () => {
  await using here = await project({
    'package.json': '{\n\t"name": "app",\n\t"scripts": { "start": "node ." }\n}\n',
    'tsconfig.json': '{}',
  });
  await here.init();
  const before = await Promise.all(written.map(here.read));
  expect((await here.init()).stdout).toBe('');
  expect(await Promise.all(written.map(here.read))).toEqual(before);
});

test('`init` keeps the formatting of package.json and .gitignore', async () => {
  await using here = await project({
    'package.json': '{\n\t"name": "app",\n\t"scripts": {\n\t\t"start": "node ."\n\t},\n\t"private": true\n}\n',
    '.gitignore': 'dist',
  });
  await here.init();
  expect(await here.read('package.json')).toMatch(
    /^\{\n\t"name": "app",\n\t"scripts": \{\n\t\t"start": "node \.",\n\t\t"generate": .*"private": true\n\}\n$/s,
  );
  expect(await here.read('.gitignore')).toBe('dist\n.env*\n!.env.example\n');
});

test.each([
  ['module', "import { ListDevices } from './generated/control-api.js';", 'const { team } = await create'],
  ['commonjs', "const { ListDevices } = require('./generated/control-api.js');", '.then(({ team })'],
])('a project in JavaScript gets the modules of its package.json: %s', async (type, statement, call) => {
  await using here = await project({ 'package.json': JSON.stringify({ type }) });
  const { stdout, stderr } = await here.init();
  expect(stdout).toContain('codegen.mjs\n');
  expect(stdout).not.toContain('.ts\n');
  expect(await here.read('codegen.mjs')).toContain("output: 'src/generated/control-api.js'");
  expect(stderr).toContain('The generated code is JavaScript, since');
  expect(stderr).toContain(statement);
  expect(stderr).toContain(call);
  expect(stderr).not.toMatch(/install .*(?:typescript|@types)/);
  const drift = await here.read('.github/workflows/control-api-drift.yml');
  expect(drift).toContain('src/generated/control-api.js src/generated/control-api.d.ts');
});

test('a project in JavaScript neither depends on TypeScript nor has a tsconfig.json', async () => {
  for (const files of [
    { 'package.json': '{"devDependencies":{"typescript":"5"}}' },
    { 'package.json': '{}', 'tsconfig.json': '{}' },
  ]) {
    await using here = await project(files);
    expect((await here.init()).stdout).toContain('codegen.ts\n');
  }
});

describe('the workflows for GitHub', () => {
  const workflows = async (files: Files, at = '') => {
    await using here = await project(files, at);
    await here.init();
    const read = (name: string) => readFile(join(here.path, '.github/workflows', name), 'utf8');
    const of = at && `.${at.replaceAll('/', '.').replaceAll(' ', '_')}`;
    return { check: await read(`control-api${of}.yml`), drift: await read(`control-api-drift${of}.yml`) };
  };
  const npm = { 'package.json': '{}', 'package-lock.json': '{}' };

  test('a pull request is checked against the committed snapshot: no service, variable or secret is named', async () => {
    const { check } = await workflows(npm);
    expect(yaml.load(check)).toMatchObject({
      on: { pull_request: null },
      permissions: { contents: 'read' },
      jobs: {
        check: {
          steps: [
            { uses: expect.stringMatching(/^actions\/checkout@/), with: { 'persist-credentials': false } },
            { uses: expect.stringMatching(/^actions\/setup-node@/), with: { 'node-version': 22 } },
            { run: 'npm ci --ignore-scripts' },
            { run: 'npx --no-install control-api-sdk generate --check' },
            { run: 'npx --no-install control-api-sdk check --live schema.graphql' },
          ],
        },
      },
    });
    expect(check).not.toMatch(/vars\.|secrets|token/);
  });

  test('every day, the job that runs code of packages cannot write, and the job that writes runs none', async () => {
    const { drift } = await workflows(npm);
    const { on, permissions, jobs } = yaml.load(drift) as {
      readonly on: object;
      readonly permissions: object;
      readonly jobs: Readonly<Record<string, { readonly permissions?: object; readonly steps: readonly object[] }>>;
    };
    const daily = { cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) };
    expect(on).toEqual({ schedule: [daily], workflow_dispatch: null });
    expect(permissions).toEqual({});
    expect(jobs['compare']?.permissions).toEqual({ contents: 'read' });
    expect(JSON.stringify(jobs['compare'])).not.toContain('token');
    expect(jobs['report']?.permissions).toEqual({ contents: 'write', issues: 'write', 'pull-requests': 'write' });
    expect(JSON.stringify(jobs['report']?.steps)).not.toMatch(/npm|npx|node /);
    expect(drift).not.toMatch(/secrets|API_KEY/);
  });

  test.each(
    rowsOf(`
pnpm
  files package.json pnpm-lock.yaml
  install pnpm install --frozen-lockfile --ignore-scripts
  run pnpm exec control-api-sdk
Yarn 1
  files package.json yarn.lock
  install yarn install --frozen-lockfile --ignore-scripts
  run yarn run control-api-sdk
Yarn 4
  files package.json yarn.lock .yarnrc.yml
  install yarn install --immutable --mode=skip-build
  run yarn run control-api-sdk
Yarn, as package.json says
  manager yarn@4.9.1
  files package.json yarn.lock
  install yarn install --immutable --mode=skip-build
  run yarn run control-api-sdk
bun
  files package.json bun.lock
  install bun install --frozen-lockfile --ignore-scripts
  run bunx --no-install control-api-sdk
pnpm, as package.json says
  manager pnpm@10.1.0
  files package.json
  install pnpm install --ignore-scripts
  run pnpm exec control-api-sdk
npm without a lockfile
  files package.json
  install npm install --ignore-scripts
  run npx --no-install control-api-sdk
`),
  )('no script of a package runs with $what, and no package is fetched to be run', async (row) => {
    const manager = row.one('manager');
    const names = row.one('files').split(' ');
    const files = Object.fromEntries(names.map((file) => [file, '']));
    const packageJson = JSON.stringify(manager === '' ? {} : { packageManager: manager });
    for (const text of Object.values(await workflows({ ...files, 'package.json': packageJson }))) {
      expect(text).toContain(`- run: ${row.one('install')}\n`);
      const calls = [...text.matchAll(/^.*control-api-sdk (?:check|generate)\b.*$/gm)].map(([line]) => line);
      expect(calls.length).toBeGreaterThan(0);
      for (const line of calls.filter((one) => !one.includes('`'))) expect(line).toContain(`${row.one('run')} `);
    }
  });

  test('workflows for GitHub are written to the repository, and run in the folder of the project', async () => {
    const files = { '.git/HEAD': '', 'pnpm-lock.yaml': '', 'packages/a b/package.json': '{}' };
    const { check, drift } = await workflows(files, 'packages/a b');
    const inFolder = { defaults: { run: { 'working-directory': 'packages/a b' } } };
    expect(yaml.load(check)).toMatchObject({ jobs: { check: inFolder } });
    expect(yaml.load(drift)).toMatchObject({ jobs: { compare: inFolder } });
    expect(check).toContain('pnpm install --frozen-lockfile');
    expect(drift).not.toMatch(/control-api-drift(?!\.packages\.a_b)/);
  });

  test('each package of a workspace has workflows for GitHub, with the files of its config', async () => {
    const config = (output: string) =>
      `export default { schema: '../../control.graphql', documents: 'src/**/*.graphql', generates: { '${output}': {} } };`;
    await using here = await folderWith({
      '.git/HEAD': '',
      'pnpm-lock.yaml': '',
      'control.graphql': 'type Query { team: String }',
      'apps/api/package.json': '{"type":"module"}',
      'apps/api/codegen.mjs': config('src/control.js'),
      'apps/job/package.json': '{"type":"module"}',
      'apps/job/codegen.mjs': config('out/control.js'),
    });
    for (const [name, output] of Object.entries({ api: 'src/control', job: 'out/control' })) {
      const cwd = join(here.path, 'apps', name);
      const { stdout, stderr } = await say('init', { cwd });
      const [check, drift] = ['', '-drift'].map((it) => `.github/workflows/control-api${it}.apps.${name}.yml`);
      expect(stdout).toContain(`${join('../..', check ?? '')}\n${join('../..', drift ?? '')}\n`);
      expect(stdout).toContain('src/devices.graphql\n');
      expect(stderr).toMatch(/schema pull +# writes \.\.\/\.\.\/control\.graphql,/);
      expect(stderr).toMatch(new RegExp(`generate +# writes ${output}\\.js `));
      const [checked, daily] = await Promise.all(
        [check, drift].map((it) => readFile(join(here.path, it ?? ''), 'utf8')),
      );
      expect(checked).toContain('- run: pnpm exec control-api-sdk check --live ../../control.graphql\n');
      expect(daily).toContain(`for file in ../../control.graphql ${output}.js ${output}.d.ts; do\n`);
      expect(daily).toContain(
        `--include=control.graphql --include=apps/${name}/${output}.js --include=apps/${name}/${output}.d.ts `,
      );
      expect(await readFile(join(cwd, '.gitattributes'), 'utf8')).toContain(`${output}.js text eol=lf\n`);
    }
  });
});

test('jobs for GitLab are written with `--ci gitlab`, and included', async () => {
  await using here = await project();
  const { stdout, stderr } = await here.init('--ci gitlab');
  expect(stdout).toContain('.gitlab/control-api.yml\n.gitlab-ci.yml\n');
  expect(stdout).not.toContain('.github');
  expect(await here.read('.gitlab-ci.yml')).toBe('include:\n  - local: .gitlab/control-api.yml\n');
  expect(stderr).toContain('add a pipeline schedule');
});

test('jobs for GitLab are written beside an existing pipeline, which is kept, and the missing lines are shown', async () => {
  await using here = await project({ 'package.json': '{}', '.gitlab-ci.yml': 'build:\n  script: make\n' });
  const { stdout, stderr } = await here.init();
  expect(stdout).toContain('.gitlab/control-api.yml\n');
  expect(await here.read('.gitlab-ci.yml')).toBe('build:\n  script: make\n');
  expect(stderr).toContain('  include:\n    - local: .gitlab/control-api.yml\n');
  expect((await here.init('--ci github --dry-run')).stdout).toContain('.github/workflows/control-api.yml\n');
});

test('jobs for GitLab are included for each package of a workspace', async () => {
  const packages = { 'apps/api/package.json': '{}', 'apps/job/package.json': '{}' };
  await using here = await folderWith({ '.git/HEAD': '', ...packages });
  for (const name of ['api', 'job'])
    expect((await say('init --ci gitlab', { cwd: join(here.path, 'apps', name) })).stdout).toContain(
      `../../.gitlab/control-api.apps.${name}.yml\n../../.gitlab-ci.yml\n`,
    );
  expect(await readFile(join(here.path, '.gitlab-ci.yml'), 'utf8')).toBe(
    'include:\n  - local: .gitlab/control-api.apps.api.yml\n  - local: .gitlab/control-api.apps.job.yml\n',
  );
});

async function gitlabJobs() {
  await using here = await project();
  await here.init('--ci gitlab');
  return yaml.load(await here.read('.gitlab/control-api.yml')) as Readonly<Record<string, object>>;
}

test('only a job for GitLab that runs no code of packages has the token', async () => {
  const jobs = await gitlabJobs();
  for (const [name, job] of Object.entries(jobs)) {
    const text = JSON.stringify(job);
    expect(text.includes('DRIFT_TOKEN'), name).toBe(name === 'control-api-report');
    expect(text.includes('"environment"'), name).toBe(name === 'control-api-report');
    expect(/npx|npm/.test(text), name).toBe(/^control-api(?:-compare)?$/.test(name));
  }
});

test('the merge request links to the Markdown of its job, also after a failed check', async () => {
  expect(await gitlabJobs()).toMatchObject({
    'control-api': {
      script: expect.arrayContaining([
        expect.stringMatching(/ check .* --format markdown --output "\$CI_PROJECT_DIR\/control-api\.md"$/),
      ]),
      artifacts: { when: 'always', expose_as: 'Control API', paths: ['control-api.md'] },
    },
  });
});

describe('the next steps', () => {
  const steps = async (packageJson: object, lockfile = 'package-lock.json') => {
    const files = { 'package.json': JSON.stringify(packageJson), 'tsconfig.json': '{}', [lockfile]: '' };
    await using here = await project(files);
    return (await here.init()).stderr;
  };

  test('the next steps install exactly the missing packages, in supported versions', async () => {
    const all = await steps({});
    expect(all, 'the name is free in the registry').toMatch(/^ {2}npm install \.\/control-api-sdk-\S+\.tgz +# /m);
    expect(all).toContain(
      `  npm install --save-dev ${withMajor('graphql')} @graphql-codegen/cli@7 typescript @types/node\n`,
    );
    const some = await steps(
      { dependencies: { 'control-api-sdk': '*', graphql: '16' }, devDependencies: { typescript: '5' } },
      'yarn.lock',
    );
    expect(some).toContain('  yarn add --dev @graphql-codegen/cli@7 @types/node\n');
    expect(some).not.toContain('.tgz');
  });

  test('the next steps import in the module format of the project', async () => {
    expect(await steps({ type: 'module' })).toContain("from './generated/control-api.js'");
    expect(await steps({ type: 'module' })).toContain('= await createControlClient()');
    expect(await steps({})).toContain("from './generated/control-api'");
    expect(await steps({}), 'CommonJS has no await outside a function').not.toContain('await');
  });
});
