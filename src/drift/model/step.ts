import type { SchemaChange } from './drift.ts';
import type { Finding } from './finding.ts';
import type { SemverLevel } from './semver.ts';

/** The changes from one snapshot to the next. */
export interface SchemaStep {
  /** The step that a version would have made: the highest level of all of it. */
  readonly level: SemverLevel;
  /** The changes for the operations of the project, as the drift check sees it. */
  readonly yours: {
    /** Undefined if nothing did. */
    readonly level: SemverLevel | undefined;
    readonly findings: readonly Finding[];
    /** How many operations were compared. */
    readonly operations: number;
  };
  /** The other changes, each with the level that it has for a client that may use all of the schema. */
  readonly rest: {
    /** Undefined if there are none. */
    readonly level: SemverLevel | undefined;
    readonly changes: readonly SchemaChange[];
    /** The elements whose descriptions changed, as schema coordinates. */
    readonly descriptions: readonly string[];
  };
}

/** A step in the history of a snapshot. */
export interface LoggedStep extends SchemaStep {
  /** The day of the step, YYYY-MM-DD. */
  readonly day: string;
  /** The fingerprint of the snapshot before it: the version that the schema does not have. */
  readonly from: string;
  /** The fingerprint of the snapshot after it. */
  readonly to: string;
  /** The commit that brought the snapshot; undefined before it is committed. */
  readonly commit?: { readonly id: string; readonly subject: string } | undefined;
}

/** The history of a snapshot. */
export interface SchemaLog {
  /** The file of the snapshot. */
  readonly snapshot: string;
  /** The steps, the newest first. */
  readonly steps: readonly LoggedStep[];
  /** Sentences on what the history lacks. */
  readonly notes: readonly string[];
}
