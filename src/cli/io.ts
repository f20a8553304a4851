/** The environment of a command: everything it reads from or writes to the outside. */
export interface CliIo {
  /** Data only. */
  readonly stdout: CliOutput & { readonly columns: number | undefined };
  /** Notes, warnings and errors. */
  readonly stderr: CliOutput;
  /** Reads all of standard input. */
  readonly readStdin: () => Promise<string>;
  /** Asks a person on the terminal; undefined where there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborted by Ctrl-C, by a request to terminate, or when the output can no longer be written. */
  readonly signal: AbortSignal;
  /** The time in milliseconds, for progress. */
  now(): number;
  /** Writes a sentence to stderr: something to know besides the output. */
  note(text: string): void;
  /** A note if `--verbose` was given. */
  verbose(text: string): void;
}

/** One of the two standard outputs. */
export interface CliOutput {
  write(text: string): void;
  /** Resolves when the written text has left the buffer, for commands that write more than fits in memory. */
  drained(): Promise<void>;
  readonly isTTY: boolean;
}

/** Why a process was asked to end. */
export type EndReason = 'SIGINT' | 'SIGTERM' | 'EPIPE' | 'OUTPUT';

/** The standard streams, environment and signals of the process. */
export function processIo(): CliIo {
  const ending = new AbortController();
  const end = (reason: EndReason): void => ending.abort(reason);
  // Once each: a second Ctrl-C ends the process at once.
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return end('EPIPE');
      if (!ending.signal.aborted && stream === process.stdout)
        process.stderr.write(`The output could not be written (${error.code}): check the disk that it goes to.\n`);
      end('OUTPUT');
    });
  }
  return {
    stdout: Object.assign(outputOf(process.stdout), { columns: process.stdout.columns }),
    stderr: outputOf(process.stderr),
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString('utf8');
    },
    ask: process.stdin.isTTY && process.stderr.isTTY ? (question) => ask(question, ending.signal) : undefined,
    env: process.env,
    cwd: process.cwd(),
    signal: ending.signal,
    now: () => performance.now(),
    note: () => {},
    verbose: () => {},
  };
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal in this mode reports Ctrl-C to the reader, not to the process.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
  }
}

function outputOf(stream: NodeJS.WriteStream): CliOutput {
  return {
    write: (text) => {
      stream.write(text);
    },
    drained: async () => {
      if (!stream.writableNeedDrain) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          stream.off('drain', done).off('close', done);
          resolve();
        };
        stream.on('drain', done).on('close', done);
      });
    },
    isTTY: stream.isTTY === true,
  };
}
