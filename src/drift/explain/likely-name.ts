import { nearest } from '../../base/nearest.ts';

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
 * server names; or the only new one of the same type; or the nearest of these. A question for a person, never a correction.
 */
export function likelyName(gone: string, candidates: readonly Candidate[], hint = ''): string | undefined {
  const words = new Set(hint.match(/\w+/g));
  const named = candidates.filter(({ name }) => name !== gone && words.has(name));
  if (named.length === 1) return named[0]?.name;
  const names = candidates.flatMap(({ name, isNew, isAlike }) => (isNew && isAlike && name !== gone ? [name] : []));
  return names.length === 1 ? names[0] : nearest(gone, names);
}
