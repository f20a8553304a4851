import { buildSchema, type GraphQLSchema } from 'graphql';
import { checkDrift, type Drift, type DriftInput } from '../../../src/drift/index.ts';

/** A change of a schema, an operation, and the findings of that operation. */
export interface ChangeCase {
  readonly what: string;
  readonly options: Pick<DriftInput, 'scalars' | 'openEnums'>;
  readonly edits: readonly SchemaEdit[];
  readonly operation: string;
  readonly findings: readonly string[];
}

/** A replacement of a text once, or of a pattern everywhere. */
export type SchemaEdit = readonly [from: string | RegExp, to: string];

/**
 * Parses cases. A line without indentation names a change. Below it are options (`* {…}`), edits of the schema (`~ from ⇒ to`, where
 * `/from/` is a pattern), and an operation (`? …`) above its findings (`= …`), if it has any. More operations may follow.
 *
 * @param usual - The operation of the cases without one.
 */
export function changeCases(text: string, usual = ''): readonly ChangeCase[] {
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
        operation: after('?', part.split('\n'))[0] ?? usual,
        findings: after('=', part.split('\n')),
      }));
    });
}

/** The cases with their titles, for `test.each`. */
export function titled(cases: readonly ChangeCase[]): readonly (readonly [title: string, change: ChangeCase])[] {
  return cases.map((change) => [`${change.what}${change.operation && `, in ${change.operation}`}`, change]);
}

/** The text of a schema after replacements, each of which must match. White space becomes one space. */
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

/** The schema of a text, cached. */
export function schemaOf(text: string): GraphQLSchema {
  const schema = schemas.get(text) ?? buildSchema(text);
  schemas.set(text, schema);
  return schema;
}

/** The drift of operation files, named `a.graphql` and so on, between two schemas. */
export function driftOf(before: string, after: string, ...texts: readonly string[]): Drift {
  const operations = texts.map((text, at) => ({ file: `${'abc'[at]}.graphql`, text }));
  return checkDrift({ operations, snapshot: schemaOf(before), live: schemaOf(after) });
}

/** The findings of one operation, one line each: level, code, message, values and places. */
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

/** A value of a finding; empty without one. */
function shown(value: string | undefined): string {
  return value === '' ? 'an empty text' : (value ?? '');
}
