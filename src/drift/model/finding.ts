import type { ASTNode } from 'graphql';
import { placeOf, placeText, type SourcePlace } from '../../graphql/place.ts';

/**
 * What a change means for an operation:
 * - `broken`: the live schema refuses the operation;
 * - `types`: it is accepted, but its generated TypeScript would differ;
 * - `behaviour`: the same TypeScript, but the service may answer differently;
 * - `deprecated`: something it uses is newly deprecated.
 */
export type FindingKind = 'broken' | 'types' | 'behaviour' | 'deprecated';

/**
 * Whether code written against the old schema keeps working: `breaking` where it may not compile any more or may meet
 * what it does not expect, `safe` where it does, `unclear` where the types can't tell.
 */
export type Direction = 'breaking' | 'safe' | 'unclear';

/** What happened in the schema. */
export type ChangeCode =
  | 'field-removed'
  | 'argument-removed'
  | 'argument-required'
  | 'input-field-removed'
  | 'input-field-required'
  | 'input-field-added'
  | 'enum-value-removed'
  | 'enum-value-added'
  | 'type-removed'
  | 'type-changed'
  | 'nullability-changed'
  | 'possible-type-added'
  | 'possible-type-removed'
  | 'fragment-match-changed'
  | 'one-of-changed'
  | 'directive-removed'
  | 'directive-changed'
  | 'root-removed'
  | 'fields-conflict'
  | 'invalid-document'
  | 'default-changed'
  | 'scalar-changed'
  | 'deprecated';

/** One place in the integrator's operations that a change touches. */
export interface Place extends SourcePlace {
  /** The operations that reach this place; several where it stands in a shared fragment. */
  readonly operations: readonly string[];
}

/** One change of the schema that touches the integrator's operations. */
export interface Finding {
  readonly kind: FindingKind;
  readonly change: ChangeCode;
  readonly direction: Direction;
  /** Where in the schema, as a schema coordinate: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `@directive`. */
  readonly coordinate: string;
  /** What happened, in a sentence. */
  readonly message: string;
  /** What to use instead, where the schema suggests it. */
  readonly suggestion?: string;
  /** The type or value in the snapshot. */
  readonly before?: string;
  /** The type or value in the live schema. */
  readonly after?: string;
  /** Every place in the operations that the change touches. */
  readonly places: readonly Place[];
}

/** A finding before it is known at which places it occurs. */
export type Fact = Omit<Finding, 'places'>;

interface MutablePlace extends SourcePlace {
  readonly operations: string[];
}

const kindOrder: readonly FindingKind[] = ['broken', 'types', 'behaviour', 'deprecated'];
const directionOrder: readonly Direction[] = ['breaking', 'unclear', 'safe'];

/** Gathers facts place by place and gives them back as findings: the same fact once, with all its places, worst first. */
export class FindingCollector {
  readonly #byFact = new Map<string, { fact: Fact; places: Map<string, MutablePlace> }>();

  /** Notes that a fact touches an operation at a node. */
  add(fact: Fact, node: ASTNode, operation: string): void {
    const key = JSON.stringify([
      fact.kind,
      fact.change,
      fact.coordinate,
      fact.message,
      fact.suggestion,
      fact.direction,
    ]);
    const entry = this.#byFact.get(key) ?? { fact, places: new Map<string, MutablePlace>() };
    this.#byFact.set(key, entry);
    const at = placeOf(node);
    const placeKey = placeText(at);
    const place = entry.places.get(placeKey) ?? { ...at, operations: [] };
    entry.places.set(placeKey, place);
    if (!place.operations.includes(operation)) place.operations.push(operation);
  }

  /** All findings, the worst first, then in the order of the files. */
  list(): readonly Finding[] {
    const findings = [...this.#byFact.values()].map(({ fact, places }) => ({
      ...fact,
      places: [...places.values()].sort(comparePlaces),
    }));
    return findings.sort(
      (a, b) =>
        kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
        directionOrder.indexOf(a.direction) - directionOrder.indexOf(b.direction) ||
        comparePlaces(a.places[0], b.places[0]) ||
        compareText(a.coordinate, b.coordinate) ||
        compareText(a.message, b.message),
    );
  }
}

function comparePlaces(a: Place | undefined, b: Place | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
