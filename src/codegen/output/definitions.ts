import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import { fragmentsByName } from '../../graphql/fragments.ts';
import { findNameClashes } from '../../graphql/parse-operations.ts';
import { placeOf, placeText, refuse } from '../../graphql/place.ts';
import type { Selection } from '../../graphql/selections/read-selection.ts';
import { validationRules } from '../../graphql/validation.ts';

export type NamedOperation = OperationDefinitionNode & {
  readonly name: NonNullable<OperationDefinitionNode['name']>;
};

export interface SelectedOperation {
  readonly operation: NamedOperation;
  readonly selection: Selection | undefined;
}

/** The operations and fragments, sorted by name so that the order of files does not matter. */
export interface Definitions {
  readonly operations: readonly NamedOperation[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly document: DocumentNode;
}

/** @throws {OperationsError} with the place of everything that cannot be generated. */
export function readDefinitions(schema: GraphQLSchema, documents: readonly DocumentNode[]): Definitions {
  const operations: NamedOperation[] = [];
  const fragments: FragmentDefinitionNode[] = [];
  const problems: string[] = [];
  const note = (node: DefinitionNode, problem: string) => problems.push(`${placeText(node)}: ${problem}`);
  for (const definition of documents.flatMap((document) => document.definitions)) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.push(definition);
    else if (definition.kind !== Kind.OPERATION_DEFINITION)
      note(definition, 'This defines a part of a schema. Keep only operations and fragments here.');
    else if (!isNamed(definition))
      note(definition, `This ${definition.operation} has no name, which the export needs. Name it.`);
    else if (definition.operation === 'subscription')
      note(
        definition,
        `${definition.name.value} is a subscription, which the client does not support. Leave its file out by a pattern in \`operations\`: '!${placeOf(definition).file}'.`,
      );
    else operations.push(definition);
  }
  for (const { place, message } of findNameClashes([...operations, ...fragments]))
    problems.push(`${placeText(place)}: ${message}`);
  refuse('These definitions cannot be generated', problems);
  const sorted = { operations: onceByName(operations), fragments: onceByName(fragments) };
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...sorted.fragments, ...sorted.operations] };
  const misfits = validate(schema, document, validationRules).map(
    ({ nodes, message }) => `${placeText(nodes?.[0])}: ${message}`,
  );
  refuse('The operations do not match the schema', misfits.sort(inOrder.compare));
  return { operations: sorted.operations, fragments: fragmentsByName(sorted.fragments), document };
}

// The two majors of graphql find problems in different orders.
const inOrder = new Intl.Collator('en', { numeric: true });

function isNamed(operation: OperationDefinitionNode): operation is NamedOperation {
  return operation.name !== undefined;
}

/** Equal definitions of several files become one. */
function onceByName<Named extends { readonly name: { readonly value: string } }>(all: readonly Named[]): Named[] {
  const byName = new Map(all.map((node) => [node.name.value, node]));
  return [...byName.values()].sort((a, b) => (a.name.value < b.name.value ? -1 : 1));
}
