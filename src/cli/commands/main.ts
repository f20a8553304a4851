#!/usr/bin/env node
import { VERSION } from '../../base/version.ts';
import { couldNotBeWritten } from '../io.ts';
import { withoutCommands } from '../terminal/runner-commands.ts';
import { helpPages } from './help-pages.ts';

const args = process.argv.slice(2);

// A crash must not look like an answer: Node would exit with 1.
process.on('uncaughtException', (error) => {
  process.stderr.write(withoutCommands(`The command failed unexpectedly. Report it with this:\n${error.stack}\n`));
  process.exit(3);
});

// Scripts ask for the version often, and people for help: both are printed before anything is loaded.
const answer = prepared(args);
if (answer === undefined) import('./start.ts').then(({ start }) => start(args));
else {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    process.stderr.write(couldNotBeWritten(error));
    process.exit(3);
  });
  process.stdout.write(answer);
}

/** The version or a help page, if the line asks for that alone. */
function prepared(line: readonly string[]): string | undefined {
  const [first, ...others] = line;
  const last = line.at(-1);
  if (line.length === 1 && (first === '--version' || first === '-V')) return `${VERSION}\n`;
  if (first === 'help') return helpPages.get(others.join('\n'));
  if (last === '--help' || last === '-h') return helpPages.get(line.slice(0, -1).join('\n'));
  return undefined;
}
