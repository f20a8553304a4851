/** An encoding that a key may be written in. */
export interface Encoding {
  readonly name: string;
  /** A text without it is left alone. */
  readonly sign: RegExp;
  /** Steps of work for each character. */
  readonly cost: number;
  /** The texts that it leaves where it is taken off. */
  readonly decode: (text: string) => readonly string[];
}

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();

const fromHex = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));

/** A line break inside wrapped base64 matters. */
const LAYOUT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Names that HTML's encoders, and those of base64, write most. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ quot: '"', num: '#', percnt: '%', amp: '&', apos: "'", plus: '+', sol: '/', colon: ':', semi: ';' },
  ...{ lt: '<', equals: '=', gt: '>', bsol: '\\', lowbar: '_' },
};

type Read = (match: string, ...groups: string[]) => string;

function escapes(name: string, sign: RegExp, pattern: RegExp, read: Read): Encoding {
  return { name, sign, cost: 8, decode: (text) => [text.replace(pattern, read)] };
}

/**
 * Symbols of a few bits each, in runs that may begin at any place with respect to whole bytes. Each alphabet lists them in the order
 * of their values. Only a run in which `least` bytes of ASCII may stand is decoded: those whose highest bits are zero.
 */
function symbols(name: string, bits: number, least: number, between: string, ...alphabets: string[]): Encoding {
  const table = new Uint8Array(128);
  for (const all of alphabets) for (let at = 0; at < all.length; at++) table[all.charCodeAt(at)] = at;
  const size = bits === 4 ? 2 : bits === 5 ? 8 : 4;
  const classes = Array.from({ length: size }, (_, place) => {
    const before = place * bits;
    const highest = Math.ceil(before / 8) * 8 - before;
    const mask = highest < bits ? 1 << (bits - 1 - highest) : 0;
    return `[${alphabets.map((all) => [...all].filter((_, value) => (value & mask) === 0).join('')).join('')}]`;
  });
  const groups = Math.floor((least - (size * bits) / 8 + 1) / ((size * bits) / 8));
  const all = `[${alphabets.join('')}]`;
  const ascii = new RegExp(`(?:${classes.join('').replaceAll('-', '\\-')}){${groups}}`);
  const run = `${all}[${alphabets.join('')}${between}]{${Math.ceil((least * 8) / bits) - 1},}`.replaceAll('-', '\\-');
  const other = new RegExp(`[${between}]+`.replaceAll('-', '\\-'), 'g');
  const every = new RegExp(run, 'g');

  function unpack(text: string, skipped: number): string {
    let decoded = '';
    let rest = 0;
    let held = 0;
    for (let at = skipped; at < text.length; at++) {
      rest = (rest << bits) | (table[text.charCodeAt(at)] ?? 0);
      held += bits;
      if (held < 8) continue;
      held -= 8;
      decoded += String.fromCharCode(rest >> held);
      rest &= (1 << held) - 1;
    }
    return decoded;
  }

  function decode(text: string): readonly string[] {
    const runs = text.match(every)?.map((it) => it.replace(other, '')) ?? [];
    const plausible = runs.filter((it) => ascii.test(it));
    if (plausible.length === 0) return [];
    return Array.from({ length: size }, (_, skipped) => plausible.map((it) => unpack(it, skipped)).join('\x7f'));
  }

  return { name, sign: new RegExp(run), cost: size, decode };
}

function hexadecimal(least: number): Encoding {
  const plain = symbols('hexadecimal', 4, least, ' \\t\\r\\n:;,+-', `${DIGITS}ABCDEF`, `${DIGITS}abcdef`);
  const sign = new RegExp(`0x|${plain.sign.source}`, 'i');
  return { ...plain, sign, decode: (text) => plain.decode(text.replace(/(?<![\da-f])0x/gi, ' ')) };
}

/** The text of bytes; what is no byte of ASCII stands in it as a character that no key holds. */
export const fromBytes = (bytes: readonly unknown[]): string =>
  bytes
    .map((it) => String.fromCharCode(it !== '' && Number(it) >= 0 && Number(it) < 0x7f ? Number(it) : 0x7f))
    .join('');

/** Decimal bytes, with their indexes or without: `66, 101, 97`, `"0":66,"1":101`. */
const decimals: Encoding = {
  name: 'decimal bytes',
  sign: /\d[\s,]+["\d]/,
  cost: 8,
  decode: (text) =>
    (text.replace(/"\d+":/g, '').match(/\d[\d\s,]{14,}/g) ?? []).map((list) => fromBytes(list.split(/[\s,]+/))),
};

/**
 * Every encoding, for keys of which `least` characters matter. A function, so that an import costs nothing. A pile of the same escapes
 * is read at once too, and counts as one.
 */
export const createEncodings = (least: number): readonly Encoding[] => [
  escapes('backslashes', /\\/, /\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, four, two, letter = '') =>
    letter ? (LAYOUT[letter] ?? letter) : fromHex('', four ?? two ?? ''),
  ),
  escapes('piled backslashes', /\\\\/, /\\+(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, four, two, letter = '') =>
    letter ? letter : fromHex('', four ?? two ?? ''),
  ),
  escapes('percent signs', /%/, /%([\da-f]{2})/gi, fromHex),
  // No key holds the character 83, so `%2583` is an escaped percent sign.
  escapes('piled percent signs', /%25/, /%(?:25)*([0-7][\da-f])/gi, fromHex),
  escapes('quoted-printable', /=/, /=(?:([\da-f]{2})|\r?\n)/gi, (_, digits) => (digits ? fromHex('', digits) : '')),
  escapes('HTML', /&/, /&(?:#x([\da-f]+);?|#(\d+);?|([a-z]{2,6});)/gi, (all, hex, decimal, name = '') =>
    hex || decimal ? String.fromCharCode(Number(hex ? `0x${hex}` : decimal)) : (NAMED[name.toLowerCase()] ?? all),
  ),
  { name: 'UTF-16', sign: /\0/, cost: 2, decode: (text) => [text.replaceAll('\0', '')] },
  hexadecimal(least),
  symbols('base32', 5, least, '\\r\\n', `${UPPER}234567`, `${LOWER}234567`),
  symbols('base64', 6, least, '\\r\\n', `${UPPER}${LOWER}${DIGITS}+/`, `${UPPER}${LOWER}${DIGITS}-_`),
  decimals,
];
