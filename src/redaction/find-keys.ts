import { createEncodings } from './encodings.ts';
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
 * stands in an encoding is not asked, only whether: each encoding is taken off, and what it leaves is looked through.
 */
export function createKeyFinder(texts: Iterable<string>): KeyFinder {
  const keys = [...texts].filter((key) => key.length >= SHORTEST_KEY);
  const numbers = new Set(keys.map(Number));
  const cases = keys.flatMap((key) => [key, key.toUpperCase(), key.toLowerCase()]);
  const { least, find } = createKeyPieces([...new Set(cases)]);
  const encodings = createEncodings(least);

  function mayBeEncoded(text: string, budget: Budget): boolean {
    if (text.length < least) return budget.steps < 0;
    const seen = new Set([text]);
    // The loop also goes through what is added meanwhile.
    const depths = [[text]];
    for (const texts of depths) {
      const deeper: string[] = [];
      for (const it of texts) {
        budget.steps -= it.length;
        for (const { sign, cost, decode } of encodings) {
          if (budget.steps < 0) return true;
          if (!sign.test(it)) continue;
          budget.steps -= it.length * cost;
          for (const decoded of budget.steps < 0 ? [] : decode(it)) {
            budget.steps -= EACH_TEXT;
            if (decoded.length < least || seen.has(decoded)) continue;
            if (find(decoded, budget).length > 0) return true;
            seen.add(decoded);
            deeper.push(decoded);
          }
        }
      }
      if (budget.steps < 0) return true;
      if (deeper.length > 0 && depths.length < DEPTH) depths.push(deeper);
    }
    return false;
  }

  return { plainly: find, mayBeEncoded, isNumber: (value) => numbers.has(value) };
}
