/** A text in bytes, as it is or in base64. */
export interface LiteralForm {
  readonly bytes: Buffer;
  /** In base64: so many symbols of the same group of four come before `bytes`; undefined for the text as it is. */
  readonly skipped: number | undefined;
}

/** A longer text is cut off. */
export const longestText = 1024;

/** A text as it is, and in base64 at any offset, in either alphabet. */
export function literalForms(text: string): readonly LiteralForm[] {
  const forms = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
    // The symbols at both ends also depend on what is around the text.
    const skipped = Math.ceil((offset * 8) / 6);
    const symbols = encoded.slice(skipped, Math.floor(((offset + text.length) * 8) / 6));
    const spellings = new Set([symbols, symbols.replaceAll('+', '-').replaceAll('/', '_')]);
    return [...spellings].map((spelling) => ({ bytes: Buffer.from(spelling), skipped }));
  });
  return [{ bytes: Buffer.from(text), skipped: undefined }, ...forms];
}

/** The text that begins where a form was found: decoded, if it is base64. A few other characters may come first. */
export function textAt(bytes: Buffer, at: number, end: number, { skipped }: LiteralForm): string {
  const text = bytes.toString('latin1', at, Math.min(end, at + longestText));
  if (skipped === undefined) return text;
  const [symbols = ''] = /^[\w+/-]*/.exec(text) ?? [];
  return Buffer.from('A'.repeat(skipped) + symbols, 'base64').toString('latin1');
}
