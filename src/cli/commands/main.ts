#!/usr/bin/env node
import { VERSION } from '../../base/version.ts';

const args = process.argv.slice(2);

// A crash must not look like an answer: Node would exit with 1.
process.on('uncaughtException', (error) => {
  process.stderr.write(`The command failed unexpectedly. Report it with this:\n${error.stack}\n`);
  process.exit(3);
});

// Scripts ask for the version often, so it is printed before anything is loaded.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 141 : 3));
  process.stdout.write(`${VERSION}\n`);
} else {
  const [{ commands }, { endingOf, run }, { processIo }] = await Promise.all([
    import('./index.ts'),
    import('../run.ts'),
    import('../io.ts'),
  ]);
  const io = processIo();
  process.exitCode = await run(args, io, commands);
  // After a request to end, the process does not wait for pending work; the output may fail even later.
  if (io.signal.aborted) process.exit();
  io.signal.addEventListener('abort', () => process.exit(endingOf(io)));
}
