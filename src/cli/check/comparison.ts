import type { GraphQLSchema } from 'graphql';
import type { AcceptedChange, FailOn, GivenOption, OperationSource } from '../../drift/index.ts';
import type { CheckConfig } from '../schema/check-config.ts';

/** The options of `check`, without those that say where reports go. */
export interface CheckOptions {
  readonly config: string | undefined;
  readonly operations: readonly string[];
  readonly schema: string | undefined;
  /** A place in place of the snapshot. */
  readonly against: string | undefined;
  /** A file in place of the service. */
  readonly live: string | undefined;
  readonly withKey: boolean;
  /** Whether there is something to compare with. */
  readonly snapshot: boolean;
  /** The command that checks the code; empty for the compiler that is installed. */
  readonly code: string | undefined;
  readonly all: boolean;
  readonly confirmLoss: boolean;
  readonly timeout: number;
  readonly failOn: FailOn;
  readonly accepted: string;
  readonly accept: boolean;
  readonly acceptBroken: boolean;
  readonly reason: string | undefined;
  readonly until: string | undefined;
}

/** The files of a project that a check reads. */
export interface CheckedProject {
  readonly config: CheckConfig;
  readonly sources: readonly OperationSource[];
  readonly accepted: readonly AcceptedChange[];
}

/** The input of the stages of a check, when both schemas were read. */
export interface Comparison extends CheckedProject {
  readonly options: CheckOptions;
  /** The options as they were written, for the commands that messages propose. */
  readonly commandOptions: readonly GivenOption[];
  readonly live: GraphQLSchema;
  readonly snapshot: GraphQLSchema | undefined;
}
