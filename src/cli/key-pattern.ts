/** What is searched for: a key as it is, percent-encoded, and in base64 at any offset. */
export interface KeyPattern {
  readonly forms: readonly Buffer[];
  /** The length of the longest form, in bytes. */
  readonly longest: number;
}

/** The forms in which a key is commonly written into files. */
export function keyPattern(key: string): KeyPattern {
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]).toString('base64');
    // The characters at both ends also depend on what is around the key.
    const end = ((offset + key.length) * 8) % 24 === 0 ? encoded.length : Math.floor(((offset + key.length) * 8) / 6);
    return encoded.slice(Math.ceil((offset * 8) / 6), end);
  });
  const urlSafe = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const texts = new Set([key, encodeURIComponent(key), ...base64, ...urlSafe]);
  const forms = [...texts].map((text) => Buffer.from(text));
  return { forms, longest: Math.max(...forms.map(({ length }) => length)) };
}

/** Searches bytes that arrive in pieces; of what came before, it keeps no more than a key's length. */
export class KeySearch {
  readonly #pattern: KeyPattern;
  #kept: Buffer = Buffer.alloc(0);
  /** Whether the key was found. */
  found = false;

  constructor(pattern: KeyPattern) {
    this.#pattern = pattern;
  }

  add(bytes: Buffer): void {
    if (this.found) return;
    const { forms, longest } = this.#pattern;
    const all = this.#kept.length === 0 ? bytes : Buffer.concat([this.#kept, bytes]);
    this.found = forms.some((form) => all.includes(form));
    this.#kept = Buffer.from(all.subarray(Math.max(0, all.length - longest + 1)));
  }
}
