import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { OperationSource } from '../../drift/index.ts';
import type { GitOptions } from '../git/git.ts';
import { filesAt, readObjects } from '../git/git-files.ts';
import type { CheckConfig } from '../schema/check-config.ts';

type Places = Pick<CheckConfig, 'patterns' | 'ignore'>;

/** Reads the operations of a project as they were at earlier commits. */
export class EarlierOperations {
  readonly #places: Places;
  readonly #options: GitOptions;
  /** Most steps change no operation. */
  readonly #known = new Map<string, Promise<readonly OperationSource[]>>();

  /** @param places - Where the operations are now: the config of an earlier commit is code, which is not run. */
  constructor({ patterns, ignore }: Places, options: GitOptions) {
    const toRelative = (path: string): string => relative(options.cwd, resolve(options.cwd, path));
    this.#places = { patterns, ignore: ignore.map(toRelative) };
    this.#options = options;
  }

  /**
   * The operations at a commit; an empty list where it had none.
   *
   * @throws {ConfigurationError} if a file cannot be read as code.
   */
  async at(commit: string): Promise<readonly OperationSource[]> {
    const wanted = this.#places.patterns.some(mayMatchCode)
      ? /\.(?:graphql|gql|[cm]?[jt]sx?|vue|svelte|astro)s?$/
      : /\.(?:graphql|gql)s?$/;
    const files = [...(await filesAt(commit, this.#options))].filter(
      ([path]) => wanted.test(path) && !path.split(/[\\/]/).some((part) => part === '..' || part === 'node_modules'),
    );
    const key = files.map((entry) => entry.join(' ')).join('\n');
    const known = this.#known.get(key) ?? this.#read(files);
    this.#known.set(key, known);
    return known;
  }

  /** Patterns are matched against files, so these are written to a folder for as long as that takes. */
  async #read(files: readonly (readonly [path: string, id: string])[]): Promise<readonly OperationSource[]> {
    const { readOperationSources } = await import('../../graphql/files/read-operations.ts');
    const contents = await readObjects([...new Set(files.map(([, id]) => id))], this.#options);
    const cwd = await mkdtemp(join(tmpdir(), 'control-api-operations-'));
    try {
      for (const [path, id] of files) {
        await mkdir(dirname(join(cwd, path)), { recursive: true });
        await writeFile(join(cwd, path), contents.get(id) ?? '');
      }
      // Some folders were made later.
      return await readOperationSources({ ...this.#places, cwd, mayBeMissing: true });
    } finally {
      await rm(cwd, { recursive: true, force: true });
    }
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
