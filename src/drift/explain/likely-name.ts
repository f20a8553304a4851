import { nearness } from './near-name.ts';
import { isOpposite } from './opposites.ts';

/** A possible new name of a removed element. */
export interface Candidate {
  readonly name: string;
  /** Whether it is new in the live schema; an element that existed before is rarely a rename. */
  readonly isNew: boolean;
  /** Whether it has the type of the removed element. */
  readonly isAlike: boolean;
}

/**
 * The likely new name of a removed element, where only the shape of an operation is known and no snapshot: the one that the
 * server names, or the nearest new one of the same type, or the only one. Undefined if that is weak, or may have the opposite
 * effect: a wrong suggestion costs more than none.
 */
export function likelyName(gone: string, candidates: readonly Candidate[], hint = ''): string | undefined {
  const words = new Set(hint.match(/\w+/g));
  const possible = candidates.filter(({ name }) => name !== gone && !isOpposite(gone, name));
  const named = possible.filter(({ name }) => words.has(name));
  if (named.length === 1) return named[0]?.name;
  const twins = possible.filter(({ isNew, isAlike }) => isNew && isAlike);
  const [best, second] = (twins.length > 0 ? twins : possible)
    .map(({ name }) => ({ name, score: nearness(gone, name) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  if (best !== undefined) return best.score === second?.score ? undefined : best.name;
  return twins.length === 1 ? twins[0]?.name : undefined;
}
