import { getIntrospectionQuery, Kind, parse, type SelectionSetNode } from 'graphql';
import { entryOf, itemsOf } from '../../base/is-record.ts';
import type { Ask } from './ask.ts';

/** How much a question asks for. */
export interface Extent {
  /** Whether it asks for a field or an argument of introspection, by coordinate: `__Type.isOneOf`, `__Field.args(includeDeprecated:)`. */
  readonly asks: (coordinate: string) => boolean;
  /** How many levels of fields there may be below a type or directive, for servers that limit the depth of a query. */
  readonly levels: number;
}

/** The levels of graphql-js's own query: enough for nine lists and nulls around a type. */
export const allLevels = 12;

/** The levels of the query that older servers know: enough for seven. */
export const olderLevels = 10;

/** The question for a schema. */
export function schemaQuestion(extent: Extent): string {
  return `query IntrospectionQuery { ${schemaText(everything, extent)} }`;
}

/** The question for types by their names, each with its extent; the answers have the keys `t0`, `t1` and so on. */
export function typesQuestion(
  types: readonly (readonly [name: string, extent: Extent])[],
  operation = 'query',
): string {
  const asked = types.map(
    ([name, extent], index) =>
      `t${index}: __type(name: ${JSON.stringify(name)}) { ${selectionText(everything, everything.get('FullType'), '__Type', extent)} }`,
  );
  return `${operation} { ${asked.join(' ')} }`;
}

/** The selections of a query and its fragments, by their names. */
type Selections = ReadonlyMap<string, SelectionSetNode>;

function selectionsOf(query: string): Selections {
  return new Map(
    parse(query).definitions.flatMap((node) =>
      'selectionSet' in node && node.name ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  );
}

const everything = selectionsOf(
  getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
);

/** The types of introspection's fields that lead to no `__Type`, where servers lack parts of them. graphql-js's own of them would bring its whole type system along. */
const typesOfFields: ReadonlyMap<string, string> = new Map([
  ['__schema', '__Schema'],
  ['directives', '__Directive'],
  ['fields', '__Field'],
  ['args', '__InputValue'],
  ['inputFields', '__InputValue'],
]);

/** The parts of introspection that the oldest specification lacks, by coordinate. */
export const newerParts: ReadonlySet<string> = newerThan(selectionsOf(getIntrospectionQuery()));

function newerThan(old: Selections): ReadonlySet<string> {
  const coordinatesIn = (selections: Selections): ReadonlySet<string> => {
    const found = new Set<string>();
    schemaText(selections, { asks: (coordinate) => found.add(coordinate).size > 0, levels: allLevels });
    return found;
  };
  const known = coordinatesIn(old);
  return new Set([...coordinatesIn(everything)].filter((coordinate) => !known.has(coordinate)));
}

function schemaText(selections: Selections, { asks, levels }: Extent): string {
  return selectionText(selections, selections.get('IntrospectionQuery'), 'Query', { asks, levels: levels + 2 });
}

/** A selection within an extent, without fragments: servers differ in how they count the depth of these. */
function selectionText(
  selections: Selections,
  set: SelectionSetNode | undefined,
  type: string,
  { asks, levels }: Extent,
): string {
  const texts = (set?.selections ?? []).map((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return selectionText(selections, selections.get(selection.name.value), type, { asks, levels });
    if (selection.kind !== Kind.FIELD) return '';
    const { value: name } = selection.name;
    const coordinate = `${type}.${name}`;
    if (!asks(coordinate)) return '';
    // The only argument is `includeDeprecated`.
    const [argument] = selection.arguments ?? [];
    const isGiven = argument && asks(`${coordinate}(${argument.name.value}:)`);
    const text = `${name}${isGiven ? `(${argument.name.value}: true)` : ''}`;
    if (selection.selectionSet === undefined) return text;
    const inner = { asks, levels: levels - 1 };
    const below =
      levels === 0 ? '' : selectionText(selections, selection.selectionSet, typesOfFields.get(name) ?? '__Type', inner);
    return below === '' ? '' : `${text} { ${below} }`;
  });
  return texts.filter(Boolean).join(' ');
}

const owners = [...new Set([...newerParts].map((coordinate) => coordinate.replace(/\..*/, '')))];

const question = `query SchemaFeatures { ${owners
  .map((owner) => `${owner.slice(2)}: __type(name: "${owner}") { fields { name args { name } } }`)
  .join(' ')} }`;

/** The newer parts of introspection that the server does not support; undefined if it does not answer the question. */
export async function askUnsupported(ask: Ask): Promise<ReadonlySet<string> | undefined> {
  const { data } = await ask(question);
  const known = new Set<string>();
  for (const owner of owners)
    for (const field of itemsOf(entryOf(data, owner.slice(2), 'fields'))) {
      const coordinate = `${owner}.${entryOf(field, 'name')}`;
      known.add(coordinate);
      for (const argument of itemsOf(entryOf(field, 'args'))) known.add(`${coordinate}(${entryOf(argument, 'name')}:)`);
    }
  return known.size === 0 ? undefined : new Set([...newerParts].filter((coordinate) => !known.has(coordinate)));
}

/** The newer parts of introspection that the messages of a refusal name. */
export function namedParts(messages: readonly string[]): readonly string[] {
  return [...newerParts].filter((coordinate) => {
    const [owner = '', ...names] = coordinate.match(/\w+/g) ?? [];
    const name = new RegExp(`\\b${names.at(-1)}\\b`);
    return messages.some((message) => {
      const types = message.match(/\b__[A-Z]\w*/g) ?? [owner];
      return name.test(message) && types.includes(owner);
    });
  });
}
