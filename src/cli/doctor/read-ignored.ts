import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type GitOptions, runGit } from '../git/git.ts';

/** The state in git of a file that holds settings. */
export interface IgnoredFacts {
  readonly file: string;
  readonly isThere: boolean;
  readonly isIgnored: boolean;
  /** Whether git has it, ignored or not. */
  readonly isTracked: boolean;
}

/** The state of a file in git. */
export async function readIgnored(file: string, options: GitOptions): Promise<IgnoredFacts> {
  const [ignored, tracked] = await Promise.all([
    runGit(options, 'check-ignore', '--quiet', '--no-index', '--', file),
    runGit(options, 'ls-files', '--error-unmatch', '--', file),
  ]);
  return {
    file,
    isThere: existsSync(resolve(options.cwd, file)),
    // 128: the file is outside the repository, so git never adds it.
    isIgnored: ignored.code === 0 || ignored.code === 128,
    isTracked: tracked.code === 0,
  };
}
