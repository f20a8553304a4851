import { ended, start } from './cli.ts';
import { blocksOf } from './markdown.ts';

/** The command of the manual that lists the files of `dist` with the key. */
const line =
  blocksOf('docs/keys.md')
    .flatMap(({ text }) => text.split('\n'))
    .find((it) => it.endsWith('grep -rlF -f - dist')) ?? 'exit 3';

/** The files with the key in these folders, by that command. */
export async function filesWithKey(
  cwd: string,
  folders: readonly string[],
  env: Record<string, string>,
): Promise<readonly string[]> {
  const { code, stdout, stderr } = await ended(
    start('sh', ['-c', `${line.replace(/dist$/, '"$@"')}`, 'sh', ...folders], env, cwd),
  );
  if (code !== (stdout === '' ? 1 : 0) || stderr !== '') throw new Error(`${stdout}${stderr}exits ${code}`);
  return stdout.split('\n').slice(0, -1).sort();
}
