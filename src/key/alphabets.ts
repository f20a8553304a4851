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

/** Nothing else is in a key or in what encodes one; a NUL is dropped. */
const isReadable = (byte: number): boolean => (byte >= 0x20 && byte < FOREIGN) || isLayout(byte) || byte === 0;

const isLayout = (byte: number): boolean => byte >= 0x09 && byte <= 0x0d;

/**
 * Decodes every run of symbols between `start` and `end`, at every alignment. Each stretch of readable characters that comes
 * of it, at least `least` of them, stands in `into` when `onReadable` is called.
 */
export function decodeRuns(
  { bytes }: Layer,
  start: number,
  end: number,
  into: Layer,
  { bits, alignments, table }: Alphabet,
  least: number,
  onReadable: () => void,
): void {
  for (let at = start; at < end; at++) {
    const begin = at;
    let symbols = 0;
    for (; at < end; at++) {
      const value = table[bytes[at] ?? 0] ?? ENDS;
      if (value === ENDS) break;
      if (value !== BETWEEN) symbols++;
    }
    for (let skipped = 0; skipped < alignments && symbols * bits >= least * 8; skipped++) decodeRun(begin, at, skipped);
  }

  function decodeRun(begin: number, stop: number, skipped: number): void {
    let toSkip = skipped;
    let buffer = 0;
    let held = 0;
    let first = begin;
    into.clear(stop - begin);
    for (let at = begin; at < stop; at++) {
      const value = table[bytes[at] ?? 0] ?? ENDS;
      if (value === BETWEEN || toSkip-- > 0) continue;
      if (held === 0) first = at;
      buffer = (buffer << bits) | value;
      held += bits;
      if (held < 8) continue;
      held -= 8;
      const byte = (buffer >> held) & 0xff;
      if (isReadable(byte)) into.put(byte, first, at + 1);
      else flush(into, least, onReadable);
      first = at;
    }
    flush(into, least, onReadable);
  }
}

/** As {@link decodeRuns}, for lists of decimal bytes: `66, 101, 97`. */
export function decodeNumbers(
  { bytes }: Layer,
  start: number,
  end: number,
  into: Layer,
  least: number,
  onReadable: () => void,
): void {
  let value = -1;
  let first = start;
  into.clear(end - start);
  for (let at = start; at <= end; at++) {
    const byte = at < end ? (bytes[at] ?? 0) : 0;
    if (byte >= 0x30 && byte <= 0x39) {
      if (value < 0) first = at;
      value = Math.min(Math.max(value, 0) * 10 + byte - 0x30, FOREIGN);
      continue;
    }
    if (value >= 0 && isReadable(value)) into.put(value, first, at);
    const goesOn = (value < 0 || isReadable(value)) && (byte === 0x20 || byte === 0x2c || isLayout(byte));
    if (!goesOn) flush(into, least, onReadable);
    value = -1;
  }
}

function flush(into: Layer, least: number, onReadable: () => void): void {
  if (into.length >= least) onReadable();
  into.length = 0;
}
