import type { GraphQLSchema } from 'graphql';
import { usageError } from '../exit.ts';
import type { CliIo } from '../io.ts';
import { type Live, readService } from '../schema/read-live.ts';
import { readSnapshot } from '../schema/read-schema.ts';

/** Where `check` reads the schema that it compares with, in place of the snapshot. */
export type Against =
  | { readonly kind: 'git'; readonly ref: string; readonly path: string | undefined }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly file: string };

/**
 * Reads the value of `--against`: `git:REF`, `git:REF:path`, a base URL, or a file. A ref has a colon only in braces.
 *
 * @throws {ExitError} with code 2 if the ref is missing.
 */
export function parseAgainst(text: string): Against {
  if (/^https?:\/\//i.test(text)) return { kind: 'url', url: text };
  if (!text.startsWith('git:')) return { kind: 'file', file: text };
  const [, ref = '', path] = /^((?:[^:{]|\{[^}]*\})*)(?::(.+))?$/s.exec(text.slice('git:'.length)) ?? [];
  if (ref === '') throw usageError('`--against git:` needs a ref: write --against git:main, or git:v1.2.0:<path>');
  return { kind: 'git', ref, path };
}

/**
 * Refuses options that do not fit with `--against`.
 *
 * @throws {ExitError} with code 2.
 */
export function refuseAgainst(given: {
  readonly against: string | undefined;
  readonly snapshot: boolean;
  readonly update: boolean;
  readonly live: string | undefined;
}): void {
  const { against, snapshot, update, live } = given;
  if (against === undefined) return;
  if (!snapshot) throw usageError('`--against` and `--no-snapshot` cannot be combined: pass one of them.');
  if (update)
    throw usageError(
      '`--against` and `--update` cannot be combined: an update compares with the snapshot it replaces.',
    );
  if (against === '-' && live === '-')
    throw usageError('`--against` and `--live` cannot both read standard input: pass a file to one of them.');
}

/**
 * Reads the schema to compare with. No key is ever sent.
 *
 * @param snapshotFile - The path at a ref that names none.
 * @throws {ExitError} with code 2 if git, the ref or the path is missing.
 * @throws {ConfigurationError} if the file cannot be read, or its schema is invalid.
 */
export async function readAgainst(
  text: string,
  { snapshotFile, timeout }: { readonly snapshotFile: string; readonly timeout: number },
  io: CliIo,
): Promise<Live> {
  const against = parseAgainst(text);
  if (against.kind === 'file') return { schema: await readSnapshot(against.file, io) };
  if (against.kind === 'git') return { schema: await readRef(against, snapshotFile, io) };
  // What it did not show would look like an addition.
  return readService({ baseUrl: against.url, timeoutMs: timeout, descriptions: false, partial: false }, io);
}

async function readRef(
  { ref, path }: Extract<Against, { kind: 'git' }>,
  snapshotFile: string,
  { cwd, signal }: CliIo,
): Promise<GraphQLSchema> {
  const [{ readAt }, { parseSchema }] = await Promise.all([
    import('../git/git-files.ts'),
    import('../../graphql/parse-schema.ts'),
  ]);
  const file = path ?? snapshotFile;
  return parseSchema(await readAt(ref, file, { cwd, signal }), `git:${ref}:${file}`);
}
