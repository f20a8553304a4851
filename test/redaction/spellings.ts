import { createRedactor, REDACTED } from '../../src/redaction/redact.ts';

/**
 * The encodings of a key, by code that shares nothing with the decoders. Each encodes a whole ASCII text, and draws its details
 * from a number.
 */
export type Encode = (text: string, draw: () => number) => string;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const pick = <T>(draw: () => number, from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T;
const each = (text: string, write: (code: number, letter: string) => string): string =>
  [...text].map((letter) => write(letter.charCodeAt(0), letter)).join('');
const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const anyCase = (text: string, draw: () => number): string => (draw() < 0.5 ? text : text.toUpperCase());
const wrap = (text: string, width: number, by: string): string =>
  text.match(new RegExp(`.{1,${width}}`, 'gs'))?.join(by) ?? '';

function base32(text: string): string {
  const bits = each(text, (code) => code.toString(2).padStart(8, '0'));
  const symbols = (bits.match(/.{1,5}/g) ?? []).map(
    (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)],
  );
  return symbols.join('').padEnd(Math.ceil(symbols.length / 8) * 8, '=');
}

const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '+': 'plus',
  '=': 'equals',
  '/': 'sol',
};

export const encodings: Readonly<Record<string, Encode>> = {
  base64: (text) => bytesOf(text).toString('base64'),
  'base64 without padding': (text) => bytesOf(text).toString('base64').replace(/=+$/, ''),
  base64url: (text) => bytesOf(text).toString('base64url'),
  'base64 in lines': (text, draw) =>
    wrap(bytesOf(text).toString('base64'), pick(draw, [8, 64, 76]), pick(draw, ['\n', '\r\n'])),
  hexadecimal: (text, draw) => anyCase(bytesOf(text).toString('hex'), draw),
  'separated hexadecimal': (text, draw) => {
    const by = pick(draw, [' ', ':', '-', ',', ', ']);
    return anyCase((bytesOf(text).toString('hex').match(/../g) ?? []).join(by), draw);
  },
  '\\x escapes': (text, draw) => {
    const upper = draw() < 0.5;
    return each(text, (code) => `\\x${upper ? hexOf(code, 2).toUpperCase() : hexOf(code, 2)}`);
  },
  'percent, where needed': (text) => encodeURIComponent(text),
  'percent, in full': (text, draw) => {
    const upper = draw() < 0.5;
    return each(text, (code) => `%${upper ? hexOf(code, 2).toUpperCase() : hexOf(code, 2)}`);
  },
  'percent, repeated': (text, draw) => {
    const sign = `%${'25'.repeat(Math.floor(draw() * 6))}`;
    return each(text, (code) => `${sign}${hexOf(code, 2)}`);
  },
  '\\u escapes': (text, draw) => {
    const upper = draw() < 0.5;
    return each(text, (code) => `\\u${upper ? hexOf(code, 4).toUpperCase() : hexOf(code, 4)}`);
  },
  '\\u escapes, repeated': (text, draw) => {
    const sign = '\\'.repeat(1 + Math.floor(draw() * 8));
    return each(text, (code) => `${sign}u${hexOf(code, 4)}`);
  },
  JSON: (text) => JSON.stringify(text),
  'JSON with escaped slashes': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'HTML, where needed': (text) => text.replace(/[&<>"'+=/]/g, (letter) => `&${NAMES[letter]};`),
  'HTML in decimals': (text) => each(text, (code) => `&#${code};`),
  'HTML in hexadecimal': (text, draw) => {
    const sign = pick(draw, ['&#x', '&#X', '&#x00']);
    return each(text, (code) => `${sign}${hexOf(code, 2)};`);
  },
  'quoted-printable': (text) => {
    let line = 0;
    return each(text, (code, letter) => {
      const written = letter === '=' || code < 32 || code > 126 ? `=${hexOf(code, 2).toUpperCase()}` : letter;
      const broken = line + written.length > 75;
      line = broken ? written.length : line + written.length;
      return broken ? `=\r\n${written}` : written;
    });
  },
  'quoted-printable, in full': (text) => each(text, (code) => `=${hexOf(code, 2).toUpperCase()}`),
  base32: (text, draw) => (draw() < 0.5 ? base32(text) : base32(text).replace(/=+$/, '').toLowerCase()),
  'UTF-16': (text, draw) =>
    draw() < 0.5 ? each(text, (_, letter) => `${letter}\0`) : each(text, (_, letter) => `\0${letter}`),
  'a list of decimal bytes': (text, draw) => `[${[...bytesOf(text)].join(pick(draw, [',', ', ', ' ', ',\n']))}]`,
};

/** Every decoding of a piece of an encoded text. Characters that are cut through at its ends are lost. */
export const readings: Readonly<Record<keyof typeof encodings, (piece: string) => readonly string[]>> = {
  ...allNames(['base64', 'base64 without padding', 'base64url', 'base64 in lines'], (piece) =>
    [0, 1, 2, 3].map((skipped) => latin(Buffer.from(piece.replace(/[\r\n=]/g, '').slice(skipped), 'base64'))),
  ),
  ...allNames(['hexadecimal', 'separated hexadecimal'], (piece) =>
    [0, 1].map((skipped) => latin(Buffer.from(piece.replace(/[^0-9a-f]/gi, '').slice(skipped), 'hex'))),
  ),
  ...allNames(['percent, where needed', 'percent, in full', 'percent, repeated'], (piece) => [
    piece.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, hex: string) => ofHex(hex)),
    piece.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => ofHex(hex)),
  ]),
  ...allNames(['\\x escapes', '\\u escapes', '\\u escapes, repeated', 'JSON', 'JSON with escaped slashes'], (piece) => [
    piece
      .replace(/\\+(?=u)/g, '\\')
      .replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gis, (_, two?: string, four?: string, letter = '') => {
        const digits = two ?? four;
        return digits === undefined ? ({ n: '\n', r: '\r', t: '\t' }[letter as string] ?? letter) : ofHex(digits);
      }),
  ]),
  ...allNames(['HTML, where needed', 'HTML in decimals', 'HTML in hexadecimal'], (piece) => [
    piece.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (_, hex?: string, decimal?: string, name?: string) =>
      hex
        ? ofHex(hex)
        : decimal
          ? String.fromCharCode(Number(decimal))
          : (Object.keys(NAMES).find((it) => NAMES[it] === name) ?? ''),
    ),
  ]),
  ...allNames(['quoted-printable', 'quoted-printable, in full'], (piece) => [
    piece.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => ofHex(hex)),
  ]),
  base32: (piece) => [0, 1, 2, 3, 4, 5, 6, 7].map((skipped) => fromBase32(piece.slice(skipped))),
  'UTF-16': (piece) => [piece.replaceAll('\0', '')],
  'a list of decimal bytes': (piece) => [String.fromCharCode(...(piece.match(/\d+/g) ?? []).map(Number))],
};

