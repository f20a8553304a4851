import type { SourcePlace } from '../../graphql/place.ts';
import type { Finding } from './finding.ts';

/** One difference between two schemas, whether an operation uses it or not. Descriptions are not compared. */
export interface SchemaChange {
  /** The changed element, as a schema coordinate. */
  readonly coordinate: string;
  /** A sentence that describes the change. */
  readonly message: string;
}

/** One operation that was checked. */
export interface CheckedOperation {
  /** The name of the operation, or its kind in parentheses if it has no name. */
  readonly name: string;
  /** The kind of the operation. */
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The file, line and column of its definition. */
  readonly place: SourcePlace;
  /** The elements of the schema that the operation uses, as sorted schema coordinates. */
  readonly uses: readonly string[];
}

/** The result of a comparison: the checked operations and all findings. */
export interface Drift {
  /** Every change that affects the operations, most serious first. */
  readonly findings: readonly Finding[];
  /** Every other change of the schema. */
  readonly otherChanges: readonly SchemaChange[];
  /** The operations that were checked, in the order of the files. */
  readonly operations: readonly CheckedOperation[];
  /** Whether there was a snapshot to compare with; without one, only broken operations are found. */
  readonly hasSnapshot: boolean;
  /** The names of operations that are valid for the live schema but not for the snapshot, and so were not compared. */
  readonly notComparable: readonly string[];
}
