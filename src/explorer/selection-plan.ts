import type { GraphQLArgument } from 'graphql';
import type { Field } from '../graphql/fields.ts';

/** A field to select, with the arguments that become variables. */
export interface FieldPlan {
  readonly kind: 'field';
  readonly name: string;
  /** The response key, if it is not the name. */
  readonly alias?: string;
  readonly arguments: readonly GraphQLArgument[];
  readonly selections: readonly SelectionPlan[];
  /** Whether the caller requested this field by name, so that its variables may have short names. */
  readonly asked: boolean;
  /** Whether it only leads from a connection to its items, so that names of variables omit it. */
  readonly plumbing: boolean;
}

/** The selection for one possible type of the result. */
export interface FragmentPlan {
  readonly kind: 'fragment';
  readonly on: string;
  readonly selections: readonly SelectionPlan[];
}

/** One entry of a selection set. */
export type SelectionPlan = FieldPlan | FragmentPlan;

/** A nested field with its arguments. */
export function select(
  field: Field,
  args: readonly GraphQLArgument[],
  selections: readonly SelectionPlan[],
): FieldPlan {
  return { ...plain(field.name, selections), arguments: args };
}

/** A field without arguments. */
export function plain(name: string, selections: readonly SelectionPlan[] = []): FieldPlan {
  return { kind: 'field', name, arguments: [], selections, asked: false, plumbing: false };
}

/** A field that only leads from a connection to its items. */
export function plumbing(name: string, selections: readonly SelectionPlan[]): FieldPlan {
  return { ...plain(name, selections), plumbing: true };
}

/** The field with an alias, if the key is not its name. */
export function keyed(field: FieldPlan, key: string): FieldPlan {
  return key === field.name ? field : { ...field, alias: key };
}
