import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import suites from './suites.json' with { type: 'json' };

/*
 * What `npm run test:unit` runs stays quick: no suite of it starts a program, compiles, loads the generator, or
 * works on a schema of 70,000 lines. test/suites.json names the suites that do.
 */

const filesOf = (pattern: string): readonly string[] =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .filter((file) => existsSync(file));
const all = filesOf('test/*.test.ts');
/** `*` is any name in a folder, `{a,b}` one of several: nothing else is used there. */
const matches = (file: string, glob: string): boolean => {
  const pattern = glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  return new RegExp(`^${pattern.replaceAll(/\{([^}]+)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`)}$`).test(
    file,
  );
};
const within = (patterns: readonly string[]) => (file: string) => patterns.some((glob) => matches(file, glob));
const unit = all.filter((file) => !within([...suites.integration, ...suites.packed])(file));

/** Imports that make a suite slow, and suites that may have them: these ask git for a list of files. */
const slow =
  /^import (?:.*\bgithubSchema\b.*|.*'(?:node:child_process|typescript|tsdown|@graphql-codegen\/cli|.*\/helpers\/(?:cli|bundle)\.ts|.*\/(?:compilers|generate-text)\.ts)')|@octokit\/graphql-schema/m;
const allowed = ['test/links.test.ts', 'test/lockfiles.test.ts', 'test/suites.test.ts'];

describe('the quick suites', () => {
  test('start no program, compile and generate nothing, and read no large schema', () => {
    expect(unit.length).toBeGreaterThan(20);
    const faults = unit.filter((file) => !allowed.includes(file) && slow.test(readFileSync(file, 'utf8')));
    expect(faults, 'list these in test/suites.json, under integration').toEqual([]);
  });
});

test('every suite that is left to .ci/run exists, and says why', () => {
  for (const [file, why] of Object.entries(suites.leftToCi)) {
    expect(
      all.filter((one) => matches(one, file)),
      file,
    ).not.toEqual([]);
    expect(why).toMatch(/^\w.{10,}/);
  }
});

test('no suite that runs by hand needs a folder that `npm test` then does not install', () => {
  const installed = readFileSync('test/prepare.mjs', 'utf8').matchAll(/folder: '(\w+)'/g);
  const folders = [...installed].flatMap(([, name = '']) =>
    `test/${name}/*.test.ts` in suites.leftToCi ? [name] : [],
  );
  expect(folders).toEqual(['evolution', 'servers', 'workflows']);
  const byHand = all.filter((file) => !within(Object.keys(suites.leftToCi))(file) && file !== 'test/suites.test.ts');
  const needs = new RegExp(`/(?:${folders.join('|')})/(?:node_modules|package)|oracle/github\\.ts|githubProject`);
  expect(byHand.filter((file) => needs.test(readFileSync(file, 'utf8')))).toEqual([]);
});
