import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { defaultOf } from '../../graphql/default-of.ts';

/** A default value as text, independent of the order of its fields; undefined without a default. */
export function comparableDefault(input: GraphQLArgument | GraphQLInputField): string | undefined {
  return JSON.stringify(sorted(defaultOf(input)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, sorted(it)]),
  );
}
