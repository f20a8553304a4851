import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { repositoryRoot } from '../graphql/files/package-manager.ts';
import { ExitError, usageError } from './exit.ts';
import type { CliIo } from './io.ts';

/** The outcome of writing a file: written, the same content already, or kept as it was. */
export type Written = 'written' | 'unchanged' | 'kept';

export interface WriteMode {
  /** Whether a file with other content is replaced. */
  readonly overwrite: boolean;
  /** Whether nothing is written, and only the outcome is returned. @defaultValue false */
  readonly dryRun?: boolean;
  /** Whether the user named the path, which may then lead out of the project. @defaultValue false */
  readonly isNamed?: boolean;
  /** The texts that may be replaced, besides an empty text, and their name in messages. @defaultValue any text */
  readonly replaces?: readonly [name: string, is: (text: string) => boolean];
}

/** Writes a text file, and the folders above it. */
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
    // `wx` keeps a file that appears between the check and the write.
    if (overwrite) await replace(file, text);
    else await writeFile(file, text, { flag: 'wx' });
    return 'written';
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(
      'output',
      `The file ${path} cannot be written (${codeOf(error)}): check its path, its permissions and the space on its disk.`,
    );
  }
}

/** Writes a new file and prints its name. An existing file is kept, with a note. */
export async function writeNew(path: string, text: string, dryRun: boolean, io: CliIo): Promise<boolean> {
  const isWritten = (await writeText(path, text, { overwrite: false, dryRun }, io)) === 'written';
  if (isWritten) io.stdout.write(`${path}\n`);
  else io.stderr.write(`${path} already exists and was kept.\n`);
  return isWritten;
}

/** A symbolic link or a config in a cloned folder must not choose a file outside of the project. */
async function requireInside(path: string, { cwd }: CliIo): Promise<void> {
  const place = await realPlace(resolve(cwd, path));
  const way = relative(await realpath(repositoryRoot(cwd)), place);
  if (isAbsolute(way) || way.split(/[\\/]/)[0] === '..')
    throw usageError(
      `The path ${path} leads out of the project, to ${place}, so nothing was written there: remove the link, or name that path as the output.`,
    );
}

/**
 * Replaces a file in one step by a file written beside it: no reader sees a half, and a link that appears meanwhile is replaced, not
 * followed. Devices and pipes are written to.
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

/** The real path, with links followed, even of a missing file. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(missing);
  if (real !== undefined) return real;
  const target = await readlink(path).catch(() => undefined);
  return target === undefined
    ? join(await realPlace(dirname(path)), basename(path))
    : realPlace(resolve(dirname(path), target));
}

/** The text of a file; undefined without a file, and for a device or a pipe, which may never end. */
async function presentText(file: string): Promise<string | undefined> {
  const facts = await stat(file).catch(missing);
  return facts?.isFile() ? readFile(file, 'utf8') : undefined;
}

/** Reads a file, or standard input for `-`. */
export async function readText(path: string, io: CliIo): Promise<string> {
  const text = path === '-' ? await io.readStdin() : await readIfPresent(path, io);
  if (text === undefined) throw usageError(`The file ${path} cannot be read: check that it exists.`);
  return text;
}

/** Reads a text file; undefined if the file does not exist. */
export async function readIfPresent(path: string, { cwd }: Pick<CliIo, 'cwd'>): Promise<string | undefined> {
  return readFile(resolve(cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  });
}

export function unreadable(path: string, error: unknown): ExitError {
  return usageError(`The file ${path} cannot be read (${codeOf(error)}): check its path and permissions.`);
}

/** The value of a JSON text; undefined if the text is not JSON. */
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
