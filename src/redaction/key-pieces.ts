/** A shorter piece of a key is taken for chance, and reveals little; a key that is shorter itself must be there whole. */
export const PIECE = 12;

/** So many characters are looked up at once. */
const GRAM = 4;

/** The steps that a search may still take: about one for each character that is looked at. */
export interface Budget {
  steps: number;
}

/** Each place of a key that a text looks like costs so many steps, beside those of the characters that are compared. */
const EACH_PLACE = 2;

const NONE: readonly number[] = [];

export type Span = readonly [start: number, end: number];

/** Finds pieces of keys in plain text. */
export interface KeyPieces {
  /** The length of the shortest piece there is. */
  readonly least: number;
  /** Where pieces of keys begin and end: in order, none touching another. Not all of them, where the budget does not last. */
  find(text: string, budget: Budget): readonly Span[];
}

/**
 * An index of every four characters of every key. A piece of `least` characters holds four that begin at a multiple of
 * `least - 3`, wherever it stands: only those are looked up, and where they are a key's, its neighbours are compared.
 */
export function createKeyPieces(keys: readonly string[]): KeyPieces {
  const least = keys.reduce((shortest, { length }) => Math.min(shortest, length), PIECE);
  // No key holds the character between two of them, and a comparison that passes it is cut there.
  const joined = `\0${keys.join('\0')}\0`;
  const places = new Map<number, number[]>();

  let end = 1;
  for (const { length } of keys) {
    const begin = end;
    end += length + 1;
    for (let place = begin; place + GRAM < end; place++) {
      const gram = gramAt(joined, place);
      const others = places.get(gram);
      if (others) others.push(place);
      else places.set(gram, [place]);
    }
  }

  const isSame = (text: string, at: number, place: number): boolean => {
    const code = joined.charCodeAt(place);
    return code !== 0 && code === text.charCodeAt(at);
  };

  const step = least - GRAM + 1;
  function find(text: string, budget: Budget): readonly Span[] {
    const found: Span[] = [];
    budget.steps -= text.length;
    for (let at = 0; at + GRAM <= text.length && budget.steps >= 0; ) {
      const done = found.at(-1)?.[1] ?? 0;
      let [start, end] = [at, at];
      for (const place of places.get(gramAt(text, at)) ?? NONE) {
        budget.steps -= EACH_PLACE;
        if (budget.steps < 0) break;
        // Once a piece is found, only one that reaches further matters.
        const isLonger = isSame(text, end, place + end - at);
        const isEarlier = start > done && isSame(text, start - 1, place + start - 1 - at);
        if (end > at && !isLonger && !isEarlier) continue;
        let from = 0;
        while (isSame(text, at + from - 1, place + from - 1)) from--;
        let to = GRAM;
        while (isSame(text, at + to, place + to)) to++;
        budget.steps -= to - from;
        const isWhole = joined[place + from - 1] === '\0' && joined[place + to] === '\0';
        if (to - from < PIECE && !isWhole) continue;
        start = Math.min(start, at + from);
        end = Math.max(end, at + to);
      }
      if (end > at && end > done) {
        for (let last = found.at(-1); last && start <= last[1]; last = found.at(-1)) {
          start = Math.min(start, last[0]);
          found.pop();
        }
        found.push([start, end]);
      }
      // One piece may begin in the end of another, so the search goes on a step before that.
      at = Math.max(at + step, end - step + 1);
    }
    return found;
  }

  return { least, find };
}

const gramAt = (text: string, at: number): number =>
  text.charCodeAt(at) |
  (text.charCodeAt(at + 1) << 8) |
  (text.charCodeAt(at + 2) << 16) |
  (text.charCodeAt(at + 3) << 24);
