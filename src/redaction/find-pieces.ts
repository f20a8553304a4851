/** A shorter piece of a key is taken for chance, and reveals little; a key that is shorter itself must be there whole. */
const PIECE = 12;

/** So many characters are looked up at once. */
const GRAM = 4;

export type Span = readonly [start: number, end: number];

/**
 * An index of every piece of every key: finds them in plain text. A piece of `least` characters or more holds four that begin at a
 * multiple of `least - 3`, wherever it stands: only where those are a key's, the pieces around them are looked up.
 */
export class PieceFinder {
  /** The length of the shortest piece there is. */
  least: number = PIECE;
  readonly #lengths = new Set<number>();
  /** Each with the last owner that holds it. */
  readonly #pieces = new Map<string, string>();
  readonly #grams = new Map<string, string>();

  /** Adds the pieces of a key, as it is written in one form; its owner is the key itself. */
  add(form: string, owner: string): void {
    this.#lengths.add(Math.min(form.length, PIECE));
    this.least = Math.min(this.least, form.length);
    this.#each(form, (all, piece) => all.set(piece, owner));
  }

  /** Removes the pieces that no later owner holds. */
  remove(form: string, owner: string): void {
    this.#each(form, (all, piece) => all.get(piece) === owner && all.delete(piece));
  }

  /** Where pieces of keys begin and end: in order, none touching another. The work grows as the text does, whatever the keys are. */
  find(text: string): readonly Span[] {
    const found: [start: number, end: number][] = [];
    const step = this.least - GRAM + 1;
    for (let at = 0; at + GRAM <= text.length; at += step) {
      if (!this.#grams.has(text.slice(at, at + GRAM))) continue;
      for (let start = Math.max(0, at - step + 1); start <= at; start++) {
        for (const length of this.#lengths) {
          const piece = text.slice(start, start + length);
          if (!this.#pieces.has(piece)) continue;
          const end = start + piece.length;
          const last = found.at(-1);
          if (last && start <= last[1]) last[1] = Math.max(last[1], end);
          else found.push([start, end]);
        }
      }
    }
    return found;
  }

  #each(form: string, run: (all: Map<string, string>, piece: string) => void): void {
    const cut = (all: Map<string, string>, length: number) => {
      for (let at = 0; at + length <= form.length; at++) run(all, form.slice(at, at + length));
    };
    cut(this.#pieces, Math.min(form.length, PIECE));
    cut(this.#grams, GRAM);
  }
}
