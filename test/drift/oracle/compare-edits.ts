import {
  type ASTVisitor,
  buildASTSchema,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  validateSchema,
  visit,
} from 'graphql';
import { expect } from 'vitest';
import { checkDrift } from '../../../src/drift/check-drift.ts';
import type { TypeMapping } from '../../../src/drift/compare/generated-type.ts';
import { type Finding, levelOf } from '../../../src/drift/model/finding.ts';
import type { OperationSource } from '../../../src/graphql/files/read-operations.ts';
import { parseOperations } from '../../../src/graphql/parse-operations.ts';
import { brokenAssignments } from './assignability.ts';
import { edits } from './edits.ts';
import { compareOpinions, opinionOf, verdictOf } from './judge.ts';
import { type Chance, chance, NothingToPick } from './random.ts';

/** Up to three edits at once that give a valid schema. */
export function editSchema(document: DocumentNode, luck: Chance): { live: GraphQLSchema; made: string } {
  for (;;) {
    let edited = document;
    const made: string[] = [];
    try {
      for (let count = luck.pick([1, 1, 2, 3]); count > 0; count--) {
        const kind = luck.pick(Object.keys(edits));
        edited = edits[kind]?.(edited, luck) ?? edited;
        made.push(kind);
      }
      const live = buildASTSchema(edited, { assumeValidSDL: true });
      if (validateSchema(live).length === 0) return { live, made: made.join(', ') };
    } catch (error) {
      if (!(error instanceof NothingToPick) && !isSchemaFault(error)) throw error;
    }
  }
}

function isSchemaFault(error: unknown): boolean {
  return error instanceof Error && /Unknown type|must|Expected|cannot represent|Duplicate/i.test(error.message);
}

/** The number of edits with each outcome. */
export type Seen = Readonly<Record<'broken' | 'types' | 'untouched', number>>;

/** Compares our verdict with the judge's for every edit, and counts each outcome. */
export async function compareEdits(
  document: DocumentNode,
  sources: readonly OperationSource[],
  seeds: readonly number[],
): Promise<Seen> {
  const snapshot = buildASTSchema(document, { assumeValidSDL: true });
  expect(validateSchema(snapshot)).toEqual([]);
  const operations = parseOperations(sources);
  const before = await opinionOf(snapshot, operations);
  expect(before.broken).toEqual([]);
  const seen = { broken: 0, types: 0, untouched: 0 };
  for (const seed of seeds) {
    const { live, made } = editSchema(document, chance(seed));
    const drift = checkDrift({ operations: sources, snapshot, live });
    const verdict = compareOpinions(before, await opinionOf(live, operations));
    expect(verdictOf(drift), `seed ${seed}: ${made}`).toEqual(verdict);
    seen[verdict.broken.length > 0 ? 'broken' : verdict.types.length > 0 ? 'types' : 'untouched'] += 1;
  }
  return seen;
}

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

/**
 * Compares the breaking operations of `checkDrift` with those of TypeScript, for every edit that keeps the operations valid. Every
 * selection gets a `__typename`: without it, TypeScript takes an object of one type for another with fewer fields. Counts the
 * operations with each outcome.
 */
export async function compareAssignability(
  document: DocumentNode,
  plain: readonly OperationSource[],
  seeds: readonly number[],
): Promise<Readonly<Record<'breaking' | 'safe' | 'untouched', number>>> {
  const snapshot = buildASTSchema(document, { assumeValidSDL: true });
  const sources = plain.map(({ file, text }) => ({ file, text: print(visit(parse(text), withTypename)) }));
  const operations = parseOperations(sources);
  const seen = { breaking: 0, safe: 0, untouched: 0 };
  for (const seed of seeds) {
    const { live, made } = editSchema(document, chance(seed));
    const mapping = mappings[seed % mappings.length];
    const { findings } = checkDrift({ operations: sources, snapshot, live, ...mapping });
    const named = (wanted: (finding: Finding) => boolean): ReadonlySet<string> =>
      new Set(findings.filter(wanted).flatMap(({ places }) => places.flatMap((place) => place.operations)));
    const broken = named(({ kind }) => kind === 'broken');
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
  return seen;
}

export const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

/** The number of edits: all in a full run, a share of them otherwise. */
export function editCount(all: number, oneOf = 6): number {
  if (process.env['CONTROL_API_SDK_FULL'] === '1') return all;
  const count = Math.ceil(all / oneOf);
  console.warn(`Made ${count} of ${all} schema edits: CONTROL_API_SDK_FULL=1 makes all of them.`);
  return count;
}
