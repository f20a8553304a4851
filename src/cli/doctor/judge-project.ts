import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { plural } from '../../base/plural.ts';
import { configFileIn } from '../../codegen/config-file.ts';
import { pullCommand } from '../../graphql/files/pull-command.ts';
import { placeText } from '../../graphql/place.ts';
import { acceptedFile, projectOperations, readAccepted } from '../check/read-project.ts';
import { exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { readCheckConfig } from '../schema/check-config.ts';
import { readSchema } from '../schema/read-schema.ts';
import { caution, type Diagnosis, failed, fine, skipped } from './diagnosis.ts';

/** A project that was compared with the live schema. */
export interface JudgedProject {
  /** Whether the operations are valid for the live schema. */
  readonly operations: Diagnosis;
  /** Whether the snapshot is in step with the live schema, as far as the operations go. */
  judgeSnapshot(): Promise<Diagnosis>;
}

/** Compares the operations and the snapshot with the live schema, as `check` does without options. */
export async function judgeProject(live: GraphQLSchema, io: CliIo): Promise<JudgedProject> {
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
  const broken = failing.map(({ message, places: [place] }) => `${placeText(place)}: ${message}`);
  return {
    operations: judgeOperations(compared.operations.length, broken),
    async judgeSnapshot() {
      if (!isSnapshotNamed && !existsSync(resolve(io.cwd, file)))
        return caution(
          `There is no snapshot (${file}), so a drift check has nothing to compare with.`,
          `Run: ${pullCommand(file)}`,
        );
      const drift = checkDrift({ ...input, snapshot: await readSchema({ from: 'file', file }, io) });
      const verdict = judgeDrift(drift, { failOn: 'breaking', accepted, confirmLoss: true });
      const changes = verdict.failing.filter(({ kind }) => kind !== 'broken');
      if (changes.length > 0)
        return failed(
          `The live schema has ${plural(changes.length, 'change')} that may break your operations: ${changes[0]?.message}`,
          'To read them, run: npx control-api-sdk check',
          exitCodes.no,
        );
      const others = verdict.noted.length + verdict.accepted.length + drift.otherChanges.length;
      return fine(others === 0 ? `${file} is in step` : `${file} is in step; other changes: ${others}`);
    },
  };
}

/** @param broken - The first sentence about each operation that the live schema rejects. */
function judgeOperations(count: number, broken: readonly string[]): Diagnosis {
  if (broken.length > 0)
    return failed(
      `The live schema rejects ${plural(broken.length, 'place')} in your operations: ${broken[0]}`,
      'To see them all, run: npx control-api-sdk check',
      exitCodes.no,
    );
  return count === 0
    ? skipped(
        'Not checked: there are no operations here. To write one, run: npx control-api-sdk operations add team.devices',
      )
    : fine(`${plural(count, 'operation')} valid for the live schema`);
}

/** Whether the generated code is up to date. */
export async function judgeGenerated({ cwd }: CliIo): Promise<Diagnosis> {
  const config = configFileIn(cwd);
  if (config === undefined)
    return skipped('Not checked: the generator has no config. To write one, run: npx control-api-sdk init');
  const { generate } = await import('../../codegen/generate.ts');
  const { stale, files } = await generate(config, { check: true, cwd });
  if (stale.length === 0) return fine(`${files.join(', ')} up to date`);
  return failed(
    `Stale: ${stale.join(', ')}. The operations or the schema have changed.`,
    'Run: npx control-api-sdk generate',
    exitCodes.no,
  );
}
