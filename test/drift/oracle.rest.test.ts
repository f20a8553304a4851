import { readFileSync } from 'node:fs';
import { concatAST, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { compareEdits, editCount, range } from './oracle/compare-edits.ts';
import { githubOperations, githubSchema, githubText, githubVersions } from './oracle/github.ts';
import { reduceSchema } from './oracle/reduce.ts';

const here = new URL('./fixtures/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, here), 'utf8');

// The test computes for long, so its timeout depends on the machine.
vi.setConfig({ testTimeout: 3_600_000 });

test('over seeded changes of a schema, broken operations fail validation, and changed types change in generation', async () => {
  const sources = [{ file: 'operations.graphql', text: read('operations.graphql') }];
  const count = editCount(1800);
  const seen = await compareEdits(parse(read('fleet.graphql'), { noLocation: true }), sources, range(1, count));
  // A run that rarely reaches one outcome would prove little.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(count / 10);
});

test("over seeded changes of GitHub's schema, broken operations fail validation, and changed types change in generation", async () => {
  const version = githubVersions.at(-1) ?? '';
  const sources = githubOperations('unmoved');
  const operations = concatAST(sources.map(({ text }) => parse(text)));
  const reduced = reduceSchema(parse(githubText(version), { noLocation: true }), githubSchema(version), operations);
  const count = editCount(200);
  const seen = await compareEdits(reduced, sources, range(10_001, count));
  // A run that rarely reaches one outcome would prove little.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(count / 10);
});
