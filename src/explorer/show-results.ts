import { stripVTControlCharacters } from 'node:util';
import type { Entry } from './search.ts';
import { type Style, wrap } from './style.ts';

/** Prints the results of a search, one per line: the kind, the place, and the beginning of the description. */
export function showResults(entries: readonly Entry[], style: Style): string {
  const widest = Math.max(...entries.map((entry) => widthOf(shown(entry, style))));
  return entries
    .map((entry) => {
      const element = shown(entry, style);
      const room = style.columns - widest - 16;
      const said = room < 20 ? [] : wrap(entry.description.replace(/\s+/g, ' '), room, style);
      const note = said.length > 1 ? `${said[0]}…` : (said[0] ?? '');
      const kind = entry.deprecated ? style.warning('deprecated'.padEnd(12)) : style.keyword(entry.kind.padEnd(12));
      const tail = note === '' ? '' : `${' '.repeat(widest - widthOf(element))}  ${style.note(note)}`;
      return `${kind}${element}${tail}\n`;
    })
    .join('');
}

/** An entry as one line, with its parts in a style. */
function shown({ kind, place, name, type }: Entry, style: Pick<Style, 'name' | 'type'>): string {
  if (kind === 'argument') return `${style.name(place)}(${name}: ${type})`;
  return style.name(place) + (type === '' ? '' : `: ${style.type(type)}`);
}

/** The columns of a line, without its paint. */
function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
