import type { GraphQLSchema } from 'graphql';
import type { ScalarMap } from '../../graphql/mapped-scalar.ts';
import type { OperationSource } from '../../graphql/parse-operations.ts';
import type { SourcePlace } from '../../graphql/place.ts';
import type { Warning } from '../../graphql/selections/operation-warnings.ts';
import type { CodeCheck } from './code-check.ts';
import type { Finding } from './finding.ts';
import type { Place } from './place-list.ts';

/** The input of {@link checkDrift}. */
export interface DriftInput {
  /** The texts of the operation files. */
  readonly operations: readonly OperationSource[];
  /** The schema that the operations were written for. @defaultValue none: the operations are only validated */
  readonly snapshot?: GraphQLSchema | undefined;
  /** The current schema of the service. */
  readonly live: GraphQLSchema;
  /**
   * TypeScript types of custom scalars, as in code generation, e.g. `{ DateTime: 'string' }`.
   *
   * @defaultValue {}, so that every custom scalar is `unknown`
   */
  readonly scalars?: ScalarMap | undefined;
  /**
   * Whether generated enums in results accept values that are added later, as in code generation.
   *
   * @defaultValue false
   */
  readonly openEnums?: boolean | undefined;
}

/** One difference between two schemas, whether an operation uses it or not. Descriptions are not compared. */
export type SchemaChange = {
  /** The changed element, as a schema coordinate. */
  readonly coordinate: string;
  /** A sentence that describes the change. */
  readonly message: string;
  /** The step that a version of the schema would make for it, for a client that may use all of the schema. */
  readonly level: 'major' | 'minor' | 'patch';
};

/** One operation that was checked. */
export type CheckedOperation = {
  /** The name of the operation, or its kind in parentheses if it has no name. */
  readonly name: string;
  /** The kind of the operation. */
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The file, line and column of its definition. */
  readonly place: SourcePlace;
  /** The elements of the schema that the operation uses, as sorted schema coordinates. */
  readonly uses: readonly string[];
};

/** An input that the operations use, and that the live schema lacks or only hides. */
export type Undecided = {
  /** The element, as a schema coordinate. */
  readonly coordinate: string;
  /** A sentence that says what is unknown, and why. */
  readonly message: string;
  /** Every place in the operations that uses it. */
  readonly places: readonly Place[];
};

/** The result of a comparison: the checked operations and all findings. */
export interface Drift {
  /** Every change that affects the operations, most serious first. */
  readonly findings: readonly Finding[];
  /** The inputs that the operations use, and that the server may only not list, since they are deprecated. */
  readonly undecided: readonly Undecided[];
  /** Remarks on operations that may take a part of a list for the whole, or a refusal for a success. */
  readonly warnings: readonly Warning[];
  /** How many of the snapshot's types the live schema lacks. */
  readonly lostTypes: { readonly lost: number; readonly of: number };
  /** Every other change of the schema. */
  readonly otherChanges: readonly SchemaChange[];
  /** The operations that were checked, in the order of the files. */
  readonly operations: readonly CheckedOperation[];
  /** Whether there was a snapshot to compare with; without one, only broken operations are found. */
  readonly hasSnapshot: boolean;
  /** The names of operations that are newer than the snapshot, which rejects them: only what it accepts of them was compared. */
  readonly notComparable: readonly string[];
  /** The check of your own code; undefined if it was not asked for. */
  readonly code?: CodeCheck;
}
