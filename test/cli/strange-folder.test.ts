import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGit } from '../../src/cli/git.ts';
import { workflowsOf } from '../../src/cli/init/workflows.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { answersJson } from '../helpers/answers.ts';
import { folderWith, say, sayIn } from '../helpers/cli-in-process.ts';
import { MisbehavingServer } from '../helpers/misbehaving-server.ts';
import { Repository } from '../helpers/repository.ts';

// A cloned folder decides neither where a key goes, nor which key is read, nor which program runs.

const key = 'the-key-of-a-person-0123456789';

test.each([
  ['devices'],
  ['list team.devices'],
  ['request {team{devices{nodes{id}}}}'],
  ['request mutation{__typename} --yes'],
  ['check --with-key'],
  ['doctor'],
])('a base URL in .env never gets the key of the shell: %s', async (line) => {
  // A foreign server, which keeps all requests.
  await using server = await MisbehavingServer.start(answersJson('{"data":{"team":{"devices":{"nodes":[]}}}}'));
  const files = {
    '.env': `CONTROL_API_URL=${server.url}\n`,
    'schema.graphql': await readFile('docs/documented.graphql', 'utf8'),
    'operations/a.graphql': 'query A { team { devices { nodes { id } } } }',
  };
  const { code, stdout, stderr } = await sayIn(files, line, { env: { CONTROL_API_KEY: key } });
  expect(server.deliveries.filter(({ headers }) => headers.has('authorization'))).toEqual([]);
  if (line === 'doctor') expect(code).not.toBe(0);
  else expect(code).toBe(2);
  expect(stdout + stderr).toContain('The base URL is from .env, and CONTROL_API_KEY from the environment');
  expect(stdout + stderr).toContain('--settings .env');
});

test('a base URL in a named file gets the key of the shell', async () => {
  await using emulator = await startEmulator({ devices: 1 });
  const files = { '.env': `CONTROL_API_URL=${emulator.url}\n` };
  const env = { CONTROL_API_KEY: emulator.key };
  expect((await sayIn(files, 'devices --settings .env', { env })).code).toBe(0);
});

test('a base URL in .env is introspected without a key', async () => {
  await using emulator = await startEmulator();
  const files = { '.env': `CONTROL_API_URL=${emulator.url}\n` };
  expect((await sayIn(files, 'schema show', { env: { CONTROL_API_KEY: key } })).code).toBe(0);
});

/** The environment of a command of the emulator, in a folder with these files. */
async function environmentIn(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  await using folder = await folderWith(files);
  const seen = join(folder.path, 'seen');
  const script = `require('fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env))`;
  const { code } = await say(['emulator', '--', process.execPath, '-e', script], { cwd: folder.path, env });
  expect(code).toBe(0);
  return JSON.parse(await readFile(seen, 'utf8'));
}

// Windows ignores the case of names.
test.each(['control_api_key_file', 'CONTROL_API_KEY_FILE2', 'CONTROL_API_OTHER'])(
  'a file sets only the known names, so %s of a .env chooses no key',
  async (name) => {
    const env = await environmentIn({ '.env': `${name}=secret.txt\n` });
    expect(env).toHaveProperty('CONTROL_API_URL');
    expect(env).not.toHaveProperty(name);
  },
);

