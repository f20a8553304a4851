import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/base/version.ts';
import {
  type Check,
  type Diagnosis,
  examine,
  failed,
  judgeIgnored,
  judgeKey,
  judgeNode,
  judgePackages,
  judgeProxy,
  judgeSettings,
  ok,
  skipped,
} from '../../src/cli/doctor.ts';
import { emptyFolder, folderWith } from '../helpers/cli-in-process.ts';

const { signal } = new AbortController();
const whole = ({ text, fix }: Diagnosis): string => `${text} ${fix ?? ''}`;

test.each([
  ['v20.19.0', 'ok'],
  ['v20.18.9', 'failed'],
  ['v18.20.8', 'failed'],
  ['v22.0.0', 'ok'],
])('Node %s is judged: %s', (version, state) => {
  expect(judgeNode(version).state).toBe(state);
});

describe('packages', () => {
  const installed = { 'control-api-sdk': VERSION, graphql: '16.9.0', '@graphql-codegen/cli': '7.4.0' };
  const own = ['package.json', 'codegen.ts'];
  test.each<readonly [string, Record<string, string | undefined>, readonly string[], string, string]>([
    ['all there', {}, own, 'ok', `control-api-sdk ${VERSION}, graphql 16.9.0`],
    ['graphql 17', { graphql: '17.1.0' }, own, 'ok', 'graphql 17.1.0'],
    ['another version of the SDK', { 'control-api-sdk': '0.0.9' }, own, 'warning', 'npx control-api-sdk doctor'],
    ['no generator', { '@graphql-codegen/cli': undefined }, own, 'warning', '@graphql-codegen/cli@7'],
    ['no generator, and none needed', { '@graphql-codegen/cli': undefined }, ['package.json'], 'ok', ''],
    ['no project', { graphql: undefined }, ['codegen.ts'], 'ok', ''],
  ])('packages are judged: %s', async (_, changed, files, state, says) => {
    await using folder = await emptyFolder();
    for (const file of files) writeFileSync(join(folder.path, file), '{}');
    for (const [name, version] of Object.entries({ ...installed, ...changed })) {
      if (version === undefined) continue;
      mkdirSync(join(folder.path, 'node_modules', name), { recursive: true });
      writeFileSync(join(folder.path, 'node_modules', name, 'package.json'), JSON.stringify({ version }));
    }
    const diagnosis = judgePackages(folder.path);
    expect(diagnosis.state, whole(diagnosis)).toBe(state);
    expect(whole(diagnosis)).toContain(says);
  });
});

test.each(['15.8.0', '18.0.0'])('graphql %s is refused with what to install', async (version) => {
  await using folder = await folderWith({ 'node_modules/graphql/package.json': JSON.stringify({ version }) });
  expect(() => judgePackages(folder.path)).toThrow(
    new RegExp(`needs graphql .*, but ${version} is installed: run .npm install --save-dev graphql@1`),
  );
});

test('settings are shown with their sources, a second key is a warning, and no value but the base URL is shown', () => {
  const env = { CONTROL_API_URL: 'https://u:p@a.example/x', CONTROL_API_KEY: 'very-secret', CONTROL_API_KEY_FILE: 'f' };
  const sources = new Map(Object.keys(env).map((name) => [name, 'the environment']));
  const { state, text, fix } = judgeSettings(sources, env);
  expect([state, fix]).toEqual(['warning', 'Unset CONTROL_API_KEY_FILE.']);
  expect(text).toContain('CONTROL_API_URL https://a.example/x (from the environment)');
  expect(text).toContain('Only CONTROL_API_KEY is used.');
  expect(text).not.toMatch(/very-secret|u:p/);
});

test('a missing key is a warning', () => {
  expect(judgeKey(undefined, '').state).toBe('warning');
});

describe('proxy', () => {
  const HTTPS_PROXY = 'http://user:secret@proxy.example:8080';
  test.each<readonly [string, Record<string, string>, boolean, string, RegExp]>([
    ['is used', { HTTPS_PROXY }, true, 'ok', /HTTPS_PROXY: proxy\.example:8080/],
    ['is not set', { HTTP_PROXY: HTTPS_PROXY }, true, 'ok', /none/],
    ['is ignored', { HTTPS_PROXY }, false, 'warning', /set NODE_USE_ENV_PROXY=1, on Node 22\.21/],
    ['is malformed', { HTTPS_PROXY: 'secret' }, true, 'failed', /HTTPS_PROXY is not a URL/],
  ])('a proxy that %s is judged', (_, env, isTaken, state, says) => {
    const diagnosis = judgeProxy(env, { options: isTaken ? { proxyEnv: env } : {} });
    expect(diagnosis.state).toBe(state);
    expect(whole(diagnosis)).toMatch(says);
    expect(whole(diagnosis)).not.toContain('secret');
  });
});

describe('in git', () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd, stdio: 'pipe' });

  test.each<readonly [facts: string, state: string]>([
    ['there, ignored', 'ok'],
    ['ignored', 'ok'],
    ['', 'warning'],
    ['there', 'failed'],
    ['there, tracked, ignored', 'failed'],
  ])('.env (%s) is judged: %s', async (facts, state) => {
    await using folder = await emptyFolder();
    git(folder.path, 'init', '--quiet');
    if (facts.includes('there')) writeFileSync(join(folder.path, '.env'), 'A=1');
    if (facts.includes('tracked')) git(folder.path, 'add', '.env');
    if (facts.includes('ignored')) writeFileSync(join(folder.path, '.gitignore'), '.env');
    expect((await judgeIgnored('.env', { cwd: folder.path, signal })).state).toBe(state);
  });

  test('.env outside of a repository is not judged', async () => {
    await using folder = await emptyFolder();
    expect((await judgeIgnored('.env', { cwd: folder.path, signal })).state).toBe('skipped');
  });
});

describe('the checks', () => {
  const bad = failed('no', null, 4);
  const check = (id: string, look: Check['look'], needs: readonly string[] = []): Check => ({
    id,
    title: id,
    needs,
    look,
  });

  test('checks that depend on a failed check, even indirectly, are skipped and name it', async () => {
    const all: string[] = [];
    const code = await examine(
      [
        check('a', () => bad),
        check('b', () => ok('b'), ['a']),
        check('c', () => ok('c'), ['b']),
        check('d', () => ok('d')),
        check('e', () => ({ ...bad, exitCode: 1 })),
      ],
      ({ id, state, text }) => all.push(`${id} ${state} ${text}`),
    );
    const why = 'Not checked: it depends on “a”.';
    expect(all).toEqual(['a failed no', `b skipped ${why}`, `c skipped ${why}`, 'd ok d', 'e failed no']);
    expect(code, 'of the first that failed').toBe(4);
  });

  test('a check that throws has failed, and a skipped check has not', async () => {
    const states: string[] = [];
    const found = ({ state }: { readonly state: string }) => states.push(state);
    const crash = check('a', () => {
      throw new TypeError('a bug');
    });
    expect(await examine([crash], found)).toBe(3);
    expect(await examine([check('a', () => skipped('nothing there'))], found)).toBe(0);
    expect(states).toEqual(['failed', 'skipped']);
  });
});
