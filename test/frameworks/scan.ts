import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Texts of the runtime that no minifier changes. */
export const runtimeMarks: readonly string[] = ['CONTROL_API_URL', 'There is no API key', 'control-api-sdk.attempt'];

/** Which files of a folder hold one of these texts, and which one. An empty or missing folder is an error: nothing was looked at. */
export function filesWith(texts: readonly string[], root: string, folder: string): readonly string[] {
  const path = join(root, folder);
  const entries = existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Error(`There is no file in ${folder}.`);
  return files.flatMap((file) => {
    const content = readFileSync(file, 'latin1');
    return texts.filter((text) => content.includes(text)).map((text) => `${relative(root, file)}: ${text}`);
  });
}
