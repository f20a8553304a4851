import type { GraphQLSchema } from 'graphql';
import { isCustomScalar, literalOf } from './default-of.ts';

/** A text that no schema holds begins a default which is a literal. */
const mark = '\u0000literal\u0000';
const marked = /"\\u0000literal\\u0000((?:[^"\\]|\\.)*)"/g;

/**
 * The text that graphql-js prints of a schema. It prints no default of a custom scalar that is a list or an object
 * (`meta: JSON = {}`), and stops there: such a default is printed as a marked text, which then gives way to its literal.
 */
export function printSdl(schema: GraphQLSchema, print: () => string): string {
  const scalars = Object.values(schema.getTypeMap()).filter(isCustomScalar);
  const before = scalars.map((scalar) => scalar.serialize);
  for (const scalar of scalars)
    scalar.serialize = (value: unknown) =>
      typeof value === 'object' && value !== null ? mark + literalOf(value) : value;
  try {
    return print().replace(marked, (_, literal: string) => JSON.parse(`"${literal}"`) as string);
  } finally {
    for (const [at, scalar] of scalars.entries()) Object.assign(scalar, { serialize: before[at] });
  }
}
