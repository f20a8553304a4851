import { VERSION } from '../../base/version.ts';
import { didYouMean, plural } from '../../base/words.ts';
import { howToBegin } from '../../codegen/project-config.ts';
import { type AcceptedChange, checkDrift, type Drift, type DriftVerdict, judgeDrift } from '../../drift/index.ts';
import { entryFor, printAccepted, withEntries } from '../../drift/model/accepted.ts';
import { acceptedFile } from '../../drift/model/defaults.ts';
import { isChange } from '../../drift/model/finding.ts';
import type { GivenOption, UndecidedReport } from '../../drift/report/report.ts';
import { endpointText, ownCommand } from '../../graphql/files/commands.ts';
import { parseOperations } from '../../graphql/parse-operations.ts';
import { exitCodes, usageError } from '../exit.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { snapshotOf } from '../project-config.ts';
import { schemaPlace } from '../read-schema.ts';
import { needKey } from '../settings.ts';
import { ProgressLine, visible } from '../terminal.ts';
import {
  basePlace,
  type CheckedProject,
  type CheckOptions,
  type ReadSchemas,
  readCheckedProject,
  readSchemas,
} from './read-project.ts';
import { readTargets, refuseInputs, writeReports } from './reports.ts';

/** Runs a check: reads the project and both schemas, compares them, judges and reports the changes, and accepts the named ones. */
export async function runCheck(
  options: CheckOptions,
  commandOptions: readonly GivenOption[],
  io: CliIo,
): Promise<number> {
  const targets = readTargets(commandOptions);
  refuseOptions(options, io);
  const project = await readCheckedProject(options, io);
  const { config, sources, accepted } = project;
  const { scalars, openEnums } = config;
  const file = snapshotOf(config);
  const inputs = [acceptedFile, file, config.file, options.live, options.against];
  refuseInputs(targets, [...inputs, ...sources.map(({ file }) => file)], io);

  const base = basePlace(options, config, io);
  const head = {
    live: liveText(options.live, config.baseUrl),
    snapshot: base && (options.against ?? file),
    at: new Date(),
    version: VERSION,
    commandOptions,
  };
  const undecided = async (
    { code, message }: UndecidedReport['error'],
    failedAt: 'live' | 'against' = 'live',
  ): Promise<number> => {
    const error = { code, message };
    await writeReports({ ...head, outcome: 'could-not-tell', error, failedAt }, targets, io);
    // A mistake in the operations is reported even if the service is down.
    parseOperations(sources);
    return exitCodes.unknown;
  };
  const schemas = await readSchemas(options, base, config, io);
  if ('error' in schemas) return undecided(schemas.error, schemas.failedAt);

  const { live, snapshot } = schemas;
  const input = { operations: sources, live, scalars, openEnums, ...(snapshot === undefined ? {} : { snapshot }) };
  const found = checkDrift(input);
  const { code, codeCommand, failOn, all, accept, reason } = options;
  const isWanted = code || codeCommand !== undefined;
  const compared = isWanted ? await compareCode(found, codeCommand, { ...project, ...schemas }, io) : found;

  const judge = (of: Drift, entries: readonly AcceptedChange[] = accepted): DriftVerdict =>
    judgeDrift(of, { failOn, accepted: entries, today: head.at });
  const verdict = judge(compared);
  if (verdict.doubt !== undefined) return undecided(verdict.doubt);
  const outcome = verdict.verdict === 'drifted' ? 'drifted' : 'in-step';
  const entries = reason === undefined ? accepted : withAccepted(accepted, verdict, accept, reason, io.cwd);
  await writeReports({ ...head, outcome, failOn, verdict, sources, all }, targets, io);
  if (entries === accepted) return exitCodeOfVerdict(verdict);
  await writeText(acceptedFile, printAccepted(entries), { overwrite: true }, io);
  const count = entries.filter((entry) => !accepted.includes(entry)).length;
  io.stderr.write(`${acceptedFile}: ${plural(count, 'change')} accepted. Commit the file.\n`);
  return exitCodeOfVerdict(judge(compared, entries));
}

