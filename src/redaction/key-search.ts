import { createEncodings, type Encoding } from './encodings.ts';

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

/** So many keys are remembered, the latest: a key function may make up a key for each call. */
const MOST_KEYS = 1000;

/** So many new keys wait to be indexed, which most calls never need. */
const MOST_PENDING = 8;

/**
 * Gives a text without the keys that stand in it plainly; {@link REDACTED} where they stand in it through encodings, too, or the budget
 * does not last. Each key is searched as it is, in capitals and in small letters, since hexadecimal ones are written in either case; and as
 * the number that JSON makes of it, without leading zeros and the last digits of a long one.
 */
export class KeySearch {
  readonly #keys = new Set<string>();
  #pending: string[] = [];
  readonly #finder = new PieceFinder();
  #encodings: { readonly least: number; readonly all: readonly Encoding[] } | undefined;

  /** Adds a key. False where it is known. */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    if (this.#pending.push(key) > MOST_PENDING) this.#index();
    const [oldest = ''] = this.#keys;
    if (this.#keys.size <= MOST_KEYS) return true;
    this.#keys.delete(oldest);
    for (const form of formsOf(oldest)) this.#finder.remove(form, oldest);
    return true;
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  text(text: string, budget: Budget): string {
    if (!isLong(text)) return text;
    this.#index();
    budget.steps -= text.length;
    if (budget.steps < 0) return REDACTED;
    const spans = this.#finder.find(text);
    const rest = cutOut(text, spans);
    // Where only a piece stands plainly, its neighbours may be the rest of the key, encoded.
    const areWhole = spans.every(([start, end]) => this.#keys.has(text.slice(start, end)));
    return this.#mayBeEncoded(areWhole ? rest : text, budget) ? REDACTED : rest;
  }

  #index(): void {
    for (const key of this.#pending) for (const form of formsOf(key)) this.#finder.add(form, key);
    this.#pending = [];
  }

  /** Where they stand is not asked: each encoding is taken off, and what it leaves is looked through. */
  #mayBeEncoded(text: string, budget: Budget): boolean {
    const { least } = this.#finder;
    if (this.#encodings?.least !== least) this.#encodings = { least, all: createEncodings(least) };
    const depths = new Map([[text, 0]]);
    // The loop also goes through what is added meanwhile.
    for (const [it, depth] of depths) {
      budget.steps -= it.length;
      for (const { sign, cost, decode } of this.#encodings.all) {
        if (!sign.test(it)) continue;
        budget.steps -= it.length * cost;
        if (budget.steps < 0) return true;
        for (const decoded of decode(it)) {
          budget.steps -= EACH_TEXT;
          if (decoded.length < least || depths.has(decoded)) continue;
          budget.steps -= decoded.length;
          if (this.#finder.find(decoded).length > 0) return true;
          if (depth + 1 < DEPTH) depths.set(decoded, depth + 1);
        }
      }
    }
    return budget.steps < 0;
  }
}

const isLong = (text: string): boolean => text.length >= SHORTEST_KEY;

/** The forms of a key: none of one that is too short. */
const formsOf = (key: string): ReadonlySet<string> =>
  new Set(isLong(key) ? [key, key.toUpperCase(), key.toLowerCase(), numberOf(key)].filter(isLong) : []);

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
