/** An encoding that a key may be written in. */
export interface Encoding {
  /** The kinds of characters that a text must have. */
  readonly needs: number;
  /** A text without it is left alone. */
  readonly lead: string;
  /** Steps of work for each character. */
  readonly cost: number;
  /** The texts that it leaves where it is taken off; shorter ones than `least` don't matter. */
  readonly decode: (text: string, least: number) => readonly string[];
}

/** Kinds of characters, as bits. */
export const ESCAPE = 1;
export const BASE64 = 2;
/** Digits, hexadecimal or decimal, and what may stand between them. */
export const DIGITS = 4;

const DECIMAL = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const KINDS: readonly (readonly [kind: number, characters: string])[] = [
  [BASE64, `${DECIMAL}${UPPER}${LOWER}+/-_\r\n`],
  [DIGITS, `${DECIMAL}abcdefABCDEFxX \t\r\n:-,;+"`],
];

/** The kinds that a character belongs to, by its code; those that are not listed belong to none. */
export const kindsOfCharacters = (): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) =>
    KINDS.reduce((kinds, [kind, all]) => (all.includes(String.fromCharCode(code)) ? kinds | kind : kinds), 0),
  );

const fromHex = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));

/** A line break inside wrapped base64 matters. */
const LAYOUT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Names that HTML's encoders, and those of base64, write most. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ quot: '"', num: '#', percnt: '%', amp: '&', apos: "'", plus: '+', sol: '/', colon: ':', semi: ';' },
  ...{ lt: '<', equals: '=', gt: '>', bsol: '\\', lowbar: '_' },
};

/** A reader of escapes that begin with `lead`. */
const escapes = (lead: string, pattern: RegExp, read: (match: string, ...groups: string[]) => string): Encoding => ({
  needs: ESCAPE,
  lead,
  cost: 8,
  decode: (text) => [text.replace(pattern, read)],
});

/** A tab, a line break, a NUL of UTF-16 or a printable character: nothing else is in a key, or in what encodes one. */
const isReadable = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte === 0 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/**
 * A reader of runs of symbols of a few bits each, which may begin at any of so many places with respect to whole bytes. Each
 * spelling lists the symbols in the order of their values.
 */
function symbols(bits: number, alignments: number, needs: number, run: RegExp, ...spellings: string[]): Encoding {
  const table = new Uint8Array(128).fill(255);
  for (const all of spellings) for (let at = 0; at < all.length; at++) table[all.charCodeAt(at)] = at;

  function decode(text: string, least: number): readonly string[] {
    const found: string[] = [];
    for (const it of (bits === 4 ? text.replace(/(?<![\da-f])0x/gi, ' ') : text).match(run) ?? []) {
      // A byte is read out of three symbols, of which the last may lie behind the run.
      const values = new Uint8Array(it.length + 2);
      let count = 0;
      for (let at = 0; at < it.length; at++) {
        const value = table[it.charCodeAt(at)] ?? 255;
        if (value !== 255) values[count++] = value;
      }
      values.fill(0, count);
      for (let skipped = 0; skipped < alignments; skipped++) readable(values, skipped, count, least, found);
    }
    return found;
  }

  /** Most runs hold nothing readable: so only every `least`th byte is decoded, and the neighbours of one that is readable. */
  function readable(values: Uint8Array, skipped: number, count: number, least: number, found: string[]): void {
    const size = Math.floor(((count - skipped) * bits) / 8);
    const byteAt = (index: number): number => {
      const first = Math.floor((index * 8) / bits);
      const at = skipped + first;
      const three = ((values[at] ?? 0) << (2 * bits)) | ((values[at + 1] ?? 0) << bits) | (values[at + 2] ?? 0);
      return (three >> (3 * bits - 8 - (index * 8 - first * bits))) & 0xff;
    };
    for (let from = 0; from + least <= size; ) {
      let begin = from + least;
      while (begin > from && isReadable(byteAt(begin - 1))) begin--;
      let text = '';
      if (begin > from) from = begin;
      else {
        for (; from < size; from++) {
          const byte = byteAt(from);
          if (!isReadable(byte)) break;
          text += String.fromCharCode(byte);
        }
        found.push(text);
      }
    }
  }

  return { needs, lead: '', cost: bits === 5 ? 4 : 2, decode };
}

/** Lists of decimal bytes, with their indexes or without: `66, 101, 97`, `"0":66,"1":101`. */
const decimals = (text: string): readonly string[] =>
  (!/\d[\s,]+["\d]/.test(text) ? [] : (text.replace(/"\d+":/g, '').match(/\d[\d\s,]{14,}/g) ?? [])).map((list) =>
    fromBytes(list.split(/[\s,]+/)),
  );

/** The text of bytes; what is no byte of ASCII stands in it as a character that no key holds. */
export const fromBytes = (bytes: readonly unknown[]): string =>
  bytes
    .map((it) => String.fromCharCode(it !== '' && Number(it) >= 0 && Number(it) < 0x7f ? Number(it) : 0x7f))
    .join('');

/** A function, so that an import costs nothing. A pile of the same escapes is read at once too, and counts as one. */
export const createEncodings = (): readonly Encoding[] => [
  escapes('\\', /\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, four, two, letter = '') =>
    letter ? (LAYOUT[letter] ?? letter) : fromHex('', four ?? two ?? ''),
  ),
  escapes('\\\\', /\\+(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, four, two, letter = '') =>
    letter ? letter : fromHex('', four ?? two ?? ''),
  ),
  escapes('%', /%([\da-f]{2})/gi, fromHex),
  // No key holds the character 83, so `%2583` is an escaped percent sign.
  escapes('%25', /%(?:25)*([0-7][\da-f])/gi, fromHex),
  escapes('=', /=(?:([\da-f]{2})|\r?\n)/gi, (_, digits) => (digits ? fromHex('', digits) : '')),
  escapes('&', /&(?:#x([\da-f]+);?|#(\d+);?|([a-z]{2,6});)/gi, (all, hex, decimal, name = '') =>
    hex || decimal ? String.fromCharCode(Number(hex ? `0x${hex}` : decimal)) : (NAMED[name.toLowerCase()] ?? all),
  ),
  symbols(4, 2, DIGITS, /[\da-f][\da-f \t\r\n:;,+-]{14,}/gi, `${DECIMAL}ABCDEF`, `${DECIMAL}abcdef`),
  symbols(5, 8, BASE64, /[a-z2-7][a-z2-7\r\n]{11,}/gi, `${UPPER}234567`, LOWER),
  symbols(6, 4, BASE64, /[\w+/-][\w+/\r\n-]{9,}/g, `${UPPER}${LOWER}${DECIMAL}+/`, `${UPPER}${LOWER}${DECIMAL}-_`),
  { needs: DIGITS, lead: '', cost: 8, decode: decimals },
];
