/** A shorter piece of a key is taken for chance, and reveals little; a key that is shorter itself must be there whole. */
const PIECE = 12;

/** So many characters are looked up at once. */
const GRAM = 4;

export type Span = readonly [start: number, end: number];

/** Finds pieces of keys in plain text. */
export interface PieceFinder {
  /** The length of the shortest piece there is. */
  readonly least: number;
  /** Where pieces of keys begin and end: in order, none touching another. The work grows as the text does, whatever the keys are. */
  find(text: string): readonly Span[];
}

/**
 * An index of every piece of every key. One of `least` characters or more holds four that begin at a multiple of `least - 3`,
 * wherever it stands: only where those are a key's, the pieces around them are looked up.
 */
export function createPieceFinder(keys: readonly string[]): PieceFinder {
  const pieces = new Set<string>();
  const grams = new Set<string>();
  const lengths = new Set<number>();
  const cut = (key: string, length: number, into: Set<string>) => {
    for (let at = 0; at + length <= key.length; at++) into.add(key.slice(at, at + length));
  };
  for (const key of keys) {
    const length = Math.min(key.length, PIECE);
    lengths.add(length);
    cut(key, length, pieces);
    cut(key, GRAM, grams);
  }
  const least = Math.min(PIECE, ...lengths);
  const step = least - GRAM + 1;

  function find(text: string): readonly Span[] {
    const found: [start: number, end: number][] = [];
    for (let at = 0; at + GRAM <= text.length; at += step) {
      if (!grams.has(text.slice(at, at + GRAM))) continue;
      for (let start = Math.max(0, at - step + 1); start <= at; start++) {
        for (const length of lengths) {
          const piece = text.slice(start, start + length);
          if (!pieces.has(piece)) continue;
          const end = start + piece.length;
          const last = found.at(-1);
          if (last && start <= last[1]) last[1] = Math.max(last[1], end);
          else found.push([start, end]);
        }
      }
    }
    return found;
  }

  return { least, find };
}
