/** A key in bytes, as it is or encoded. */
export interface KeyForm {
  readonly bytes: Buffer;
  readonly isEncoded: boolean;
}

/** A key as it is, in base64 at any offset and in either alphabet, and in percent signs (where needed, or in full). */
export function keyForms(key: string): readonly KeyForm[] {
  const full = [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join('');
  const lower = encodeURIComponent(key).replace(/%../g, (it) => it.toLowerCase());
  const percent = [encodeURIComponent(key), lower, full, full.toUpperCase()];
  const encoded = new Set([...percent, ...[0, 1, 2].flatMap((offset) => base64At(offset, key))]);
  encoded.delete(key);
  return [
    { bytes: Buffer.from(key), isEncoded: false },
    ...[...encoded].map((text) => ({ bytes: Buffer.from(text), isEncoded: true })),
  ];
}

/** The symbols that depend on the key alone: those at both ends also depend on what is around it. */
function base64At(offset: number, key: string): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]);
  const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)];
}
