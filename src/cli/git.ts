import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { usageError } from './exit.ts';

export interface GitOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Overrides settings by which a repository's own config runs programs, or presents a plain folder as a repository. */
const ownConfig = ['safe.bareRepository=explicit', 'core.fsmonitor=false', 'core.hooksPath='].flatMap((setting) => [
  '-c',
  setting,
]);

/** Runs git, which starts no program of the repository, contacts no server and gets none of the `CONTROL_API_*` settings. */
export async function runGit(
  { cwd, signal }: GitOptions,
  ...args: string[]
): Promise<{ code: number | null; text: string }> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^CONTROL_API_/i.test(name));
  const env = { ...Object.fromEntries(inherited), GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };
  const child = spawn('git', [...ownConfig, ...args], { cwd, env, signal, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', resolve).once('error', () => resolve(null)),
  );
  const output = await text(child.stdout);
  return { code: await ended, text: output };
}

/** The output of git without its last line break; undefined if git fails or is not installed. */
async function askGit(options: GitOptions, ...args: string[]): Promise<string | undefined> {
  // Without git, the output stream fails.
  const shown = await runGit(options, ...args).catch(() => undefined);
  options.signal.throwIfAborted();
  return shown?.code === 0 ? shown.text.replace(/\r?\n$/, '') : undefined;
}

export async function readAt(ref: string, path: string, options: GitOptions): Promise<string> {
  const place = `${await commitCalled(ref, options)}:./${path.replaceAll('\\', '/')}`;
  const { code, text } = await runGit(options, 'cat-file', 'blob', place);
  if (code === 0) return text;
  throw usageError(
    `At ${ref}, there is no file ${path}: name the path that it had then, such as git:${ref}:<path>. To list the files: git ls-tree -r --name-only ${ref}`,
  );
}

async function commitCalled(ref: string, options: GitOptions): Promise<string> {
  await requireRepository(options);
  const commit = await askGit(options, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (commit !== undefined) return commit;
  const isShallow = (await askGit(options, 'rev-parse', '--is-shallow-repository')) === 'true';
  const advice = isShallow
    ? `this clone is shallow and may lack it. Run: git fetch --unshallow --tags`
    : `check its name, or get it: git fetch --tags`;
  throw usageError(`git has no commit, branch or tag “${ref}”: ${advice}`);
}

async function requireRepository(options: GitOptions): Promise<void> {
  if ((await askGit(options, 'rev-parse', '--show-toplevel')) !== undefined) return;
  throw usageError(
    (await askGit(options, '--version'))
      ? 'This folder is in no git repository, so there is no history to read: run the command in a clone.'
      : 'git is not installed, and it keeps the history: install git.',
  );
}
