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
  import('./start.ts').then(({ start }) => start(args));
}
