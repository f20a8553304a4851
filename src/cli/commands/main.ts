#!/usr/bin/env node
import { VERSION } from '../../base/version.ts';

const args = process.argv.slice(2);

// Scripts ask for the version often, so it is printed before anything is loaded.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const [{ commands }, { run }, { processIo }] = await Promise.all([
    import('./index.ts'),
    import('../run.ts'),
    import('../io.ts'),
  ]);
  const io = processIo();
  process.exitCode = await run(args, io, commands);
  // After a request to end, the process does not wait for pending work.
  if (io.signal.aborted) process.exit();
}
