import type { Drift, SchemaChange } from '../model/drift.ts';
import { type Finding, isChange } from '../model/finding.ts';
import { responsibleChanges } from './responsible-changes.ts';

/** The explanation of a line: findings, or else a change of the schema that is in no finding. */
export interface Explained {
  readonly findings: readonly Finding[];
  readonly change?: SchemaChange | undefined;
}

/**
 * Finds the changes with which alone lines stop compiling: findings, else other changes.
 *
 * @param isCurrent - Whether the generated code was made from the snapshot: where it was not, that may be the reason.
 * @param failing - The lines that stop compiling when nothing but these elements of the schema changes.
 */
export async function explainLines(
  { findings, otherChanges }: Pick<Drift, 'findings' | 'otherChanges'>,
  lines: ReadonlySet<string>,
  isCurrent: boolean,
  failing: (coordinates: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<string, Explained>> {
  // Only these change what is generated.
  const serious = findings.filter(
    (finding) => isChange(finding) && (finding.kind === 'broken' || finding.kind === 'types'),
  );
  // Where nothing else changed, nothing else can be the reason.
  if (isCurrent && serious.length === 1 && otherChanges.length === 0)
    return new Map([...lines].map((line) => [line, { findings: serious }]));
  const stale = isCurrent || lines.size === 0 ? new Set() : await failing([]);
  const fresh = new Set([...lines].filter((line) => !stale.has(line)));
  const explained = new Map<string, Explained>();
  for (const [line, coordinates] of await responsibleChanges(coordinatesOf(serious), fresh, failing)) {
    const its = serious.filter(({ coordinate }) => coordinates.includes(coordinate));
    // A safe change is the reason only where there is no other.
    const others = its.filter(({ direction }) => direction !== 'safe');
    explained.set(line, { findings: others.length > 0 ? others : its });
  }
  const left = new Set([...fresh].filter((line) => !explained.has(line)));
  for (const [line, [first]] of await responsibleChanges(coordinatesOf(otherChanges), left, failing))
    explained.set(line, { findings: [], change: otherChanges.find(({ coordinate }) => coordinate === first) });
  return explained;
}

function coordinatesOf(changes: readonly { readonly coordinate: string }[]): readonly string[] {
  return [...new Set(changes.map(({ coordinate }) => coordinate))];
}
