import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ExitError, exitCodes, usageError } from './exit.ts';
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
 * @throws {ExitError} with code 3 if it cannot be written.
 */
export async function writeText(
  path: string,
  text: string,
  { overwrite, dryRun }: WriteMode,
  io: CliIo,
): Promise<Written> {
  const file = resolve(io.cwd, path);
  try {
    const present = await presentText(file);
    if (present === text) return 'unchanged';
    if (present !== undefined && !overwrite) return 'kept';
    if (dryRun) return 'written';
    await mkdir(dirname(file), { recursive: true });
    // `wx`: a file that appears between the check and the write is kept, too.
    await writeFile(file, text, { flag: overwrite ? 'w' : 'wx' });
    return 'written';
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ExitError(
      exitCodes.unknown,
      `The file ${path} cannot be written (${reason}): check its path, its permissions and the space on its disk.`,
      'output',
    );
  }
}

/** The text of a file; undefined without one, and for a device or a pipe, whose reading may never end. */
async function presentText(file: string): Promise<string | undefined> {
  const facts = await stat(file).catch(missing);
  return facts?.isFile() ? readFile(file, 'utf8') : undefined;
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {ExitError} with code 2 if it cannot be read.
 */
export async function readText(path: string, io: CliIo): Promise<string> {
  const text = path === '-' ? await io.readStdin() : await readIfPresent(path, io);
  if (text === undefined) throw usageError(`The file ${path} cannot be read: check that it exists.`);
  return text;
}

/**
 * Reads a text file; undefined if it does not exist.
 *
 * @throws {ExitError} with code 2 if it is there and cannot be read.
 */
export async function readIfPresent(path: string, { cwd }: Pick<CliIo, 'cwd'>): Promise<string | undefined> {
  return readFile(resolve(cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw usageError(`The file ${path} cannot be read (${error.code}): check its path and permissions.`);
  });
}

/** A text without the byte order mark that editors on Windows put before it. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
