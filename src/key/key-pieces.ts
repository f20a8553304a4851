/** A shorter piece of a key is taken for chance, and reveals little; a key that is shorter itself must be there whole. */
export const PIECE = 12;

/** So many characters are looked up at once. */
const GRAM = 4;

/** The steps that a search may still take: about one for each character that is looked at. */
export interface Budget {
  steps: number;
}

/** Where a text looks like a key, it is compared with it. */
const EACH_COMPARISON = 16;

export type Span = readonly [start: number, end: number];

/** Finds pieces of keys in plain text. */
export interface KeyPieces {
  /** The length of the shortest piece there is. */
  readonly least: number;
  /** Where pieces of keys begin and end, or undefined where there are none, or the budget does not last to the end. */
  find(text: string, budget: Budget): Span[] | undefined;
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

  function find(text: string, budget: Budget): Span[] | undefined {
    let found: Span[] | undefined;
    budget.steps -= text.length;
    if (budget.steps < 0) return undefined;
    for (let at = 0; at + GRAM <= text.length; at += least - GRAM + 1) {
      const gram = gramAt(text, at);
      for (const place of places.get(gram) ?? []) {
        budget.steps -= EACH_COMPARISON;
        if (budget.steps < 0) return undefined;
        let from = 0;
        while (isSame(text, at + from - 1, place + from - 1)) from--;
        let to = GRAM;
        while (isSame(text, at + to, place + to)) to++;
        const isWhole = joined[place + from - 1] === '\0' && joined[place + to] === '\0';
        if (to - from < PIECE && !isWhole) continue;
        found ??= [];
        found.push([at + from, at + to]);
      }
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
