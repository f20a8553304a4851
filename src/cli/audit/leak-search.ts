import { isBearerToken } from './bearer-token.ts';
import { keyForms, type LiteralForm, literalForms, longestText, textAt } from './literal-forms.ts';

/** A kind of thing that must not be in a file: the key; a literal bearer token; the runtime of this package. */
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

/** The text that is searched for. */
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
interface Literal {
  readonly kind: LeakKind;
  readonly forms: readonly LiteralForm[];
  readonly isLeak: (text: string) => boolean;
}

/** Patterns to search for, made ready: the searches of several contents can share them. */
export interface LeakPatterns {
  readonly literals: readonly Literal[];
  /** Nothing that is searched for is longer. */
  readonly longest: number;
}

/** Makes a search ready. */
export function leakPatterns({ key, bearer = false, runtime = false }: Sought): LeakPatterns {
  const literals: Literal[] = [];
  if (key !== undefined) literals.push({ kind: 'key', forms: keyForms(key), isLeak: () => true });
  const bearers = literalForms('Bearer', 'bearer', 'BEARER');
  if (bearer) literals.push({ kind: 'bearer', forms: bearers, isLeak: isBearerToken });
  if (runtime) literals.push({ kind: 'runtime', forms: literalForms(runtimeMark), isLeak: () => true });
  const lengths = literals.flatMap(({ forms }) => forms.map(({ bytes }) => bytes.length));
  return { literals, longest: Math.max(longestText, ...lengths) };
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
  #next = new Map<LiteralForm, number>();

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

  /** The place that was found; the next content begins. */
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
    this.#scan(false);
    const searched = this.#length - this.#patterns.longest;
    this.#window.copyWithin(0, searched, this.#length);
    this.#length -= searched;
    this.#offset += searched;
  }

  /** Searches the window. */
  #scan(isLast: boolean): void {
    // A text that begins so near the end is whole in the next window.
    const end = isLast ? this.#length : this.#length - this.#patterns.longest;
    for (const literal of this.#patterns.literals) {
      for (const form of literal.forms) this.#findForm(literal, form, end);
    }
  }

  #findForm({ kind, isLeak }: Literal, form: LiteralForm, end: number): void {
    const window = this.#window.subarray(0, this.#length);
    let at = Math.max(0, (this.#next.get(form) ?? 0) - this.#offset);
    for (;;) {
      at = window.indexOf(form.bytes, at);
      if (at < 0 || at >= end) return;
      if (isLeak(textAt(window, at, this.#length, form))) this.#keep(kind, at, form.isEncoded);
      at += form.bytes.length;
      this.#next.set(form, at + this.#offset);
    }
  }

  #keep(kind: LeakKind, at: number, encoded: boolean): void {
    const offset = at + this.#offset;
    const known = this.#found.get(kind);
    const first = known !== undefined && known.offset <= offset ? known : { kind, offset, encoded };
    this.#found.set(kind, { ...first, count: (known?.count ?? 0) + 1 });
  }
}
