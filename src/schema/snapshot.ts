import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

/**
 * The text of a schema snapshot: sorted SDL under a header that says where it was read. No date and no version, so the
 * same schema gives the same bytes, and a difference in git is a difference of the schema.
 *
 * @param source - Where the schema was read: the address of the GraphQL endpoint, without credentials.
 */
export function printSnapshot(schema: GraphQLSchema, source: string): string {
  const header = `# The schema that ${source} serves, read by \`control-api schema pull\`. Not edited by hand: pull again.`;
  return `${header}\n\n${printSchema(lexicographicSortSchema(schema)).trimEnd()}\n`;
}
