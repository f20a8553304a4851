import { type GraphQLSchema, Kind, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { introspectionIn } from '../parse-schema.ts';
import { printSdl } from '../print-sdl.ts';

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
