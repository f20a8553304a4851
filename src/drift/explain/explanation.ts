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
