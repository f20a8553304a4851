import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { GraphQLSchema } from 'graphql';
import type { DriftConfig, DriftReport, FailOn, OperationSource } from '../drift/index.ts';
import { loadPeer } from '../graphql/load-peer.ts';
import { VERSION } from '../version.ts';
import { styler } from './colour.ts';
import { ExitError, exitCodes } from './exit.ts';
import { readIfPresent, readText, writeText } from './files.ts';
import type { CliIo } from './io.ts';
import { readSnapshot } from './read-schema.ts';
import { addReportOptions, type ReportTarget, settleTargets } from './report-targets.ts';
import { wholeNumber } from './whole-number.ts';

interface Options {
  readonly operations: readonly string[];
  readonly schema?: string;
  readonly snapshot: boolean;
  readonly update: boolean;
  readonly all: boolean;
  readonly failOn: FailOn;
  readonly ignore?: string;
  readonly timeout: number;
}

const defaultSnapshot = 'schema.graphql';
const defaultConfig = 'drift.json';
const levels = ['broken', 'breaking', 'types', 'behaviour', 'deprecated', 'any'];

const afterHelp = `
What counts: --fail-on names the least serious change that exits 1. Each level counts itself and all before it:
  broken       the live schema refuses an operation
  breaking     the generated types change so that code may not fit any more (the default)
  types        the generated types change at all
  behaviour    defaults or scalars in use change, though the types stay
  deprecated   something in use is newly deprecated
  any          whatever touches an operation

Accepted changes: ${defaultConfig} (or the file --ignore names), e.g.
  { "ignore": [{ "coordinate": "Device.name", "reason": "we only log it", "until": "2027-01-31" }] }

Exit codes: 0 in step, 1 drifted, 2 wrong use, 3 could not tell. No key is needed, and none is sent.
`;

/** Adds `control-api check`. */
export function registerCheck(program: Command, io: CliIo): void {
  const targets: ReportTarget[] = [];
  const command = program
    .command('check')
    .description('Tell what has changed in the live schema for your operations')
    .option('--operations <path...>', 'operation files, folders of them, or patterns such as "src/**/*.ts"', [
      'operations',
    ])
    .option('--schema <file>', `the snapshot to compare with (default: ${defaultSnapshot} where it exists)`)
    .option('--no-snapshot', 'only validate the operations')
    .option('--update', 'write the live schema to the snapshot after telling what changed', false)
    .option('--all', 'list the changes that touch no operation, too', false)
    .option('--ignore <file>', `accepted changes (default: ${defaultConfig} where it exists)`)
    .option('--timeout <ms>', 'how long reading the live schema may take, in milliseconds', wholeNumber(1), 30_000)
    .addHelpText('after', afterHelp);
  command.addOption(
    command.createOption('--fail-on <level>', 'what exits 1, see below').choices(levels).default('breaking'),
  );
  addReportOptions(command, targets);
  command.action((options: Options) => check(options, settleTargets(targets), io));
}

