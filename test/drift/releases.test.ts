import { existsSync, readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql';
import { expect, test, vi } from 'vitest';
import { checkDrift } from '../../src/drift/check-drift.ts';
import type { SemverLevel } from '../../src/drift/model/semver.ts';
import { schemaStep } from '../../src/drift/schema-step.ts';
import { disagreements } from './releases/disagreements.ts';

// Schemas of 70,000 lines, each compared with the next one.
vi.setConfig({ testTimeout: 600_000 });

/** Every release that `.ci/run --full` installs; otherwise those that the tests of the drift check use, and a few more. */
const full = process.env['CONTROL_API_SDK_FULL'] === '1';

type Installed = Readonly<Record<string, string>>;
const folder = new URL(full ? '../releases/' : '../evolution/', import.meta.url);
const { devDependencies }: { devDependencies: Installed } = JSON.parse(
  readFileSync(new URL('package.json', folder), 'utf8'),
);

const released = Object.entries(devDependencies)
  .flatMap(([alias, source]) => {
    const [, version] = /^npm:@octokit\/graphql-schema@(.+)$/.exec(source) ?? [];
    return version === undefined ? [] : [{ alias, version }];
  })
  .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));

/** What a release said: the highest part of the version that changed. */
function saidBy(before: string, after: string): SemverLevel {
  const [old = [], now = []] = [before, after].map((version) => version.split('.'));
  return old[0] !== now[0] ? 'major' : old[1] !== now[1] ? 'minor' : 'patch';
}

/** The package was written before the rules for SDL were as strict as they are. */
function schemaOf(alias: string): GraphQLSchema {
  const text = readFileSync(new URL(`node_modules/${alias}/schema.graphql`, folder), 'utf8');
  return buildSchema(text, { assumeValidSDL: true, noLocation: true });
}

test('the levels of steps are what the releases of a large public schema said, or the table says why not', () => {
  expect(
    existsSync(new URL('node_modules', folder)),
    `npm ci --prefix ${full ? 'test/releases' : 'test/evolution'}`,
  ).toBe(true);
  const seen = { agreed: 0, explained: 0, byRelease: { major: 0, minor: 0, patch: 0 } };
  const [first, ...others] = released;
  let before = first && { ...first, schema: schemaOf(first.alias) };
  for (const { alias, version } of others) {
    const after = { alias, version, schema: schemaOf(alias) };
    if (before === undefined) throw new Error('There is a first release.');
    const pair = `${before.version} → ${version}`;
    const drift = checkDrift({ operations: [], snapshot: before.schema, live: after.schema });
    const step = schemaStep(drift, before.schema, after.schema);
    const said = saidBy(before.version, version);
    // graphql-js counts what breaks, too; it does not know what a version should be.
    const breaking = findBreakingChanges(before.schema, after.schema).length;
    expect(drift.otherChanges.filter(({ level }) => level === 'major').length, pair).toBe(breaking);
    const level = step?.level ?? 'none';
    const row = disagreements[pair];
    if (level === said) {
      expect(row, `${pair} agrees: the table must not list it`).toBeUndefined();
      seen.agreed += 1;
    } else {
      const why = drift.otherChanges.filter((change) => change.level === level).map(({ coordinate }) => coordinate);
      const shown = `${pair}: said ${said}, found ${level}: ${why.slice(0, 5).join(', ')}`;
      expect(row?.slice(0, 2), shown).toEqual([said, level]);
      if (level === 'none') expect(row?.[2]).toBeUndefined();
      else expect(why, shown).toContain(row?.[2]);
      seen.explained += 1;
    }
    seen.byRelease[said] += 1;
    before = after;
  }
  console.log(seen);
  const pairs = released.slice(1).map(({ version }, index) => `${released[index]?.version} → ${version}`);
  const rows = Object.keys(disagreements).filter((pair) => pairs.includes(pair));
  expect(rows, 'rows of installed pairs').toHaveLength(seen.explained);
  if (full) {
    const manual = readFileSync(new URL('../../docs/drift.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
    const { agreed, explained } = seen;
    expect(manual).toContain(`Of ${agreed + explained} pairs of releases, ${agreed} have the level`);
    expect(manual).toContain(`Of the other ${explained}, `);
  }
  // A run in which one outcome hardly ever comes up would prove little.
  expect(seen.agreed).toBeGreaterThan(seen.explained);
  for (const times of Object.values(seen.byRelease)) expect(times).toBeGreaterThan(full ? 5 : 0);
});
