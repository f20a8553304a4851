import { plural } from '../../base/plural.ts';
import { pullCommand } from '../../graphql/files/pull-command.ts';
import { exitCodes } from '../exit.ts';
import type { Problem } from '../problem.ts';
import { caution, type Diagnosis, failed, fine, problemDiagnosis, skipped, took } from './diagnosis.ts';

/** How a question to the service went. */
export interface AnswerFacts {
  /** The failure; undefined if it was answered. */
  readonly problem: Problem | undefined;
  readonly ms: number;
}

/** Refusals come from the service, or from what stands before it: it was reached. */
const reached = new Set(['unauthenticated', 'forbidden', 'graphql', 'rate_limited']);

/** Whether there is a GraphQL service at the base URL. */
export function judgeAnswer({ problem, ms }: AnswerFacts): Diagnosis {
  return problem === undefined || reached.has(problem.code)
    ? fine(`answered in ${Math.round(ms)} ms`)
    : problemDiagnosis(problem);
}

/** Whether the schema can be read without a key. */
export function judgeIntrospection({ problem, ms, types }: AnswerFacts & { readonly types: number }): Diagnosis {
  return problem === undefined ? fine(`${types} types, no key needed${took(ms)}`) : problemDiagnosis(problem);
}

/** Whether the service accepts the key. */
export function judgeAccepted({ problem, ms }: AnswerFacts): Diagnosis {
  if (problem === undefined) return fine(`the service accepts it${took(ms)}`);
  // A refusal of the document, such as that `team` needs an argument; a refusal of the key has another code.
  if (problem.code === 'graphql' && problem.outcome === 'rejected') {
    const { serverMessage } = problem;
    const said = serverMessage === undefined ? {} : { serverMessage };
    return {
      ...skipped('Not known: the service refuses the question itself, which says nothing of the key.'),
      ...said,
    };
  }
  if (problem.code !== 'rate_limited') return problemDiagnosis(problem);
  return caution('The service asks to slow down, so the key could not be tried.', 'Wait, then run the command again.');
}

/** The result of a comparison of the project with the live schema. */
export interface ProjectFacts {
  /** How many operations there are. */
  readonly operations: number;
  /** The first sentence about each operation that is invalid for the live schema. */
  readonly broken: readonly string[];
}

/** Whether the operations are valid for the live schema. */
export function judgeOperations({ operations, broken }: ProjectFacts): Diagnosis {
  if (broken.length > 0)
    return failed(
      `The live schema rejects ${plural(broken.length, 'place')} in your operations: ${broken[0]}`,
      'To see them all, run: npx control-api-sdk check',
      exitCodes.no,
    );
  return operations === 0
    ? skipped(
        'Not checked: there are no operations here. To write one, run: npx control-api-sdk operations add team.devices',
      )
    : fine(`${plural(operations, 'operation')} valid for the live schema`);
}

/** The state of the snapshot, beside the live schema. */
export interface SnapshotFacts {
  readonly file: string;
  readonly isThere: boolean;
  /** A sentence for each change that fails a drift check. */
  readonly failing: readonly string[];
  /** How many other changes there are. */
  readonly others: number;
}

/** Whether the snapshot is in step with the live schema, as far as the operations go. */
export function judgeSnapshot({ file, isThere, failing, others }: SnapshotFacts): Diagnosis {
  if (!isThere)
    return caution(
      `There is no snapshot (${file}), so a drift check has nothing to compare with.`,
      `Run: ${pullCommand(file)}`,
    );
  if (failing.length > 0)
    return failed(
      `The live schema has ${plural(failing.length, 'change')} that may break your operations: ${failing[0]}`,
      'To read them, run: npx control-api-sdk check',
      exitCodes.no,
    );
  return fine(others === 0 ? `${file} is in step` : `${file} is in step; other changes: ${others}`);
}

/** Whether the generated code is up to date. */
export function judgeGenerated(stale: readonly string[], files: readonly string[]): Diagnosis {
  return stale.length > 0
    ? failed(
        `Stale: ${stale.join(', ')}. The operations or the schema have changed.`,
        'Run: npx control-api-sdk generate',
        exitCodes.no,
      )
    : fine(`${files.join(', ')} up to date`);
}
