import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

const suites = globSync('{test,evidence}/**/*.test.ts', {
  ignore: ['**/node_modules/**', '**/*.{rest,full}.test.ts'],
}).sort();

/** The things that a suite of `npm test` may not use: the built package, installs in other folders, builds of its own. */
const heavy =
  /\/helpers\/bundle\.ts|\bbinary\b.*\/helpers\/cli\.ts|\bcontrolApi\b.*\/helpers\/cli\.ts|'dist\/\w+\.[cm]js'|(?:test|evidence)\/\w+\/node_modules|\/packed\/integrator\.ts/;

test('no suite of `npm test` needs a build or a second install: its name would end in .rest.test.ts', () => {
  expect(suites.length).toBeGreaterThan(100);
  const wrong = suites.filter((file) => file !== 'test/quick.test.ts' && heavy.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});
