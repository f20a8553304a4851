import { readFile } from 'node:fs/promises';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

const lockfiles = globSync('**/package-lock.json', { ignore: ['**/node_modules/**', '.tmp/**'] }).sort();

// A lockfile that was made before all platform packages of a package were published lacks them. `npm ci` refuses it on every other
// machine.
test.each(lockfiles)('the lockfile %s has every optional package that it names', async (file) => {
  const { packages }: Lockfile = JSON.parse(await readFile(file, 'utf8'));
  const paths = Object.keys(packages);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
});
