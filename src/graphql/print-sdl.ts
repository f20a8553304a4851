import { type GraphQLSchema, Kind, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { introspectionIn } from './parse-schema.ts';
import { isCustomScalar, literalOf } from './values.ts';

// The mark is a text that no schema contains.
const mark = '\u0000literal\u0000';
const marked = /"\\u0000literal\\u0000((?:[^"\\]|\\.)*)"/g;

/**
 * Prints with graphql-js, which throws at a default of a custom scalar that is a list or an object (`meta: JSON = {}`). Such a
 * default is printed as a marked text, which its literal then replaces.
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

const begin = '# The schema of ';

/**
 * Prints sorted SDL under a header that names the endpoint. The text has no date and no version, so a difference in git is a difference
 * of the schema.
 */
export function printSnapshot(schema: GraphQLSchema, source: string): string {
  const header = `${begin}${source}, as \`control-api schema pull\` read it. Pull again rather than edit.`;
  const sorted = lexicographicSortSchema(schema);
  return `${header}\n\n${printSdl(sorted, () => printSchema(sorted)).trimEnd()}\n`;
}

/** Whether a text is a schema: SDL, an introspection result, or a snapshot, which may have merge conflicts. */
export function isSchema(text: string): boolean {
  if (text.startsWith(begin)) return true;
  try {
    if (text.trimStart().startsWith('{')) return introspectionIn(JSON.parse(text)) !== undefined;
    const { definitions } = parse(text, { noLocation: true });
    return definitions.every(({ kind }) => kind !== Kind.OPERATION_DEFINITION && kind !== Kind.FRAGMENT_DEFINITION);
  } catch {
    return false;
  }
}
