import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { convertPathToPattern, glob, isDynamicPattern } from 'tinyglobby';
import { ControlApiError } from '../../index.ts';
import type { OperationSource } from '../parse-operations.ts';
import type { PluckOperations } from './pluck-operations.ts';
import { shownPath } from './shown-path.ts';

const graphqlFile = /\.(?:graphql|gql)s?$/;
const codeFile = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|g[jt]s)$/;

/** The files that contain operations. */
export interface OperationPlaces {
  /** Files, folders of `.graphql` and `.gql` files, and glob patterns; a pattern that begins with `!` excludes files. */
  readonly patterns: readonly string[];
  /** The folder that the patterns, and the names of files in reports, are relative to. */
  readonly cwd: string;
  readonly ignore?: readonly string[];
  /** Whether a path that does not exist is passed over. @defaultValue false */
  readonly mayBeMissing?: boolean;
}

/**
 * Reads the operations in the files that match: `.graphql` and `.gql` files, and tagged templates in code. Files under
 * `node_modules` are skipped. Sorted by file.
 *
 * @throws {ControlApiError} if a path does not exist, a file cannot be read, or the package that reads code is missing.
 */
export async function readOperationSources(places: OperationPlaces): Promise<readonly OperationSource[]> {
  const files = await findFiles(places);
  let plucker: Promise<PluckOperations> | undefined;
  const sources = await Promise.all(
    files.map(async (path): Promise<OperationSource | undefined> => {
      const file = shownPath(path, places.cwd);
      const content = await readFile(path, 'utf8').catch((cause: unknown) => {
        throw new ControlApiError('configuration', `The file ${file} cannot be read: check its permissions.`, {
          cause,
        });
      });
      if (!codeFile.test(path)) return { file, text: content };
      plucker ??= import('./pluck-operations.ts').then(({ loadPluckOperations }) => loadPluckOperations());
      const text = await pluck(await plucker, path, content, file);
      return text === undefined ? undefined : { file, text };
    }),
  );
  return sources.filter((source) => source !== undefined);
}

async function pluck(
  plucker: PluckOperations,
  path: string,
  content: string,
  file: string,
): Promise<string | undefined> {
  try {
    return await plucker(path, content);
  } catch (cause) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new ControlApiError(
      'configuration',
      `The operations in ${file} cannot be read: ${reason?.replace(/\.$/, '')}. Correct the file.`,
      { cause },
    );
  }
}

async function findFiles({
  patterns,
  cwd,
  ignore = [],
  mayBeMissing = false,
}: OperationPlaces): Promise<readonly string[]> {
  const files = new Set<string>();
  const globs: string[] = [];
  const excluded = patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []));
  for (const pattern of patterns.filter((it) => !it.startsWith('!'))) {
    const path = resolve(cwd, pattern);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) globs.push(`${convertPathToPattern(path)}/**/*.{graphql,gql}`);
    else if (found !== undefined) files.add(path);
    else if (isDynamicPattern(pattern)) globs.push(pattern);
    else if (!mayBeMissing)
      throw new ControlApiError(
        'configuration',
        `The path ${pattern} does not exist: pass operation files, folders or glob patterns.`,
      );
  }
  const found = await glob(globs, {
    cwd,
    absolute: true,
    expandDirectories: false,
    ignore: ['**/node_modules/**', ...excluded, ...ignore.map((file) => convertPathToPattern(resolve(cwd, file)))],
  });
  for (const file of found) if (graphqlFile.test(file) || codeFile.test(file)) files.add(resolve(file));
  return [...files].sort();
}
