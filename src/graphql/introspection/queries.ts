import { getIntrospectionQuery, Kind, parse, type SelectionSetNode } from 'graphql';
import { entryOf, itemsOf } from '../../base/is-record.ts';
import { isControlApiError } from '../../index.ts';

/** Sends one introspection query. A failure of this query alone is an answer; a failure of any query is thrown. */
export type Ask = (document: string) => Promise<Answer>;

/** The answer to an introspection query, or its refusal. The shape of the data is not checked yet. */
export interface Answer {
  readonly data: unknown;
  readonly errors: readonly string[];
  readonly cause?: unknown;
}

/** Statuses that refuse this query, with or without GraphQL errors. */
const refusals = new Set([400, 413, 422]);

/** Statuses that refuse the caller, or any query for now, even with GraphQL errors. */
const general = new Set([401, 403, 429, 502, 503, 504]);

export function asRefusal(cause: unknown): Answer {
  if (!isControlApiError(cause) || general.has(cause.status ?? 0)) throw cause;
  const { status = 0, errors = [], message } = cause;
  // Servers refuse a deep query with various statuses, 500 included: the GraphQL errors decide.
  if (errors.length === 0 && !refusals.has(status)) throw cause;
  return { data: undefined, errors: errors.length > 0 ? errors.map((it) => it.message) : [message], cause };
}

export interface Extent {
  /** Whether a field or an argument is selected, by coordinate: `__Type.isOneOf`, `__Field.args(includeDeprecated:)`. */
  readonly asks: (coordinate: string) => boolean;
  /** The levels of fields below a type or directive, for servers that limit the depth of a query. */
  readonly levels: number;
}

export function schemaQuery({ asks, levels }: Extent): string {
  const text = selectionText(selectionSets.get('IntrospectionQuery'), 'Query', { asks, levels: levels + 2 });
  return `query IntrospectionQuery { ${text} }`;
}

/** A query for types by name. Their aliases are `t0`, `t1` and so on. */
export function typesQuery(names: readonly string[], extent: Extent): string {
  const text = selectionText(selectionSets.get('FullType'), '__Type', extent);
  const asked = names.map((name, index) => `t${index}: __type(name: ${JSON.stringify(name)}) { ${text} }`);
  return `query ExplainDrift { ${asked.join(' ')} }`;
}

/** The selections of the current introspection query, by the name of the operation or fragment. */
const selectionSets: ReadonlyMap<string, SelectionSetNode> = new Map(
  parse(
    getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  ).definitions.flatMap((node) =>
    'selectionSet' in node && node.name ? [[node.name.value, node.selectionSet] as const] : [],
  ),
);

/** The types of the fields that do not return `__Type`. graphql-js's own definitions would bundle its whole type system. */
const typesOfFields: ReadonlyMap<string, string> = new Map([
  ['__schema', '__Schema'],
  ['directives', '__Directive'],
  ['fields', '__Field'],
  ['args', '__InputValue'],
  ['inputFields', '__InputValue'],
]);

/** The parts of introspection that older specifications lack, by coordinate. */
export const newerParts: ReadonlySet<string> = new Set([
  '__Schema.description',
  '__Type.specifiedByURL',
  '__Type.isOneOf',
  '__Type.inputFields(includeDeprecated:)',
  '__Field.args(includeDeprecated:)',
  '__InputValue.isDeprecated',
  '__InputValue.deprecationReason',
  '__Directive.isRepeatable',
  '__Directive.args(includeDeprecated:)',
]);

/** A selection without fragments: servers differ in how they count the depth of fragments. */
function selectionText(set: SelectionSetNode | undefined, type: string, { asks, levels }: Extent): string {
  const texts = (set?.selections ?? []).map((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return selectionText(selectionSets.get(selection.name.value), type, { asks, levels });
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
    const below = levels === 0 ? '' : selectionText(selection.selectionSet, typesOfFields.get(name) ?? '__Type', inner);
    return below === '' ? '' : `${text} { ${below} }`;
  });
  return texts.filter(Boolean).join(' ');
}

const owners = [...new Set([...newerParts].map((coordinate) => coordinate.replace(/\..*/, '')))];

const featuresQuery = `query SchemaFeatures { ${owners
  .map((owner) => `${owner.slice(2)}: __type(name: "${owner}") { fields { name args { name } } }`)
  .join(' ')} }`;

/** The newer parts of introspection that the server does not support; undefined if the server does not show them. */
export async function askUnsupported(ask: Ask): Promise<ReadonlySet<string> | undefined> {
  const { data } = await ask(featuresQuery);
  const known = new Set<string>();
  for (const owner of owners)
    for (const field of itemsOf(entryOf(data, owner.slice(2), 'fields'))) {
      const coordinate = `${owner}.${entryOf(field, 'name')}`;
      known.add(coordinate);
      for (const argument of itemsOf(entryOf(field, 'args'))) known.add(`${coordinate}(${entryOf(argument, 'name')}:)`);
    }
  return known.size === 0 ? undefined : new Set([...newerParts].filter((coordinate) => !known.has(coordinate)));
}

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
