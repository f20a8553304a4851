const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** How many characters {@link nameHash} has. */
export const HASH_LENGTH = 3;

/** A hash of 18 bits (FNV-1a, folded), as three characters: enough to recognise the members of one type. */
export function nameHash(name: string): string {
  const hash = fold(name);
  return `${DIGITS[(hash >> 12) & 63]}${DIGITS[(hash >> 6) & 63]}${DIGITS[hash & 63]}`;
}

/** So many buckets are as short as bits. */
const BITS_LENGTH = 11;

/** A set of names, each as one of 64 buckets: a character per bucket, or 64 bits where that is shorter. */
export function bucketSet(names: readonly string[]): string {
  const buckets = new Set(names.map(bucketOf));
  const listed = [...buckets].sort((a, b) => a - b).map((bucket) => DIGITS[bucket]);
  if (listed.length < BITS_LENGTH) return listed.join('');
  return Array.from({ length: BITS_LENGTH }, (_, digit) => {
    let value = 0;
    for (let bit = 0; bit < 6; bit++) if (buckets.has(digit * 6 + bit)) value |= 1 << bit;
    return DIGITS[value];
  }).join('');
}

/** Whether a name may be in a set of {@link bucketSet}; where it says no, it certainly was not. */
export function mayHold(set: string, name: string): boolean {
  const bucket = bucketOf(name);
  if (set.length < BITS_LENGTH) return set.includes(DIGITS[bucket] ?? '');
  return (DIGITS.indexOf(set[Math.floor(bucket / 6)] ?? '') & (1 << (bucket % 6))) !== 0;
}

function bucketOf(name: string): number {
  return fold(name) & 63;
}

function fold(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) >>> 0;
}
