/** Something that may be the new name of what has gone. */
export interface Candidate {
  readonly name: string;
  /** Whether it is new in the live schema; what was there before is seldom a rename. */
  readonly isNew: boolean;
  /** Whether it has the type, or the fields, of what has gone. */
  readonly isAlike: boolean;
}

/**
 * The likeliest new name of what has gone: near in spelling, or new and of the same shape. Undefined where nothing is
 * likely, since a wrong hint costs more than none.
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

/** From 0 (nothing in common) to 1 (the same but for case): the better of spelling and shared words. */
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

/** How many letters must be put in, left out or changed to turn one text into the other. */
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
