import { BASE64, createEncodings, DIGITS, type Encoding, ESCAPE, kindsOfCharacters } from './decode.ts';
import { type Budget, createKeyPieces, type Span } from './key-pieces.ts';

/** A shorter key would be found in ordinary text: such keys are refused, and not looked for. */
export const SHORTEST_KEY = 8;

/** So many encodings in a row are seen through. */
const DEPTH = 3;

/** Each text that is decoded costs so many steps beside those of its characters. */
const EACH_TEXT = 16;

/** Finds keys, and pieces of them. */
export interface KeyFinder {
  /** Where they stand plainly: in order, none touching another. Not all of them, where the budget does not last. */
  plainly(text: string, budget: Budget): readonly Span[];
  /** Whether they stand in it through encodings; true as well where the budget does not last. */
  mayBeEncoded(text: string, budget: Budget): boolean;
  /** Whether the number is a key's value. */
  isNumber(value: number): boolean;
}

/**
 * Searches for each key as it is, in capitals and in small letters: hexadecimal ones are written in either case. Where one
 * stands in an encoding is not asked, only whether.
 */
export function createKeyFinder(texts: Iterable<string>): KeyFinder {
  const keys = [...texts].filter((key) => key.length >= SHORTEST_KEY);
  const numbers = new Set(keys.map(Number));
  const cases = keys.flatMap((key) => [key, key.toUpperCase(), key.toLowerCase()]);
  const { least, find } = createKeyPieces([...new Set(cases)]);
  const encodings = createEncodings();
  const kindOf = kindsOfCharacters();

  function plainly(text: string, budget: Budget): readonly Span[] {
    const spans = text.length < least ? undefined : find(text, budget);
    return spans === undefined ? [] : spans.length > 1 ? merged(spans) : spans;
  }

  /** Whether a text has so many characters of a kind in a row. Seen from the last of them, most others need no look. */
  function hasRun(text: string, kind: number, length: number): boolean {
    for (let last = length - 1; last < text.length; ) {
      let at = last;
      while (at > last - length && (kindOf[text.charCodeAt(at)] ?? 0) & kind) at--;
      if (at === last - length) return true;
      last = at + length;
    }
    return false;
  }

  /** The kinds of characters by which encodings are distinguished, as far as a text has enough of them. */
  const kindsIn = (text: string): number =>
    (/[\\%=&\0]/.test(text) ? ESCAPE : 0) |
    (hasRun(text, BASE64, Math.ceil((least * 8) / 6)) ? BASE64 : 0) |
    (hasRun(text, DIGITS, least * 2) ? DIGITS : 0);

  function mayBeEncoded(text: string, budget: Budget): boolean {
    if (budget.steps < 0) return true;
    if (text.length < least) return false;
    const seen = new Set<string>();
    let found = false;
    /** Notes what came of decoding, if it is new. NULs are left out: UTF-16 is ASCII with NULs between. */
    const note = (decoded: string): void => {
      const it = decoded.replaceAll('\0', '');
      if (it.length < least || seen.has(it)) return;
      budget.steps -= EACH_TEXT;
      seen.add(it);
      found ||= find(it, budget) !== undefined;
    };
    const take = (it: string, kinds: number, { needs, lead, cost, decode }: Encoding): void => {
      if ((kinds & needs) !== needs || !it.includes(lead)) return;
      budget.steps -= it.length * cost;
      if (budget.steps >= 0) for (const decoded of decode(it, least)) note(decoded);
    };

    const kinds = kindsIn(text);
    if (kinds === 0) return false;
    seen.add(text);
    if (text.includes('\0')) note(text);
    let done = 0;
    for (let depth = 0; depth < DEPTH; depth++) {
      // Texts decoded at this depth come behind those of the depth before.
      const texts = [...seen].slice(done);
      done += texts.length;
      for (const it of texts) {
        const may = it === text ? kinds : kindsIn(it);
        for (const encoding of encodings) take(it, may, encoding);
        if (found || budget.steps < 0) return true;
      }
    }
    return false;
  }

  return { plainly, mayBeEncoded, isNumber: (value) => numbers.has(value) };
}

function merged(spans: Span[]): readonly Span[] {
  const all: [number, number][] = [];
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
