import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The built binary. */
export const binary = resolve('dist/cli.cjs');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program with these variables of the SDK alone. */
export function start(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): ChildProcessWithoutNullStreams {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CONTROL_API_|NODE_OPTIONS$|NO_COLOR$|FORCE_COLOR$)/.test(name)),
  );
  return spawn(command, args, { env: { ...inherited, ...env }, cwd });
}

export async function ended(child: ChildProcessWithoutNullStreams, input = ''): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.on('error', () => {}).end(input);
  const code = await new Promise<number | null>((done, failed) => {
    child.on('error', failed).on('close', done);
  });
  return { code, stdout, stderr };
}

/** Runs `control-api` to its end. */
export function controlApi(
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
  cwd?: string,
): Promise<Ended> {
  return ended(start(process.execPath, [binary, ...args], env, cwd), input);
}
