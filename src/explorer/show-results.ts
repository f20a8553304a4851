import type { Entry } from './search.ts';
import { type Style, wrap } from './style.ts';

/** Prints the results of a search, one per line: the kind, the place, and the beginning of the description. */
export function showResults(entries: readonly Entry[], style: Style): string {
  const widest = Math.max(...entries.map((entry) => plain(entry).length));
  return entries
    .map((entry) => {
      const left = plain(entry);
      const room = style.columns - widest - 16;
      const said = room < 20 ? [] : wrap(entry.description.replace(/\s+/g, ' '), room, style);
      const note = said.length > 1 ? `${said[0]}…` : (said[0] ?? '');
      const kind = entry.deprecated ? style.warning('deprecated'.padEnd(12)) : style.keyword(entry.kind.padEnd(12));
      const tail = note === '' ? '' : `${' '.repeat(widest - left.length)}  ${style.note(note)}`;
      return `${kind}${painted(entry, style)}${tail}\n`;
    })
    .join('');
}

function plain({ kind, place, detail }: Entry): string {
  if (kind === 'argument') return `${place}(${detail})`;
  return detail === '' ? place : `${place}: ${detail}`;
}

function painted({ kind, place, detail }: Entry, style: Style): string {
  if (kind === 'argument') return `${style.name(place)}(${detail})`;
  return style.name(place) + (detail === '' ? '' : `: ${style.type(detail)}`);
}
