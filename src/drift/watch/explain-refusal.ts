import type { GraphQLSchema } from 'graphql';
import type { ObservedChange } from '../../base/observed-drift.ts';
import { checkDrift } from '../check-drift.ts';
import type { Finding } from '../model/finding.ts';

/** An explanation of a refusal holds so many changes at most. */
const MOST = 10;

/**
 * The changes of the live schema for an operation that it refused: those that make it invalid; or, where it is valid, those that
 * refuse its variables. None where the schema did not change for it: then it was refused for another reason, whatever the words.
 *
 * @param snapshot - What operations use of the schema that they were generated from.
 */
export function explainRefusal(text: string, snapshot: GraphQLSchema, live: GraphQLSchema): readonly ObservedChange[] {
  const { findings } = checkDrift({ operations: [{ file: '', text }], snapshot, live });
  const lines = text.split('\n');
  const isAtVariable = ({ places }: Finding): boolean =>
    places.some(({ line, column }) => lines[line - 1]?.[column - 1] === '$');
  const broken = findings.filter(({ kind, change }) => kind === 'broken' && change !== 'invalid-document');
  const refusing = findings.filter((it) => it.direction === 'breaking' && it.kind !== 'mistake' && isAtVariable(it));
  return (broken.length > 0 ? broken : refusing)
    .slice(0, MOST)
    .map(({ coordinate, change, message, suggestion, isCertain, before, after }) => ({
      coordinate,
      change,
      message,
      // Only the part in use is known of the old schema, so it is unknown what is new in the live one.
      ...(isCertain && suggestion !== undefined && { suggestion }),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }));
}
