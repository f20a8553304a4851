import type { GraphQLSchema } from 'graphql';
import type { OperationSource } from '../../graphql/files/read-operations.ts';
import type { SourcePlace } from '../../graphql/place.ts';
import type { Warning } from '../../graphql/selections/operation-warnings.ts';
import type { ScalarMap } from '../../graphql/values.ts';
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
  /** The TypeScript types of custom scalars, as in code generation. @defaultValue {}: custom scalars are `unknown` */
  readonly scalars?: ScalarMap | undefined;
  /** Whether generated enums in results accept values that are added later, as in code generation. @defaultValue false */
  readonly openEnums?: boolean | undefined;
}

/** One difference between two schemas, in use or not. Descriptions are not compared. */
export type SchemaChange = {
  readonly coordinate: string;
  readonly message: string;
  /** The semantic version step of the schema, for a client that may use all of it. */
  readonly level: 'major' | 'minor' | 'patch';
};

/** One operation that was checked. */
export type CheckedOperation = {
  /** The name of the operation, or its kind in parentheses if it has no name. */
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly place: SourcePlace;
  /** The elements of the schema that the operation uses, as sorted schema coordinates. */
  readonly uses: readonly string[];
};

/** An input in use that the live schema lacks, or has and does not list. */
export type Undecided = {
  readonly coordinate: string;
  readonly message: string;
  readonly places: readonly Place[];
};

/** The result of a comparison: the checked operations and all findings. */
export interface Drift {
  /** Every change that affects the operations, most serious first. */
  readonly findings: readonly Finding[];
  /** The inputs in use that the live schema lacks, or has and does not list because they are deprecated. */
  readonly undecided: readonly Undecided[];
  /** Warnings of operations that may read a part of a list, or miss an error in a payload. */
  readonly warnings: readonly Warning[];
  /** The number of the snapshot's types, and how many of them the live schema lacks. */
  readonly lostTypes: { readonly lost: number; readonly of: number };
  /** All other changes of the schema. */
  readonly otherChanges: readonly SchemaChange[];
  /** The operations that were checked, in the order of the files. */
  readonly operations: readonly CheckedOperation[];
  /** Whether there was a snapshot. Without one, only broken operations are found. */
  readonly hasSnapshot: boolean;
  /** The names of operations that the snapshot rejects and the live schema accepts: only their common part was compared. */
  readonly notComparable: readonly string[];
  /** The check of your own code; undefined if not requested. */
  readonly code?: CodeCheck;
}
