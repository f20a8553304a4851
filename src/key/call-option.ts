import { misconfigured } from '../errors.ts';

/** The result of a function among the options. @throws {ControlApiError} naming it, where it fails. */
export async function callOption<T>(name: string, option: () => T | Promise<T>): Promise<T> {
  try {
    return await option();
  } catch (cause) {
    throw misconfigured(`The \`${name}\` function failed.`, { cause });
  }
}
