import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { compareEdits, editCount, range } from './oracle/compare-edits.ts';

const read = (file: string): string => readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');

// The test computes for long, so its timeout depends on the machine.
vi.setConfig({ testTimeout: 3_600_000 });

test('over seeded changes of a schema, broken operations fail validation, and changed types change in generation', async () => {
  const sources = [{ file: 'operations.graphql', text: read('operations.graphql') }];
  const count = editCount(1800);
  const seen = await compareEdits(parse(read('fleet.graphql'), { noLocation: true }), sources, range(1, count));
  // A run that rarely reaches one outcome would prove little.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(count / 10);
});
