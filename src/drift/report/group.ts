import { grouped } from '../../base/grouped.ts';
import { placeText } from '../../graphql/place.ts';
import { idOf } from '../../graphql/selections/read-selection.ts';
import type { CodePlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';
import type { Finding } from '../model/finding.ts';
import { comparePlaces, listed, mergePlaces } from '../model/place-list.ts';
import type { DriftVerdict } from '../model/policy.ts';

/** A finding, or several that differ only in the name of an enum value or a member type. */
export interface RankedFinding {
  /** The finding. It has the names and places of all, if there are several. */
  readonly finding: Finding;
  readonly status: 'failing' | 'noted' | 'accepted';
  readonly reason?: string;
}

/** All findings in the order failing, noted, accepted. */
export function rankedFindings({ failing, noted, accepted }: DriftVerdict): readonly RankedFinding[] {
  const ranked = (status: RankedFinding['status']) => (finding: Finding) => ({ finding, status });
  return [
    ...failing.map(ranked('failing')),
    ...noted.map(ranked('noted')),
    ...accepted.map(({ finding, reason }) => ({ ...ranked('accepted')(finding), reason })),
  ];
}

export function operationsOf(...findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.flatMap(({ places }) => places.flatMap(({ operations }) => operations)))];
}

/** Whether a change is only counted without `--all`: no code stops working. */
export function isQuiet({ finding: { kind, direction }, status }: RankedFinding): boolean {
  return status === 'noted' && kind === 'types' && direction === 'safe';
}

/** All findings. The added or removed values of one enum, or types of one union, are one finding. */
export function groupedFindings(verdict: DriftVerdict): readonly RankedFinding[] {
  const groups = [...grouped(rankedFindings(verdict), groupKey).values()];
  return groups.flatMap((group) => (group.length === 1 ? group : merge(group)));
}

/** Each place in the code that no longer compiles, once, though several findings may have it. */
export function allCodePlaces({ findings, code }: Pick<Drift, 'findings' | 'code'>): readonly CodePlace[] {
  const all = [...findings.flatMap(({ codePlaces }) => codePlaces ?? []), ...(code?.unexplained ?? [])];
  return [...new Map(all.map((place) => [`${placeText(place)} ${place.code} ${place.message}`, place])).values()];
}

function groupKey({ finding, status, reason }: RankedFinding): string {
  const part = partOf(finding);
  if (part === undefined) return `${idOf(finding)}`;
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
  const codePlaces = [...allCodePlaces({ findings: members })].sort(comparePlaces);
  const { before: _, after: __, ...fact } = first.finding;
  const names = listed([...new Set(parts.map(({ name }) => name))], 12);
  const finding: Finding = {
    ...fact,
    coordinate: part.owner,
    message: `Each of ${members.length} ${part.noun}${part.rest} They are ${names}.`,
    places: mergePlaces(members.flatMap(({ places }) => places)),
    ...(fact.codePlaces && { codePlaces }),
  };
  return [{ ...first, finding }];
}
