import type { GraphQLArgument } from 'graphql';
import type { Field } from '../graphql/connection.ts';

/** A field to ask for, with the arguments that become variables. */
export interface SelectedField {
  readonly kind: 'field';
  readonly name: string;
  /** The key in the result, where it isn't the name. */
  readonly alias?: string;
  readonly arguments: readonly GraphQLArgument[];
  readonly selections: readonly Selection[];
  /** Whether the caller asked for this field by name, so that its variables may have the short names. */
  readonly asked: boolean;
  /** Whether it only leads from a connection to its items, and so tells a reader nothing. */
  readonly plumbing: boolean;
}

/** What to ask for where the result turns out to be of one type. */
export interface SelectedFragment {
  readonly kind: 'fragment';
  readonly on: string;
  readonly selections: readonly Selection[];
}

/** One entry of a selection set. */
export type Selection = SelectedField | SelectedFragment;

/** A field that came along, with the arguments that it can't be asked for without. */
export function select(
  field: Field,
  args: readonly GraphQLArgument[],
  selections: readonly Selection[],
): SelectedField {
  return { ...plain(field.name, selections), arguments: args };
}

/** A field without arguments. */
export function plain(name: string, selections: readonly Selection[] = []): SelectedField {
  return { kind: 'field', name, arguments: [], selections, asked: false, plumbing: false };
}

/** A field that only leads from a connection to its items. */
export function plumbing(name: string, selections: readonly Selection[]): SelectedField {
  return { ...plain(name, selections), plumbing: true };
}

/** How many fields an operation asks for. */
export function countFields({ selections }: SelectedField | SelectedFragment): number {
  return selections.reduce((sum, selection) => sum + countFields(selection), selections.length);
}

/** The field, under another key where its own name won't do. */
export function keyed(field: SelectedField, key: string): SelectedField {
  return key === field.name ? field : { ...field, alias: key };
}
