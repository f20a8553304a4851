import type { ASTNode } from 'graphql';
import type { SourcePlace } from '../../graphql/place.ts';
import type { Fact, Finding } from './finding.ts';
import { PlaceList } from './place-list.ts';
import { comparePlaces } from './place-order.ts';

/** The order of reports: a deprecation has a date, so it precedes what depends on the code. */
const order = ['mistake', 'broken', 'breaking', 'behaviour', 'deprecated', 'unclear', 'safe'] as const;

function rankOf({ kind, direction }: Fact): number {
  if (kind === 'mistake' || kind === 'broken') return order.indexOf(kind);
  if (direction === 'breaking') return order.indexOf(direction);
  return order.indexOf(kind === 'types' ? direction : kind);
}

/** Collects facts place by place into findings: each fact once, with all its places, most serious first. */
export class FindingCollector {
  readonly #byFact = new Map<string, { fact: Fact; places: PlaceList }>();

  /** Adds a fact that affects some operations at a place. */
  add(fact: Fact, at: SourcePlace | ASTNode, ...operations: readonly string[]): void {
    const key = JSON.stringify([
      fact.kind,
      fact.change,
      fact.coordinate,
      fact.message,
      fact.suggestion,
      fact.direction,
      fact.before,
      fact.after,
    ]);
    const entry = this.#byFact.get(key) ?? { fact, places: new PlaceList() };
    this.#byFact.set(key, entry);
    entry.places.add(at, ...operations);
  }

  /** All findings, most serious first, then in the order of the files. */
  list(): readonly Finding[] {
    const findings = [...this.#byFact.values()].map(({ fact, places }) => ({
      ...fact,
      places: places.list(),
    }));
    return findings.sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        comparePlaces(a.places[0], b.places[0]) ||
        compareText(a.coordinate, b.coordinate) ||
        compareText(a.message, b.message),
    );
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
