import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  specifiedRules,
  validate,
} from 'graphql';
import { refuse } from '../../graphql/operations-error.ts';
import { placeOf } from '../../graphql/place.ts';

/** An operation that has a name, as every operation that becomes a value must. */
export type NamedOperation = OperationDefinitionNode & {
  readonly name: NonNullable<OperationDefinitionNode['name']>;
};

/** Everything the integrator wrote, by name and sorted, so that the order of files changes nothing. */
export interface Definitions {
  readonly operations: readonly NamedOperation[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** All of them as one document: fragments first. */
  readonly document: DocumentNode;
}

/** The rules a server holds an operation to. A fragment that no operation uses is left out of every text, so it may stay. */
const ownRules = new Set(['LoneAnonymousOperationRule', 'UniqueOperationNamesRule', 'UniqueFragmentNamesRule']);
const rules = specifiedRules.filter(({ name }) => !ownRules.has(name) && name !== 'NoUnusedFragmentsRule');

/**
 * Sorts the definitions of all files and holds them against the schema.
 *
 * @throws {OperationsError} naming file, line and column of everything that can't be generated.
 */
export function readDefinitions(schema: GraphQLSchema, documents: readonly DocumentNode[]): Definitions {
  const operations: NamedOperation[] = [];
  const fragments: FragmentDefinitionNode[] = [];
  const problems: string[] = [];
  for (const definition of documents.flatMap((document) => document.definitions)) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.push(definition);
    else if (definition.kind !== Kind.OPERATION_DEFINITION)
      problems.push(`${placeOf(definition)}: This is a piece of a schema. Only operations and fragments belong here.`);
    else if (!isNamed(definition))
      problems.push(
        `${placeOf(definition)}: This ${definition.operation} has no name, and its name becomes the export's.`,
      );
    else if (definition.operation === 'subscription')
      problems.push(
        `${placeOf(definition)}: ${definition.name.value} is a subscription, which the client does not run.`,
      );
    else operations.push(definition);
  }
  operations.sort(byName);
  fragments.sort(byName);
  problems.push(...findDoubles('operation', operations), ...findDoubles('fragment', fragments));
  refuse('These definitions can not be generated', problems);

  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...fragments, ...operations] };
  const errors = validate(schema, document, rules, { maxErrors: 100 });
  refuse('The operations do not fit the schema', errors.map(describe));
  return { operations, fragments: new Map(fragments.map((it) => [it.name.value, it])), document };
}

function isNamed(operation: OperationDefinitionNode): operation is NamedOperation {
  return operation.name !== undefined;
}

function byName(a: { name: { value: string } }, b: { name: { value: string } }): number {
  return a.name.value < b.name.value ? -1 : a.name.value > b.name.value ? 1 : 0;
}

function findDoubles(what: string, sorted: readonly (NamedOperation | FragmentDefinitionNode)[]): string[] {
  return sorted.flatMap((definition, index) => {
    const before = sorted[index - 1];
    if (before?.name.value !== definition.name.value) return [];
    const places = [before, definition].map(placeOf).sort();
    return [`${places[0]}: The ${what} ${definition.name.value} is also written at ${places[1]}. Rename one of them.`];
  });
}

function describe(error: GraphQLError): string {
  return `${placeOf(error.nodes?.[0])}: ${error.message}`;
}
