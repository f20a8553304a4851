import { buildASTSchema, type DocumentNode, type GraphQLSchema, validateSchema } from 'graphql';
import { edits } from './edits.ts';
import { type Chance, NothingToPick } from './random.ts';

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

export const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);
