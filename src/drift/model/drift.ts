import type { SourcePlace } from '../../graphql/place.ts';
import type { Finding } from './finding.ts';

/** One difference between two schemas, whether anything uses it or not. Descriptions don't count. */
export interface SchemaChange {
  /** Where, as a schema coordinate. */
  readonly coordinate: string;
  /** What happened, in a sentence. */
  readonly message: string;
}

/** One operation that was checked. */
export interface CheckedOperation {
  /** Its name, or its kind in brackets where it has none. */
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly place: SourcePlace;
  /** The parts of the schema it names, as sorted schema coordinates. */
  readonly uses: readonly string[];
}

/** What was checked, and what was found. */
export interface Drift {
  /** Every change that touches the operations, the worst first. */
  readonly findings: readonly Finding[];
  /** Every other change of the schema. */
  readonly otherChanges: readonly SchemaChange[];
  /** The operations that were checked, in the order of the files. */
  readonly operations: readonly CheckedOperation[];
  /** Whether there was a snapshot to compare with; without one, only what is broken can be told. */
  readonly hasSnapshot: boolean;
  /** Operations that are valid now but were not by the snapshot, so that there is nothing to compare them with. */
  readonly notComparable: readonly string[];
}
