import { getIntrospectionQuery, Kind, parse, type SelectionSetNode } from 'graphql';

/** How much a question asks for. */
export interface Extent {
  /** Whether it asks for a field or an argument of introspection, by coordinate: `__Type.isOneOf`, `__Field.args(includeDeprecated:)`. */
  readonly asks: (coordinate: string) => boolean;
  /** How many levels of fields there may be below a type or directive, for servers that limit the depth of a query. */
  readonly levels: number;
}

/** The levels of graphql-js's own query: enough for nine lists and nulls around a type. */
export const allLevels = 12;

/** The question for a schema. */
export function schemaQuestion({ asks, levels }: Extent): string {
  return `query IntrospectionQuery { __schema { ${everything.schema({ asks, levels: levels + 1 })} } }`;
}

/** The question for types by their names, each with its extent; the answers have the keys `t0`, `t1` and so on. */
export function typesQuestion(
  types: readonly (readonly [name: string, extent: Extent])[],
  operation = 'query',
): string {
  const asked = types.map(
    ([name, extent], index) => `t${index}: __type(name: ${JSON.stringify(name)}) { ${everything.type(extent)} }`,
  );
  return `${operation} { ${asked.join(' ')} }`;
}

type Fragments = ReadonlyMap<string, SelectionSetNode>;

/** Writes what graphql-js's query selects on the schema, and on each type, within an extent. */
interface Selections {
  schema(extent: Extent): string;
  type(extent: Extent): string;
}

/** The types of introspection's fields that lead to no `__Type`, where servers lack parts of them. graphql-js's own of them would bring its whole type system along. */
const typesOfFields: ReadonlyMap<string, string> = new Map([
  ['directives', '__Directive'],
  ['fields', '__Field'],
  ['args', '__InputValue'],
  ['inputFields', '__InputValue'],
]);

const everything = selectionsOf(
  getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
);

function selectionsOf(query: string): Selections {
  const { definitions } = parse(query);
  const fragments: Fragments = new Map(
    definitions.flatMap((it) =>
      it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it.selectionSet] as const] : [],
    ),
  );
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [root] = operation?.selectionSet.selections ?? [];
  const on = (type: string, set: SelectionSetNode | undefined) => (extent: Extent) =>
    set === undefined ? '' : selectionText(fragments, type, set, extent);
  return {
    schema: on('__Schema', root?.kind === Kind.FIELD ? root.selectionSet : undefined),
    type: on('__Type', fragments.get('FullType')),
  };
}

/** The parts of introspection that the oldest specification lacks, by coordinate. */
export const newerParts: ReadonlySet<string> = newerThan(selectionsOf(getIntrospectionQuery()));

function newerThan(old: Selections): ReadonlySet<string> {
  const [all, known] = [everything, old].map(({ schema }) => {
    const found = new Set<string>();
    schema({ asks: (coordinate) => found.add(coordinate).size > 0, levels: allLevels + 1 });
    return found;
  });
  return new Set([...(all ?? [])].filter((coordinate) => !known?.has(coordinate)));
}

/** A selection within an extent, without fragments: servers differ in how they count the depth of these. */
function selectionText(
  fragments: Fragments,
  type: string,
  { selections }: SelectionSetNode,
  { asks, levels }: Extent,
): string {
  const texts = selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) {
      const set = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : undefined;
      return set === undefined ? '' : selectionText(fragments, type, set, { asks, levels });
    }
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
      levels === 0 ? '' : selectionText(fragments, typesOfFields.get(name) ?? '__Type', selection.selectionSet, inner);
    return below === '' ? '' : `${text} { ${below} }`;
  });
  return texts.filter(Boolean).join(' ');
}
