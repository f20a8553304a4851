/** A text in bytes, as it is or encoded. */
export interface LiteralForm {
  readonly bytes: Buffer;
  readonly isEncoded: boolean;
  /** In base64: so many symbols of the same group of four come before `bytes`; undefined for a text that is read as it is. */
  readonly skipped: number | undefined;
}

/** A longer text is cut off. */
const longestText = 1024;

/** Texts as they are, and in base64 at any offset, in either alphabet. */
export function literalForms(...texts: readonly string[]): readonly LiteralForm[] {
  const skips = new Map<string, number | undefined>();
  for (const text of texts) {
    skips.set(text, undefined);
    for (const offset of [0, 1, 2]) {
      const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
      // The symbols at both ends also depend on what is around the text.
      const skipped = Math.ceil((offset * 8) / 6);
      const symbols = encoded.slice(skipped, Math.floor(((offset + text.length) * 8) / 6));
      skips.set(symbols, skipped).set(symbols.replaceAll('+', '-').replaceAll('/', '_'), skipped);
    }
  }
  return [...skips].map(([form, skipped]) => ({
    bytes: Buffer.from(form),
    isEncoded: skipped !== undefined,
    skipped,
  }));
}

/** A key as it is, in base64 at any offset, in percent signs (where needed, or in full), and as JSON writes it. */
export function keyForms(key: string): readonly LiteralForm[] {
  const full = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  const lower = encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase());
  const written = new Set([encodeURIComponent(key), lower, full, full.toUpperCase(), JSON.stringify(key).slice(1, -1)]);
  written.delete(key);
  const encoded = [...written].map((form) => ({ bytes: Buffer.from(form), isEncoded: true, skipped: undefined }));
  return [...literalForms(key), ...encoded];
}

/** The text that begins where a form was found: decoded, if it is base64. One or two other characters may come first. */
export function textAt(bytes: Buffer, at: number, { skipped }: LiteralForm): string {
  // A group of four symbols is decoded as a whole.
  const start = Math.max(0, at - (skipped ?? 0));
  const text = bytes.toString('latin1', start, start + longestText);
  if (skipped === undefined) return text;
  const [symbols = ''] = /^[\w+/-]*/.exec(text) ?? [];
  return Buffer.from(symbols, 'base64').toString('latin1');
}
