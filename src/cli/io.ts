import { fstatSync } from 'node:fs';

/** The environment of a command: everything it reads from or writes to the outside. */
export interface CliIo {
  /** Data only. */
  readonly stdout: CliOutput & {
    readonly columns: number | undefined;
    /** Whether it is redirected to a file. */
    readonly isFile: boolean;
  };
  /** Notes, warnings and errors. */
  readonly stderr: CliOutput;
  /** Reads all of standard input. */
  readonly readStdin: () => Promise<string>;
  /** Standard input as it arrives. */
  stdin(): AsyncIterable<Uint8Array>;
  /** Asks a person on the terminal; undefined where there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** The settings that give the key, by their names. They are not in `env`: other code and child processes read that. */
  readonly keys: NodeJS.Dict<string>;
  /** Where the settings of the command come from. */
  readonly settings: SettingSources;
  readonly cwd: string;
  /** Aborted by Ctrl-C, by a request to terminate, or when the output can no longer be written. */
  readonly signal: AbortSignal;
  /** Aborted by a second Ctrl-C or request to terminate, which no longer ends the process at once then. */
  forced(): AbortSignal;
  /** Does work that may take long without a pause. Meanwhile Ctrl-C and a request to terminate end the process at once. */
  compute<Result>(work: () => Result): Result;
  /** Runs code of the project, that of a file. From then on, what it prints goes to stderr: stdout is for data of the command. */
  foreign<Result>(file: string, work: () => Promise<Result>): Promise<Result>;
  /** The time in milliseconds, for progress. */
  now(): number;
  /** Writes a sentence to stderr: something to know besides the output. */
  note(text: string): void;
  /** A note if `--verbose` was given. */
  verbose(text: string): void;
}

/** Where the settings of a command come from. */
export interface SettingSources {
  /** The source of each `CONTROL_API_*` that is set, in words, by its name. */
  readonly byName: ReadonlyMap<string, string>;
  /** The file that was looked at for settings: `.env`, or the one that `--settings` names. */
  readonly file: string;
  /** Whether a person named that file. */
  readonly isFileNamed: boolean;
}

/** The settings of a command that reads none. */
export const noSettings: SettingSources = { byName: new Map(), file: '.env', isFileNamed: false };

/** One of the two standard outputs. */
export interface CliOutput {
  write(text: string): void;
  /** Writes annotations: a runner of GitHub takes them for its commands, and no other text. */
  writeCommands(text: string): void;
  /** Resolves when the written text has left the buffer, for commands that write more than fits in memory. */
  drained(): Promise<void>;
  readonly isTTY: boolean;
}

/** Why a process was asked to end. */
export type EndReason = 'SIGINT' | 'SIGTERM' | 'EPIPE' | 'OUTPUT';

/**
 * The standard streams, environment and signals of the process. A stream is opened when it is first used: that takes time.
 *
 * @param onForeign - Gets the name of a file of the project before its code runs.
 */
export function processIo(onForeign: (file: string) => void = () => {}): CliIo {
  const ending = new AbortController();
  const end = (reason: EndReason): void => ending.abort(reason);
  // Once each: a second Ctrl-C ends the process at once.
  const listen = (): void => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end);
  };
  listen();
  const failed = (error: NodeJS.ErrnoException, isData: boolean): void => {
    const closed = error.code === 'EPIPE';
    if (isData && !closed && !ending.signal.aborted) process.stderr.write(couldNotBeWritten(error));
    end(closed ? 'EPIPE' : 'OUTPUT');
  };
  const stdout = outputOf(1, () => process.stdout.on('error', (error) => failed(error, true)));
  return {
    stdout,
    stderr: outputOf(2, () => process.stderr.on('error', (error) => failed(error, false))),
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString('utf8');
    },
    stdin: async function* () {
      // A signal ends it, too: what writes to it may never do so.
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
      // A handler of ours would wait for a pause.
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
      // It does not know the signal.
      const ended = new Promise<never>((_, reject) => ending.signal.addEventListener('abort', reject));
      return Promise.race([work(), ended]);
    },
    now: () => performance.now(),
    note: () => {},
    verbose: () => {},
  };
}

/** The message when a disk is full, or the like. */
export function couldNotBeWritten({ code }: NodeJS.ErrnoException): string {
  return `The output could not be written (${code}): check the disk that it goes to.\n`;
}

async function ask(question: string, signal: AbortSignal, stop: () => void): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal in this mode reports Ctrl-C to the reader, not to the process.
  terminal.once('SIGINT', stop);
  try {
    // Ctrl-D closes the terminal's input: that is no answer.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return await Promise.race([terminal.question(question, { signal }), closed]);
  } finally {
    terminal.close();
  }
}

/** `keep` opens the stream: what is written later reaches it, whatever other code makes of its `write`. */
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
