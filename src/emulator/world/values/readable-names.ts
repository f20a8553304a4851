import { animals, colours, familyNames, givenNames } from './word-lists.ts';

/** Odd, so that multiplying by it visits each of the 4,096 (a power of two) pairs once before it repeats one. */
const stride = 1789;

/** The words of an object's name; different for each index, since later rounds have a number. */
function pairAt(index: number, offset: number, firsts: readonly string[], seconds: readonly string[]) {
  const pairs = firsts.length * seconds.length;
  const pair = (((index * stride + offset) % pairs) + pairs) % pairs;
  const round = Math.floor(index / pairs);
  return [
    firsts[Math.floor(pair / seconds.length)] ?? '',
    seconds[pair % seconds.length] ?? '',
    ...(round === 0 ? [] : [String(round + 1)]),
  ];
}

/** The readable name of the object at `index`, e.g. `amber-falcon`; unique. */
export function nameAt(index: number, offset: number): string {
  return pairAt(index, offset, colours, animals).join('-');
}

/** The name of the person at `index`, e.g. `Ada Lindqvist`; unique. */
export function personAt(index: number, offset: number): string {
  return pairAt(index, offset, givenNames, familyNames).join(' ');
}
