import type { GraphQLCompositeType } from 'graphql';
import type { EmulatedObject } from '../store/emulated-object.ts';

/** Whether an object is in the answer. */
export type Predicate = (object: EmulatedObject) => boolean;

/** What a filter makes of its input: a predicate, and the names that it does not understand. */
export interface Filter {
  readonly test: Predicate;
  readonly unknown: readonly string[];
  /** Whether it leaves out anything at all, for what is understood of it. */
  readonly selects: boolean;
}

/** The filter that an input asks for: all of its entries together. */
export type FilterOf = (type: GraphQLCompositeType, input: Readonly<Record<string, unknown>>) => Filter;

/** Called with the name of what a filter does not understand. */
export type Note = (name: string) => void;

/** The names of entries that join filters: all of them, one of them, or none of them passes. */
export const joins: Readonly<Record<'all' | 'some' | 'none', RegExp>> = {
  all: /^(?:and|allof|all|every)$/,
  some: /^(?:or|oneof|anyof|any|some)$/,
  none: /^(?:not|none|noneof|nor)$/,
};
