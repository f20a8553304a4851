import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { VERSION } from '../../base/version.ts';
import type { DriftConfig, DriftReport, FailOn, OperationSource } from '../../drift/index.ts';
import { loadPeer } from '../../graphql/load-peer.ts';
import { styler } from '../colour.ts';
import { type Command, command } from '../command.ts';
import { ExitError, exitCodes } from '../exit.ts';
import { readIfPresent, readText, writeText } from '../files.ts';
import type { CliIo } from '../io.ts';
import { choiceOption, flag, listOption, negatedFlag, numberOption, textOption } from '../option.ts';
import { readSnapshot } from '../read-schema.ts';
import { type ReportTarget, readTargets, reportOptions } from '../report-targets.ts';

interface Options {
  readonly operations: readonly string[];
  readonly schema: string | undefined;
  readonly snapshot: boolean;
  readonly update: boolean;
  readonly all: boolean;
  readonly failOn: FailOn;
  readonly ignore: string | undefined;
  readonly timeout: number;
}

const defaultSnapshot = 'schema.graphql';
const defaultConfig = 'drift.json';
const levels = ['broken', 'breaking', 'types', 'behaviour', 'deprecated', 'any'] as const satisfies readonly FailOn[];

const notes = `
Levels of --fail-on: the least serious change that exits 1. Each level includes
the levels above it:
  broken       an operation is invalid for the live schema
  breaking     a generated type changes incompatibly (the default)
  types        a generated type changes
  behaviour    a default value or a scalar in use changes, but no generated type
  deprecated   something in use is newly deprecated
  any          any change that affects an operation

Accepted changes: ${defaultConfig}, or the file that --ignore names. For example:
  { "ignore": [{ "coordinate": "Device.name",
                 "reason": "we only log it", "until": "2027-01-31" }] }

Exit codes: 0 in step, 1 drifted, 2 wrong usage or configuration, 3 the live
schema could not be read. No key is needed, and none is sent.
`;

/** `control-api check`. */
export const checkCommand: Command = command({
  name: 'check',
  summary: 'Report changes of the live schema that affect your operations',
  options: {
    operations: listOption('<path...>', 'operation files, folders, or glob patterns such as "src/**/*.ts"', [
      'operations',
    ]),
    schema: textOption('<file>', `the snapshot to compare with (default: ${defaultSnapshot} if it exists)`),
    snapshot: negatedFlag('only validate the operations against the live schema'),
    update: flag('write the live schema to the snapshot after the report'),
    all: flag('also list the changes that affect no operation'),
    ignore: textOption('<file>', `the file with the accepted changes (default: ${defaultConfig} if it exists)`),
    timeout: numberOption('<ms>', { least: 1 }, 'timeout of reading the live schema in milliseconds', 30_000),
    failOn: choiceOption('<level>', levels, 'the least serious change that exits 1, see below', 'breaking'),
    ...reportOptions,
  },
  examples: [
    ['control-api check', 'compare operations/ and schema.graphql with the live schema'],
    ['control-api check --format markdown --output drift.md', 'write a report for a pull request'],
  ],
  notes,
  run: ({ options, order }, io) => runCheck(options, readTargets(order), io),
});

async function runCheck(options: Options, targets: readonly ReportTarget[], io: CliIo): Promise<number> {
  if (options.update && !options.snapshot)
    throw new ExitError(exitCodes.usage, '`--update` and `--no-snapshot` cannot be combined: pass one of them.');
  const baseUrl = io.env['CONTROL_API_URL']?.trim();
  if (!baseUrl)
    throw new ExitError(
      exitCodes.usage,
      'The base URL of the service is missing (no key is needed): set CONTROL_API_URL.',
    );
  const drift = await loadPeer('Checking', ['graphql'], () => import('../../drift/index.ts'));
  const { printSnapshot, endpointText } = await import('../../graphql/snapshot.ts');
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
    await writeReports({ ...head, outcome: 'could-not-tell', error: { code, message } }, targets, drift, io);
    return exitCodes.unknown;
  }
  const compared = drift.checkDrift({
    operations: sources,
    live,
    scalars: config.scalars,
    ...(snapshot === undefined ? {} : { snapshot: snapshot.schema }),
  });
  const verdict = drift.judgeDrift(compared, { failOn: options.failOn, ignore: config.ignore });
  const { failOn, all } = options;
  await writeReports({ ...head, outcome: verdict.verdict, failOn, verdict, sources, all }, targets, drift, io);
  const answer = verdict.verdict === 'drifted' ? exitCodes.no : exitCodes.ok;
  if (!options.update) return answer;
  const file = options.schema || defaultSnapshot;
  const outcome = await writeText(file, printSnapshot(live, head.live), { overwrite: true }, io);
  io.stderr.write(`${file}: ${outcome === 'unchanged' ? 'unchanged' : 'written. Run: npx control-api generate'}\n`);
  // Changes that the new snapshot contains are no longer drift; broken operations stay broken.
  return verdict.failing.some(({ kind }) => kind === 'broken') ? answer : exitCodes.ok;
}

type DriftModule = typeof import('../../drift/index.ts');

function liveText(baseUrl: string, endpointText: (baseUrl: string) => string): string {
  try {
    return endpointText(baseUrl);
  } catch {
    // The client reports what is wrong with it.
    return 'the live schema';
  }
}

async function readSources(patterns: readonly string[], io: CliIo): Promise<readonly OperationSource[]> {
  const { readOperationSources } = await import('../../graphql/read-operations.ts');
  const sources = await readOperationSources({ patterns, cwd: io.cwd });
  if (sources.length > 0) return sources;
  throw new ExitError(
    exitCodes.usage,
    `No operations found in ${patterns.join(', ')}: add some, or pass others with \`--operations\`.`,
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

async function writeReports(
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
