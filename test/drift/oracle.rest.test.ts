import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { compareAssignability, compareEdits, editCount, range } from './oracle/compare-edits.ts';

const read = (file: string): string => readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
const schema = parse(read('fleet.graphql'), { noLocation: true });
const sources = [{ file: 'operations.graphql', text: read('operations.graphql') }];

// The tests compute for long, so their timeout depends on the machine.
vi.setConfig({ testTimeout: 3_600_000 });

test('over seeded changes of a schema, broken operations fail validation, and changed types change in generation', async () => {
  const count = editCount(1800);
  const seen = await compareEdits(schema, sources, range(1, count));
  // A run that rarely reaches one outcome would prove little.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(count / 10);
});

test('findings over seeded changes are breaking exactly if TypeScript rejects the assignment', async () => {
  const count = editCount(1800, 9);
  const seen = await compareAssignability(schema, sources, range(1, count));
  expect(seen.breaking).toBeGreaterThan(count / 10);
  expect(seen.safe).toBeGreaterThan(count / 20);
});
