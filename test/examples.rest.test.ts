import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { say } from './helpers/cli-in-process.ts';

// .ci/examples.mjs runs the examples. These tests need the code generator of this repository.

const folder = resolve('examples');
const examples = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(examples)('the list of examples has %s', (name) => {
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`| [${name}](${name}) |`);
});

describe('what an example has generated is current', () => {
  // `first-light` is a project only while it runs: test/first-light.test.ts.
  // `standard-codegen` has generators of its own: test/codegen/standard-packages.rest.test.ts.
  const withCodegen = examples.filter(
    (name) =>
      name !== 'standard-codegen' &&
      ['codegen.ts', 'package.json'].every((file) => existsSync(join(folder, name, file))),
  );

  test('some examples have generated code', () => expect(withCodegen.length).toBeGreaterThan(2));

  test.each(withCodegen)('the generated code of the example %s is current', async (name) => {
    // The copy is inside the package, so that codegen.ts finds it, and outside of a package of its own.
    mkdirSync('.tmp', { recursive: true });
    const copy = mkdtempSync(resolve('.tmp/example-'));
    try {
      const left = ['node_modules', 'dist', '.next', '.next-mistake', 'package.json'];
      const from = join(folder, name);
      cpSync(from, copy, { recursive: true, filter: (path) => path === from || !left.includes(basename(path)) });
      // The schemas of the package are here.
      mkdirSync(join(copy, 'node_modules'));
      symlinkSync(resolve('.'), join(copy, 'node_modules/control-api-sdk'));
      const { code, stderr } = await say('generate --check', { cwd: copy });
      expect(code, stderr).toBe(0);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
