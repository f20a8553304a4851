import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/base/version.ts';

test('the version in requests and commands is that of the package', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION);
});
