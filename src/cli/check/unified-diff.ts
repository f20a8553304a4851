/** So many unchanged lines are shown around a change, as other tools do. */
const context = 3;

/**
 * A unified diff, as `git apply` and `patch` read it, of two texts with the same number of lines; empty if they are equal.
 *
 * @param file - The path of the file, with forward slashes.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  const [old, now] = [lines(before), lines(after)];
  const changed = old.flatMap((line, index) => (line === now[index] ? [] : [index]));
  const hunks = changed.reduce<[first: number, last: number][]>((found, index) => {
    const last = found.at(-1);
    if (last !== undefined && index - last[1] <= 2 * context) last[1] = index;
    else found.push([index, index]);
    return found;
  }, []);
  if (hunks.length === 0) return '';
  const texts = hunks.map(([first, last]) => {
    const [from, to] = [Math.max(0, first - context), Math.min(old.length, last + context + 1)];
    const range = `${from + 1},${to - from}`;
    return `@@ -${range} +${range} @@\n${hunk(old.slice(from, to), now.slice(from, to))}`;
  });
  return `--- a/${file}\n+++ b/${file}\n${texts.join('')}`;
}

/** Runs of changed lines: the old ones, then the new ones. */
function hunk(old: readonly string[], now: readonly string[]): string {
  let [text, removed, added] = ['', '', ''];
  const flush = (): void => {
    text += removed + added;
    removed = added = '';
  };
  for (const [index, line] of old.entries()) {
    const other = now[index] ?? '';
    if (line === other) {
      flush();
      text += shown(' ', line);
    } else {
      removed += shown('-', line);
      added += shown('+', other);
    }
  }
  flush();
  return text;
}

function shown(mark: string, line: string): string {
  return line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}

/** The lines with their ends; a carriage return is part of a line. */
function lines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
