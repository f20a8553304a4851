import type { Drift, SchemaChange } from '../model/drift.ts';
import { type Finding, isChange } from '../model/finding.ts';

/** The explanation of a line: findings, or else a change of the schema that is in no finding. */
export interface Explained {
  readonly findings: readonly Finding[];
  readonly change?: SchemaChange | undefined;
}

/** So many changes are tried, each with a run of the checker. */
export const mostTried = 8;

/**
 * Finds the changes with which alone lines stop compiling: findings, else other changes.
 *
 * @param isCurrent - Whether the generated code was made from the snapshot: where it was not, that may be the reason.
 * @param failing - The lines that stop compiling when nothing but this element of the schema changes; without one, when nothing does.
 * @returns The lines with a reason; undefined if there are too many changes to try.
 */
export async function explainLines(
  { findings, otherChanges }: Pick<Drift, 'findings' | 'otherChanges'>,
  lines: ReadonlySet<string>,
  isCurrent: boolean,
  failing: (coordinate?: string) => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<string, Explained> | undefined> {
  const explained = new Map<string, Explained>();
  if (lines.size === 0) return explained;
  // Only these change what is generated.
  const serious = findings.filter(
    (finding) => isChange(finding) && (finding.kind === 'broken' || finding.kind === 'types'),
  );
  // Where nothing else changed, nothing else can be the reason.
  if (isCurrent && serious.length === 1 && otherChanges.length === 0)
    return new Map([...lines].map((line) => [line, { findings: serious }]));
  const coordinates = [...new Set(serious.map(({ coordinate }) => coordinate))];
  if (coordinates.length > mostTried) return undefined;
  const stale = isCurrent ? new Set() : await failing();
  const fresh = [...lines].filter((line) => !stale.has(line));
  for (const coordinate of coordinates) {
    const its = serious.filter((finding) => finding.coordinate === coordinate);
    const all = await failing(coordinate);
    for (const line of fresh)
      if (all.has(line)) explained.set(line, { findings: [...(explained.get(line)?.findings ?? []), ...its] });
  }
  for (const [line, { findings: its }] of explained) {
    // A safe change is the reason only where there is no other.
    const others = its.filter(({ direction }) => direction !== 'safe');
    if (others.length > 0) explained.set(line, { findings: others });
  }
  const rest = coordinates.length + otherChanges.length > mostTried ? [] : otherChanges;
  for (const change of rest) {
    if (fresh.every((line) => explained.has(line))) break;
    const all = await failing(change.coordinate);
    for (const line of fresh) if (all.has(line) && !explained.has(line)) explained.set(line, { findings: [], change });
  }
  return explained;
}
