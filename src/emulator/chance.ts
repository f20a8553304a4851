/**
 * Chance without dice: every value of the emulated world is a pure function of the seed and of where it stands, so that
 * the same seed gives the same world, in any order of asking.
 */

/** Scatters a 32-bit number; a bijection, so different numbers stay different (the finaliser of MurmurHash3). */
export function scatter(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A 32-bit number for these parts: always the same one, and unlike that of other parts. */
export function hash(...parts: readonly (string | number)[]): number {
  const text = parts.join('\0');
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  }
  return scatter(sum);
}

/** A 32-bit number as eight hexadecimal digits. */
export function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
