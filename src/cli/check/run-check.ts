import { VERSION } from '../../base/version.ts';
import { howToBegin } from '../../codegen/config-file.ts';
import type { AcceptedChange, Drift, DriftVerdict, Finding } from '../../drift/index.ts';
import type { GivenOption } from '../../drift/report/command-line.ts';
import type { UndecidedReport } from '../../drift/report/report.ts';
import { snapshotFile } from '../../graphql/files/pull-command.ts';
import { plural } from '../../words/plural.ts';
import { exitCodes, usageError } from '../exit.ts';
import { writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { schemaPlace } from '../schema/read-schema.ts';
import { visible } from '../terminal/visible.ts';
import {
  acceptedFile,
  basePlace,
  type CheckedProject,
  type CheckOptions,
  type ReadSchemas,
  readCheckedProject,
  readSchemas,
} from './read-project.ts';
import { type ReportTarget, refuseInputs, writeReports } from './reports.ts';

/**
 * Runs a check in its stages: reads the project, reads both schemas, compares them, judges the changes and reports them; then acts
 * as the options say.
 *
 * @param commandOptions - The options as they were written, for the commands that reports propose.
 * @returns The exit code.
 */
export async function runCheck(
  options: CheckOptions,
  targets: readonly ReportTarget[],
  commandOptions: readonly GivenOption[],
  io: CliIo,
): Promise<number> {
  await refuseOptions(options, io);
  const { loadPeer } = await import('../../graphql/files/load-peer.ts');
  const drift = await loadPeer('Checking', ['graphql'], () => import('../../drift/index.ts'));
  const project = await readCheckedProject(options, io);
  const { config, sources, accepted } = project;
  const { scalars, openEnums, schema: file = snapshotFile } = config;
  const inputs = [acceptedFile, file, config.file, options.live, options.against];
  refuseInputs(targets, [...inputs, ...sources.map(({ file }) => file)], io);

  const base = basePlace(options, config, io);
  const head = {
    live: await liveText(options.live, config.baseUrl),
    snapshot: base && (options.against ?? file),
    at: new Date(),
    version: VERSION,
    commandOptions,
  };
  const undecided = async (
    { code, message }: UndecidedReport['error'],
    failedAt: 'live' | 'against' = 'live',
  ): Promise<number> => {
    await writeReports({ ...head, outcome: 'could-not-tell', error: { code, message }, failedAt }, targets, io);
    const { parseOperations } = await import('../../graphql/parse-operations.ts');
    // A mistake in the operations is reported whether the service is up or not.
    parseOperations(sources);
    return exitCodes.unknown;
  };
  const schemas = await readSchemas(options, base, config, io);
  if ('error' in schemas) return undecided(schemas.error, schemas.failedAt);

  const { live, snapshot } = schemas;
  const input = { operations: sources, live, scalars, openEnums, ...(snapshot === undefined ? {} : { snapshot }) };
  const found = drift.checkDrift(input);
  const { code: command, failOn, all, accept, acceptBroken } = options;
  const compared = command === undefined ? found : await compareCode(found, command, { ...project, ...schemas }, io);

  const judge = (of: Drift, entries: readonly AcceptedChange[] = accepted): DriftVerdict =>
    drift.judgeDrift(of, { failOn, accepted: entries, today: head.at });
  const verdict = judge(compared);
  if (verdict.doubt !== undefined) return undecided(verdict.doubt);
  const outcome = verdict.verdict === 'drifted' ? 'drifted' : 'in-step';
  await writeReports({ ...head, outcome, failOn, verdict, sources, all }, targets, io);

  if ((accept ?? acceptBroken) !== undefined)
    return exitCodeOf(judge(compared, await acceptFindings(verdict, accepted, options, io)));
  return exitCodeOf(verdict);
}

function exitCodeOf({ verdict, failing }: DriftVerdict): number {
  if (failing.some(({ kind }) => kind === 'mistake')) return exitCodes.usage;
  return { 'in-step': exitCodes.ok, drifted: exitCodes.no, 'could-not-tell': exitCodes.unknown }[verdict];
}

/** The name of the live schema in reports. */
async function liveText(file: string | undefined, baseUrl: string): Promise<string> {
  if (file !== undefined) return file === '-' ? 'standard input' : file;
  const { endpointText } = await import('../../graphql/endpoint-text.ts');
  try {
    return endpointText(baseUrl);
  } catch {
    // The client reports what is wrong with it.
    return 'the live schema';
  }
}

/**
 * Refuses options that cannot work, before anything is read.
 *
 * @throws {ExitError} with code 2.
 */
async function refuseOptions({ live, against, withKey, accept, acceptBroken }: CheckOptions, io: CliIo): Promise<void> {
  if (withKey) await (await import('../settings/open-client.ts')).needKey(io);
  if (against === '-' && live === '-')
    throw usageError('`--against` and `--live` cannot both read standard input: pass a file to one of them.');
  if (against !== undefined) schemaPlace(against);
  const reason = acceptBroken || accept;
  if (reason !== undefined && (reason === '' ? io.ask === undefined : reason.trim() === ''))
    throw usageError("`--accept` needs a reason: write --accept='<reason>', or run it on a terminal.");
}

/**
 * Adds an entry for each failing change to the file of accepted changes.
 *
 * @returns All accepted changes, the added ones included.
 */
async function acceptFindings(
  { failing }: DriftVerdict,
  entries: readonly AcceptedChange[],
  options: CheckOptions,
  io: CliIo,
): Promise<readonly AcceptedChange[]> {
  const drift = await import('../../drift/index.ts');
  const { accept, acceptBroken } = options;
  const file = acceptedFile;
  // A mistake that the snapshot rejects, too, is not a change.
  const changes = failing.filter(({ change }) => change !== 'invalid-document');
  const acceptable = changes.filter(({ kind }) => kind !== 'broken' || acceptBroken !== undefined);
  const added: AcceptedChange[] = [];
  for (const finding of acceptable) {
    const reason = acceptBroken || accept || (await ask(finding, io));
    if (reason !== '') added.push(drift.entryFor(finding, reason));
  }
  const all = drift.withEntries(entries, added);
  if (added.length > 0) {
    await writeText(file, drift.printAccepted(all), { overwrite: true }, io);
    const count = all.filter((entry) => !entries.includes(entry)).length;
    io.stderr.write(`${file}: ${plural(count, 'change')} accepted. Commit the file.\n`);
  } else io.stderr.write(`${file}: no change was accepted.\n`);
  const broken = changes.length - acceptable.length;
  if (broken > 0)
    io.stderr.write(
      `Not accepted: ${broken} ${broken === 1 ? 'change that breaks' : 'changes that break'} an operation. Correct the operation, or pass \`--accept-broken\`.\n`,
    );
  return all;
}

/** An empty answer leaves the change as it is. */
async function ask({ coordinate, message }: Finding, io: CliIo): Promise<string> {
  const answer = await io.ask?.(`${visible(`${coordinate}: ${message}`)}\nWhy is this accepted? (empty: it is not) `);
  return answer?.trim() ?? '';
}

/**
 * Generates code for the live schema in memory, checks a copy of the project with it, and adds to a drift what no longer compiles.
 *
 * @param command - The command that checks the code; empty for the compiler that is installed.
 * @throws {ExitError} with code 2 if there is no config of the generator.
 * @throws {ControlApiError} if the compiler or a generated file is missing.
 */
export async function compareCode(
  drift: Drift,
  command: string,
  { sources, config: { generator }, live, snapshot }: Omit<CheckedProject, 'accepted'> & ReadSchemas,
  { cwd, env, signal, now }: Pick<CliIo, 'cwd' | 'env' | 'signal' | 'now'>,
): Promise<Drift> {
  if (generator === undefined)
    throw usageError(`\`--code\` needs the config of the generator: ${howToBegin(cwd)}, or name it with \`--config\`.`);
  const [{ checkCode }, { fillUnseen }, { generateTexts }, { isMadeAlike }] = await Promise.all([
    import('../../drift/code/check-code.ts'),
    import('../../drift/compare/fill-unseen.ts'),
    import('../../codegen/generate-texts.ts'),
    import('../../codegen/output/generate-file.ts'),
  ]);
  return checkCode({
    ...{ drift, operations: sources, snapshot, command, cwd, env, signal, now, isMadeAlike },
    live: fillUnseen(live, snapshot).schema,
    generate: (schema, definitions) => generateTexts(generator, schema, definitions, cwd),
  });
}
