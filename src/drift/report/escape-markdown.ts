import { plainText } from './phrases.ts';

/** Text from a schema as code. */
export function code(text: string): string {
  return `\`${plainText(text).replace(/`/g, '′').replace(/\|/g, '\\|')}\``;
}

/** A sentence of this package, in which what stands between backticks is code. */
export function prose(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? escapeText(part) : code(part)))
    .join('');
}

/** Text from a schema cannot add markup, links or mentions to the page. */
export function escapeText(text: string): string {
  return (
    plainText(text)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      // `!` is markup only before a link, and before a number on GitLab.
      .replace(/[\\`*_{}[\]()#|~]|!(?=[[\d])/g, '\\$&')
      .replace(/@/g, '@\u{200B}')
      // A host would make a link of a bare address.
      .replace(/\b(https?|ftp):\/\/|\bwww\./gi, (start) => `${start.slice(0, -1)}\u{200B}${start.slice(-1)}`)
  );
}
