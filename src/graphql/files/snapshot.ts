import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

/**
 * The text of a schema snapshot: sorted SDL under a header that names its source. It has no date and no version, so the
 * same schema gives the same bytes, and a difference in git is a difference of the schema.
 *
 * @param source - The endpoint that the schema was read from, as `endpointText` returns it.
 */
export function printSnapshot(schema: GraphQLSchema, source: string): string {
  const header = `# The schema of ${source}, as \`control-api schema pull\` read it. Pull again rather than edit.`;
  return `${header}\n\n${printSchema(lexicographicSortSchema(schema)).trimEnd()}\n`;
}
