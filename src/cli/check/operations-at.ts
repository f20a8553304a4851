import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { OperationSource } from '../../drift/index.ts';
import type { GitOptions } from '../git/git.ts';
import { filesAt, readObjects } from '../git/git-files.ts';
import type { CheckConfig } from '../schema/check-config.ts';

/**
 * Makes the function that reads the operations of a project as they were at a commit: an empty list where it had none. It
 * throws a {@link ConfigurationError} if a file cannot be read as code.
 *
 * @param places - Where the operations are now: the config of an earlier commit is code, which is not run.
 */
export function earlierOperations(
  { patterns, ignore }: Pick<CheckConfig, 'patterns' | 'ignore'>,
  git: GitOptions,
): (commit: string) => Promise<readonly OperationSource[]> {
  const wanted = patterns.some(mayMatchCode)
    ? /\.(?:graphql|gql|[cm]?[jt]sx?|vue|svelte|astro)s?$/
    : /\.(?:graphql|gql)s?$/;
  const ignored = ignore.map((path) => relative(git.cwd, resolve(git.cwd, path)));
  // Most steps change no operation.
  const known = new Map<string, Promise<readonly OperationSource[]>>();
  return async (commit) => {
    const files = [...(await filesAt(commit, git))].filter(
      ([path]) => wanted.test(path) && !path.split(/[\\/]/).some((part) => part === '..' || part === 'node_modules'),
    );
    const key = files.map((entry) => entry.join(' ')).join('\n');
    const found = known.get(key) ?? readFiles(files, { patterns, ignore: ignored }, git);
    known.set(key, found);
    return found;
  };
}

/** Patterns are matched against files, so these are written to a folder for as long as that takes. */
async function readFiles(
  files: readonly (readonly [path: string, id: string])[],
  places: Pick<CheckConfig, 'patterns' | 'ignore'>,
  git: GitOptions,
): Promise<readonly OperationSource[]> {
  const { readOperationSources } = await import('../../graphql/files/read-operations.ts');
  const contents = await readObjects([...new Set(files.map(([, id]) => id))], git);
  const cwd = await mkdtemp(join(tmpdir(), 'control-api-operations-'));
  try {
    for (const [path, id] of files) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), contents.get(id) ?? '');
    }
    // Some folders were made later.
    return await readOperationSources({ ...places, cwd, mayBeMissing: true });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Whether a pattern is more than a folder, or files of GraphQL. */
function mayMatchCode(pattern: string): boolean {
  return (
    !pattern.startsWith('!') &&
    !/\.(?:graphql|gql)s?$|\{(?:graphql|gql|,)+\}$/.test(pattern) &&
    /[*?{.]/.test(pattern.replace(/^\.\//, ''))
  );
}
