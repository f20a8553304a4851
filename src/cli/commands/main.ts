#!/usr/bin/env node
import { VERSION } from '../../base/version.ts';
import { outputErrorMessage } from '../io.ts';
import { withoutCommands } from '../terminal.ts';

const args = process.argv.slice(2);

// Node would exit with 1, which means “no”.
process.on('uncaughtException', (error) => {
  process.stderr.write(withoutCommands(`The command failed unexpectedly. Report it with this:\n${error.stack}\n`));
  process.exit(3);
});

// Scripts ask for the version often, so it is printed before anything is loaded.
if (args.length === 1 && ['--version', '-V'].includes(args[0] ?? '')) {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    process.stderr.write(outputErrorMessage(error));
    process.exit(3);
  });
  process.stdout.write(`${VERSION}\n`);
} else import('./start.ts').then(({ start }) => start(args));
