import { expect, test } from 'vitest';
import lockfile from '../../evidence/graphql17/package-lock.json' with { type: 'json' };
import { peerVersions, withMajor } from '../../src/graphql/files/package-manager.ts';

/** The newest versions in the lockfile of the suites that need Node 22. */
const newest = (name: string): string =>
  (lockfile.packages as Readonly<Record<string, { readonly version?: string }>>)[`node_modules/${name}`]?.version ?? '';

test.each(Object.keys(peerVersions))('from Node 22 on, an install command names the newest major of %s', (name) => {
  expect(withMajor(name, '22.0.0')).toBe(`${name}@${newest(name).split('.')[0]}`);
  expect(withMajor(name, '24.1.0')).toBe(withMajor(name, '22.0.0'));
});

test.each([
  ['graphql', 'graphql@16'],
  ['msw', 'msw@2'],
])('the install command on Node 20 names the major of %s that runs there', (name, command) => {
  expect(withMajor(name, '20.19.0')).toBe(command);
});
