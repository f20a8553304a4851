import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** Everything that a command reads from or writes to the outside. */
export interface CliIo {
  /** Data only. */
  readonly stdout: CliOutput & {
    readonly columns: number | undefined;
    /** Whether the output is redirected to a file. */
    readonly isFile: boolean;
  };
  /** Notes, warnings and errors. */
  readonly stderr: CliOutput;
  readonly readStdin: () => Promise<string>;
  /** Standard input as it arrives. */
  stdin(): AsyncIterable<Uint8Array>;
  /** Asks a question on the terminal; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** The settings that give the key, by name. They are not in `env`, which other code and child processes read. */
  readonly keys: NodeJS.Dict<string>;
  readonly settings: SettingSources;
  readonly cwd: string;
  /** Aborted by Ctrl-C, by SIGTERM, or when the output can no longer be written. */
  readonly signal: AbortSignal;
  /** A signal for a second Ctrl-C or SIGTERM, which then no longer ends the process at once. */
  forced(): AbortSignal;
  /** Does long synchronous work, during which Ctrl-C and SIGTERM end the process at once. */
  compute<Result>(work: () => Result): Result;
  /** Runs code of the project. From then on, the output of that code goes to stderr: stdout is for data of the command. */
  foreign<Result>(file: string, work: () => Promise<Result>): Promise<Result>;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  note(text: string): void;
  /** Writes a sentence to stderr with `--verbose`. */
  verbose(text: string): void;
}

export interface SettingSources {
  /** The source of each set `CONTROL_API_*`, in words. */
  readonly byName: ReadonlyMap<string, string>;
  /** The file of settings: `.env`, or the file of `--settings`. */
  readonly file: string;
  readonly isFileNamed: boolean;
}

export const noSettings: SettingSources = { byName: new Map(), file: '.env', isFileNamed: false };

export interface CliOutput {
  write(text: string): void;
  /** Writes annotations, the only text that a runner of GitHub reads as commands. */
  writeCommands(text: string): void;
  /** Resolves when the buffer has room, for commands that write more than fits in memory. */
  drained(): Promise<void>;
  readonly isTTY: boolean;
}

export type EndReason = 'SIGINT' | 'SIGTERM' | 'EPIPE' | 'OUTPUT';

/**
 * The standard streams, environment and signals of the process. Streams open on first use, which takes time.
 *
 * @param onForeign - Called with the name of a file of the project before its code runs.
 */
export function processIo(onForeign: (file: string) => void = () => {}): CliIo {
  const ending = new AbortController();
  const end = (reason: EndReason): void => ending.abort(reason);
  // `once`: a second Ctrl-C ends the process at once.
  const listen = (): void => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end);
  };
  listen();
  const failed = (error: NodeJS.ErrnoException, isData: boolean): void => {
    const closed = error.code === 'EPIPE';
    if (isData && !closed && !ending.signal.aborted) process.stderr.write(outputErrorMessage(error));
    end(closed ? 'EPIPE' : 'OUTPUT');
  };
  const stdout = outputOf(1, () => process.stdout.on('error', (error) => failed(error, true)));
  return {
    stdout,
    stderr: outputOf(2, () => process.stderr.on('error', (error) => failed(error, false))),
    readStdin: () => text(process.stdin),
    stdin: async function* () {
      // A writer may never close standard input, so a signal ends the reading.
      ending.signal.addEventListener('abort', () => process.stdin.destroy());
      try {
        yield* process.stdin;
      } catch (error) {
        if (!ending.signal.aborted) throw error;
      }
    },
    get ask() {
      const canAsk = process.stdin.isTTY && process.stderr.isTTY;
      return canAsk ? (question: string) => ask(question, ending.signal, () => end('SIGINT')) : undefined;
    },
    env: process.env,
    keys: {},
    settings: noSettings,
    cwd: process.cwd(),
    signal: ending.signal,
    forced: () => {
      const forcing = new AbortController();
      ending.signal.addEventListener('abort', () => {
        for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => forcing.abort());
      });
      return forcing.signal;
    },
    compute: (work) => {
      // A handler would run only after the work.
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, end);
      try {
        return work();
      } finally {
        if (!ending.signal.aborted) listen();
      }
    },
    foreign: (file, work) => {
      onForeign(file);
      stdout.keep();
      process.stdout.write = process.stderr.write.bind(process.stderr);
      // The code does not know the signal.
      const ended = new Promise<never>((_, reject) => ending.signal.addEventListener('abort', reject));
      return Promise.race([work(), ended]);
    },
    now: () => performance.now(),
    note: () => {},
    verbose: () => {},
  };
}

export function outputErrorMessage({ code }: NodeJS.ErrnoException): string {
  return `The output could not be written (${code}): check the disk that it goes to.\n`;
}

async function ask(question: string, signal: AbortSignal, stop: () => void): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // In this mode, a terminal reports Ctrl-C to the reader, not to the process.
  terminal.once('SIGINT', stop);
  try {
    // Ctrl-D closes the input without an answer.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return await Promise.race([terminal.question(question, { signal }), closed]);
  } finally {
    terminal.close();
  }
}

/** `keep` opens the stream: later output of the command reaches it, even if other code replaces its `write`. */
function outputOf(descriptor: number, open: () => NodeJS.WriteStream): CliIo['stdout'] & { readonly keep: () => void } {
  let opened: NodeJS.WriteStream | undefined;
  let own: NodeJS.WriteStream['write'] | undefined;
  const stream = (): NodeJS.WriteStream => {
    opened ??= open();
    own ??= opened.write;
    return opened;
  };
  const write = (text: string): void => {
    const it = stream();
    own?.call(it, text);
  };
  return {
    keep: stream,
    write,
    writeCommands: write,
    drained: async () => {
      const it = stream();
      if (!it.writableNeedDrain) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          it.off('drain', done).off('close', done);
          resolve();
        };
        it.on('drain', done).on('close', done);
      });
    },
    get isFile() {
      return fstatSync(descriptor).isFile();
    },
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns;
    },
  };
}
