import { ConfigurationError } from '../error-classes.ts';

/** The result of a function among the options. @throws {ConfigurationError} naming it, where it fails. */
export async function askOption<T>(name: string, option: () => T | Promise<T>): Promise<T> {
  try {
    return await option();
  } catch (cause) {
    throw new ConfigurationError(`The \`${name}\` function failed.`, { cause });
  }
}
