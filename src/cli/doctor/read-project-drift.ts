import type { GraphQLSchema } from 'graphql';
import { placeText } from '../../graphql/place.ts';
import { acceptedFile, projectOperations, readAccepted } from '../check/read-project.ts';
import { readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';
import { readCheckConfig } from '../schema/check-config.ts';
import { readSnapshot } from '../schema/read-schema.ts';
import type { ProjectFacts, SnapshotFacts } from './judge-service.ts';

/** A project, held against the live schema. */
export interface ProjectDrift {
  readonly operations: ProjectFacts;
  snapshot(): Promise<SnapshotFacts>;
}

/** Compares the operations and the snapshot with the live schema, as `check` does without options. */
export async function readProjectDrift(live: GraphQLSchema, io: CliIo): Promise<ProjectDrift> {
  const { checkDrift, judgeDrift } = await import('../../drift/index.ts');
  const config = await readCheckConfig({}, io);
  const { scalars, openEnums, snapshotFile: file, isSnapshotNamed } = config;
  const sources = await projectOperations(config, io);
  const accepted = await readAccepted(acceptedFile, io);
  const input = { operations: sources, live, scalars, openEnums };
  // A mistake in an operation is no drift, and ends this check.
  const { parseOperations } = await import('../../graphql/parse-operations.ts');
  parseOperations(sources);
  const compared = checkDrift(input);
  const { failing } = judgeDrift(compared, { failOn: 'broken', accepted, confirmLoss: true });
  return {
    operations: {
      operations: compared.operations.length,
      broken: failing.map(({ message, places: [place] }) => `${placeText(place)}: ${message}`),
    },
    async snapshot() {
      if (!isSnapshotNamed && (await readIfPresent(file, io)) === undefined)
        return { file, isThere: false, failing: [], others: 0 };
      const drift = checkDrift({ ...input, snapshot: await readSnapshot(file, io) });
      const verdict = judgeDrift(drift, { failOn: 'breaking', accepted, confirmLoss: true });
      const others = verdict.noted.length + verdict.accepted.length + drift.otherChanges.length;
      const messages = verdict.failing.filter(({ kind }) => kind !== 'broken').map(({ message }) => message);
      return { file, isThere: true, failing: messages, others };
    },
  };
}
