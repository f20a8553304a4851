import { describe, expect, test } from 'vitest';
import { fine, skipped } from '../../src/cli/doctor/diagnosis.ts';
import { type Check, examine } from '../../src/cli/doctor/examine.ts';
import { judgeHistory, judgeIgnored, judgeTree } from '../../src/cli/doctor/judge-secrecy.ts';
import { judgeAccepted, judgeSnapshot } from '../../src/cli/doctor/judge-service.ts';
import { judgeKey, judgeNode, judgePackages, judgeProxy, judgeSettings } from '../../src/cli/doctor/judge-setup.ts';

const whole = ({ text, fix = '' }: { readonly text: string; readonly fix?: string }): string => `${text} ${fix}`;

test.each([
  ['v20.19.0', 'ok'],
  ['v20.18.9', 'failed'],
  ['v18.20.8', 'failed'],
  ['v22.0.0', 'ok'],
])('Node %s: %s', (version, state) => {
  expect(judgeNode(version).state).toBe(state);
});

describe('packages', () => {
  const facts = { own: '1.2.0', isProject: true, generates: true };
  const installed = {
    'control-api-sdk': '1.2.0',
    graphql: '16.9.0',
    '@graphql-codegen/cli': '7.4.0',
  };
  test.each([
    ['all there', {}, {}, 'ok', 'control-api-sdk 1.2.0, graphql 16.9.0'],
    ['graphql 15', { graphql: '15.8.0' }, {}, 'failed', 'npm install --save-dev graphql@1'],
    ['graphql 18', { graphql: '18.0.0' }, {}, 'failed', 'Unsupported versions: graphql 18.0.0.'],
    ['graphql 17', { graphql: '17.1.0' }, {}, 'ok', 'graphql 17.1.0'],
    ['another version of the SDK', { 'control-api-sdk': '1.1.0' }, {}, 'warning', 'npx control-api-sdk doctor'],
    ['no generator', { '@graphql-codegen/cli': undefined }, {}, 'warning', '@graphql-codegen/cli@7'],
    ['no generator, and none needed', { '@graphql-codegen/cli': undefined }, { generates: false }, 'ok', ''],
    ['no project', { graphql: undefined }, { isProject: false }, 'ok', ''],
  ])('%s', (_, changed, more, state, says) => {
    const versions = Object.entries({ ...installed, ...changed }).filter((it): it is [string, string] => !!it[1]);
    const diagnosis = judgePackages({ ...facts, ...more, installed: new Map(versions) });
    expect(diagnosis.state).toBe(state);
    expect(whole(diagnosis)).toContain(says);
  });
});

test('settings: each with its source, the second way to give a key is named, and no value but the base URL is shown', () => {
  const env = { CONTROL_API_URL: 'https://u:p@a.example/x', CONTROL_API_KEY: 'very-secret', CONTROL_API_KEY_FILE: 'f' };
  const sources = new Map(Object.keys(env).map((name) => [name, 'the environment']));
  const { state, text, fix } = judgeSettings(sources, env);
  expect([state, fix]).toEqual(['warning', 'Unset CONTROL_API_KEY_FILE.']);
  expect(text).toContain('CONTROL_API_URL https://a.example/x (from the environment)');
  expect(text).toContain('Only CONTROL_API_KEY is used.');
  expect(text).not.toMatch(/very-secret|u:p/);
});

test('a key that is not set is a warning', () => {
  expect(judgeKey({ setting: undefined, source: '', length: 0, hash: '' }).state).toBe('warning');
});

describe('proxy', () => {
  const HTTPS_PROXY = 'http://user:secret@proxy.example:8080';
  test.each<readonly [string, Record<string, string>, boolean, string, RegExp]>([
    ['is used', { HTTPS_PROXY }, true, 'ok', /HTTPS_PROXY: proxy\.example:8080/],
    ['is not set', { HTTP_PROXY: HTTPS_PROXY }, true, 'ok', /none/],
    ['is ignored', { HTTPS_PROXY }, false, 'warning', /set NODE_USE_ENV_PROXY=1, on Node 22\.21/],
    ['is malformed', { HTTPS_PROXY: 'secret' }, true, 'failed', /HTTPS_PROXY is not a URL/],
  ])('that %s', (_, env, isTaken, state, says) => {
    const diagnosis = judgeProxy(env, isTaken);
    expect(diagnosis.state).toBe(state);
    expect(whole(diagnosis)).toMatch(says);
    expect(whole(diagnosis)).not.toContain('secret');
  });
});

test('a service that is busy says nothing about the key', () => {
  const problem = { code: 'rate_limited', message: '', hint: null, outcome: null, exitCode: 3, causes: [] };
  expect(judgeAccepted({ problem, ms: 1 }).state).toBe('warning');
});

test('a snapshot that is missing is a warning', () => {
  const facts = { file: 'schema.graphql', isThere: false, failing: [], others: 0 };
  expect(judgeSnapshot(facts)).toMatchObject({ state: 'warning', fix: 'Run: npx control-api-sdk schema pull' });
});

test.each([
  [{ isThere: true, isIgnored: true, isTracked: false }, 'ok'],
  [{ isThere: false, isIgnored: true, isTracked: false }, 'ok'],
  [{ isThere: false, isIgnored: false, isTracked: false }, 'warning'],
  [{ isThere: true, isIgnored: false, isTracked: false }, 'failed'],
  [{ isThere: true, isIgnored: true, isTracked: true }, 'failed'],
])('.env, %o: %s', (facts, state) => {
  expect(judgeIgnored({ file: '.env', ...facts }).state).toBe(state);
});

test('what git does not have cannot be judged, and a shallow clone only in part', () => {
  for (const diagnosis of [judgeIgnored(undefined), judgeTree(undefined), judgeHistory(undefined, false)])
    expect(diagnosis.state).toBe('skipped');
  expect(judgeHistory([], true)).toMatchObject({ state: 'warning', fix: 'To check all: git fetch --unshallow' });
  expect(judgeHistory([], false).state).toBe('ok');
});

describe('the checks', () => {
  const bad = { state: 'failed', text: 'no', exitCode: 4 } as const;
  const check = (id: string, look: Check['look'], needs: readonly string[] = []): Check => ({
    id,
    title: id,
    needs,
    look,
  });

  test('that depend on a failed one, however far, are skipped, and name it', async () => {
    const all: string[] = [];
    const code = await examine(
      [
        check('a', () => bad),
        check('b', () => fine('b'), ['a']),
        check('c', () => fine('c'), ['b']),
        check('d', () => fine('d')),
        check('e', () => ({ ...bad, exitCode: 1 })),
      ],
      ({ id, state, text }) => all.push(`${id} ${state} ${text}`),
    );
    const why = 'Not checked: it depends on “a”.';
    expect(all).toEqual(['a failed no', `b skipped ${why}`, `c skipped ${why}`, 'd ok d', 'e failed no']);
    expect(code, 'of the first that failed').toBe(4);
  });

  test('that throw have failed, and that are skipped have not', async () => {
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
