/** A shorter piece of a key is taken for chance, and reveals little; a key that is shorter itself must be there whole. */
const PIECE = 12;

/** So many characters are looked up at once. */
const GRAM = 4;

export type Span = readonly [start: number, end: number];

/**
 * An index of every piece of every key, which finds them in plain text. A piece of `least` characters or more holds four that begin at a
 * multiple of `least - 3`, wherever it stands: only where those are a key's, the pieces around them are looked up. So the work grows as
 * the text does, whatever the keys are.
 */
export class PieceFinder {
  /** The length of the shortest piece there is. */
  least: number = PIECE;
  /** How many keys it knows. */
  size = 0;
  readonly #pieces = new Set<string>();
  readonly #grams = new Set<string>();
  readonly #lengths = new Set<number>();

  add(key: string): void {
    const length = Math.min(key.length, PIECE);
    this.size++;
    this.least = Math.min(this.least, length);
    this.#lengths.add(length);
    cut(key, length, this.#pieces);
    cut(key, GRAM, this.#grams);
  }

  /** Where pieces of keys begin and end: in order, none touching another. */
  find(text: string): readonly Span[] {
    const found: [start: number, end: number][] = [];
    const step = this.least - GRAM + 1;
    for (let at = 0; at + GRAM <= text.length; at += step) {
      if (!this.#grams.has(text.slice(at, at + GRAM))) continue;
      for (let start = Math.max(0, at - step + 1); start <= at; start++) {
        for (const length of this.#lengths) {
          const piece = text.slice(start, start + length);
          if (this.#pieces.has(piece)) join(found, [start, start + piece.length]);
        }
      }
    }
    return found;
  }
}

/** The spans of two finders as those of one. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const all: [start: number, end: number][] = [];
  for (const span of [...spans].sort(([a], [b]) => a - b)) join(all, span);
  return all;
}

function join(found: [start: number, end: number][], [start, end]: Span): void {
  const last = found.at(-1);
  if (last && start <= last[1]) last[1] = Math.max(last[1], end);
  else found.push([start, end]);
}

function cut(key: string, length: number, into: Set<string>): void {
  for (let at = 0; at + length <= key.length; at++) into.add(key.slice(at, at + length));
}
