import { readFileSync } from 'node:fs';
import { type ASTVisitor, buildASTSchema, Kind, parse, print, validateSchema, visit } from 'graphql';
import { expect, test, vi } from 'vitest';
import { checkDrift } from '../../src/drift/check-drift.ts';
import type { TypeMapping } from '../../src/drift/compare/generated-type.ts';
import { type Finding, levelOf } from '../../src/drift/model/finding.ts';
import { parseOperations } from '../../src/graphql/parse-operations.ts';
import { isFull } from '../helpers/cases.ts';
import { brokenAssignments } from './oracle/assignability.ts';
import { editSchema, range } from './oracle/edit-schema.ts';
import { compareOpinions, opinionOf, verdictOf } from './oracle/judge.ts';
import { chance } from './oracle/random.ts';

const read = (file: string): string => readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
const document = parse(read('fleet.graphql'), { noLocation: true });
const snapshot = buildASTSchema(document, { assumeValidSDL: true });
const text = read('operations.graphql');

// The tests compute for long, so their timeout depends on the machine.
vi.setConfig({ testTimeout: 3_600_000 });

/** The number of edits: all in a full run, a share of them otherwise. */
function editCount(all: number, oneOf: number): number {
  if (isFull) return all;
  const count = Math.ceil(all / oneOf);
  console.warn(`Made ${count} of ${all} schema edits: CONTROL_API_SDK_FULL=1 makes all of them.`);
  return count;
}

test('over seeded changes of a schema, broken operations fail validation, and changed types change in generation', () => {
  expect(validateSchema(snapshot)).toEqual([]);
  const sources = [{ file: 'operations.graphql', text }];
  const operations = parseOperations(sources);
  const before = opinionOf(snapshot, operations);
  expect(before.broken).toEqual([]);
  const count = editCount(1800, 6);
  const seen = { broken: 0, types: 0, untouched: 0 };
  for (const seed of range(1, count)) {
    const { live, made } = editSchema(document, chance(seed));
    const drift = checkDrift({ operations: sources, snapshot, live });
    const verdict = compareOpinions(before, opinionOf(live, operations));
    expect(verdictOf(drift), `seed ${seed}: ${made}`).toEqual(verdict);
    seen[verdict.broken.length > 0 ? 'broken' : verdict.types.length > 0 ? 'types' : 'untouched'] += 1;
  }
  // A run that rarely reaches one outcome would prove little.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(count / 10);
});

/** Without a `__typename`, TypeScript takes an object of one type for another with fewer fields. */
const withTypename: ASTVisitor = {
  Field: ({ selectionSet, ...field }) => {
    if (selectionSet === undefined) return undefined;
    const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
    return { ...field, selectionSet: { ...selectionSet, selections: [typename, ...selectionSet.selections] } };
  },
};

/** The options of code generation that the third judge goes through. */
const mappings: readonly TypeMapping[] = [
  { scalars: {}, openEnums: false },
  { scalars: { DateTime: 'string', JSON: 'boolean' }, openEnums: true },
];

test('findings over seeded changes are breaking exactly if TypeScript rejects the assignment', () => {
  const sources = [{ file: 'operations.graphql', text: print(visit(parse(text), withTypename)) }];
  const operations = parseOperations(sources);
  const count = editCount(1800, 9);
  const seen = { breaking: 0, safe: 0, untouched: 0 };
  for (const seed of range(1, count)) {
    const { live, made } = editSchema(document, chance(seed));
    const mapping = mappings[seed % mappings.length];
    const { findings } = checkDrift({ operations: sources, snapshot, live, ...mapping });
    const named = (wanted: (finding: Finding) => boolean): ReadonlySet<string> =>
      new Set(findings.filter(wanted).flatMap(({ places }) => places.flatMap((place) => place.operations)));
    const broken = named(({ kind }) => kind === 'broken');
    // Only an edit that keeps an operation valid has an assignment to judge.
    const valid = operations.filter(({ name }) => !broken.has(name));
    if (mapping === undefined || valid.length === 0) continue;
    const breaking = named((finding) => levelOf(finding) === 'breaking');
    const expected = brokenAssignments(snapshot, live, valid, mapping);
    const found = valid.map(({ name }) => name).filter((name) => breaking.has(name));
    const said = findings.map(({ direction, message }) => `${direction}: ${message}`).join('\n');
    expect(found.sort(), `seed ${seed}: ${made}\n${said}`).toEqual(expected);
    const changed = named(({ kind }) => kind === 'types');
    for (const { name } of valid) seen[breaking.has(name) ? 'breaking' : changed.has(name) ? 'safe' : 'untouched'] += 1;
  }
  expect(seen.breaking).toBeGreaterThan(count / 10);
  expect(seen.safe).toBeGreaterThan(count / 20);
});
