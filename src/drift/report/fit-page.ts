import { plural } from '../../base/words.ts';

/** GitHub refuses a comment of more than 65,536 characters; other hosts count bytes. The last note needs room, too. */
const mostBytes = 59_000;

/** A part of a page whose lines can be left out, from the end. */
export interface PagePart {
  readonly head: string;
  readonly lines: readonly string[];
  readonly foot: string;
}

/** A page of less than 60 kB: a beginning, parts with as many lines as there is room for, and an end. It says so where it is cut. */
export function fitPage(
  opening: readonly string[],
  parts: readonly PagePart[],
  closing: readonly string[],
  whole: string,
): string {
  let room = mostBytes - Buffer.byteLength([...opening, ...closing].join('\n\n'));
  let left = 0;
  const blocks = parts.flatMap(({ head, lines, foot }) => {
    const kept: string[] = [];
    let free = room - Buffer.byteLength(head + foot) - 2;
    for (const line of lines) {
      free -= Buffer.byteLength(line) + 1;
      if (free < 0) break;
      kept.push(line);
    }
    left += lines.length - kept.length;
    if (kept.length === 0) return [];
    room = Math.max(0, free);
    return [`${head}${kept.join('\n')}${foot}`];
  });
  const note = `**${plural(left, 'line')} left out**: a comment holds 60 kB. The whole report: ${whole}`;
  return [...opening, ...blocks, ...(left === 0 ? [] : [note]), ...closing].join('\n\n');
}
