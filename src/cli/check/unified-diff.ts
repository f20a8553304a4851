import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff/lib/patch/create.js';

/**
 * A unified diff, as `git apply` and `patch` read it.
 *
 * @param file - The path of the file, with forward slashes.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  const style = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, style);
}
