import { processIo } from '../io.ts';
import { endingOf, run } from '../run.ts';
import { commands } from './index.ts';

/** Runs a command line in this process, to its end. */
export async function start(args: readonly string[]): Promise<void> {
  const io = processIo();
  process.exitCode = await run(args, io, commands);
  // After a request to end, the process does not wait for pending work; the output may fail even later.
  if (io.signal.aborted) process.exit();
  io.signal.addEventListener('abort', () => process.exit(endingOf(io)));
}
