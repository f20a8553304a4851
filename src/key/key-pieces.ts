/** A shorter piece of a key is taken for chance, and reveals little; a key that is shorter itself must be there whole. */
export const PIECE = 12;

/** So many characters are looked up at once. */
const GRAM = 4;

export type Span = readonly [start: number, end: number];

/** Finds pieces of keys in plain text. */
export interface KeyPieces {
  /** The length of the shortest piece there is. */
  readonly least: number;
  /** Where the pieces of keys before `end` begin and end, or undefined where there are none. */
  find(bytes: Uint8Array, end: number): Span[] | undefined;
}

/**
 * An index of every four characters of every key. A piece of `least` characters holds four that begin at a multiple of
 * `least - 3`, wherever it stands: only those are looked up, and where they are a key's, its neighbours are compared. Up to
 * 255 characters can be asked of a piece.
 */
export function createKeyPieces(keys: readonly string[], piece: number = PIECE): KeyPieces {
  const least = Math.min(piece, ...keys.map((key) => key.length));
  // No text holds the byte between two keys, so a comparison ends with a key.
  const all = Uint8Array.from(`\x80${keys.join('\x80')}\x80`, (character) => character.charCodeAt(0));
  const needed = new Uint8Array(all.length);
  const places = new Map<number, number[]>();
  // A few bits of each group's hash: nearly every look-up in ordinary text ends here.
  const bits = Math.min(20, 5 + Math.ceil(Math.log2(all.length)));
  const known = new Uint8Array(2 ** bits);
  const bucket = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> (32 - bits);

  let end = 1;
  for (const { length } of keys) {
    const begin = end;
    end += length + 1;
    needed.fill(Math.min(piece, length), begin, end);
    for (let place = begin; place + GRAM < end; place++) {
      const gram = gramAt(all, place);
      known[bucket(gram)] = 1;
      const others = places.get(gram);
      if (others) others.push(place);
      else places.set(gram, [place]);
    }
  }

  function find(bytes: Uint8Array, end: number): Span[] | undefined {
    let found: Span[] | undefined;
    for (let at = 0; at + GRAM <= end; at += least - GRAM + 1) {
      const gram = gramAt(bytes, at);
      if (known[bucket(gram)] === 0) continue;
      for (const place of places.get(gram) ?? []) {
        let from = 0;
        while (at + from > 0 && bytes[at + from - 1] === all[place + from - 1]) from--;
        let to = GRAM;
        while (at + to < end && bytes[at + to] === all[place + to]) to++;
        if (to - from < (needed[place] ?? 0)) continue;
        found ??= [];
        found.push([at + from, at + to]);
      }
    }
    return found;
  }

  return { least, find };
}

const gramAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
