import { createEncodings, type Encoding } from './encodings.ts';

/** A shorter key would be found in ordinary text. Such keys are refused. */
export const SHORTEST_KEY = 8;

export const REDACTED = '[redacted]';

const DEPTH = 3;

const EACH_TEXT = 16;

export interface Budget {
  steps: number;
}

/** A key function may return a new key at each call; the latest are kept. */
const MOST_KEYS = 1000;

/** Keys are indexed late: most calls search nothing. */
const MOST_PENDING = 8;

/** A key is searched as it is, in upper and lower case (hexadecimal), and as the number that JSON makes of it. */
export class KeySearch {
  readonly #keys = new Set<string>();
  #pending: string[] = [];
  readonly #finder = new PieceFinder();
  #encodings: { readonly least: number; readonly all: readonly Encoding[] } | undefined;

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
    // Beside a plain piece, the rest of the key may stand encoded.
    const areWhole = spans.every(([start, end]) => this.#keys.has(text.slice(start, end)));
    return this.#mayBeEncoded(areWhole ? rest : text, budget) ? REDACTED : rest;
  }

  #index(): void {
    for (const key of this.#pending) for (const form of formsOf(key)) this.#finder.add(form, key);
    this.#pending = [];
  }

  #mayBeEncoded(text: string, budget: Budget): boolean {
    const { least } = this.#finder;
    if (this.#encodings?.least !== least) this.#encodings = { least, all: createEncodings(least) };
    const depths = new Map([[text, 0]]);
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

/** A shorter piece may be chance, and reveals little. A shorter key must be there whole. */
const PIECE = 12;

const GRAM = 4;

export type Span = readonly [start: number, end: number];

/** A piece of `least` characters holds a gram at a multiple of `least - 3`: only those places are looked up. */
export class PieceFinder {
  least: number = PIECE;
  readonly #lengths = new Set<number>();
  readonly #pieces = new Map<string, string>();
  readonly #grams = new Map<string, string>();

  add(form: string, owner: string): void {
    this.#lengths.add(Math.min(form.length, PIECE));
    this.least = Math.min(this.least, form.length);
    this.#each(form, (all, piece) => all.set(piece, owner));
  }

  remove(form: string, owner: string): void {
    this.#each(form, (all, piece) => all.get(piece) === owner && all.delete(piece));
  }

  /** Places of pieces, in order and merged. Time is linear in the text. */
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
