/** Makes a function that cuts a key out of a text of JSON: as it stands, and in the encodings in which a service may echo it. */
export function scrubber(key: string): (json: string) => string {
  const bytes = Buffer.from(key);
  // Three bytes are four characters, so a key inside of a longer text is encoded in three ways; its outer characters hold neighbours.
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const base64url = base64.map((it) => it.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  const forms = [key, encodeURIComponent(key), hex, hex.toUpperCase(), ...base64, ...base64url];
  const escaped = forms.map((it) => JSON.stringify(it).slice(1, -1));
  return (json) => escaped.reduce((text, form) => text.replaceAll(form, '[redacted]'), json);
}
