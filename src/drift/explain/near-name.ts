import { editDistance } from '../../base/edit-distance.ts';
import { differingWords, isOpposite, nameWords } from './opposites.ts';

/** Words that come and go in a rename without another meaning. */
const neutral = new Set([
  ...['is', 'has', 'at', 'on', 'date', 'time', 'timestamp', 'id', 'ids', 'number', 'value', 'level', 'url', 'uri'],
  ...['text', 'name', 'list', 'connection', 'v1', 'v2', 'v3', 'v', '1', '2', '3'],
]);

/**
 * How near two names are, from 0 (not at all) to 1 (the same but for case). Near is a word that is spelled otherwise, or a
 * word more or less that changes no meaning; never an opposite.
 *
 * @param owner - The name of the type that has both: its words change no meaning.
 */
export function nearness(a: string, b: string, owner = ''): number {
  if (nameWords(a).join('') === nameWords(b).join('')) return 1;
  if (isOpposite(a, b)) return 0;
  const [left, right] = differingWords(a, b);
  const [one, other] = [left[0], right[0]];
  const shared = nameWords(a).length - left.length;
  if (one === undefined || other === undefined) {
    const own = new Set(nameWords(owner));
    const isNeutral = [...left, ...right].every((word) => neutral.has(word) || own.has(word));
    return shared > 0 && isNeutral ? 0.9 - 0.1 * (left.length + right.length) : 0;
  }
  return left.length === 1 && right.length === 1 && isSpelledAlike(one, other) ? 0.7 : 0;
}

/** A word and its abbreviation, its plural, or another spelling. Short words differ too easily. */
function isSpelledAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long === `${short}s`) return true;
  if (short.length < 3 || a[0] !== b[0]) return false;
  if (long.startsWith(short)) return long.length - short.length > 2;
  return short.length >= 5 && 1 - editDistance(a, b) / long.length >= 0.65;
}

/** The name that a mistyped one means: one or two letters differ, and no other name is as near. */
export function meantName(typed: string, names: readonly string[]): string | undefined {
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  const near = names
    .filter((name) => name !== typed && !isOpposite(typed, name))
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.distance === near[1]?.distance ? undefined : near[0]?.name;
}
