#!/usr/bin/env node
import { VERSION } from '../version.ts';

const args = process.argv.slice(2);

// Asked often by scripts, so answered before anything is loaded.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const [{ run }, { processIo }] = await Promise.all([import('./run.ts'), import('./io.ts')]);
  const io = processIo();
  process.exitCode = await run(args, io);
  // Who asked for the end is not kept waiting for whatever is still under way.
  if (io.signal.aborted) process.exit();
}
