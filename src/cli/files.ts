import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { usageError } from './exit.ts';
import type { CliIo } from './io.ts';

/** The outcome of writing a file: it was written, had the same content already, or was kept as it was. */
export type Written = 'written' | 'unchanged' | 'kept';

/** How {@link writeText} treats an existing file. */
export interface WriteMode {
  /** Whether a file with other content is replaced; otherwise it is kept. */
  readonly overwrite: boolean;
  /** Whether the outcome is only reported and nothing is written. */
  readonly dryRun?: boolean;
}

/**
 * Writes a text file under the current folder, and the folders above it.
 *
 * @throws {ExitError} with code 2 if it cannot be written.
 */
export async function writeText(
  path: string,
  text: string,
  { overwrite, dryRun }: WriteMode,
  io: CliIo,
): Promise<Written> {
  const file = resolve(io.cwd, path);
  try {
    const present = await readFile(file, 'utf8').catch(missing);
    if (present === text) return 'unchanged';
    if (present !== undefined && !overwrite) return 'kept';
    if (dryRun) return 'written';
    await mkdir(dirname(file), { recursive: true });
    // `wx`: a file that appears between the check and the write is kept, too.
    await writeFile(file, text, { flag: overwrite ? 'w' : 'wx' });
    return 'written';
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw usageError(
      `The file ${relative(io.cwd, file)} cannot be written (${reason}): check its path and permissions.`,
    );
  }
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {ExitError} with code 2 if it cannot be read.
 */
export async function readText(path: string, io: CliIo): Promise<string> {
  if (path === '-') return io.readStdin();
  try {
    return await readFile(resolve(io.cwd, path), 'utf8');
  } catch {
    throw usageError(`The file ${path} cannot be read: check that it exists.`);
  }
}

/** Reads a text file; undefined if it does not exist. */
export function readIfPresent(path: string, io: CliIo): Promise<string | undefined> {
  return readFile(resolve(io.cwd, path), 'utf8').catch(missing);
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
