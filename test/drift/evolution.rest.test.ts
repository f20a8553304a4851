import { describe, expect, test, vi } from 'vitest';
import { checkDrift } from '../../src/drift/check-drift.ts';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { githubOperations, githubSchema, githubVersions } from './oracle/github.ts';
import { compareOpinions, type Opinion, opinionOf, verdictOf } from './oracle/judge.ts';

vi.setConfig({ testTimeout: 600_000 });

describe('on the versions of a large public schema', () => {
  const sources = githubOperations();
  const operations = parseOperations(sources);

  test('each step forward and back is reported as validation and generation see it', async () => {
    expect(operations.length).toBeGreaterThanOrEqual(25);
    expect(githubVersions.length).toBeGreaterThanOrEqual(11);
    const seen = { broken: 0, types: 0, untouched: 0 };
    const steps = githubVersions.map((version) => ({ version, schema: githubSchema(version) }));
    const opinions = new Map<string, Opinion>();
    for (const { version, schema } of steps) opinions.set(version, await opinionOf(schema, operations));
    const between = [...steps.slice(1).map((step, index) => [steps[index], step]), [steps[0], steps.at(-1)]];
    const pairs = between.flatMap(([from, to]) =>
      from && to
        ? ([
            [from, to],
            [to, from],
          ] as const)
        : [],
    );
    expect(pairs.length).toBeGreaterThanOrEqual(20);
    for (const [from, to] of pairs) {
      const [before, after] = [opinions.get(from.version), opinions.get(to.version)];
      if (before === undefined || after === undefined) throw new Error('Every version has an opinion.');
      const expected = compareOpinions(before, after);
      const drift = checkDrift({ operations: sources, snapshot: from.schema, live: to.schema });
      expect(verdictOf(drift, before.broken), `${from.version} → ${to.version}`).toEqual(expected);
      seen.broken += expected.broken.length;
      seen.types += expected.types.length;
      seen.untouched += operations.length - expected.broken.length - expected.types.length;
    }
    // A run without findings would prove nothing.
    expect(seen.broken).toBeGreaterThan(20);
    expect(seen.types).toBeGreaterThan(50);
    expect(seen.untouched).toBeGreaterThan(300);
    console.log(seen);
  });
});
