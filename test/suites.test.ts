import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import suites from './suites.json' with { type: 'json' };

/*
 * What `npm run test:unit` runs stays quick: no suite of it starts a program, compiles, or works on a schema of 70,000
 * lines. test/suites.json names the suites that do.
 */

const all = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'test/*.test.ts'], {
  encoding: 'utf8',
})
  .stdout.trim()
  .split('\n')
  .filter((file) => existsSync(file));
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
  /^import (?:.*\bgithubSchema\b.*|.*'(?:node:child_process|typescript|tsdown|.*\/helpers\/(?:cli|bundle)\.ts|.*\/compilers\.ts)')|@octokit\/graphql-schema/m;
const allowed = ['test/links.test.ts', 'test/lockfiles.test.ts', 'test/suites.test.ts'];

describe('the quick suites', () => {
  test('start no program, compile nothing and read no large schema', () => {
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
