import type { GraphQLSchema } from 'graphql';
import type { ExecutableOperation } from '../parse-operations.ts';
import type { SourcePlace } from '../place.ts';
import { findOnePageReads } from './one-page-reads.ts';
import { findUnreadErrors } from './unread-errors.ts';

/** A remark on an operation that is valid, but may not do what its author expects. */
export interface Warning {
  /** A sentence that says what is wrong and what to do. */
  readonly message: string;
  /** The place in the operation. */
  readonly place: SourcePlace;
  /** The name of the operation. */
  readonly operation: string;
}

/**
 * Finds operations that may take a part of a list for the whole, or a refusal for a success.
 *
 * @throws {OperationsError} if an operation leads to too many different selections.
 */
export function findWarnings(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'name' | 'node' | 'fragments'>[],
): readonly Warning[] {
  return [...findOnePageReads(schema, operations), ...findUnreadErrors(schema, operations)];
}
