import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { type CliIo, noSettings } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';

/** The end of a command, and its output. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a command. */
export interface Around {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  /** Whether stdout is a file. @defaultValue false */
  readonly isFile?: boolean;
  readonly columns?: number;
  readonly stdin?: string;
  /** Whether stderr is a terminal. @defaultValue as stdout */
  readonly errTTY?: boolean;
  /** The answer of a person on a terminal. */
  readonly answer?: string | ((question: string) => string);
  readonly now?: () => number;
  readonly signal?: AbortSignal;
  /** Aborted by a second Ctrl-C. */
  readonly forced?: AbortSignal;
}

const ownEnv = process.env;

/** The streams of a command in this process. */
export function listenedIo(around: Around = {}): { readonly io: CliIo; readonly written: () => Omit<Said, 'code'> } {
  const {
    cwd = process.cwd(),
    env = {},
    isTTY = false,
    isFile = false,
    errTTY = isTTY,
    columns,
    stdin = '',
    answer = '',
  } = around;
  const stdout: string[] = [];
  const stderr: string[] = [];
  const drained = () => Promise.resolve();
  const into = (all: string[]) => (text: string) => {
    all.push(text);
  };
  const io: CliIo = {
    stdout: { write: into(stdout), writeCommands: into(stdout), drained, isTTY, isFile, columns },
    stderr: { write: into(stderr), writeCommands: into(stderr), drained, isTTY: errTTY },
    readStdin: () => Promise.resolve(stdin),
    stdin: async function* () {
      yield Buffer.from(stdin);
    },
    ask: isTTY
      ? async (question) => {
          stderr.push(question);
          return typeof answer === 'string' ? answer : answer(question);
        }
      : undefined,
    env: { ...env },
    keys: {},
    settings: noSettings,
    cwd,
    signal: around.signal ?? new AbortController().signal,
    forced: () => around.forced ?? new AbortController().signal,
    compute: (work) => work(),
    foreign: (_file, work) => work(),
    now: around.now ?? (() => 0),
    note: () => {},
    verbose: () => {},
  };
  return { io, written: () => ({ stdout: stdout.join(''), stderr: stderr.join('') }) };
}

/** Runs a command line in this process with the code of the binary. */
export async function say(args: string | readonly string[], around: Around = {}): Promise<Said> {
  const { io, written } = listenedIo(around);
  // The client reads the environment of the process.
  process.env = io.env;
  try {
    const code = await run(typeof args === 'string' ? args.split(' ') : args, io, commands);
    return { code, ...written() };
  } finally {
    process.env = ownEnv;
  }
}

/** The expected end of a command. */
export const said = (code: number, stdout: string, stderr: string): Said => ({ code, stdout, stderr });

/** The expected end of a command that prints no data, with a part of its messages. */
export const failure = (code: number, message: string | RegExp): Said =>
  said(code, '', typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message));

type Files = Readonly<Record<string, string>>;

/** A folder with these files. It is deleted after use. */
export async function folderWith(files: Files): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'control-api-'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export const emptyFolder = () => folderWith({});

/** Runs a command line in a folder with these files. */
export async function sayIn(files: Files, args: string | readonly string[], around: Around = {}): Promise<Said> {
  await using folder = await folderWith(files);
  return await say(args, { ...around, cwd: folder.path });
}
