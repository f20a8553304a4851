import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, test, vi } from 'vitest';
import { checkDrift } from '../../src/drift/check-drift.ts';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { compareOpinions, opinionOf, verdictOf } from './oracle/judge.ts';

vi.setConfig({ testTimeout: 600_000 });

/** The operations of code generation's tests, and some in parts of GitHub's schema that changed most. */
const sources = ['../codegen/github/', './github/'].flatMap((folder) => {
  const files = readdirSync(new URL(folder, import.meta.url)).filter((file) => file.endsWith('.graphql'));
  return files
    .sort()
    .map((file) => ({ file, text: readFileSync(new URL(`${folder}${file}`, import.meta.url), 'utf8') }));
});

/** The installed versions of GitHub's schema, the oldest first. */
const installed = new URL('../evolution/node_modules/', import.meta.url);
const versions = readdirSync(installed)
  .flatMap((folder) => /^schema-(.+)$/.exec(folder)?.[1] ?? [])
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

test('on the versions of a large public schema, each step forward and back is reported as validation and generation see it', () => {
  const operations = parseOperations(sources);
  expect(operations.length).toBeGreaterThanOrEqual(25);
  expect(versions.length).toBeGreaterThanOrEqual(11);
  const steps = versions.map((version) => {
    const text = readFileSync(new URL(`schema-${version}/schema.graphql`, installed), 'utf8');
    // GitHub's SDL repeats some fields, so it is not validated as SDL.
    const schema = buildSchema(text, { assumeValidSDL: true, noLocation: true });
    return { version, schema, opinion: opinionOf(schema, operations) };
  });
  const between = [...steps.slice(1).map((step, index) => [steps[index], step]), [steps[0], steps.at(-1)]];
  const seen = { broken: 0, types: 0, untouched: 0 };
  for (const pair of between)
    for (const [from = expect.unreachable(), to = expect.unreachable()] of [pair, pair.toReversed()]) {
      const expected = compareOpinions(from.opinion, to.opinion);
      const drift = checkDrift({ operations: sources, snapshot: from.schema, live: to.schema });
      expect(verdictOf(drift, from.opinion.broken), `${from.version} → ${to.version}`).toEqual(expected);
      seen.broken += expected.broken.length;
      seen.types += expected.types.length;
      seen.untouched += operations.length - expected.broken.length - expected.types.length;
    }
  // A run without findings would prove nothing.
  expect(seen.broken).toBeGreaterThan(20);
  expect(seen.types).toBeGreaterThan(50);
  expect(seen.untouched).toBeGreaterThan(300);
});
