import type { FailedChange, MutationOutcome } from '../reads/failure-object.ts';
import type { Reads } from '../reads/reads.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Intent } from './intent.ts';

/** The result of a mutation. */
export interface MutationResult {
  /** The objects that it is about, as they are now. */
  readonly objects: readonly StoredObject[];
  /** The changes that were not made, and why. */
  readonly failures: readonly FailedChange[];
  /** Other objects that its arguments name. */
  readonly others: readonly StoredObject[];
  /** Its arguments and the fields of its inputs, by name without case. */
  readonly echoes: ReadonlyMap<string, unknown>;
  readonly intent: Intent;
  /** The present of the world. */
  readonly now: string;
  /** The outcome: `unknown` if there are failures alone. */
  readonly outcome: MutationOutcome;
}

/** The parts that payloads are made with. */
export interface PayloadParts extends Pick<WorldParts, 'model' | 'population' | 'reader'> {
  readonly reads: Reads;
}
