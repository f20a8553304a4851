import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { isRecord } from '../../src/base/is-record.ts';
import { readWorkflow, runJob } from './github-jobs.ts';

/*
 * The steps of the workflows are scripts of package.json, which run here, in a clean repository with the files of this one.
 */

const work = mkdtempSync(join(tmpdir(), 'control-api-release-'));
const clean = join(work, 'clean');
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', ...args], {
    cwd: clean,
    encoding: 'utf8',
  });

beforeAll(() => {
  const listed = execFileSync('git', [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    ':!test',
    ':!examples',
  ]);
  for (const file of String(listed)
    .split('\0')
    .filter((one) => one !== '' && existsSync(one))) {
    mkdirSync(dirname(join(clean, file)), { recursive: true });
    cpSync(file, join(clean, file));
  }
  const from = {
    repository: { url: 'git+https://example.com/owner/name.git' },
    homepage: 'https://example.com',
    bugs: {},
  };
  writeFileSync(join(clean, 'package.json'), JSON.stringify({ ...manifest, ...from }));
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'All files');
  cpSync('dist', join(clean, 'dist'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(clean, 'node_modules'));
  // A link is not a folder, which .gitignore names.
  writeFileSync(join(clean, '.git/info/exclude'), 'node_modules\n');
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

function run(script: string, env: Readonly<Record<string, string>> = {}) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GITHUB_')));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clean, '.ci', script)], {
    cwd: clean,
    env: { ...inherited, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('the release check passes for this repository', () => {
  const { status, stdout, stderr } = run('release-check.mjs');
  expect(stdout + stderr).not.toContain('✗');
  expect(status).toBe(0);
  expect(stdout).toContain(`${manifest.version} can be released`);
});

test('the release check stops a package without its repository', () => {
  const { repository: _, ...without } = JSON.parse(readFileSync(join(clean, 'package.json'), 'utf8'));
  writeFileSync(join(clean, 'package.json'), JSON.stringify({ ...without, homepage: '' }));
  const { status, stdout } = run('release-check.mjs');
  git('checkout', '--quiet', 'package.json');
  expect(status).toBe(1);
  expect(stdout).toContain('✗ the package says where it comes from: package.json has no repository, no homepage:');
});

test('the release check stops a file that is not committed', () => {
  writeFileSync(join(clean, 'new.txt'), '');
  expect(run('release-check.mjs')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('✗ the tree is clean'),
  });
  rmSync(join(clean, 'new.txt'));
});

test('the release check stops another version in the lockfile or the source, a changelog without the version, and a key in a document', () => {
  const { version } = manifest;
  const faults = [
    ['package-lock.json', version, '9.9.9'],
    ['src/base/version.ts', version, '9.9.8'],
    ['CHANGELOG.md', `## ${version}`, '## 9.9.7'],
    ['README.md', '# ', `# npm_${'a1'.repeat(18)} `],
  ] as const;
  for (const [file, from, to] of faults)
    writeFileSync(join(clean, file), readFileSync(join(clean, file), 'utf8').replace(from, to));
  git('commit', '--quiet', '--all', '--message', 'Faults');
  const { status, stdout } = run('release-check.mjs');
  git('reset', '--quiet', '--hard', 'HEAD~1');
  expect(status).toBe(1);
  expect(stdout).toContain('they say 9.9.9, 9.9.8;');
  expect(stdout).toContain('✗ CHANGELOG.md begins');
  expect(stdout).toMatch(/✗ the package has no file .*: look at README\.md/);
});

test('the release check stops a tag of another name, a changelog without a date, and another repository', () => {
  const env = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v9.9.9', GITHUB_REPOSITORY: 'another/name' };
  const { status, stdout } = run('release-check.mjs', env);
  expect(status).toBe(1);
  expect(stdout).toContain('✗ the tag names the version: it is v9.9.9');
  expect(stdout).toContain('✗ the package names its repository');
  if (readFileSync('CHANGELOG.md', 'utf8').includes(`## ${manifest.version} (unreleased)`))
    expect(stdout).toMatch(/✗ CHANGELOG\.md .*set the date/);
});

describe('what a release consists of', () => {
  const release = join(clean, 'release');
  beforeAll(() => {
    expect(run('release-pack.mjs')).toMatchObject({ status: 0 });
    cpSync(release, join(work, 'artifacts/release'), { recursive: true });
  });

  test('a release has the package, a bill of materials, matching sums, and the notes of its version', () => {
    expect(readdirSync(release).sort()).toEqual(['SHA256SUMS', 'control-api-sdk.tgz', 'notes.md', 'sbom.cdx.json']);
    for (const line of readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [sum, file = ''] = line.split(/ +/);
      expect(
        createHash('sha256')
          .update(readFileSync(join(release, file)))
          .digest('hex'),
      ).toBe(sum);
    }
    const notes = readFileSync(join(release, 'notes.md'), 'utf8');
    expect(notes).toMatch(/^- /m);
    expect(notes).not.toContain('\n## ');
  });

  test('a release is the same, byte for byte, for the same commit', () => {
    const before = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
    expect(run('release-pack.mjs')).toMatchObject({ status: 0, stdout: before });
  });

  test('the bill of materials is valid CycloneDX, and names exactly the packages inside', async () => {
    const text = readFileSync(join(release, 'sbom.cdx.json'), 'utf8');
    const { Validation, Spec } = createRequire(resolve('test/workflows/package.json'))('@cyclonedx/cyclonedx-library');
    const bill = JSON.parse(text);
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(text)).toBeNull();
    expect(bill.metadata.component).toMatchObject({ name: 'control-api-sdk', version: manifest.version });
    const licences = readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8');
    const names: readonly string[] = bill.components.map(
      ({ name, version }: Record<string, string>) => `${name} ${version}`,
    );
    expect(names.some((name) => name.startsWith('commander 14.'))).toBe(true);
    expect(licences.match(/^\S+ \d+\.\d+\.\d+\S* \([^)]*\)$/gm)).toHaveLength(names.length);
    for (const name of names) expect(licences).toContain(`${name} (`);
  });

  test('the job that publishes stages the same bytes, with provenance, and attaches them to a draft', async () => {
    const programs = join(work, 'programs');
    const calls = join(work, 'calls');
    mkdirSync(programs);
    for (const name of ['npm', 'gh'])
      writeFileSync(
        join(programs, name),
        `#!/bin/sh\necho "${name} $*" >> "$CALLS"\nfor file; do case $file in release/*) sha256sum "$file" >> "$CALLS" || exit 1;; esac; done\n`,
        { mode: 0o755 },
      );
    const { passed, output } = await runJob(readWorkflow('.github/workflows/release.yml'), 'publish', {
      repository: clean,
      work,
      variables: {},
      programs,
      env: { CALLS: calls, GITHUB_REF_NAME: `v${manifest.version}`, GITHUB_REPOSITORY: 'owner/name' },
      install: () => expect.unreachable('the job that publishes installs nothing'),
    });
    expect(passed, output).toBe(true);
    const [publish = '', sum = '', create = '', ...attached] = readFileSync(calls, 'utf8').trim().split('\n');
    expect(publish).toBe('npm stage publish release/control-api-sdk.tgz --access public --provenance --ignore-scripts');
    expect(readFileSync(join(release, 'SHA256SUMS'), 'utf8')).toContain(sum.split(' ')[0]);
    expect(create).toMatch(new RegExp(`^gh release create v${manifest.version} [^\n]* --draft --verify-tag`));
    expect(attached.map((line) => line.split(/ +/)[1])).toEqual(
      ['control-api-sdk.tgz', 'sbom.cdx.json', 'SHA256SUMS', 'notes.md'].map((name) => `release/${name}`),
    );
  });
});

