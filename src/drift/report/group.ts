import type { Finding, Place } from '../model/finding.ts';
import { comparePlaces, PlaceList } from '../model/place-list.ts';
import type { DriftVerdict } from '../model/policy.ts';
import { listed } from './phrases.ts';

/** One change as reports show it: a finding, or several that differ only in the name of an enum value or a member type. */
export interface RankedFinding {
  /** The finding; of several, one that names them all and has all of their places. */
  readonly finding: Finding;
  /** The findings that it stands for. */
  readonly members: readonly Finding[];
  readonly status: 'failing' | 'noted' | 'accepted';
  /** Why the change is accepted. */
  readonly reason?: string;
}

/** All findings: first those that fail the check, then those for information, then the accepted ones. */
export function rankedFindings({ failing, noted, accepted }: DriftVerdict): readonly RankedFinding[] {
  return [
    ...failing.map((finding): RankedFinding => ({ finding, members: [finding], status: 'failing' })),
    ...noted.map((finding): RankedFinding => ({ finding, members: [finding], status: 'noted' })),
    ...accepted.map(
      ({ finding, reason }): RankedFinding => ({ finding, members: [finding], reason, status: 'accepted' }),
    ),
  ];
}

/** The names of the operations that findings affect, each once. */
export function operationsOf(...findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.flatMap(({ places }) => places.flatMap(({ operations }) => operations)))];
}

/** The findings of each operation, in their order. */
export function byOperation(ranked: readonly RankedFinding[]): ReadonlyMap<string, readonly RankedFinding[]> {
  const found = new Map<string, RankedFinding[]>();
  for (const it of ranked)
    for (const name of operationsOf(it.finding)) {
      const own = found.get(name) ?? [];
      own.push(it);
      found.set(name, own);
    }
  return found;
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
  return all ? grouped(verdict) : grouped(verdict).filter((ranked) => !isQuiet(ranked));
}

/** All findings, with the values that one enum lost or gained, and the types of one union, as one change. */
function grouped(verdict: DriftVerdict): readonly RankedFinding[] {
  const groups = new Map<string, RankedFinding[]>();
  for (const ranked of rankedFindings(verdict)) {
    const key = keyOf(ranked);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [ranked]);
    else group.push(ranked);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [group.length === 1 ? first : merge(first, group)];
  });
}

function keyOf({ finding, status, reason }: RankedFinding): string {
  const part = partOf(finding);
  const alike = [finding.kind, finding.direction, finding.change, status, reason];
  // A suggestion belongs to one name.
  return part === undefined || finding.suggestion !== undefined
    ? JSON.stringify([...alike, finding.coordinate, finding.message, finding.before, finding.after, finding.suggestion])
    : JSON.stringify([...alike, part.owner, part.rest]);
}

interface Part {
  readonly owner: string;
  readonly name: string;
  /** The name of each in a sentence about all. */
  readonly noun: string;
  /** The message after the name. */
  readonly rest: string;
}

/** The enum value or the member type that a finding is about. */
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

function merge(first: RankedFinding, group: readonly RankedFinding[]): RankedFinding {
  const members = group.map(({ finding }) => finding);
  const parts = members.flatMap((finding) => partOf(finding) ?? []);
  const [part] = parts;
  if (part === undefined) return first;
  const { before: _, after: __, ...fact } = first.finding;
  const names = listed([...new Set(parts.map(({ name }) => name))], 12);
  const finding: Finding = {
    ...fact,
    coordinate: part.owner,
    message: `Each of ${members.length} ${part.noun}${part.rest} They are ${names}.`,
    places: mergePlaces(members),
    ...mergeCodePlaces(members),
  };
  return { ...first, finding, members };
}

function mergePlaces(findings: readonly Finding[]): readonly Place[] {
  const places = new PlaceList();
  for (const { places: own } of findings) for (const place of own) places.add(place, ...place.operations);
  return places.list();
}

/** One line may break because of several of them. */
function mergeCodePlaces(findings: readonly Finding[]): Pick<Finding, 'codePlaces'> {
  if (findings.every(({ codePlaces }) => codePlaces === undefined)) return {};
  const all = findings.flatMap(({ codePlaces }) => codePlaces ?? []);
  const once = new Map(all.map((place) => [JSON.stringify(place), place]));
  return { codePlaces: [...once.values()].sort(comparePlaces) };
}
