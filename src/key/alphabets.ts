import { FOREIGN, type Layer } from './layer.ts';

/** An encoding that writes bytes as symbols of a few bits each. */
export interface Alphabet {
  readonly bits: number;
  /** A symbol may stand at so many places with respect to whole bytes. */
  readonly alignments: number;
  /** Each byte's value as a symbol, or {@link BETWEEN}, or {@link ENDS}. */
  readonly table: Uint8Array;
}

/** What ends a run of symbols, and what may stand between two of them. */
const ENDS = 255;
const BETWEEN = 254;

/** Each spelling lists the symbols in the order of their values. */
function alphabet(bits: number, alignments: number, between: string, ...spellings: readonly string[]): Alphabet {
  const table = new Uint8Array(256).fill(ENDS);
  for (const symbol of between) table[symbol.charCodeAt(0)] = BETWEEN;
  for (const spelling of spellings) {
    for (let value = 0; value < spelling.length; value++) table[spelling.charCodeAt(value)] = value;
  }
  return { bits, alignments, table };
}

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();

/** Hexadecimal, base32 and base64, each in all its forms. A function, so that an import costs nothing. */
export function createAlphabets(): { readonly [name in 'hex' | 'base32' | 'base64']: Alphabet } {
  return {
    hex: alphabet(4, 2, ' \t\r\n:-,;+', `${DIGITS}ABCDEF`, `${DIGITS}abcdef`),
    base32: alphabet(5, 8, '\r\n', `${UPPER}234567`, LOWER),
    base64: alphabet(6, 4, '\r\n', `${UPPER}${LOWER}${DIGITS}+/`, `${UPPER}${LOWER}${DIGITS}-_`),
  };
}

/** Whether a byte may stand in a run of the alphabet's symbols. */
export const isPartOf = ({ table }: Alphabet, byte: number): boolean => table[byte] !== ENDS;

/** A tab or a line break. */
const isLayout = (byte: number): boolean => byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Nothing else is in a key or in what encodes one; a NUL is dropped. */
const isReadable = (byte: number): boolean => (byte >= 0x20 && byte < FOREIGN) || isLayout(byte) || byte === 0;

/**
 * Decodes every run of symbols before `end`, at every alignment. Each stretch of readable characters that comes
 * of it, at least `least` of them, stands in `into` when `onReadable` is called. With `onlyNew`, runs are left out in which
 * nothing came of decoding.
 */
export function decodeRuns(
  from: Layer,
  end: number,
  into: Layer,
  alphabet: Alphabet,
  onlyNew: boolean,
  least: number,
  onReadable: () => void,
): void {
  const { bytes } = from;
  const { table, alignments, bits } = alphabet;
  const { values, places } = into.symbols(end + 2);
  for (let at = 0; at < end; at++) {
    const begin = at;
    let count = 0;
    for (; at < end; at++) {
      const value = table[bytes[at] ?? 0] ?? ENDS;
      if (value === ENDS) break;
      if (value === BETWEEN) continue;
      values[count] = value;
      places[count++] = at;
    }
    if (count * bits < least * 8 || (onlyNew && from.isVerbatim(begin, at))) continue;
    // A byte is read out of three symbols, of which the last may lie behind the run.
    values.fill(0, count, count + 2);
    for (let skipped = 0; skipped < alignments; skipped++) {
      decodeReadable(into, skipped, count, bits, least, onReadable);
    }
  }
}

/**
 * Most runs hold nothing readable. So only every `least`th byte is decoded; around one that is readable, its neighbours, up
 * to the first that isn't.
 */
function decodeReadable(
  into: Layer,
  skipped: number,
  count: number,
  bits: number,
  least: number,
  onReadable: () => void,
): void {
  const { values, places } = into.symbols(0);
  const size = Math.floor(((count - skipped) * bits) / 8);
  const byteAt = (index: number): number => {
    const symbol = Math.floor((index * 8) / bits);
    const first = skipped + symbol;
    const three = ((values[first] ?? 0) << (2 * bits)) | ((values[first + 1] ?? 0) << bits) | (values[first + 2] ?? 0);
    return (three >> (3 * bits - 8 - (index * 8 - symbol * bits))) & 0xff;
  };
  let ended = -1;
  for (let at = least - 1; at < size; at = ended + least) {
    let begin = at + 1;
    while (begin - 1 > ended && isReadable(byteAt(begin - 1))) begin--;
    if (begin - 1 > ended) {
      ended = begin - 1;
      continue;
    }
    into.clear(size - begin);
    for (ended = begin; ended < size; ended++) {
      const byte = byteAt(ended);
      if (!isReadable(byte)) break;
      const first = skipped + Math.floor((ended * 8) / bits);
      const last = skipped + Math.floor((ended * 8 + 7) / bits);
      into.put(byte, places[first] ?? 0, (places[last] ?? 0) + 1);
    }
    if (into.length >= least) onReadable();
  }
}

/** Whether a byte may stand between two numbers of a list. */
export const isBetweenNumbers = (byte: number): boolean => byte === 0x20 || byte === 0x2c || isLayout(byte);

/** As {@link decodeRuns}, for lists of decimal bytes: `66, 101, 97`. */
export function decodeNumbers({ bytes }: Layer, end: number, into: Layer, least: number, onReadable: () => void): void {
  let value = -1;
  let first = 0;
  into.clear(end);
  for (let at = 0; at <= end; at++) {
    const byte = at < end ? (bytes[at] ?? 0) : 0;
    if (byte >= 0x30 && byte <= 0x39) {
      if (value < 0) first = at;
      value = Math.min(Math.max(value, 0) * 10 + byte - 0x30, FOREIGN);
      continue;
    }
    if (value >= 0 && isReadable(value)) into.put(value, first, at);
    const goesOn = (value < 0 || isReadable(value)) && isBetweenNumbers(byte);
    if (!goesOn) {
      if (into.length >= least) onReadable();
      into.length = 0;
    }
    value = -1;
  }
}