async function check(options: Options, targets: readonly ReportTarget[], io: CliIo): Promise<void> {
  if (options.update && !options.snapshot)
    throw new ExitError(
      exitCodes.usage,
      '--update writes a snapshot, and --no-snapshot wants none: choose one of them.',
    );
  const baseUrl = io.env['CONTROL_API_URL']?.trim();
  if (!baseUrl)
    throw new ExitError(
      exitCodes.usage,
      'There is no live schema to check against: set CONTROL_API_URL to the base URL of the service. No key is needed.',
    );
  const drift = await loadPeer('Checking', ['graphql'], () => import('../drift/index.ts'));
  const { printSnapshot, endpointText } = await import('../graphql/snapshot.ts');
  const sources = await readSources(options.operations, io);
  const config = await readConfig(options, drift, io);
  const snapshot = options.snapshot ? await findSnapshot(options, io) : undefined;
  const head = { live: liveText(baseUrl, endpointText), snapshot: snapshot?.file, at: new Date(), version: VERSION };

  let live: GraphQLSchema;
  try {
    const { timeout: timeoutMs, update: descriptions } = options;
    live = await drift.introspect({ baseUrl, timeoutMs, signal: io.signal, descriptions });
  } catch (error) {
    if (!(error instanceof drift.IntrospectionError) || io.signal.aborted) throw error;
    const { code, message } = error;
    await tell({ ...head, outcome: 'could-not-tell', error: { code, message } }, targets, drift, io);
    io.exitCode = exitCodes.unknown;
    return;
  }
  const compared = drift.checkDrift({
    operations: sources,
    live,
    scalars: config.scalars,
    ...(snapshot === undefined ? {} : { snapshot: snapshot.schema }),
  });
  const verdict = drift.judgeDrift(compared, { failOn: options.failOn, ignore: config.ignore });
  const { failOn, all } = options;
  await tell({ ...head, outcome: verdict.verdict, failOn, verdict, sources, all }, targets, drift, io);
  io.exitCode = verdict.verdict === 'drifted' ? exitCodes.no : exitCodes.ok;
  if (!options.update) return;
  const file = options.schema || defaultSnapshot;
  const outcome = await writeText(file, printSnapshot(live, head.live), { overwrite: true }, io);
  io.stderr.write(
    `${file}: ${outcome === 'unchanged' ? 'unchanged' : 'written. Generate again: npx control-api generate'}\n`,
  );
  // What the new snapshot has taken in is no drift any more; what is broken stays broken.
  if (!verdict.failing.some(({ kind }) => kind === 'broken')) io.exitCode = exitCodes.ok;
}

type DriftModule = typeof import('../drift/index.ts');

function liveText(baseUrl: string, endpointText: (baseUrl: string) => string): string {
  try {
    return endpointText(baseUrl);
  } catch {
    // The client says what is wrong with it.
    return 'the live schema';
  }
}

async function readSources(patterns: readonly string[], io: CliIo): Promise<readonly OperationSource[]> {
  const { readOperationSources } = await import('../graphql/read-operations.ts');
  const sources = await readOperationSources({ patterns, cwd: io.cwd });
  if (sources.length > 0) return sources;
  throw new ExitError(
    exitCodes.usage,
    `There are no operations in ${patterns.join(', ')}: write some, or name others with \`--operations\`.`,
  );
}

async function readConfig({ ignore }: Options, drift: DriftModule, io: CliIo): Promise<DriftConfig> {
  const text = ignore === undefined ? await readIfPresent(defaultConfig, io) : await readText(ignore, io);
  if (text === undefined) return { ignore: [], scalars: {} };
  try {
    return drift.parseDriftConfig(text, ignore ?? defaultConfig);
  } catch (error) {
    throw error instanceof drift.DriftConfigError ? new ExitError(exitCodes.usage, error.message) : error;
  }
}

async function findSnapshot(
  { schema: named }: Options,
  io: CliIo,
): Promise<{ readonly file: string; readonly schema: GraphQLSchema } | undefined> {
  const file = named || defaultSnapshot;
  if (!named && (await readIfPresent(file, io)) === undefined) return undefined;
  return { file, schema: await readSnapshot(file, io) };
}

async function tell(
  report: DriftReport,
  targets: readonly ReportTarget[],
  drift: DriftModule,
  io: CliIo,
): Promise<void> {
  const render = drift.renderReport;
  for (const { format, file } of targets) {
    if (file !== undefined) {
      await writeText(file, render[format](report), { overwrite: true }, io);
      io.stderr.write(`${file}: ${format} report\n`);
    } else io.stdout.write(format === 'pretty' ? drift.renderPretty(report, paintFor(io)) : render[format](report));
  }
  if (!targets.some(({ format, file }) => format === 'pretty' && file === undefined))
    io.stderr.write(drift.renderPretty(report).split('\n', 1).join('').concat('\n'));
  if (io.env['GITHUB_ACTIONS'] !== 'true') return;
  if (!targets.some(({ format }) => format === 'github')) io.stderr.write(render.github(report));
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  if (summary) await appendFile(resolve(io.cwd, summary), render.markdown(report)).catch(() => undefined);
}

function paintFor(io: CliIo): Parameters<DriftModule['renderPretty']>[1] {
  const formats = { good: 'green', bad: 'red', warn: 'yellow', dim: 'dim', bold: 'bold', plain: 'reset' } as const;
  const style = styler(io);
  return (name, text) => style(formats[name], text);
}
