import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GraphQLError, parse, Source } from 'graphql';
import { shownPath } from '../graphql/place.ts';
import { patternFolder } from './pattern-folder.ts';

/**
 * Finds the files that the generator could not parse: it says what is wrong, but not where. `said` is its message; a file
 * that fails in another way than it says is not one of those it read.
 */
export async function findSyntaxErrors(patterns: readonly string[], said: string): Promise<readonly string[]> {
  const folders = new Set(await Promise.all(patterns.map(patternFolder)));
  const found: string[] = [];
  for (const folder of folders) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!/\.(graphql|gql)$/.test(file) || file.includes('node_modules')) continue;
      const path = join(folder, file);
      const error = syntaxError(await readFile(path, 'utf8'), path);
      const at = error?.locations?.[0];
      if (error && at && said.includes(error.message))
        found.push(`${shownPath(path)}:${at.line}:${at.column}: ${error.message}`);
    }
  }
  return found.sort();
}

function syntaxError(text: string, path: string): GraphQLError | undefined {
  try {
    parse(new Source(text, path));
    return undefined;
  } catch (error) {
    return error instanceof GraphQLError ? error : undefined;
  }
}
