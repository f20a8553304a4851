import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../src/cli/commands/index.ts';
import type { CliIo } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';

/** How a command ended, and all it said. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command finds around it. */
export interface Around {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly stdin?: string;
}

/** Runs a command line in this process: the same code as the binary's, with streams that are listened to. */
export async function say(args: string | readonly string[], around: Around = {}): Promise<Said> {
  const { cwd = process.cwd(), env = {}, isTTY = false, columns, stdin = '' } = around;
  const stdout: string[] = [];
  const stderr: string[] = [];
  const drained = () => Promise.resolve();
  const into = (all: string[]) => (text: string) => {
    all.push(text);
  };
  const io: CliIo = {
    stdout: { write: into(stdout), drained, isTTY, columns },
    stderr: { write: into(stderr), drained, isTTY },
    readStdin: () => Promise.resolve(stdin),
    env,
    cwd,
    signal: new AbortController().signal,
  };
  const code = await run(typeof args === 'string' ? args.split(' ') : args, io, commands);
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** An empty folder that is gone after use. */
export async function emptyFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'control-api-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