test('the packed package is tried as it is installed', { timeout: 120_000 }, async () => {
  const { passed, output } = await runJob(readWorkflow('.github/workflows/release.yml'), 'try', {
    ...{ repository: clean, work, variables: {} },
    install: () => expect.unreachable('it installs the packed package'),
  });
  expect(passed, output).toBe(true);
  expect(output.match(/device_[0-9a-f]{8}/g)).toHaveLength(3);
});

describe('our own workflows', () => {
  const names = readdirSync('.github/workflows');
  const jobs = names.flatMap((name) => {
    const workflow = readWorkflow(join('.github/workflows', name));
    if (!isRecord(workflow) || !isRecord(workflow['jobs'])) throw new Error(`${name} has no jobs`);
    return Object.entries(workflow['jobs']).map(([job, fields]) => ({
      name: `${name} ${job}`,
      permissions: {
        ...(isRecord(fields) && fields['permissions'] !== undefined
          ? record(fields['permissions'])
          : record(workflow['permissions'])),
      },
      isPinned: isRecord(fields) && !('container' in fields) && !('services' in fields),
      runs:
        isRecord(fields) && Array.isArray(fields['steps'])
          ? fields['steps'].filter(isRecord).flatMap(({ run: line }) => (typeof line === 'string' ? [line] : []))
          : [],
    }));
  });

  function record(value: unknown): Readonly<Record<string, unknown>> {
    if (!isRecord(value)) throw new Error('Permissions are missing: without any, a token may write.');
    return value;
  }

  test('the workflows of this repository have one job that may write, and it runs no code of ours or of others', () => {
    const writing = jobs.filter(({ permissions }) => Object.values(permissions).includes('write'));
    expect(writing).toMatchObject([
      { name: 'release.yml publish', permissions: { contents: 'write', 'id-token': 'write' } },
    ]);
    for (const line of writing.flatMap(({ runs }) => runs))
      expect(line).toMatch(/^npm stage publish .* --ignore-scripts$|^gh release create /);
  });

  test('the workflows of this repository publish from no image that someone could replace', () => {
    const making = jobs.filter(({ runs }) =>
      runs.some((line) => /^(?:node \.ci\/release-pack\.mjs|npm stage publish)\b/.test(line)),
    );
    expect(making).toMatchObject([
      { name: 'release.yml pack', isPinned: true },
      { name: 'release.yml publish', isPinned: true },
    ]);
  });

  test('the workflows of this repository have steps of one line, and scripts that exist', () => {
    const steps = jobs.flatMap(({ runs }) => runs);
    expect(steps.length).toBeGreaterThan(10);
    for (const step of steps) {
      expect(step).not.toContain('\n');
      const [, script] = /^npm (?:run ([\w:]+)|test$)/.exec(step) ?? [];
      const [, file] = /^node (\.ci\/\S+)$/.exec(step) ?? [];
      if (script !== undefined) expect(Object.keys(manifest.scripts)).toContain(script);
      else if (file !== undefined) expect(existsSync(file), file).toBe(true);
      else
        expect(step).toMatch(
          /^(?:npm test$|node dist\/cli\.cjs check |npm ci --ignore-scripts$|npm stage publish |npm init -y$|npm install --ignore-scripts \.\/release\/|npx --no-install control-api-sdk |node -e |gh release create |echo |git config --global --add safe\.directory )/,
        );
    }
  });

  test('the workflows of this repository test every supported version of Node', () => {
    expect(readWorkflow('.github/workflows/tests.yml')).toMatchObject({
      jobs: {
        node: { strategy: { matrix: { node: [22, 24, 26] } } },
        everything: { container: expect.stringMatching(/^node:20\./) },
      },
    });
  });
});
