import { createKeyFinder, type KeyFinder } from '../../key/find-keys.ts';
import { isBearerToken } from './bearer-token.ts';
import { type KeyStretches, keyStretches } from './key-stretches.ts';
import { type LiteralForm, literalForms, longestText, textAt } from './literal-forms.ts';

/** What must not be in a file: the key, however it is written; a literal bearer token; the runtime of this package. */
export type LeakKind = 'key' | 'bearer' | 'runtime';

/** Leaks of one kind in one file, or in what is inside it. */
export interface Leak {
  readonly kind: LeakKind;
  /** Where the first one begins, in bytes. */
  readonly offset: number;
  /** Whether the first one is encoded. */
  readonly encoded: boolean;
  readonly count: number;
}

/** What is searched for. */
export interface Sought {
  /** The key; undefined if there is none to look for. */
  readonly key?: string | undefined;
  /** Whether bearer tokens are. @defaultValue false */
  readonly bearer?: boolean;
  /** Whether the runtime is. @defaultValue false */
  readonly runtime?: boolean;
}

/** A text of the runtime that every bundle of it has: by this name, copies of it recognise each other's errors. */
const runtimeMark = 'control-api-sdk.error';

/** So much is searched at once. */
const WINDOW = 1_048_576;
/** So much of a window is searched again with the next: a key in three encodings fits. */
const OVERLAP = 65_536;
/** A bearer token fits. */
const SHORT_OVERLAP = 2048;
/** Keys are searched for whole: a piece of one may be what all keys begin with. Nothing longer than this has to match. */
const LONGEST_PIECE = 255;

interface Literal {
  readonly kind: LeakKind;
  readonly forms: readonly LiteralForm[];
  readonly isLeak: (text: string) => boolean;
}

/** What is searched for, made ready: the searches of several contents can share it. */
export interface LeakPatterns {
  readonly key: { readonly text: string; readonly finder: KeyFinder; readonly stretches: KeyStretches } | undefined;
  readonly literals: readonly Literal[];
}

/** Makes a search ready. */
export function leakPatterns({ key: text, bearer = false, runtime = false }: Sought): LeakPatterns {
  const literals: Literal[] = [];
  const bearers = literalForms('Bearer', 'bearer', 'BEARER');
  if (bearer) literals.push({ kind: 'bearer', forms: bearers, isLeak: isBearerToken });
  if (runtime) literals.push({ kind: 'runtime', forms: literalForms(runtimeMark), isLeak: () => true });
  if (text === undefined) return { key: undefined, literals };
  const finder = createKeyFinder([text], LONGEST_PIECE);
  return { key: { text, finder, stretches: keyStretches(text, finder.least) }, literals };
}

/** Searches content that arrives in pieces, one content after the other, in memory of a fixed size. */
export class LeakSearch {
  readonly #patterns: LeakPatterns;
  #window = Buffer.alloc(0);
  #length = 0;
  /** Where the window begins in the content. */
  #offset = 0;
  #found = new Map<LeakKind, Leak>();
  /** Where the search for something goes on: what is before it was found with the window before. */
  #next = new Map<LiteralForm | 'key', number>();

  constructor(patterns: LeakPatterns) {
    this.#patterns = patterns;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#length === WINDOW) this.#slide();
      this.#makeRoom(bytes.length - at);
      const part = bytes.subarray(at, at + this.#window.length - this.#length);
      this.#window.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
    }
  }

  /** What was found; the next content begins. */
  end(): readonly Leak[] {
    this.#scan(true);
    const found = [...this.#found.values()];
    this.#length = 0;
    this.#offset = 0;
    this.#found.clear();
    this.#next.clear();
    return found;
  }

  /** Most contents are small. */
  #makeRoom(wanted: number): void {
    const size = Math.min(WINDOW, 2 ** Math.ceil(Math.log2(this.#length + wanted)));
    if (size <= this.#window.length) return;
    const window = Buffer.allocUnsafe(size);
    this.#window.copy(window, 0, 0, this.#length);
    this.#window = window;
  }

  #slide(): void {
    const open = this.#scan(false);
    const kept = Math.min(this.#length - SHORT_OVERLAP, Math.max(open, this.#length - OVERLAP));
    this.#window.copyWithin(0, kept, this.#length);
    this.#length -= kept;
    this.#offset += kept;
  }

  /** Searches the window. Returns where something begins that may go on behind it. */
  #scan(isLast: boolean): number {
    // What begins so near the end is whole in the next window.
    const end = isLast ? this.#length : this.#length - longestText;
    for (const literal of this.#patterns.literals) {
      for (const form of literal.forms) this.#findForm(literal, form, end);
    }
    return this.#findKey();
  }

  #findForm({ kind, isLeak }: Literal, form: LiteralForm, end: number): void {
    const window = this.#window.subarray(0, this.#length);
    let at = Math.max(0, (this.#next.get(form) ?? 0) - this.#offset);
    for (;;) {
      at = window.indexOf(form.bytes, at);
      if (at < 0 || at >= end) return;
      if (isLeak(textAt(window, at, this.#length, form))) this.#keep(kind, at, form.skipped !== undefined);
      at += form.bytes.length;
      this.#next.set(form, at + this.#offset);
    }
  }

  #findKey(): number {
    const { key } = this.#patterns;
    if (key === undefined) return this.#length;
    return key.stretches.find(this.#window, this.#length, ([start, end]) => {
      const text = this.#window.toString('latin1', start, end);
      for (const [from, to] of key.finder.inText(text)) {
        if (start + from + this.#offset < (this.#next.get('key') ?? 0)) continue;
        this.#keep('key', start + from, text.slice(from, to) !== key.text);
        this.#next.set('key', start + to + this.#offset);
      }
    });
  }

  #keep(kind: LeakKind, at: number, encoded: boolean): void {
    const offset = at + this.#offset;
    const known = this.#found.get(kind);
    const first = known !== undefined && known.offset <= offset ? known : { kind, offset, encoded };
    this.#found.set(kind, { ...first, count: (known?.count ?? 0) + 1 });
  }
}
