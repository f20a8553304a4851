import type { CliOutput } from './io.ts';

/*
 * A runner of GitHub reads what a step prints: it takes a line for a command that begins with `::` behind its indentation, and
 * `##[` anywhere. The service's words are to be neither, wherever they stand.
 */

/** Text in which a runner finds no command. */
export function withoutCommands(text: string): string {
  return withoutBrackets(text).replace(/^(\s*:)(?=:)/gm, '$1 ');
}

function withoutBrackets(text: string): string {
  return text.replace(/##(?=\[)/g, '## ');
}

/** The same JSON, in which a runner finds no command. */
export function jsonWithoutCommands(text: string): string {
  return text.replace(/#(?=\[)/g, '\\u0023');
}

/** An output from which a runner takes no command but those that are written as such. */
export function guarded<Output extends CliOutput>(output: Output): Output {
  // Not a copy: what opens on first use must not be opened by that.
  return Object.assign(Object.create(output), {
    write: (text: string) => output.write(withoutCommands(text)),
    writeCommands: (text: string) => output.write(withoutBrackets(text)),
  });
}
