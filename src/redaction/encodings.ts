export interface Encoding {
  /** Texts that do not match need no decoding. */
  readonly sign: RegExp;
  readonly cost: number;
  readonly decode: (text: string) => readonly string[];
}

type Groups = readonly (string | undefined)[];

const fromHex = (digits = ''): string => String.fromCharCode(Number.parseInt(digits, 16));

/** Wrapped base64 holds line breaks. */
const LAYOUT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const NAMED: Readonly<Record<string, string>> = {
  ...{ quot: '"', num: '#', percnt: '%', amp: '&', apos: "'", plus: '+', sol: '/', colon: ':', semi: ';' },
  ...{ lt: '<', equals: '=', gt: '>', bsol: '\\', lowbar: '_' },
};

function escapes(sign: RegExp, pattern: RegExp, read: (...groups: Groups) => string): Encoding {
  return { sign, cost: 8, decode: (text) => [text.replace(pattern, (_, ...groups) => read(...groups))] };
}

/** Symbols of a few bits each, at any offset from whole bytes, with `between` among them; alphabets by value. */
function symbols(bits: number, least: number, between: string, ...alphabets: string[]): Encoding {
  const values = new Uint8Array(128);
  for (const all of alphabets) for (let at = 0; at < all.length; at++) values[all.charCodeAt(at)] = at;
  const symbol = alphabets.join('').replaceAll('-', '\\-');
  const symbolRun = `[${symbol}][${symbol}${between}]`;
  const further = Math.ceil((least * 8) / bits) - 1;
  const [runs, others] = [new RegExp(`${symbolRun}{${further},}`, 'g'), new RegExp(`[^${symbol}]+`, 'g')];
  const places = Array.from({ length: bits === 4 ? 2 : bits === 5 ? 8 : 4 }, (_, place) => place);

  /** The runs of ASCII in the bytes that the symbols hold. */
  function unpack(text: string, skipped: number): string {
    const ascii = new Uint8Array(text.length);
    let length = 0;
    let start = 0;
    const endRun = () => {
      if (length - start < least) length = start;
      else ascii[length++] = 0x7f;
      start = length;
    };
    let rest = 0;
    let held = 0;
    for (let at = skipped; at < text.length; at++) {
      rest = (rest << bits) | (values[text.charCodeAt(at)] ?? 0);
      held += bits;
      if (held < 8) continue;
      held -= 8;
      const byte = rest >> held;
      if (byte < 0x7f) ascii[length++] = byte;
      else endRun();
      rest &= (1 << held) - 1;
    }
    endRun();
    return textOf(ascii.subarray(0, length));
  }

  const decode = (text: string): readonly string[] => {
    const found = text.match(runs)?.map((it) => it.replace(others, '')) ?? [];
    return places.map((skipped) => found.map((it) => unpack(it, skipped)).join('\x7f'));
  };
  // A greedy loop over millions of characters overflows the stack, so the sign of a run has the least length.
  return { sign: new RegExp(`${symbolRun}{${further}}`), cost: places.length, decode };
}

/** A call takes thousands of arguments, not millions. */
const MOST_ARGUMENTS = 8192;

function textOf(ascii: Uint8Array): string {
  let text = '';
  for (let at = 0; at < ascii.length; at += MOST_ARGUMENTS)
    text += String.fromCharCode(...ascii.subarray(at, at + MOST_ARGUMENTS));
  return text;
}

/** Bytes as text; other bytes than ASCII become a character that no key holds. */
export const fromBytes = (bytes: readonly unknown[]): string =>
  textOf(Uint8Array.from(bytes, (it) => (it !== '' && Number(it) >= 0 && Number(it) < 0x7f ? Number(it) : 0x7f)));

const decimals: Encoding = {
  sign: /\d[\s,]+["\d]/,
  cost: 8,
  decode: (text) =>
    (text.replace(/"\d+":/g, '').match(/\d[\d\s,]{14,}/g) ?? []).map((list) => fromBytes(list.split(/[\s,]+/))),
};

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();

function hexadecimal(least: number): Encoding {
  const { sign, cost, decode } = symbols(4, least, ' \\t\\r\\n:;,+-', `${DIGITS}ABCDEF`, `${DIGITS}abcdef`);
  // A `0x` before each number, of a byte or of several; not the end of a longer run.
  const numbers = /(?<![\da-f])0x/gi;
  return { sign: new RegExp(`0x|${sign.source}`, 'i'), cost, decode: (text) => decode(text.replace(numbers, ' ')) };
}

/** A function, so that an import costs nothing. `least` is the length of the shortest key. */
export const createEncodings = (least: number): readonly Encoding[] => [
  escapes(/\\/, /\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (four, two, letter = '') =>
    letter ? (LAYOUT[letter] ?? letter) : fromHex(four ?? two),
  ),
  escapes(/\\\\/, /\\+(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (four, two, letter) => letter ?? fromHex(four ?? two)),
  escapes(/%/, /%([\da-f]{2})/gi, fromHex),
  // No key holds the character 83, so `%2583` is an escaped percent sign.
  escapes(/%25/, /%(?:25)*([0-7][\da-f])/gi, fromHex),
  // Quoted-printable.
  escapes(/=/, /=(?:([\da-f]{2})|\r?\n)/gi, (digits) => (digits ? fromHex(digits) : '')),
  escapes(/&/, /&(?:#x([\da-f]+);?|#(\d+);?|([a-z]{2,6});)/gi, (hex, decimal, name = '') =>
    hex || decimal
      ? String.fromCharCode(Number(hex ? `0x${hex}` : decimal))
      : (NAMED[name.toLowerCase()] ?? `&${name};`),
  ),
  // UTF-16.
  { sign: /\0/, cost: 2, decode: (text) => [text.replaceAll('\0', '')] },
  hexadecimal(least),
  // Base32, base64.
  symbols(5, least, '\\r\\n', `${UPPER}234567`, `${LOWER}234567`),
  symbols(6, least, '\\r\\n', `${UPPER}${LOWER}${DIGITS}+/`, `${UPPER}${LOWER}${DIGITS}-_`),
  decimals,
];
