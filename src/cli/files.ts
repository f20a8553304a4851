import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { ExitError, exitCodes, usageError } from './exit.ts';
import type { CliIo } from './io.ts';

/** The outcome of writing a file: it was written, had the same content already, or was kept as it was. */
export type Written = 'written' | 'unchanged' | 'kept';

/** How {@link writeText} treats an existing file. */
export interface WriteMode {
  /** Whether a file with other content is replaced; otherwise it is kept. */
  readonly overwrite: boolean;
  /** Whether the outcome is only reported and nothing is written. @defaultValue false */
  readonly dryRun?: boolean;
  /** Whether a person named the path, so that it may lead out of the project. @defaultValue false */
  readonly isNamed?: boolean;
  /** The only texts that are replaced, besides an empty one, and how a message names them. @defaultValue any text */
  readonly replaces?: readonly [name: string, is: (text: string) => boolean];
}

/**
 * Writes a text file, and the folders above it.
 *
 * @throws {ExitError} with code 3 if it cannot be written; with code 2 if it is outside of the project and nobody named it.
 */
export async function writeText(
  path: string,
  text: string,
  { overwrite, dryRun = false, isNamed = false, replaces }: WriteMode,
  io: CliIo,
): Promise<Written> {
  const file = resolve(io.cwd, path);
  try {
    if (!isNamed) await requireInside(path, io);
    const present = await presentText(file);
    if (present === text) return 'unchanged';
    if (present !== undefined && !overwrite) return 'kept';
    if (present?.trim() && replaces?.[1](present) === false)
      throw usageError(
        `The file ${path} holds something else than ${replaces[0]}, so it was kept: delete it, or name another file.`,
      );
    if (dryRun) return 'written';
    await mkdir(dirname(file), { recursive: true });
    // `wx`: a file that appears between the check and the write is kept, too.
    if (overwrite) await replace(file, text);
    else await writeFile(file, text, { flag: 'wx' });
    return 'written';
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(
      exitCodes.unknown,
      `The file ${path} cannot be written (${codeOf(error)}): check its path, its permissions and the space on its disk.`,
      'output',
    );
  }
}

/** Writes a file that is not there yet, and names it on standard output; says of one that is there that it was kept. */
export async function writeNew(
  path: string,
  text: string,
  mode: Pick<WriteMode, 'dryRun' | 'isNamed'>,
  io: CliIo,
): Promise<boolean> {
  const isWritten = (await writeText(path, text, { ...mode, overwrite: false }, io)) === 'written';
  if (isWritten) io.stdout.write(`${path}\n`);
  else io.stderr.write(`${path} already exists and was kept.\n`);
  return isWritten;
}

/** A link of a folder, or a path in its config, must not choose which file of its user is written. */
async function requireInside(path: string, { cwd }: CliIo): Promise<void> {
  const { repositoryRoot } = await import('../graphql/files/repository-root.ts');
  const place = await realPlace(resolve(cwd, path));
  const way = relative(await realpath(repositoryRoot(cwd)), place);
  if (isAbsolute(way) || way.split(/[\\/]/)[0] === '..')
    throw usageError(
      `The path ${path} leads out of the project, to ${place}, so nothing was written there: remove the link, or name that path as the output.`,
    );
}

/**
 * Replaces a file at once by a new one, which is written beside it: nobody reads a half, and a link that appears meanwhile is
 * replaced, not followed. Folders, devices and pipes cannot be replaced.
 */
async function replace(file: string, text: string): Promise<void> {
  const facts = await stat(file).catch(missing);
  if (facts && !facts.isFile()) return writeFile(file, text);
  const place = await realPlace(file);
  const beside = join(dirname(place), `.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { flag: 'wx' });
    if (facts) await chmod(beside, facts.mode & 0o777);
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Where a path leads, links followed, also where there is no file yet. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(missing);
  if (real !== undefined) return real;
  const target = await readlink(path).catch(() => undefined);
  return target === undefined
    ? join(await realPlace(dirname(path)), basename(path))
    : realPlace(resolve(dirname(path), target));
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

/** The value of a JSON text; undefined if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}

/** A text without the byte order mark that editors on Windows put before it. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/** The code of a system error, such as `ENOENT`; else the error as text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
