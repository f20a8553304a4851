import type { GraphQLSchema } from 'graphql';
import { howToBegin } from '../../codegen/project-config.ts';
import type { AcceptedChange } from '../../drift/index.ts';
import { parseAccepted } from '../../drift/model/accepted.ts';
import { acceptedFile } from '../../drift/model/defaults.ts';
import type { FailOn } from '../../drift/model/policy.ts';
import type { UndecidedReport } from '../../drift/report/report.ts';
import { type OperationSource, readOperationSources } from '../../graphql/files/read-operations.ts';
import { IntrospectionError } from '../../graphql/introspection/introspection-error.ts';
import { operationsFolder } from '../defaults.ts';
import { usageError } from '../exit.ts';
import { readIfPresent } from '../files.ts';
import type { CliIo } from '../io.ts';
import { type CheckConfig, loadCheckConfig, snapshotOf } from '../project-config.ts';
import { presentSnapshot, readSchema, type SchemaPlace, schemaPlace } from '../read-schema.ts';

/** The options of `check`, without those for reports. */
export interface CheckOptions {
  readonly config: string | undefined;
  /** A place to read instead of the snapshot. */
  readonly against: string | undefined;
  /** A file to read instead of the service. */
  readonly live: string | undefined;
  readonly withKey: boolean;
  readonly code: boolean;
  /** The command that checks the code, which implies `code`. */
  readonly codeCommand: string | undefined;
  readonly all: boolean;
  readonly failOn: FailOn;
  readonly accept: readonly string[];
  readonly reason: string | undefined;
}

export interface CheckedProject {
  readonly config: CheckConfig;
  readonly sources: readonly OperationSource[];
  readonly accepted: readonly AcceptedChange[];
}

export async function readCheckedProject(options: CheckOptions, io: CliIo): Promise<CheckedProject> {
  const config = await loadCheckConfig(options, io);
  const { operations: patterns, outputs: ignore } = config;
  // The usual folder may be missing if the config names no operations.
  const mayBeMissing = patterns.length === 1 && patterns[0] === operationsFolder;
  const sources = await readOperationSources({ patterns, cwd: io.cwd, ignore, mayBeMissing });
  if (sources.length === 0) {
    const todo = config.file === undefined ? howToBegin(io.cwd) : 'add some';
    throw usageError(`No operations found in ${patterns.join(', ')}: ${todo}.`);
  }
  const text = await readIfPresent(acceptedFile, io);
  return { config, sources, accepted: text === undefined ? [] : parseAccepted(text, acceptedFile) };
}

export interface ReadSchemas {
  readonly live: GraphQLSchema;
  readonly snapshot: GraphQLSchema | undefined;
}

/** The place of the schema to compare with; undefined without `--against` and without a snapshot. */
export function basePlace(
  { against }: CheckOptions,
  config: CheckConfig,
  io: Pick<CliIo, 'cwd'>,
): SchemaPlace | undefined {
  const place = against === undefined ? undefined : schemaPlace(against);
  if (place !== undefined) return place.from === 'git' ? { ...place, path: place.path ?? snapshotOf(config) } : place;
  const file = config.schema ?? presentSnapshot(config, io);
  return file === undefined ? undefined : { from: 'file', file };
}

/**
 * Reads the schema to compare with, then the live schema; or returns the reason why one of them could not be read. The key is only
 * sent with `--with-key`, and only to the service of the project.
 */
export async function readSchemas(
  options: CheckOptions,
  base: SchemaPlace | undefined,
  { baseUrl }: CheckConfig,
  io: CliIo,
): Promise<ReadSchemas | Pick<UndecidedReport, 'error' | 'failedAt'>> {
  const { live: file, withKey } = options;
  const place: SchemaPlace = file === undefined ? { from: 'service', baseUrl } : { from: 'file', file };
  if (withKey && baseUrl !== io.env['CONTROL_API_URL']?.trim())
    throw usageError(
      'The base URL is from the config of the generator, and a folder must not decide where your key goes: set CONTROL_API_URL in the environment.',
    );
  let failedAt: 'live' | 'against' = 'against';
  try {
    // No key: `--against` may name another service.
    const snapshot = base && (await readSchema(base, io, { descriptions: false }));
    failedAt = 'live';
    const asked = { descriptions: false, withKey };
    return { live: await readSchema(place, io, asked), snapshot };
  } catch (error) {
    if (!(error instanceof IntrospectionError) || io.signal.aborted) throw error;
    const { code, message } = error;
    const isRefusal = failedAt === 'live' && (code === 'introspection_off' || code === 'partial');
    return { error: { code, message: isRefusal ? `${message} ${adviceOn(withKey)}` : message }, failedAt };
  }
}

function adviceOn(withKey: boolean): string {
  const file = 'pass a file with its schema: `--live <file>` (SDL or introspection JSON).';
  return withKey
    ? `The key was sent. If the service shows its schema to nobody, ${file}`
    : `If the service shows its schema only with a key, pass \`--with-key\`; if to nobody, ${file}`;
}
