import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { ExitError, exitCodes } from './exit.ts';
import type { CliIo } from './io.ts';

/** A parser for whole numbers from `least` up, for commander's options. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} up.`);
  };
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {ExitError} with code 2 when it can't be read.
 */
export async function readText(path: string, io: CliIo): Promise<string> {
  if (path === '-') return io.readStdin();
  try {
    return await readFile(resolve(io.cwd, path), 'utf8');
  } catch {
    throw new ExitError(exitCodes.usage, `The file ${path} can't be read: check that it exists.`);
  }
}
