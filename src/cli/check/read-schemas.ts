import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import type { CheckConfig } from '../schema/check-config.ts';
import { readSchema, type SchemaPlace, schemaPlace } from '../schema/read-schema.ts';
import type { CheckOptions, Comparison } from './comparison.ts';

/** Both schemas of a comparison, or why one of them could not be read. */
export type Schemas =
  | Pick<Comparison, 'live' | 'snapshot'>
  | { readonly error: { readonly code: string; readonly message: string }; readonly failedAt: 'live' | 'against' };

/** The place of the schema to compare with; undefined if there is none, and none was named. */
export function basePlace(
  { against, snapshot }: CheckOptions,
  { snapshotFile: file, isSnapshotNamed }: CheckConfig,
  { cwd }: Pick<CliIo, 'cwd'>,
): SchemaPlace | undefined {
  if (!snapshot) return undefined;
  const place = against === undefined ? undefined : schemaPlace(against);
  if (place !== undefined) return place.from === 'git' ? { ...place, path: place.path ?? file } : place;
  return isSnapshotNamed || existsSync(resolve(cwd, file)) ? { from: 'file', file } : undefined;
}

/**
 * Reads the schema to compare with, then the live one. Only the service of the project gets a key, and only with `--with-key`.
 *
 * @throws {ExitError} with code 2 if git, a ref or a path is missing.
 * @throws {ControlApiError} if a file cannot be read, or its schema is invalid.
 */
export async function readSchemas(
  options: CheckOptions,
  base: SchemaPlace | undefined,
  { baseUrl }: CheckConfig,
  io: CliIo,
): Promise<Schemas> {
  const { live: file, timeout: timeoutMs, withKey } = options;
  const { IntrospectionError } = await import('../../graphql/introspection/introspection-error.ts');
  const place: SchemaPlace = file === undefined ? { from: 'service', baseUrl } : { from: 'file', file };
  if (withKey && baseUrl !== io.env['CONTROL_API_URL']?.trim())
    throw usageError(
      'The base URL is from the config of the generator, and a folder must not decide where your key goes: set CONTROL_API_URL in the environment.',
    );
  let failedAt: 'live' | 'against' = 'against';
  try {
    // A part that another service does not show would look like an addition.
    const snapshot = base && (await readSchema(base, io, { timeoutMs, descriptions: false }));
    failedAt = 'live';
    const asked = { timeoutMs, descriptions: false, partial: true, withKey };
    return { live: await readSchema(place, io, asked), snapshot };
  } catch (error) {
    if (!(error instanceof IntrospectionError) || io.signal.aborted) throw error;
    const { code, message, status } = error;
    const isRefusal = failedAt === 'live' && (code === 'introspection_off' || status === 401 || status === 403);
    return { error: { code, message: isRefusal ? `${message} ${adviceOn(withKey)}` : message }, failedAt };
  }
}

function adviceOn(withKey: boolean): string {
  const file = 'pass a file with its schema: `--live <file>` (SDL or introspection JSON).';
  return withKey
    ? `The key was sent. If the service shows its schema to nobody, ${file}`
    : `If the service shows its schema only with a key, pass \`--with-key\`; if to nobody, ${file}`;
}
