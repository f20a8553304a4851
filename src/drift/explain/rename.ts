/** A possible new name of a removed element. */
export interface Candidate {
  readonly name: string;
  /** Whether it is new in the live schema; an element that existed before is rarely a rename. */
  readonly isNew: boolean;
  /** Whether it has the type, or the fields, of the removed element. */
  readonly isAlike: boolean;
}

/**

 * The likeliest new name of a removed element: similar in spelling, or new and of the same shape. Undefined if nothing is
 * likely, since a wrong suggestion costs more than none.
 */
export function likeliestName(gone: string, candidates: readonly Candidate[], hint?: string): string | undefined {
  let best: string | undefined;
  let bestScore = 0.6;
  const twins = candidates.filter(({ isNew, isAlike }) => isNew && isAlike).length;
  for (const { name, isNew, isAlike } of candidates) {
    if (name === gone) continue;
    const hinted = hint !== undefined && new RegExp(`\\b${name}\\b`).test(hint) ? 1 : 0;
    const onlyTwin = isNew && isAlike && twins === 1 ? 0.2 : 0;
    const score = likeness(gone, name) + (isNew ? 0.25 : 0) + (isAlike ? 0.2 : 0) + onlyTwin + hinted;
    if (score > bestScore) [best, bestScore] = [name, score];
  }
  return best;
}

/** The similarity, from 0 (nothing in common) to 1 (equal but for case): the maximum of spelling and shared words. */
export function likeness(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  const spelling = 1 - distance(left, right) / Math.max(left.length, right.length);
  const [leftWords, rightWords] = [words(a), words(b)];
  const shared = [...leftWords].filter((word) => rightWords.has(word)).length;
  return Math.max(spelling, (2 * shared) / (leftWords.size + rightWords.size));
}

function words(name: string): ReadonlySet<string> {
  return new Set((name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name]).map((word) => word.toLowerCase()));
}

/** The edit distance: how many letters to insert, delete or replace to turn one text into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
