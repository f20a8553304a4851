// Checks what can be checked of a release before it is published, on a clean commit with the package built. Each line says what holds or what to do; the exit code is 1 unless all holds. On a tag (GITHUB_REF_TYPE=tag), the tag must name the version.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { changesOf, headingOf } from './changelog.mjs';
import { softwareBillOfMaterials } from './sbom.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(join(root, file), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const { GITHUB_REF_TYPE, GITHUB_REF_NAME, GITHUB_REPOSITORY } = process.env;
const isTag = GITHUB_REF_TYPE === 'tag';

let failed = 0;
/** A check returns what is wrong and what to do about it, or nothing. */
async function holds(what, check) {
  let wrong;
  try {
    wrong = await check();
  } catch (error) {
    wrong = error.message;
  }
  console.log(wrong ? `✗ ${what}: ${wrong}` : `✓ ${what}`);
  if (wrong) failed += 1;
}

const manifest = JSON.parse(read('package.json'));
const { version } = manifest;

await holds('the tree is clean', () => {
  const changed = git('status', '--porcelain');
  return changed && `commit or remove ${changed.split('\n').length} changed files first`;
});
await holds(`package-lock.json and the source say ${version}, too`, () => {
  const lock = JSON.parse(read('package-lock.json'));
  const source = /VERSION = '(.*)'/.exec(read('src/base/version.ts'))?.[1];
  const others = [lock.version, lock.packages[''].version, source].filter((one) => one !== version);
  return others.length > 0 && `they say ${others.join(', ')}; run: npm version --no-git-tag-version ${version}`;
});
await holds(`CHANGELOG.md begins with ${version}`, () => {
  const heading = headingOf(read('CHANGELOG.md'));
  if (heading.version !== version) return `it begins with ${heading.version}`;
  if (changesOf(read('CHANGELOG.md'), version) === '') return 'but says nothing of it';
  return (
    isTag && heading.date === 'unreleased' && `set the date of the release in its heading, in the place of “unreleased”`
  );
});
await holds(isTag ? 'the tag names the version' : `no tag v${version} exists yet`, () => {
  if (isTag) return GITHUB_REF_NAME !== `v${version}` && `it is ${GITHUB_REF_NAME}, not v${version}`;
  return git('tag', '--list', `v${version}`) && 'raise the version';
});
if (isTag)
  await holds('the commit is one of main, whose tests have run', () => {
    const { status } = spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'origin/main'], { cwd: root });
    return status !== 0 && 'push it to main first, and wait for its tests';
  });
await holds('the package names its repository, as provenance needs it', () => {
  const url = manifest.repository?.url ?? '';
  if (GITHUB_REPOSITORY)
    return !url.endsWith(`/${GITHUB_REPOSITORY}.git`) && `\`repository.url\` must end in /${GITHUB_REPOSITORY}.git`;
});
await holds('the package says where it comes from', () => {
  const missing = ['repository', 'homepage', 'bugs'].filter((field) => !manifest[field]);
  return missing.length > 0 && `package.json has no ${missing.join(', no ')}: CONTRIBUTING.md has the commands`;
});
await holds('the package has no file that does not belong to it, no secret and no path of this machine', () => {
  const { files } = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
      cwd: root,
      encoding: 'utf8',
    }),
  )[0];
  const belongs =
    /^(?:dist\/.+\.(?:[cm]js|d\.[cm]ts|txt)|docs\/.+\.(?:md|json|webp|ts|graphql)|(?:README|CHANGELOG|SECURITY)\.md|LICENSE|package\.json|skills\/.+\.md)$/;
  const strange = files.filter(({ path }) => !belongs.test(path)).map(({ path }) => path);
  if (strange.length > 0) return `it has ${strange.slice(0, 5).join(', ')}`;
  const secret =
    /-----BEGIN [A-Z ]*PRIVATE KEY|\bnpm_[A-Za-z0-9]{36}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bAKIA[A-Z0-9]{16}\b/;
  const found = files.filter(({ path }) => secret.test(read(path)) || read(path).includes(root));
  return found.length > 0 && `look at ${found.map(({ path }) => path).join(', ')}`;
});
await holds('the bill of materials names what the package contains', () => {
  const { bomFormat, components } = softwareBillOfMaterials();
  return (bomFormat !== 'CycloneDX' || components.length === 0) && 'see .ci/sbom.mjs';
});

if (failed === 0)
  console.log(
    `\n${version} can be released: ${isTag ? 'this tag does it' : `git tag v${version} && git push origin v${version}`}`,
  );
process.exitCode = failed > 0 ? 1 : 0;
