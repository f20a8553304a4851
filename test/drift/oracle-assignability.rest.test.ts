import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { compareAssignability, editCount, range } from './oracle/compare-edits.ts';

const read = (file: string): string => readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');

// The test computes for long, so its timeout depends on the machine.
vi.setConfig({ testTimeout: 3_600_000 });

test('findings over seeded changes are breaking exactly if TypeScript rejects the assignment', async () => {
  const sources = [{ file: 'operations.graphql', text: read('operations.graphql') }];
  const count = editCount(1800, 9);
  const seen = await compareAssignability(parse(read('fleet.graphql'), { noLocation: true }), sources, range(1, count));
  // A run that rarely reaches one outcome would prove little.
  expect(seen.breaking).toBeGreaterThan(count / 10);
  expect(seen.safe).toBeGreaterThan(count / 20);
});
