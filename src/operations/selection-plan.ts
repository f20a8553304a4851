import type { GraphQLArgument } from 'graphql';

/** A field to select, with the arguments that become variables. */
export interface FieldPlan {
  readonly kind: 'field';
  readonly name: string;
  /** The response key, if it is not the name. */
  readonly alias?: string | undefined;
  readonly arguments: readonly GraphQLArgument[];
  readonly selections: readonly SelectionPlan[];
  /** Whether the caller requested this field by name, so that its variables may have short names. */
  readonly asked: boolean;
  /** Whether it only leads from a connection to its items, so that names of variables omit it. */
  readonly plumbing: boolean;
}

/** One entry of a selection set: a field, or the selection for one possible type of the result. */
export type SelectionPlan =
  | FieldPlan
  | { readonly kind: 'fragment'; readonly on: string; readonly selections: readonly SelectionPlan[] };

/** A field to select; without more, one without arguments. */
export function planField(
  name: string,
  selections: readonly SelectionPlan[] = [],
  more: Partial<FieldPlan> = {},
): FieldPlan {
  return { kind: 'field', name, arguments: [], selections, asked: false, plumbing: false, ...more };
}