function exitCodeOfVerdict({ verdict, failing }: DriftVerdict): number {
  if (failing.some(({ kind }) => kind === 'mistake')) return exitCodes.usage;
  return { 'in-step': exitCodes.ok, drifted: exitCodes.no, 'could-not-tell': exitCodes.unknown }[verdict];
}

function liveText(file: string | undefined, baseUrl: string): string {
  if (file !== undefined) return file === '-' ? 'standard input' : file;
  try {
    return endpointText(baseUrl);
  } catch {
    // The client reports an invalid URL.
    return 'the live schema';
  }
}

/** Refuses contradictory options before anything is read. */
function refuseOptions({ live, against, withKey, reason }: CheckOptions, io: CliIo): void {
  if (withKey) needKey(io);
  if (against === '-' && live === '-')
    throw usageError('`--against` and `--live` cannot both read standard input: pass a file to one of them.');
  if (against !== undefined) schemaPlace(against);
  if (reason?.trim() === '') throw usageError('`--reason` is empty: say why the changes are accepted.');
}

/** The accepted changes, with all changes of the coordinates. */
function withAccepted(
  entries: readonly AcceptedChange[],
  { failing, noted, accepted }: DriftVerdict,
  coordinates: readonly string[],
  reason: string,
  cwd: string,
): readonly AcceptedChange[] {
  const changes = [...failing, ...noted].filter(isChange);
  const known = [...changes, ...accepted.map(({ finding }) => finding)].map(({ coordinate }) => coordinate);
  const unknown = coordinates.find((it) => !known.includes(it));
  if (unknown !== undefined) {
    const advice = didYouMean(unknown, known, `Run \`${ownCommand(cwd)} check\` to see what is.`, '');
    throw usageError(`No change of ${unknown} is reported. ${advice}`);
  }
  const added = changes.filter(({ coordinate }) => coordinates.includes(coordinate));
  const accepting = added.map((finding) => entryFor(finding, reason));
  return withEntries(entries, accepting);
}

/**
 * Generates code for the live schema in memory, checks copies of the project with it, and adds the compiler's errors to a drift.
 *
 * @param command - The command that checks the code; undefined for the installed compiler.
 */
export async function compareCode(
  drift: Drift,
  command: string | undefined,
  { sources, config: { generator }, live, snapshot }: Omit<CheckedProject, 'accepted'> & ReadSchemas,
  io: CliIo,
): Promise<Drift> {
  if (generator === undefined)
    throw usageError(
      `\`--code${command === undefined ? '' : '-command'}\` needs the config of the generator: ${howToBegin(io.cwd)}, or name it with \`--config\`.`,
    );
  const [{ checkCode }, { withAbsentInputs }, { generateTexts }, { isMadeAlike }] = await Promise.all([
    import('../../drift/code/check-code.ts'),
    import('../../drift/compare/schema-changes.ts'),
    import('../../codegen/generate-texts.ts'),
    import('../../codegen/output/generate-file.ts'),
  ]);
  const { cwd, env, signal, now } = io;
  const line = new ProgressLine(io);
  let begun = now();
  try {
    return await checkCode({
      ...{ drift, operations: sources, snapshot, command, cwd, env, signal, now, isMadeAlike },
      onRun: (run, checker) => {
        const last = run === 1 ? '' : `; the last one took ${Math.ceil((now() - begun) / 1000)} s`;
        begun = now();
        line.show(`Your code: run ${run} of at most 3 of \`${visible(checker)}\`${last}`);
      },
      live: withAbsentInputs(live, snapshot),
      generate: (schema, definitions) => generateTexts(generator, schema, definitions, cwd),
    });
  } finally {
    line.clear();
  }
}
