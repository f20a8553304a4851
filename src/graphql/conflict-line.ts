/** The line of the first conflict marker of git in a text, from 1; undefined if there is none. */
export function conflictLine(text: string): number | undefined {
  const found = /^(?:<{7}|>{7})(?: |$)/m.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split('\n').length;
}
