// Every value of the world is a pure function of the seed and of its place, in any order of requests.

/** The finalizer of MurmurHash3, a bijection: different numbers stay different. */
export function mixBits(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export function hash(...parts: readonly (string | number)[]): number {
  const text = parts.join('\0');
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return mixBits(sum);
}

export function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** A UUID, version 4, that begins with the number. */
export function uuidOf(number: number): string {
  const digits = hex(number) + [1, 2, 3].map((part) => hex(hash(number, part))).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
}
