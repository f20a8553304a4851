import { buildSchema, type GraphQLSchema } from 'graphql';
import { checkDrift, type DriftInput } from '../../../src/drift/index.ts';

/** One replacement in the text of a schema: of a text once, or of a pattern. */
export type SchemaEdit = readonly [from: string | RegExp, to: string];

/** The text of a schema after replacements, each of which has to find its place. */
export function edited(sdl: string, edits: readonly SchemaEdit[]): string {
  return edits.reduce((text, [from, to]) => {
    const after = text.replace(from, () => to);
    if (after === text) throw new Error(`The schema does not hold ${from}.`);
    return after;
  }, sdl);
}

const schemas = new Map<string, GraphQLSchema>();

/** The schema of a text, built once. */
export function schemaOf(text: string): GraphQLSchema {
  const schema = schemas.get(text) ?? buildSchema(text);
  schemas.set(text, schema);
  return schema;
}

/** The findings of one operation between two schemas, one line each: level, code, sentence, values and places. */
export function findingLines(
  snapshot: string,
  live: string,
  operation: string,
  options: Pick<DriftInput, 'scalars' | 'openEnums'> = {},
): readonly string[] {
  const [old, now] = [schemaOf(snapshot), schemaOf(live)];
  const operations = [{ file: 'a.graphql', text: operation }];
  return checkDrift({ operations, snapshot: old, live: now, ...options }).findings.map(
    ({ kind, direction, change, message, before, after, places }) => {
      const at = places.map(({ line, column }) => `${line}:${column}`).join(' ');
      return `${kind} ${direction} ${change} | ${message} | ${shown(before)} → ${shown(after)} | ${at}`;
    },
  );
}

/** A value of a finding: nothing if it has none. */
function shown(value: string | undefined): string {
  return value === '' ? 'an empty text' : (value ?? '');
}
