/** The line of the first git conflict marker in a text, from 1; undefined without one. */
export function conflictLine(text: string): number | undefined {
  const found = /^(?:<{7}|>{7})(?: |$)/m.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split('\n').length;
}
