import { jsonWithoutCommands } from './runner-commands.ts';

// Control characters can move the cursor, recolour or rewrite the terminal, and direction marks can make a text look like
// another. Text from a service is only displayed.
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be escaped
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const unsafeInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Makes text harmless for a terminal: control characters and direction marks become `\uXXXX`. */
export function visible(text: string): string {
  return text.replace(unsafe, escapeUnit);
}

/** JSON that is harmless for a terminal: the same value, with more characters escaped. */
export function json(value: unknown, indent?: number): string {
  return jsonWithoutCommands(JSON.stringify(value, null, indent).replace(unsafeInJson, escapeUnit));
}
