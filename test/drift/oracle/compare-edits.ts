import { buildASTSchema, type DocumentNode, type GraphQLSchema, validateSchema } from 'graphql';
import { expect } from 'vitest';
import { checkDrift } from '../../../src/drift/check-drift.ts';
import { type OperationSource, parseOperations } from '../../../src/graphql/parse-operations.ts';
import { edits } from './edits.ts';
import { compareOpinions, opinionOf, verdictOf } from './judge.ts';
import { type Chance, chance, NothingToPick } from './random.ts';

/** Up to three edits at once, until the outcome is a valid schema. */
function editSchema(document: DocumentNode, luck: Chance): { live: GraphQLSchema; made: string } {
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

/** How often each outcome came up. */
export type Seen = Readonly<Record<'broken' | 'types' | 'untouched', number>>;

/** Compares the verdict with that of the judge for every edit, and counts each outcome. */
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

/** Whole numbers from one up. */
export const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

/**
 * How many of these edits to make: all of them, 2,000 in the two oracle tests together, where everything is required, as
 * in CI; else a quarter, so that a run by hand stays short.
 */
export function editCount(all: number): number {
  if (process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1') return all;
  console.warn(`Made ${all / 4} of ${all} schema edits: CONTROL_API_SDK_REQUIRE_ALL=1 makes all of them.`);
  return all / 4;
}