describe('a program that a folder brings', () => {
  /** A program that leaves a file when it ran. */
  async function programIn(folder: string) {
    const [program, ran] = [join(folder, 'program'), join(folder, 'ran')];
    await writeFile(program, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    return { program, ran };
  }

  const witness = (file: string) =>
    `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env));
export default { schema: 'schema.graphql', documents: 'a.graphql', generates: { 'out.ts': {} } };`;

  test.each([
    ['of the environment', '', { CONTROL_API_KEY: key, CONTROL_API_KEY_FILE: '/key' }],
    ['of .env', `CONTROL_API_KEY=${key}\n`, {}],
  ])('the config of the generator does not see the key %s', async (_, dotenv, more) => {
    await using folder = await folderWith({
      '.env': dotenv,
      'schema.graphql': 'type Query { a: Int }',
      'a.graphql': 'query A { a }',
    });
    const seen = join(folder.path, 'seen.json');
    await writeFile(join(folder.path, 'codegen.mjs'), witness(seen));
    await say('check --config codegen.mjs --live schema.graphql', { cwd: folder.path, env: more });
    expect(existsSync(seen)).toBe(true);
    expect(await readFile(seen, 'utf8')).not.toMatch(/CONTROL_API_KEY|the-key/);
  });

  test('git gets neither the key nor the base URL, and may fetch nothing', async () => {
    await using folder = await folderWith({
      'operations/a.graphql': 'query A { a }',
      'live.graphql': 'type Query { a: Int }',
      'bin/git': '#!/bin/sh\nenv >> "$(dirname "$0")/seen"; echo "args: $@" >> "$(dirname "$0")/seen"; exit 1\n',
    });
    await chmod(join(folder.path, 'bin/git'), 0o755);
    const PATH = `${join(folder.path, 'bin')}${delimiter}${process.env['PATH']}`;
    const env = { PATH, CONTROL_API_KEY: key, CONTROL_API_URL: 'https://a.example' };
    await say('check --live live.graphql --against git:HEAD', { cwd: folder.path, env });
    const seen = await readFile(join(folder.path, 'bin/seen'), 'utf8');
    expect(seen).not.toMatch(/CONTROL_API|the-key/);
    expect(seen).toContain('GIT_ALLOW_PROTOCOL=none');
    expect(seen).toContain('GIT_NO_LAZY_FETCH=1');
  });

  test('git does not run the file monitor of a repository', async () => {
    using repository = new Repository();
    const cwd = repository.folder;
    const schema = 'type Query { a: Int }';
    repository.commit({ 'schema.graphql': schema, 'live.graphql': schema, 'a.graphql': 'query A { a }' });
    const { program, ran } = await programIn(cwd);
    repository.git('config', 'core.fsmonitor', program);
    const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, CONTROL_API_KEY: key };
    await runGit({ cwd, signal: new AbortController().signal }, 'status');
    for (const line of ['check --live live.graphql --operations a.graphql --against git:HEAD', 'doctor'])
      await say(line, { cwd, env });
    expect(existsSync(ran)).toBe(false);
    // Without the settings of `runGit`, git runs the program.
    repository.git('status');
    expect(existsSync(ran)).toBe(true);
  });

  test('git does not run programs of a folder that looks like a bare repository', async () => {
    await using folder = await folderWith({
      'schema.graphql': 'type Query { a: Int }',
      'operations/a.graphql': 'query A { a }',
    });
    const cwd = folder.path;
    const git = (input: string, ...args: string[]) =>
      execFileSync('git', args, { cwd, input, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: cwd } }).trim();
    git('', 'init', '--quiet', '--bare', '--initial-branch=main');
    const { program, ran } = await programIn(cwd);
    // A signed commit, and a file that only the remote has.
    const tree = git(`100644 blob ${'1'.repeat(40)}\tschema.graphql\n`, 'mktree', '--missing');
    const commit = `tree ${tree}
author A <a@example.com> 0 +0000
committer A <a@example.com> 0 +0000
gpgsig -----BEGIN PGP SIGNATURE-----
 
 x
 -----END PGP SIGNATURE-----

A
`;
    git('', 'update-ref', 'refs/heads/main', git(commit, 'hash-object', '-t', 'commit', '-w', '--stdin'));
    const settings = {
      ...{ 'core.fsmonitor': program, 'core.sshCommand': program, 'gpg.program': program, 'log.showSignature': 'true' },
      ...{ 'core.repositoryformatversion': '1', 'extensions.partialClone': 'origin' },
      ...{ 'remote.origin.promisor': 'true', 'remote.origin.url': 'ssh://a.example/b' },
      ...{ 'core.bare': 'false', 'core.worktree': cwd },
    };
    for (const [name, value] of Object.entries(settings)) git('', 'config', name, value);
    const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, CONTROL_API_KEY: key };
    const check = 'check --live schema.graphql --against git:';
    for (const line of [`${check}HEAD`, `${check}refs/heads/main:schema.graphql`, 'doctor'])
      await say(line, { cwd, env });
    expect(existsSync(ran)).toBe(false);
  });

  test('a command of the emulator gets the key of the emulator', async () => {
    const env = await environmentIn({}, { CONTROL_API_KEY: key, CONTROL_API_KEY_FILE: '/key' });
    expect(env.CONTROL_API_KEY).toMatch(/^emulator_/);
    expect(JSON.stringify(env)).not.toContain(key);
    expect(env.CONTROL_API_KEY_FILE).toBeUndefined();
  });
});

