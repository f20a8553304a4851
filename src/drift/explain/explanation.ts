import type { ASTNode, GraphQLError, GraphQLSchema } from 'graphql';
import type { Fact } from '../model/finding.ts';
import type { Usage } from '../model/usage.ts';

/** Why an operation is refused, and at which node. */
export type Broken = Omit<Fact, 'kind' | 'direction'> & { readonly node: ASTNode };

/** Both schemas, and what the operation uses of each. The snapshot's side is missing where there is no snapshot. */
export interface BrokenContext {
  readonly live: GraphQLSchema;
  readonly snapshot: GraphQLSchema | undefined;
  readonly liveUsage: Usage;
  readonly oldUsage: Usage | undefined;
}

/** Turns one error of a validation rule into what happened in the schema; nothing where it can't be told. */
export type Explainer = (context: BrokenContext, node: ASTNode, error: GraphQLError) => readonly Broken[];

/** The likeliest new name, as a finding carries it. */
export function suggest(name: string | undefined): { readonly suggestion?: string } {
  return name === undefined ? {} : { suggestion: name };
}

/** A type before and after, as a finding carries it. */
export function change(before: unknown, after: unknown): { readonly before?: string; readonly after: string } {
  return { ...(before === undefined ? {} : { before: String(before) }), after: String(after) };
}

/** What a deprecation said before the deprecated thing went. */
export function advice(reason: string | null | undefined): string {
  return reason == null ? '' : ` It was deprecated: ${reason}`;
}
