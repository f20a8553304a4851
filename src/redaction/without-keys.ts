import { createEncodings } from './encodings.ts';
import { createPieceFinder, type Span } from './find-pieces.ts';

/** A shorter key would be found in ordinary text: such keys are refused, and not looked for. */
export const SHORTEST_KEY = 8;

/** The text that stands where a key stood. */
export const REDACTED = '[redacted]';

/** So many encodings in a row are seen through. */
const DEPTH = 3;

/** Each text that is decoded costs so many steps beside those of its characters. */
const EACH_TEXT = 16;

/** The steps that a search may still take: about one for each character that is looked at. */
export interface Budget {
  steps: number;
}

/**
 * Makes the function that gives a text without the keys that stand in it plainly; {@link REDACTED} where they stand in it through
 * encodings, too, or the budget does not last. Each key is searched as it is, in capitals and in small letters, since hexadecimal
 * ones are written in either case; and as the number that JSON makes of it, without leading zeros and the last digits of a long one.
 */
export function createWithoutKeys(keys: ReadonlySet<string>): (text: string, budget: Budget) => string {
  const formsOf = (key: string) => [key, key.toUpperCase(), key.toLowerCase(), numberOf(key)];
  const forms = [...keys].filter(isLong).flatMap(formsOf).filter(isLong);
  const { least, find } = createPieceFinder([...new Set(forms)]);
  const encodings = createEncodings(least);

  /** Where they stand is not asked: each encoding is taken off, and what it leaves is looked through. */
  function mayBeEncoded(text: string, budget: Budget): boolean {
    const depths = new Map([[text, 0]]);
    // The loop also goes through what is added meanwhile.
    for (const [it, depth] of depths) {
      budget.steps -= it.length;
      for (const { sign, cost, decode } of encodings) {
        if (!sign.test(it)) continue;
        budget.steps -= it.length * cost;
        if (budget.steps < 0) return true;
        for (const decoded of decode(it)) {
          budget.steps -= EACH_TEXT;
          if (decoded.length < least || depths.has(decoded)) continue;
          budget.steps -= decoded.length;
          if (find(decoded).length > 0) return true;
          if (depth + 1 < DEPTH) depths.set(decoded, depth + 1);
        }
      }
    }
    return budget.steps < 0;
  }

  return (text, budget) => {
    if (!isLong(text)) return text;
    budget.steps -= text.length;
    if (budget.steps < 0) return REDACTED;
    const spans = find(text);
    const rest = cutOut(text, spans);
    // Where only a piece stands plainly, its neighbours may be the rest of the key, encoded.
    const areWhole = spans.every(([start, end]) => keys.has(text.slice(start, end)));
    return mayBeEncoded(areWhole ? rest : text, budget) ? REDACTED : rest;
  };
}

const isLong = (text: string): boolean => text.length >= SHORTEST_KEY;

function numberOf(key: string): string {
  const value = Number(key);
  return Number.isFinite(value) ? String(value) : '';
}

function cutOut(text: string, spans: readonly Span[]): string {
  let rest = '';
  let done = 0;
  for (const [start, end] of spans) {
    rest += text.slice(done, start) + REDACTED;
    done = end;
  }
  return rest + text.slice(done);
}
