import { styleText } from 'node:util';
import { clearLine } from './defaults.ts';
import type { CliIo, CliOutput } from './io.ts';

/** A format of Node's `styleText`, such as `bold` or `red`. */
export type TextFormat = Parameters<typeof styleText>[0];

/** Whether an output shows color: `FORCE_COLOR` decides, as in Node; then `NO_COLOR` and `TERM`; then whether it is a terminal. */
export function showsColor({ isTTY }: Pick<CliOutput, 'isTTY'>, env: NodeJS.ProcessEnv): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return ['', '1', '2', '3', 'true'].includes(forced);
  return isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** Returns a function that styles text for standard output; without color, it returns the text unchanged. */
export function styler({ stdout, env }: Pick<CliIo, 'stdout' | 'env'>): (format: TextFormat, text: string) => string {
  const hasColor = showsColor(stdout, env);
  return (format, text) => (hasColor ? styleText(format, text, { validateStream: false }) : text);
}

/** A line of a terminal that the next text replaces. Other outputs show none. */
export class ProgressLine {
  readonly #output: CliOutput | undefined;
  #isShown = false;

  constructor({ stderr, env }: Pick<CliIo, 'stderr' | 'env'>) {
    this.#output = stderr.isTTY && env['TERM'] !== 'dumb' ? stderr : undefined;
  }

  show(text: string): void {
    this.#isShown = true;
    this.#output?.write(`${clearLine}${text}`);
  }

  clear(): void {
    if (this.#isShown) this.#output?.write(clearLine);
  }
}

// Control characters can move the cursor or rewrite the terminal; direction marks can make a text look like another.
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are to be escaped
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const unsafeInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Makes text harmless for a terminal: control characters and direction marks become `\uXXXX`. */
export function visible(text: string): string {
  return text.replace(unsafe, escapeUnit);
}

/** Prints JSON that is harmless for a terminal and for a runner of GitHub: the same value, with more characters escaped. */
export function json(value: unknown, indent?: number): string {
  return jsonWithoutCommands(JSON.stringify(value, null, indent).replace(unsafeInJson, escapeUnit));
}

/*
 * GitHub's runner reads the output of a step: a line that begins with `::` after its indentation is a command, and so is `##[`
 * anywhere in a line. Text of the service must not become a command.
 */

export function withoutCommands(text: string): string {
  return withoutBrackets(text).replace(/^(\s*:)(?=:)/gm, '$1 ');
}

function withoutBrackets(text: string): string {
  return text.replace(/##(?=\[)/g, '## ');
}

export function jsonWithoutCommands(text: string): string {
  return text.replace(/#(?=\[)/g, '\\u0023');
}

/** An output whose text holds no runner command, except what `writeCommands` writes. */
export function guarded<Output extends CliOutput>(output: Output): Output {
  // A copy would read the getters, and so open the stream.
  return Object.assign(Object.create(output), {
    write: (text: string) => output.write(withoutCommands(text)),
    writeCommands: (text: string) => output.write(withoutBrackets(text)),
  });
}