describe('what is written because of a folder', () => {
  const schema = 'type Query { team: Team }\ntype Team { devices: [Int] }\n';

  /** A project in a repository, beside a service, with links into a home folder beside it. */
  async function linked(...links: readonly (readonly [from: string, to: string])[]) {
    const served = await startEmulator({ schema });
    const home = await folderWith({
      '.bashrc': '# mine\n',
      'other/x': '',
      'project/.git/HEAD': '',
      'project/package.json': '{}',
      'project/live.graphql': schema,
      'project/a.graphql': 'query A { team { devices } }',
      'project/check.mjs': `export default { documents: 'a.graphql', generates: {} };`,
    });
    for (const [from, to] of links) {
      await mkdir(dirname(join(home.path, 'project', from)), { recursive: true });
      await symlink(join(home.path, to), join(home.path, 'project', from));
    }
    const before = await tree(home.path);
    return {
      project: join(home.path, 'project'),
      run: (line: string) => say(line, { cwd: join(home.path, 'project'), env: { CONTROL_API_URL: served.url } }),
      /** The changed files outside of the project. */
      outside: async () => (await tree(home.path)).filter((it) => !before.includes(it) && !it.startsWith('project/')),
      [Symbol.asyncDispose]: async () => {
        await served.close();
        await home[Symbol.asyncDispose]();
      },
    };
  }

  async function tree(folder: string): Promise<readonly string[]> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    return Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => {
          const path = join(file.parentPath, file.name);
          return `${relative(folder, path)}: ${await readFile(path, 'utf8')}`;
        }),
    );
  }

  const check = 'check --live live.graphql --config check.mjs';

  test.each([
    ['schema.graphql', 'new.graphql', 'schema pull'],
    ['operations', 'other', 'operations add team.devices'],
    ['.gitignore', '.bashrc', 'init'],
    ['.github', 'other', 'init'],
  ])('nothing outside of the project is written: %s is a link to %s, for %s', async (from, to, line) => {
    await using here = await linked([from, to]);
    await here.run(line);
    expect(await here.outside()).toEqual([]);
  });

  test('a written file is new, so that a hard link elsewhere keeps its content', async () => {
    await using here = await linked();
    const [shared, snapshot] = ['../other/shared.graphql', 'schema.graphql'].map((it) => join(here.project, it));
    await writeFile(String(shared), 'type Query { a: Int }', { mode: 0o640 });
    await link(String(shared), String(snapshot));
    const before = await readdir(here.project);
    const { code } = await here.run('schema pull');
    expect([code, await readFile(String(shared), 'utf8')]).toEqual([0, 'type Query { a: Int }']);
    expect(await readFile(String(snapshot), 'utf8')).toContain('type Team');
    expect((await stat(String(snapshot))).mode & 0o777).toBe(0o640);
    expect((await readdir(here.project)).filter((it) => !before.includes(it))).toEqual([]);
  });

  test('a file is written through a link within the project', async () => {
    await using here = await linked(['schema.graphql', 'project/shared.graphql']);
    const { code, stderr } = await here.run('schema pull');
    expect([code, stderr]).toEqual([0, expect.stringContaining('schema.graphql: written')]);
  });

  test('a file is written to a path that the user names', async () => {
    await using here = await linked();
    await here.run(`${check} --output ../report.md`);
    expect(await here.outside()).toEqual([expect.stringMatching(/^report\.md: /)]);
  });
});

