import { buildSchema, type GraphQLSchema } from 'graphql';
import { checkDrift, type DriftInput } from '../../../src/drift/index.ts';

/** A change of a schema, an operation, and each finding that the operation gets by it. */
export interface ChangeCase {
  readonly what: string;
  readonly options: Pick<DriftInput, 'scalars' | 'openEnums'>;
  readonly edits: readonly SchemaEdit[];
  readonly operation: string;
  readonly findings: readonly string[];
}

/** One replacement in the text of a schema: of a text once, or of a pattern wherever it fits. */
export type SchemaEdit = readonly [from: string | RegExp, to: string];

/**
 * Cases written as a text. A line that is not indented names a change. Below it stand options (`* {…}`), edits of the schema
 * (`~ from ⇒ to`, where `/from/` is a pattern), and an operation (`? …`) above its findings (`= …`), if it has any; more operations
 * may follow.
 */
export function changeCases(text: string): readonly ChangeCase[] {
  return text
    .trim()
    .split(/\n(?=\S)/)
    .flatMap((lines) => {
      const [what = '', ...rest] = lines.split('\n');
      const after = (mark: string, all = rest): readonly string[] =>
        all.filter((line) => line.startsWith(`  ${mark} `)).map((line) => line.slice(4));
      const options = JSON.parse(after('*')[0] ?? '{}');
      const edits = after('~').map((edit): SchemaEdit => {
        const [from = '', to = ''] = edit.split(/ ⇒ ?/);
        return [/^\/.+\/$/.test(from) ? new RegExp(from.slice(1, -1), 'g') : from, to];
      });
      const [own = '', ...others] = rest.join('\n').split(/^(?= {2}\? )/m);
      return (others.length > 0 ? others : [own]).map((part) => ({
        ...{ what, options, edits },
        operation: after('?', part.split('\n'))[0] ?? '',
        findings: after('=', part.split('\n')),
      }));
    });
}

/** The text of a schema after replacements, each of which has to find its place. White space is one space. */
export function edited(sdl: string, edits: readonly SchemaEdit[]): string {
  return edits.reduce(
    (text, [from, to]) => {
      const after = text.replace(from, () => to);
      if (after === text) throw new Error(`The schema does not hold ${from}.`);
      return after;
    },
    sdl.replace(/\s+/g, ' '),
  );
}

const schemas = new Map<string, GraphQLSchema>();

/** The schema of a text, built once. */
export function schemaOf(text: string): GraphQLSchema {
  const schema = schemas.get(text) ?? buildSchema(text);
  schemas.set(text, schema);
  return schema;
}

/** The findings of one operation when a schema changes, one line each: level, code, sentence, values and places. */
export function findingLines(
  sdl: string,
  { edits, operation, options }: Pick<ChangeCase, 'edits' | 'operation'> & Partial<ChangeCase>,
): readonly string[] {
  const [snapshot, live] = [schemaOf(sdl), schemaOf(edited(sdl, edits))];
  const operations = [{ file: 'a.graphql', text: operation }];
  return checkDrift({ operations, snapshot, live, ...options }).findings.map(
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
