import type { ASTNode, GraphQLError, GraphQLSchema } from 'graphql';
import type { Fact } from '../model/finding.ts';
import type { Usage } from '../model/usage.ts';
import { type Removal, type Replacement, replacementOf } from './replacement.ts';

/** Why an operation is rejected, and at which node. */
export type Broken = Omit<Fact, 'kind' | 'direction'> & { readonly node: ASTNode };

/** Both schemas, and the usage of the operation in each. Without a snapshot, its members are undefined. */
export interface BrokenContext {
  readonly live: GraphQLSchema;
  readonly snapshot: GraphQLSchema | undefined;
  readonly liveUsage: Usage;
  readonly oldUsage: Usage | undefined;
}

/** Turns one error of a validation rule into changes of the schema; an empty list if they are not known. */
export type Explainer = (context: BrokenContext, node: ASTNode, error: GraphQLError) => readonly Broken[];

/** A type before and after the change, as members of a finding. */
export function change(before: unknown, after: unknown): { readonly before?: string; readonly after: string } {
  return { ...(before === undefined ? {} : { before: String(before) }), after: String(after) };
}

/** A type or value that is gone, as a member of a finding. */
export function was(before: unknown): { readonly before?: string } {
  return before == null ? {} : { before: String(before) };
}

/** A member that is used at a node, and that the live schema does not have. */
export function memberGone(
  at: Pick<Broken, 'node' | 'change' | 'coordinate'>,
  removal: Removal,
  how: { readonly message?: string; readonly replacement?: Replacement } = {},
): readonly Broken[] {
  const { before } = removal;
  const reason = before?.deprecationReason;
  const fact =
    before === undefined
      ? `${at.coordinate} does not exist.`
      : `${at.coordinate} was removed.${reason == null ? '' : ` It was deprecated: ${reason}`}`;
  const { message = fact, replacement = replacementOf(removal) } = how;
  return [{ ...at, message, ...was(before?.type ?? before?.name), ...replacement }];
}
