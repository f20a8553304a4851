import { FOREIGN, type Layer } from './layer.ts';

type Take = (character: number, end: number, counts?: boolean) => void;

/**
 * Reads the escape that begins at `at`, and gives its character with `take`, and where it ends. Where there is no escape it
 * takes nothing. Bytes past the end read as undefined, which no escape holds.
 */
type ReadEscape = (bytes: Uint8Array, at: number, take: Take) => void;

/** A way to write some characters of a text as escapes, each of which begins with the byte `lead`. */
export interface Escapes {
  readonly lead: number;
  readonly read: ReadEscape;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A hexadecimal digit's value, or NaN. */
function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}

/** The number that so many hexadecimal digits make, or NaN. */
function hex(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let i = at; i < at + digits; i++) value = value * 16 + digit(bytes[i]);
  return value;
}

/** `\u0041`, `\x41`, `\n`, `\"`; with `repeated`, escaped any number of times, and reported only if it was several. */
const backslash =
  (repeated: boolean): ReadEscape =>
  (bytes, at, take) => {
    let from = at + 1;
    while (repeated && bytes[from] === 0x5c) from++;
    const letter = bytes[from] ?? 0;
    const digits = letter === 0x75 ? 4 : letter === 0x78 ? 2 : 0;
    const value = digits === 0 ? Number.NaN : hex(bytes, from + 1, digits);
    if (!Number.isNaN(value)) return take(value, from + 1 + digits, !repeated || from > at + 1);
    // A line break inside wrapped base64 matters; behind several backslashes, a letter is rather the key's own.
    const lineBreak = repeated ? undefined : { 110: LINE_FEED, 114: CARRIAGE_RETURN, 116: 0x09 }[letter];
    // At the end of the text, the whole pile is taken at once: to read it again from each backslash on is quadratic.
    if (letter === 0) take(0x5c, from);
    else take(lineBreak ?? letter, from + 1, !repeated || from > at + 1);
  };

/** `%41`; with `repeated`, escaped any number of times (`%252541`). */
const percent =
  (repeated: boolean): ReadEscape =>
  (bytes, at, take) => {
    let from = at + 1;
    while (repeated && bytes[from] === 0x32 && bytes[from + 1] === 0x35) from += 2;
    // `%2525` ends in an escaped percent sign, and so does `%2583`: no key holds the character 83.
    for (; from > at; from -= 2) {
      const value = hex(bytes, from, 2);
      if (value < FOREIGN) return take(value, from + 2, !repeated || from > at + 1);
    }
  };

/** `=41`, and line breaks that are only layout. */
const quotedPrintable: ReadEscape = (bytes, at, take) => {
  const end = bytes[at + 1] === CARRIAGE_RETURN ? at + 2 : at + 1;
  if (bytes[end] === LINE_FEED) return take(0, end + 1);
  const value = hex(bytes, at + 1, 2);
  if (!Number.isNaN(value)) take(value, at + 3);
};

/** HTML's names for the characters that its encoders, and those of base64, write most. */
const NAMED = ';quot=";num=#;percnt=%;amp=&;apos=\';plus=+;sol=/;colon=:;semi=;;lt=<;equals==;gt=>;bsol=\\;lowbar=_';
const LONGEST_NAME = 6;

/** `&#65;`, `&#x41;`, `&plus;`; a number needs no semicolon. */
const entity: ReadEscape = (bytes, at, take) => {
  let from = at + 1;
  if (bytes[from] === 0x23) {
    const radix = ((bytes[++from] ?? 0) | 0x20) === 0x78 ? 16 : 10;
    if (radix === 16) from++;
    let value = 0;
    let end = from;
    for (let next = digit(bytes[end]); next < radix; next = digit(bytes[++end])) {
      value = Math.min(value * radix + next, 0x110000);
    }
    if (end > from) take(value, bytes[end] === 0x3b ? end + 1 : end);
    return;
  }
  let name = '';
  for (; name.length < LONGEST_NAME && bytes[from] !== 0x3b; from++) name += String.fromCharCode(bytes[from] ?? 0);
  const named = NAMED.indexOf(`;${name}=`);
  if (named >= 0 && bytes[from] === 0x3b) take(NAMED.charCodeAt(named + name.length + 2), from + 1);
};

/** The NULs between the characters of UTF-16. */
const utf16: ReadEscape = (_bytes, at, take) => take(0, at + 1);

/** Every kind of escapes; the repeated ones read a pile of them at once, so that a pile counts as one encoding. */
export const ESCAPES: readonly Escapes[] = [
  { lead: 0x5c, read: backslash(false) },
  { lead: 0x5c, read: backslash(true) },
  { lead: 0x25, read: percent(false) },
  { lead: 0x25, read: percent(true) },
  { lead: 0x3d, read: quotedPrintable },
  { lead: 0x26, read: entity },
  { lead: 0, read: utf16 },
];

/**
 * Writes what stands before `end` to `into`, without its escapes. False where that brings nothing new: there are none, or,
 * with `onlyNew`, none in which a character stands that came of decoding.
 */
export function decodeEscapes(
  from: Layer,
  end: number,
  into: Layer,
  { lead, read }: Escapes,
  onlyNew: boolean,
): boolean {
  const text = from.bytes.subarray(0, end);
  if (!text.includes(lead)) return false;
  let brings = false;
  let next = 0;
  let character = 0;
  const take: Take = (value, stop, counts = true) => {
    brings ||= counts && !(onlyNew && from.isVerbatim(next - 1, stop));
    character = value;
    next = stop;
  };
  into.clear(text.length);
  for (let at = 0; at < text.length; at = next) {
    next = at + 1;
    character = text[at] ?? 0;
    if (character === lead) read(text, at, take);
    into.put(Math.min(character, FOREIGN), at, next);
  }
  return brings;
}
