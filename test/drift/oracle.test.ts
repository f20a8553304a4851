import { readFileSync } from 'node:fs';
import {
  buildASTSchema,
  concatAST,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  validate,
  validateSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkDrift } from '../../src/drift/check-drift.ts';
import type { FindingKind } from '../../src/drift/finding.ts';
import { type Operation, readOperations } from '../../src/drift/operations.ts';
import { edits } from './oracle/edits.ts';
import { generatedTypes } from './oracle/generated-types.ts';
import { type Chance, chance, NothingToPick } from './oracle/random.ts';

const here = new URL('./fixtures/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, here), 'utf8');

/** What an independent judge says: GraphQL's own validation, and our own code generation. */
async function judge(operations: readonly Operation[], snapshot: ReadonlyMap<string, string>, live: GraphQLSchema) {
  const accepted = operations.filter(
    ({ node, document }) => live.getRootType(node.operation) != null && validate(live, document).length === 0,
  );
  const definitions = new Set(accepted.flatMap(({ document }) => document.definitions));
  const types = await generatedTypes(live, { kind: Kind.DOCUMENT, definitions: [...definitions] });
  return {
    broken: operations.filter((it) => !accepted.includes(it)).map(({ name }) => name),
    types: accepted.map(({ name }) => name).filter((name) => snapshot.get(name) !== types.get(name)),
  };
}

function operationsOf(kind: FindingKind, drift: ReturnType<typeof checkDrift>): string[] {
  const findings = drift.findings.filter((finding) => finding.kind === kind);
  const names = findings.flatMap(({ places }) => places.flatMap((place) => place.operations));
  return drift.operations.map(({ name }) => name).filter((name) => names.includes(name));
}

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

async function compareEdits(schema: string, text: string, seeds: readonly number[]): Promise<Map<string, number>> {
  const document = parse(schema, { noLocation: true });
  const snapshot = buildASTSchema(document);
  const sources = [{ file: 'operations.graphql', text }];
  const operations = readOperations(sources);
  const before = await generatedTypes(snapshot, concatAST([parse(text)]));
  const seen = new Map<string, number>();
  for (const seed of seeds) {
    const { live, made } = editSchema(document, chance(seed));
    const drift = checkDrift({ operations: sources, snapshot, live });
    const verdict = await judge(operations, before, live);
    const ours = { broken: operationsOf('broken', drift), types: operationsOf('types', drift) };
    expect(ours, `seed ${seed}: ${made}`).toEqual(verdict);
    for (const kind of made.split(', ')) {
      const outcome = verdict.broken.length > 0 ? 'broken' : verdict.types.length > 0 ? 'types' : 'untouched';
      seen.set(`${kind}: ${outcome}`, (seen.get(`${kind}: ${outcome}`) ?? 0) + 1);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
  }
  return seen;
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

describe('over 2,000 changes of a schema', () => {
  test('what is told broken is what validation refuses, and changed types are those that generation changes', async () => {
    const seen = await compareEdits(
      read('fleet.graphql'),
      read('operations.graphql'),
      range(1, Number(process.env['N'] ?? 1400)),
    );
    console.log(
      [...seen]
        .sort()
        .map((it) => it.join(' '))
        .join('\n'),
    );
  }, 120_000);
});
