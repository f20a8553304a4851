import { VERSION } from '../../base/version.ts';
import type { AcceptedChange, Drift, DriftVerdict, GivenOption } from '../../drift/index.ts';
import { exitCodes } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { acceptFindings } from './accept.ts';
import { compareCode } from './compare-code.ts';
import type { CheckOptions, Comparison } from './comparison.ts';
import { readCheckedProject } from './read-project.ts';
import { basePlace, readSchemas } from './read-schemas.ts';
import { refuseOptions } from './refuse-options.ts';
import { type ReportTarget, refuseInputs } from './report-targets.ts';
import { writeReports } from './write-reports.ts';

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
  const { scalars, openEnums, snapshotFile } = config;
  const inputs = [options.accepted, snapshotFile, config.file, options.live, options.against];
  refuseInputs(targets, [...inputs, ...sources.map(({ file }) => file)], io);

  const base = basePlace(options, config, io);
  const head = {
    live: await liveText(options.live, config.baseUrl),
    snapshot: base && (options.against ?? snapshotFile),
    at: new Date(),
    version: VERSION,
    commandOptions,
  };
  const undecided = async ({ code, message }: Doubt, failedAt: 'live' | 'against' = 'live'): Promise<number> => {
    await writeReports({ ...head, outcome: 'could-not-tell', error: { code, message }, failedAt }, targets, io);
    const { parseOperations } = await import('../../graphql/parse-operations.ts');
    // A mistake in the operations is reported whether the service is up or not.
    parseOperations(sources);
    return exitCodes.unknown;
  };
  const schemas = await readSchemas(options, base, config, io);
  if ('error' in schemas) return undecided(schemas.error, schemas.failedAt);

  const comparison: Comparison = { ...project, ...schemas, options, commandOptions };
  const { live, snapshot } = schemas;
  const input = { operations: sources, live, scalars, openEnums, ...(snapshot === undefined ? {} : { snapshot }) };
  const found = drift.checkDrift(input);
  const { code: command, failOn, all, confirmLoss } = options;
  const compared = command === undefined ? found : await compareCode(found, command, comparison, io);

  const judge = (of: Drift, entries: readonly AcceptedChange[] = accepted): DriftVerdict =>
    drift.judgeDrift(of, { failOn, accepted: entries, confirmLoss, today: head.at });
  const verdict = judge(compared);
  if (verdict.doubt !== undefined) return undecided(verdict.doubt);
  const outcome = verdict.verdict === 'drifted' ? 'drifted' : 'in-step';
  await writeReports({ ...head, outcome, failOn, verdict, sources, all }, targets, io);

  if (options.accept || options.acceptBroken)
    return exitCodeOf(judge(compared, await acceptFindings(verdict, accepted, options, drift, io)));
  return exitCodeOf(verdict);
}

type Doubt = NonNullable<DriftVerdict['doubt']> | { readonly code: string; readonly message: string };

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
