import { type GraphQLSchema, Kind, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { isCustomScalar, literalOf } from './default-of.ts';
import { introspectionIn } from './parse-schema.ts';

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

const begin = '# The schema of ';

/**
 * The text of a schema snapshot: sorted SDL under a header that names its source. It has no date and no version, so the
 * same schema gives the same bytes, and a difference in git is a difference of the schema.
 *
 * @param source - The endpoint that the schema was read from, as `endpointText` returns it.
 */
export function printSnapshot(schema: GraphQLSchema, source: string): string {
  const header = `${begin}${source}, as \`control-api schema pull\` read it. Pull again rather than edit.`;
  const sorted = lexicographicSortSchema(schema);
  return `${header}\n\n${printSdl(sorted, () => printSchema(sorted)).trimEnd()}\n`;
}

/** Whether a text is a schema, valid or not: SDL, or the JSON of introspection. One of ours is known by its first line, also with conflicts. */
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
