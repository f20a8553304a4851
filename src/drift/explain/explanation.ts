import type { ASTNode, GraphQLError, GraphQLSchema } from 'graphql';
import type { Fact } from '../model/finding.ts';
import type { Usage } from '../model/usage.ts';

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

/** The likeliest new name, as a member of a finding. */
export function suggest(name: string | undefined): { readonly suggestion?: string } {
  return name === undefined ? {} : { suggestion: name };
}

/** A type before and after the change, as members of a finding. */
export function change(before: unknown, after: unknown): { readonly before?: string; readonly after: string } {
  return { ...(before === undefined ? {} : { before: String(before) }), after: String(after) };
}

/** A type or value that is gone, as a member of a finding. */
export function was(before: unknown): { readonly before?: string } {
  return before == null ? {} : { before: String(before) };
}

/** The deprecation reason that a removed element had. */
export function advice(reason: string | null | undefined): string {
  return reason == null ? '' : ` It was deprecated: ${reason}`;
}