test.each([
  ['a program', 'alias ls=rm\n', 2],
  ['an operation', '{ team { name } }', 2],
  ['other JSON', '{"a":1}', 2],
  ['nothing', '', 0],
  ['a schema', 'type Query { a: Int }', 0],
  ['the JSON of introspection', '{"data":{"__schema":{}}}', 0],
  ['one of ours with conflicts', '# The schema of a, as `control-api schema pull` read it.\n<<<<<<< HEAD\n', 0],
])('a snapshot replaces only a schema or an empty file: %s', async (_, text, code) => {
  await using emulator = await startEmulator();
  await using folder = await folderWith({ 'schema.graphql': text });
  const ended = await say('schema pull', { cwd: folder.path, env: { CONTROL_API_URL: emulator.url } });
  expect(ended.code).toBe(code);
  if (code === 0) return;
  expect(ended.stderr).toBe(
    'The file schema.graphql holds something else than a schema, so it was kept: delete it, or name another file.\n',
  );
  expect(await readFile(join(folder.path, 'schema.graphql'), 'utf8')).toBe(text);
});

describe('the daily workflow', () => {
  const project: Parameters<typeof workflowsOf>[0] = {
    ...{ packageManager: 'npm', isLocked: true, folder: '', snapshot: 'schema.graphql' },
    generated: ['src/generated/control-api.ts'],
  };
  const lines = workflowsOf(project).githubDrift.text.split('\n');
  /** The lines of the workflow between two texts. */
  const part = (from: string, to: string): string => {
    const start = lines.findIndex((line) => line.includes(from));
    return lines.slice(start, lines.findIndex((line, index) => index >= start && line.includes(to)) + 1).join('\n');
  };

  /** A repository in which scripts of the workflow run. */
  function repository() {
    const it = new Repository();
    it.commit({ 'schema.graphql': 'old\n', '.gitignore': 'src/generated\n' });
    const run = (script: string) =>
      execFileSync('bash', ['-ec', script], {
        ...{ cwd: it.folder, encoding: 'utf8', stdio: 'pipe' },
        env: { ...it.env, DRIFT: it.folder },
      });
    return { run, read: (file: string) => it.read(file), [Symbol.dispose]: () => it[Symbol.dispose]() };
  }

  test('the daily workflow proposes exactly the files that it names', () => {
    using here = repository();
    here.run('echo new > schema.graphql; echo token > .npmrc; mkdir -p coverage src/generated; echo > coverage/a');
    here.run('echo > src/generated/control-api.ts');
    here.run(part('for file in', 'changes.patch'));
    const patch = here.read('changes.patch');
    expect(patch.match(/^diff .*$/gm)).toEqual(['diff --git a/schema.graphql b/schema.graphql']);
  });

  test('the pushing job applies exactly these files', () => {
    using here = repository();
    here.run('echo new > schema.graphql; mkdir -p .github/workflows; echo evil > .github/workflows/a.yml');
    here.run('git add -f schema.graphql .github; git diff --cached --binary > changes.patch; git reset -q --hard');
    here.run(part('git apply', 'git apply'));
    expect(here.run('git diff --cached --name-only')).toBe('schema.graphql\n');
  });

  test('the daily workflow for GitLab quotes the name of a folder', () => {
    const { gitlab } = workflowsOf({ ...project, folder: 'a b/$(touch x): #y' });
    expect(gitlab.text).toContain(`    - "cd 'a b/$(touch x): #y'"\n`);
  });
});