function allNames<Value>(names: readonly string[], value: Value): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function latin(bytes: Buffer): string {
  return bytes.toString('latin1');
}

function ofHex(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function fromBase32(text: string): string {
  const bits = [...text.toUpperCase()]
    .map((symbol) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(symbol))
    .filter((value) => value >= 0)
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}

/** A deterministic generator of numbers in [0, 1) from a seed (mulberry32). */
export function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whether a piece of 12 characters (or all of a shorter key) is readable in `text` after the encodings are undone, last first. */
export function canBeRead(text: string, key: string, chain: readonly string[]): boolean {
  let layers: readonly string[] = [text];
  const least = Math.min(12, key.length);
  for (const name of [...chain].reverse())
    layers = layers.flatMap((it) => (it.length < least ? [] : (readings[name]?.(it) ?? [])));
  return layers.some((it) => {
    for (let at = 0; at + least <= key.length; at++) if (it.includes(key.slice(at, at + least))) return true;
    return false;
  });
}

const ALPHABETS = [
  '0123456789',
  '0123456789abcdef',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join(''),
];

/** A text from a seed, which holds a key, whole or cut off, in one to three encodings. */
export interface Life {
  readonly key: string;
  readonly isWhole: boolean;
  readonly chain: readonly string[];
  readonly before: string;
  readonly encoded: string;
  readonly after: string;
}

export function lifeOf(seed: number): Life {
  const draw = drawFrom(seed);
  const text = (letters: string, least: number, most: number): string =>
    Array.from({ length: least + Math.floor(draw() * (most - least + 1)) }, () => pick(draw, [...letters])).join('');
  const key = text(pick(draw, ALPHABETS), 8, draw() < 0.1 ? 200 : 48);
  const names = Object.keys(encodings);
  const chain = Array.from({ length: 1 + Math.floor(draw() * 3) }, () => pick(draw, names));
  // The neighbors of the key inside the encodings, which shift it by some bytes.
  const shift = text('abc =:"/', 0, 4);
  const part = key.length > 12 && draw() < 0.2 ? key.slice(0, 12 + Math.floor(draw() * 8)) : key;
  const inside = `${shift}${part}`;
  const isAlone = draw() < 0.5;
  let encoded = isAlone ? key : `${inside}${text(' ,"}', 0, 3)}`;
  for (const name of chain) encoded = encodings[name]?.(encoded, draw) ?? encoded;
  const around = pick(draw, ['', ' ', pick(draw, ALPHABETS), 'the quick brown fox ', 'äß→\n']);
  // An incomplete escape right before the key would include its first characters, so no reader could tell.
  const before = (around && text(around, 0, 20)).replace(/(?:[%=]|\\+|&#?)[0-9a-f]?$/i, '');
  return { key, isWhole: isAlone || part === key, chain, before, encoded, after: around && text(around, 0, 20) };
}

/** The mistake in a scrubbed text, or undefined. Only the maker of the text knows the place of the key. */
export function faultOf({ key, chain, before, encoded, after }: Life): string | undefined {
  const scrubbed = createRedactor([key]).text(before + encoded + after);
  if (scrubbed === REDACTED) return undefined;
  // An encoding that changes nothing leaves the key plain, so the text beside it stays.
  if (!scrubbed.includes(REDACTED)) return 'nothing was redacted';
  if (!scrubbed.startsWith(before.slice(0, -8)) || !scrubbed.endsWith(after.slice(8))) return 'innocent text was lost';
  const rest = scrubbed.slice(Math.max(0, before.length - 8), scrubbed.length - Math.max(0, after.length - 8));
  return rest.split(REDACTED).some((piece) => canBeRead(piece, key, chain)) ? 'a piece of the key is left' : undefined;
}
