import { grouped } from '../../base/grouped.ts';
import type { Finding } from '../model/finding.ts';
import { comparePlaces, listed, PlaceList } from '../model/place-list.ts';
import type { DriftVerdict } from '../model/policy.ts';
import { allCodePlaces } from './code-lines.ts';

/** One change as reports show it: a finding, or several that differ only in the name of an enum value or a member type. */
export interface RankedFinding {
  /** The finding; of several, one that names them all and has all of their places. */
  readonly finding: Finding;
  readonly status: 'failing' | 'noted' | 'accepted';
  readonly reason?: string;
}

/** All findings: first those that fail the check, then those for information, then the accepted ones. */
export function rankedFindings({ failing, noted, accepted }: DriftVerdict): readonly RankedFinding[] {
  const ranked = (status: RankedFinding['status']) => (finding: Finding) => ({ finding, status });
  return [
    ...failing.map(ranked('failing')),
    ...noted.map(ranked('noted')),
    ...accepted.map(({ finding, reason }) => ({ ...ranked('accepted')(finding), reason })),
  ];
}

/** The names of the operations that findings affect, each once. */
export function operationsOf(...findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.flatMap(({ places }) => places.flatMap(({ operations }) => operations)))];
}

/** Whether a change is for information, and no code stops working: without `--all`, such changes are only counted. */
export function isQuiet({ finding: { kind, direction }, status }: RankedFinding): boolean {
  return status === 'noted' && kind === 'types' && direction === 'safe';
}

/** The findings that a report shows, with all that it lists. */
export function groupedFindings({
  verdict,
  all,
}: {
  readonly verdict: DriftVerdict;
  readonly all: boolean;
}): readonly RankedFinding[] {
  // The values that one enum lost or gained, and the types of one union, are one change.
  const groups = [...grouped(rankedFindings(verdict), keyOf).values()];
  const merged = groups.flatMap((group) => (group.length === 1 ? group : merge(group)));
  return all ? merged : merged.filter((ranked) => !isQuiet(ranked));
}

/** Equal for findings that are one change; a finding that is a change of its own is its key. */
function keyOf({ finding, status, reason }: RankedFinding): unknown {
  const part = partOf(finding);
  // A suggestion belongs to one name.
  if (part === undefined || finding.suggestion !== undefined) return finding;
  return JSON.stringify([finding.kind, finding.direction, finding.change, status, reason, part.owner, part.rest]);
}

interface Part {
  readonly owner: string;
  readonly name: string;
  readonly noun: string;
  readonly rest: string;
}

function partOf({ change, coordinate, message, before, after }: Finding): Part | undefined {
  const isValue = change === 'enum-value-added' || change === 'enum-value-removed';
  const isType = change === 'possible-type-added' || change === 'possible-type-removed';
  const name = isValue ? coordinate.replace(/^.*\./, '') : (after ?? before);
  if (!(isValue || isType) || name === undefined) return undefined;
  const owner = isValue ? coordinate.replace(/\..*$/, '') : coordinate;
  const subject = isValue ? coordinate : name;
  if (!message.startsWith(`${subject} `)) return undefined;
  return { owner, name, noun: isValue ? `values of ${owner}` : 'types', rest: message.slice(subject.length) };
}

function merge(group: readonly RankedFinding[]): readonly RankedFinding[] {
  const members = group.map(({ finding }) => finding);
  const parts = members.flatMap((finding) => partOf(finding) ?? []);
  const [[first], [part]] = [group, parts];
  if (first === undefined || part === undefined) return group;
  const places = new PlaceList();
  for (const place of members.flatMap((it) => it.places)) places.add(place, ...place.operations);
  // Several members may break the same line.
  const codePlaces = [...allCodePlaces({ findings: members })].sort(comparePlaces);
  const { before: _, after: __, ...fact } = first.finding;
  const names = listed([...new Set(parts.map(({ name }) => name))], 12);
  const finding: Finding = {
    ...fact,
    coordinate: part.owner,
    message: `Each of ${members.length} ${part.noun}${part.rest} They are ${names}.`,
    places: places.list(),
    ...(fact.codePlaces && { codePlaces }),
  };
  return [{ ...first, finding }];
}
