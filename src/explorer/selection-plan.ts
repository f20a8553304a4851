import type { GraphQLArgument } from 'graphql';
import type { Field } from '../graphql/fields.ts';

/** A field to ask for, with the arguments that become variables. */
export interface FieldPlan {
  readonly kind: 'field';
  readonly name: string;
  /** The key in the result, where it isn't the name. */
  readonly alias?: string;
  readonly arguments: readonly GraphQLArgument[];
  readonly selections: readonly SelectionPlan[];
  /** Whether the caller asked for this field by name, so that its variables may have the short names. */
  readonly asked: boolean;
  /** Whether it only leads from a connection to its items, and so tells a reader nothing. */
  readonly plumbing: boolean;
}

/** What to ask for where the result turns out to be of one type. */
export interface FragmentPlan {
  readonly kind: 'fragment';
  readonly on: string;
  readonly selections: readonly SelectionPlan[];
}

/** One entry of a selection set. */
export type SelectionPlan = FieldPlan | FragmentPlan;

/** A field that came along, with the arguments that it can't be asked for without. */
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

/** How many fields an operation asks for. */
export function countFields({ selections }: FieldPlan | FragmentPlan): number {
  return selections.reduce((sum, selection) => sum + countFields(selection), selections.length);
}

/** The field, under another key where its own name won't do. */
export function keyed(field: FieldPlan, key: string): FieldPlan {
  return key === field.name ? field : { ...field, alias: key };
}
