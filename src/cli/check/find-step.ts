import type { GraphQLSchema } from 'graphql';
import type { OperationSource, SchemaStep } from '../../drift/index.ts';
import { placeText } from '../../graphql/place.ts';
import type { GitOptions } from '../git/git.ts';
import type { CheckConfig } from '../schema/check-config.ts';
import { earlierOperations } from './operations-at.ts';

/** Finds the step from one schema to the next, for the operations of a commit, or for other ones. */
type FindStep = (
  older: GraphQLSchema,
  newer: GraphQLSchema,
  operations: string | readonly OperationSource[],
) => Promise<SchemaStep | undefined>;

/**
 * Makes the function that finds every step: for the log, the changelog and the commit message. Before a step is committed, its
 * operations are those of `HEAD`, so all three agree.
 *
 * @param note - Called with a sentence about operations that cannot be read.
 */
export async function stepFinder(
  config: Pick<CheckConfig, 'patterns' | 'ignore' | 'scalars' | 'openEnums'>,
  git: GitOptions,
  note: (text: string) => void,
): Promise<FindStep> {
  const { checkDrift, schemaStep } = await import('../../drift/index.ts');
  const operationsAt = earlierOperations(config, git);
  const { scalars, openEnums } = config;
  return async (snapshot, live, operations) => {
    const at = typeof operations === 'string' ? `At commit ${operations.slice(0, 10)}, not compared` : 'Not compared';
    const compare = (sources: readonly OperationSource[]) => {
      const drift = checkDrift({ operations: sources, snapshot, live, scalars, openEnums });
      for (const { kind, message, places } of drift.findings)
        if (kind === 'mistake') note(`${at}: ${placeText(places[0])}: ${message}`);
      return schemaStep(drift, snapshot, live);
    };
    try {
      return compare(typeof operations === 'string' ? await operationsAt(operations) : operations);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const [reason = ''] = error.message.split('\n');
      note(`${at}: ${reason}`);
      return compare([]);
    }
  };
}
