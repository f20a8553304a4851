import { VERSION } from '../../base/version.ts';
import type {
  AcceptedChange,
  Drift,
  DriftVerdict,
  FailOn,
  GivenOption,
  OperationSource,
  UndecidedReport,
} from '../../drift/index.ts';
import { moveOn } from '../../drift/report/command-line.ts';
import { acceptFindings, acceptOptions, refuseAcceptOptions } from '../check/accept.ts';
import { compareCode, refuseCodeOptions } from '../check/check-code.ts';
import { fixFiles, fixOptions, refuseFixOptions } from '../check/fix.ts';
import { projectOperations } from '../check/project-operations.ts';
import { readAgainst, refuseAgainst } from '../check/read-against.ts';
import { type ReportTarget, readTargets, refuseInputs, reportOptions } from '../check/report-targets.ts';
import { writeReports } from '../check/write-reports.ts';
import { exitCodes, usageError } from '../exit.ts';
import { readIfPresent, readText, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { type Command, command } from '../line/command.ts';
import { givenOptions } from '../line/given-options.ts';
import {
  choiceOption,
  flag,
  listOption,
  looseOption,
  negatedFlag,
  numberOption,
  type Option,
  textOption,
  timerRange,
  type ValuesOf,
} from '../line/option.ts';
import { type CheckConfig, readCheckConfig } from '../schema/check-config.ts';
import { openKeptDrift } from '../schema/kept-drift.ts';
import { type Live, type LiveOrKept, readLive, refuseLiveOptions } from '../schema/read-live.ts';
import { parseSnapshot, readSnapshotText } from '../schema/read-schema.ts';

const defaultAccepted = 'drift.json';
const levels = ['broken', 'breaking', 'types', 'behaviour', 'deprecated', 'any'] as const satisfies readonly FailOn[];

const against: Option<string | undefined> = {
  ...textOption('<from>', 'compare with git:REF[:path], a file or a URL'),
  completes: 'files',
};

const options = {
  config: textOption('<file>', 'the generator config (default: codegen.ts if any)'),
  operations: listOption('<path...>', 'files, folders, glob patterns (default: of the config)'),
  schema: textOption('<file>', 'the snapshot (default: schema.graphql if any)'),
  against,
  live: textOption('<file>', 'a file (- is stdin) in the place of the service'),
  withKey: flag('send the API key to read the live schema'),
  snapshot: negatedFlag('only validate against the live schema'),
  update: flag('then write the live schema to the snapshot'),
  code: looseOption('<tsconfig>', 'also compile your code with the types to come'),
  all: flag('also list the changes that affect no operation'),
  confirmLoss: flag('compare even if more than half of the types are gone'),
  timeout: numberOption('<ms>', timerRange, 'timeout of reading the live schema', 30_000),
  failOn: choiceOption('<level>', levels, 'what exits 1, and all before it', 'breaking'),
  accepted: textOption('<file>', 'the accepted changes', defaultAccepted),
  ...fixOptions,
  ...acceptOptions,
  ...reportOptions,
};

type Options = ValuesOf<typeof options>;

const notes = `
--fail-on: broken: an operation is invalid; breaking: code may stop working;
types: a generated type changes; behaviour: a default, paging or a scalar does;
deprecated; any. Exits 0 in step, 1 drifted, 2 wrong usage, 3 no verdict.
`;

/** `control-api check`. */
export const checkCommand: Command = command({
  name: 'check',
  summary: 'Report changes of the live schema that affect your operations',
  options,
  examples: [
    ['control-api check', 'compare your operations and schema.graphql with the live schema'],
    ['control-api check --output drift.md', 'a report for a pull request'],
  ],
  notes,
  run: ({ options: given, order }, io) => runCheck(given, readTargets(order), givenOptions(order, options), io),
});

async function runCheck(
  given: Options,
  targets: readonly ReportTarget[],
  line: readonly GivenOption[],
  io: CliIo,
): Promise<number> {
  if (given.update && !given.snapshot)
    throw usageError('`--update` and `--no-snapshot` cannot be combined: pass one of them.');
  refuseAcceptOptions(given, io);
  refuseFixOptions(given, targets);
  refuseCodeOptions(given);
  await refuseLiveOptions(given, io);
  refuseAgainst(given);
  const { loadPeer, installedVersion } = await import('../../graphql/files/load-peer.ts');
  const loadDrift = (): Promise<DriftModule> => loadPeer('Checking', ['graphql'], () => import('../../drift/index.ts'));
  const graphql = installedVersion('graphql');
  if (graphql === undefined) await loadDrift();
  const places = { patterns: given.operations, ignore: [] };
  const named = given.operations.length === 0 ? undefined : await readSources(places, 'add some', io);
  const config = await readCheckConfig(given, io, given.live === undefined);
  const { baseUrl, scalars, openEnums, snapshotFile } = config;
  const begin = config.file === undefined ? 'to begin with one, run `npx control-api-sdk init`' : 'add some';
  const sources = named ?? (await readSources(config, begin, io));
  const accepted = await readAccepted(given, io);
  refuseInputs(
    targets,
    [given.accepted, snapshotFile, config.file, given.live, given.against, ...sources.map(({ file }) => file)],
    io,
  );
  const snapshotText = given.snapshot && given.against === undefined ? await readSnapshotOf(config, io) : undefined;
  const kept = mayKeep(given)
    ? await openKeptDrift({ operations: sources, snapshot: snapshotText, scalars, openEnums, graphql }, io)
    : undefined;
  const { endpointText } = await import('../../graphql/endpoint-text.ts');
  const head = {
    live: given.live === '-' ? 'standard input' : (given.live ?? liveText(baseUrl, endpointText)),
    snapshot: given.snapshot ? (given.against ?? (snapshotText === undefined ? undefined : snapshotFile)) : undefined,
    at: new Date(),
    version: VERSION,
    given: line,
  };
  const { failOn, all, confirmLoss } = given;
  const undecided = async (
    { code, message }: Pick<UndecidedReport['error'], 'code' | 'message'>,
    failedAt: 'live' | 'against' = 'live',
  ): Promise<number> => {
    await writeReports({ ...head, outcome: 'could-not-tell', error: { code, message }, failedAt }, targets, io);
    return exitCodes.unknown;
  };
  const { judgeDrift } = await import('../../drift/model/policy.ts');
  const judge = (entries: readonly AcceptedChange[], of: Drift): DriftVerdict =>
    judgeDrift(of, { failOn, accepted: entries, confirmLoss, today: head.at });
  const report = async (verdict: DriftVerdict): Promise<void> => {
    const outcome = verdict.failing.length > 0 ? 'drifted' : 'in-step';
    await writeReports({ ...head, outcome, failOn, verdict, sources, all }, targets, io);
  };

  const conclude = async (read: Exclude<LiveOrKept, { schema: unknown }>): Promise<number> => {
    if ('error' in read) return undecided(read.error);
    const verdict = judge(accepted, read.drift);
    if (verdict.doubt !== undefined) return undecided(verdict.doubt);
    await report(verdict);
    return exitCodeOf(verdict);
  };

  const service = { baseUrl, kept };
  // What was compared before was valid, so it is read again only if the live schema is another one.
  const early = kept?.isThere ? await readLive(given, service, io) : undefined;
  if (early !== undefined && !('schema' in early)) return conclude(early);
  const drift = await loadDrift();
  if (!kept?.isThere) await parseSources(sources);
  const base = await readBase(given, { file: snapshotFile, text: snapshotText }, io);
  const snapshot = base !== undefined && 'schema' in base ? base : undefined;
  if (given.fix && base === undefined)
    throw usageError('`--fix` needs a snapshot of the schema that the operations were written for: pass `--schema`.');
  if (base !== undefined && 'error' in base) return undecided(base.error, 'against');
  const read = early ?? (await readLive(given, service, io));
  if (!('schema' in read)) return conclude(read);
  const live = read.schema;
  const input = { operations: sources, live, scalars, openEnums };
  const old = snapshot === undefined ? {} : { snapshot: snapshot.schema };
  const found = drift.checkDrift({ ...input, ...old });
  await kept?.keep(found);
  const code = given.code;
  const compared =
    code === undefined
      ? found
      : await compareCode({ drift: found, tsconfig: code, sources, config, live, snapshot: snapshot?.schema }, io);
  let verdict = judge(accepted, compared);
  if (verdict.doubt !== undefined) return undecided(verdict.doubt);
  await report(verdict);
  if (given.fix && snapshot !== undefined) {
    const work = { ...input, snapshot: snapshot.schema, write: given.write, given: line };
    const operations = await fixFiles(work, drift, io);
    if (given.write) verdict = judge(accepted, drift.checkDrift({ ...input, ...old, operations }));
  }
  if (given.accept || given.acceptBroken)
    return exitCodeOf(judge(await acceptFindings(verdict, accepted, given, drift, io), compared));
  if (!given.update) return exitCodeOf(verdict);
  const { printSnapshot } = await import('../../graphql/files/snapshot.ts');
  const text = printSnapshot(live, head.live);
  const before = await readIfPresent(snapshotFile, io);
  const written = await writeText(snapshotFile, text, { overwrite: true }, io);
  io.stderr.write(`${snapshotFile}: ${written === 'unchanged' ? 'unchanged' : `written. Run: ${moveOn(line)[1]}`}\n`);
  if (snapshot !== undefined && before !== undefined && written === 'written') {
    const { appendStep } = await import('../check/append-step.ts');
    const step = drift.schemaStep(compared, snapshot.schema, live);
    await appendStep(step, { snapshotFile, before, after: text, at: head.at }, io);
  }
  // Changes that the new snapshot contains are no longer drift; broken operations stay broken.
  return verdict.failing.some(({ kind }) => kind === 'broken') ? exitCodeOf(verdict) : exitCodes.ok;
}

const exitCodeOf = ({ verdict }: DriftVerdict): number =>
  ({ 'in-step': exitCodes.ok, drifted: exitCodes.no, 'could-not-tell': exitCodes.unknown })[verdict];

type DriftModule = typeof import('../../drift/index.ts');

function liveText(baseUrl: string, endpointText: (baseUrl: string) => string): string {
  try {
    return endpointText(baseUrl);
  } catch {
    // The client reports what is wrong with it.
    return 'the live schema';
  }
}

/** Reads the texts of the operations. */
async function readSources(
  places: Pick<CheckConfig, 'patterns' | 'ignore'>,
  todo: string,
  io: CliIo,
): Promise<readonly OperationSource[]> {
  const sources = await projectOperations(places, io);
  if (sources.length === 0)
    throw usageError(
      `No operations found in ${places.patterns.join(', ')}: ${todo}, or pass others with \`--operations\`.`,
    );
  return sources;
}

/** Parses the operations, so that an author's mistake is reported whether the service is up or not. */
async function parseSources(sources: readonly OperationSource[]): Promise<void> {
  const { parseOperations } = await import('../../graphql/parse-operations.ts');
  parseOperations(sources);
}

async function readAccepted({ accepted: file }: Options, io: CliIo): Promise<readonly AcceptedChange[]> {
  const { parseAccepted } = await import('../../drift/model/accepted.ts');
  const text = file === defaultAccepted ? await readIfPresent(file, io) : await readText(file, io);
  return text === undefined ? [] : parseAccepted(text, file);
}

/** The text of the snapshot; undefined if there is none, and none was named. */
function readSnapshotOf({ isSnapshotNamed, snapshotFile }: CheckConfig, io: CliIo): Promise<string | undefined> {
  return isSnapshotNamed ? readSnapshotText(snapshotFile, io) : readIfPresent(snapshotFile, io);
}

/** What the live schema is compared with: the snapshot if there is one, or what `--against` names. */
async function readBase(
  { snapshot, against, timeout }: Pick<Options, 'snapshot' | 'against' | 'timeout'>,
  { file, text }: { readonly file: string; readonly text: string | undefined },
  io: CliIo,
): Promise<(Live & { readonly file: string }) | undefined> {
  if (snapshot && against !== undefined)
    return { file: against, ...(await readAgainst(against, { snapshotFile: file, timeout }, io)) };
  return text === undefined ? undefined : { file, schema: await parseSnapshot(text, file) };
}

/** Whether the comparison alone is wanted, of the snapshot and the service. */
function mayKeep({ live, against, code, update, fix, accept, acceptBroken }: Options): boolean {
  return ![live, against, code].some((it) => it !== undefined) && !(update || fix || accept || acceptBroken);
}
