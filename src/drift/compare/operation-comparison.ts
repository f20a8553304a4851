import type { ASTNode } from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { Fact } from '../model/finding.ts';
import type { VariablePair } from './input-pairs.ts';
import type { TypeMapping } from './leaf.ts';
import type { Usage } from './usage.ts';

/** Reports a fact at a node of the operation. */
export type Report = (fact: Fact, node: ASTNode) => void;

/** A change of the generated types. */
export type TypesFact = Omit<Fact, 'kind'>;

/** An operation and its variables in both schemas, and where facts are reported. */
export interface OperationComparison {
  readonly operation: ExecutableOperation;
  readonly snapshotUsage: Usage;
  readonly liveUsage: Usage;
  readonly variables: readonly VariablePair[];
  readonly mapping: TypeMapping;
  readonly report: Report;
}

/** The position of a comparison in the operation and in the schema. */
export interface Site {
  readonly node: ASTNode;
  readonly coordinate: string;
}
