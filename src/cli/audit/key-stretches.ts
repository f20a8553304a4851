import { createAlphabets, isBetweenNumbers, isPartOf } from '../../key/alphabets.ts';
import { ESCAPES } from '../../key/escapes.ts';

/** A stretch of bytes, from the first to behind the last. */
export type Stretch = readonly [start: number, end: number];

/** Finds where bytes may hold a key at all. */
export interface KeyStretches {
  /**
   * Calls `visit` with each stretch of the first `end` bytes that may hold the key, however it is written.
   *
   * @returns where the stretch begins that may go on behind `end`; `end` if there is none.
   */
  find(bytes: Uint8Array, end: number, visit: (stretch: Stretch) => void): number;
}

const NEVER = 0;
const ANYWHERE = 1;
const BETWEEN = 2;

const BACKSLASH = 0x5c;
const bytesOf = (text: string): readonly number[] => [...text].map((character) => character.charCodeAt(0));

/**
 * To decode all of a build takes a minute; to look which bytes can be part of a key, or of an encoding of it, a second.
 * Quotes, brackets and dots are not. White space, commas and colons are only between bytes that are written in hexadecimal or decimal digits, and so
 * not between words: what is beside them is such a digit, or one end of an escape.
 */
export function keyStretches(key: string, least: number): KeyStretches {
  const { hex, base32, base64 } = createAlphabets();
  const leads = ESCAPES.map(({ lead }) => lead);
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  const digits = bytesOf('0123456789abcdefABCDEF');
  const between = all.filter((byte) => (isPartOf(hex, byte) && !digits.includes(byte)) || isBetweenNumbers(byte));
  const encoding = all.filter((byte) => isPartOf(base32, byte) || isPartOf(base64, byte));

  const kinds = new Uint8Array(256);
  for (const byte of [...encoding, ...between, ...leads, ...bytesOf('#;'), ...bytesOf(key)]) kinds[byte] = ANYWHERE;
  for (const byte of bytesOf(' \t,:')) if (!key.includes(String.fromCharCode(byte))) kinds[byte] = BETWEEN;
  const setOf = (...bytes: readonly number[]) => Uint8Array.from(all, (byte) => (bytes.includes(byte) ? 1 : 0));
  const mayEnd = setOf(...digits, ...between, 0);
  const mayBegin = setOf(...digits, ...between, ...leads);
  const lineBreaks = setOf(...bytesOf('nrt'));

  /** Whether a byte that may stand between digits does: beside it are digits, or the ends of escapes. */
  function isBetween(bytes: Uint8Array, at: number, end: number): boolean {
    const before = bytes[at - 1] ?? 0;
    const second = bytes[at - 2] ?? 0;
    const isEnd = mayEnd[before] === 1 || (lineBreaks[before] === 1 && (second === BACKSLASH || mayEnd[second] === 1));
    return isEnd && (at + 1 >= end || mayBegin[bytes[at + 1] ?? 0] === 1);
  }

  function find(bytes: Uint8Array, end: number, visit: (stretch: Stretch) => void): number {
    const breaks = (at: number): boolean => {
      const kind = kinds[bytes[at] ?? 0];
      return kind !== ANYWHERE && (kind === NEVER || !isBetween(bytes, at, end));
    };
    let start = 0;
    for (;;) {
      // Seen from the last byte of the shortest stretch, most bytes need no look.
      let at = Math.min(start + least, end) - 1;
      while (at >= start && !breaks(at)) at--;
      if (at >= start) {
        start = at + 1;
        continue;
      }
      at = Math.min(start + least, end);
      while (at < end && !breaks(at)) at++;
      if (at - start >= least) visit([start, at]);
      if (at >= end) return start;
      start = at + 1;
    }
  }

  return { find };
}
