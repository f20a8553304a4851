import type { GraphQLSchema } from 'graphql';
import type { Drift, IntrospectionErrorCode, IntrospectOptions } from '../../drift/index.ts';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { withKeys } from '../line/open-client.ts';
import type { KeptDrift } from './kept-drift.ts';
import { readSnapshot } from './read-schema.ts';

/** Where `check` reads the live schema. */
export interface LiveOptions {
  /** A file in place of the service. */
  readonly live: string | undefined;
  /** Whether the key is sent. */
  readonly withKey: boolean;
  readonly timeout: number;
  readonly update: boolean;
}

/**
 * Refuses options that exclude each other, and `--with-key` without a key.
 *
 * @throws {ExitError} with code 2.
 */
export async function refuseLiveOptions({ live, withKey }: LiveOptions, io: CliIo): Promise<void> {
  if (live !== undefined && withKey)
    throw usageError('`--live` and `--with-key` cannot be combined: a file needs no key.');
  if (!withKey) return;
  (await import('../line/settings.ts')).requireKey(io);
  await io.allowKey();
}

/** The live schema, or why it could not be read. */
export type Live =
  | { readonly schema: GraphQLSchema }
  | {
      readonly error: {
        readonly code: IntrospectionErrorCode;
        readonly message: string;
        readonly status: number | undefined;
      };
    };

/** The live schema, or the comparison that is kept for its answer. */
export type LiveOrKept = Live | { readonly drift: Drift };

/**
 * Reads the live schema from the service, or from the file that stands for it. If the answer of the service is the one of a
 * comparison that is kept, that comparison is returned.
 *
 * @throws {ConfigurationError} if the file cannot be read, or its schema is invalid.
 */
export async function readLive(
  options: LiveOptions,
  { baseUrl, kept }: { readonly baseUrl: string; readonly kept: KeptDrift | undefined },
  io: CliIo,
): Promise<LiveOrKept> {
  if (options.live !== undefined) return { schema: await readSnapshot(options.live, io) };
  const { timeout: timeoutMs, update: descriptions, withKey } = options;
  if (withKey && baseUrl !== io.env['CONTROL_API_URL']?.trim())
    throw usageError(
      'The base URL is from the config of the generator, and a folder must not decide where your key goes: set CONTROL_API_URL in the environment.',
    );
  const read = await readService({ baseUrl, timeoutMs, descriptions, partial: !descriptions, withKey }, io, kept);
  if (!('error' in read) || !isRefusal(read.error)) return read;
  return { error: { ...read.error, message: `${read.error.message} ${advice(withKey)}` } };
}

/** Reads the schema of a service. */
export async function readService(options: IntrospectOptions, io: CliIo): Promise<Live>;
export async function readService(
  options: IntrospectOptions,
  io: CliIo,
  kept: KeptDrift | undefined,
): Promise<LiveOrKept>;
export async function readService(options: IntrospectOptions, io: CliIo, kept?: KeptDrift): Promise<LiveOrKept> {
  const { signal } = io;
  const { withAnswer, IntrospectionError } = await import('../../graphql/introspection/index.ts');
  try {
    return await withKeys(options.withKey ? io : { env: io.env, keys: {} }, () =>
      withAnswer({ ...options, signal }, async (digest, build) => {
        const drift = kept?.find(digest);
        return drift === undefined ? { schema: await build() } : { drift };
      }),
    );
  } catch (error) {
    if (!(error instanceof IntrospectionError) || signal.aborted) throw error;
    const { code, message, status } = error;
    return { error: { code, message, status } };
  }
}

function isRefusal({ code, status }: Extract<Live, { error: unknown }>['error']): boolean {
  return code === 'introspection_off' || status === 401 || status === 403;
}

function advice(withKey: boolean): string {
  const file = 'pass a file with its schema: `--live <file>` (SDL or introspection JSON).';
  return withKey
    ? `The key was sent. If the service shows its schema to nobody, ${file}`
    : `If the service shows its schema only with a key, pass \`--with-key\`; if to nobody, ${file}`;
}
