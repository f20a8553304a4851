import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isEnumType,
  Kind,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import { fragmentsByName } from '../../graphql/fragments.ts';
import { refuse } from '../../graphql/operations-error.ts';
import { findNameClashes } from '../../graphql/parse-operations.ts';
import { placeOf, placeText } from '../../graphql/place.ts';
import type { Selection } from '../../graphql/selections/read-selection.ts';
import { validationRules } from '../../graphql/validation.ts';
import type { DeclaredType } from './used-schema.ts';

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

export function typeNames({ name, operation }: NamedOperation): {
  readonly result: string;
  readonly variables: string;
  readonly connections: string;
} {
  const result = `${name.value}${operation === 'mutation' ? 'Mutation' : 'Query'}`;
  return { result, variables: `${result}Variables`, connections: `${name.value}Connections` };
}

/** Types that the output declares or uses. */
const ownNames = ['Array', 'Member', 'NonNullable', 'PropertyKey', 'Record', 'TypedDocumentNode'];

/** Words that cannot name a constant in strict mode. */
const reservedWords = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** Words that cannot name a type. */
const typeWords = new Set([
  ...reservedWords,
  ...'any bigint boolean never number object string symbol undefined unknown'.split(' '),
]);

/**
 * The names that an import cannot get.
 *
 * @throws {OperationsError} if a name would have two meanings.
 */
export function namesIn(
  { operations, fragments }: Definitions,
  schemaTypes: readonly DeclaredType[],
  imports: string,
): ReadonlySet<string> {
  const imported = [...imports.matchAll(/\w+(?=,| \})/g)].map(([name]) => [name, 'an import (the output)'] as const);
  const values = new Map<string, string>(imported);
  const types = new Map<string, string>([
    ...ownNames.map((name) => [name, 'the output itself (the output)'] as const),
    ...imported,
  ]);
  const problems: string[] = [];
  const claim = (names: Map<string, string>, name: string, what: string, place: string): void => {
    const other = names.get(name);
    if (other === undefined) names.set(name, `${what} (${place})`);
    else problems.push(`${place}: ${name} would name ${what} and ${other}. Rename one of them.`);
  };
  for (const type of schemaTypes) {
    claim(types, type.name, `the ${isEnumType(type) ? 'enum' : 'input'} ${type.name}`, 'the schema');
    if (typeWords.has(type.name))
      problems.push(
        `the schema: ${type.name} is a reserved word in TypeScript and cannot name a type. Leave out what has it.`,
      );
  }
  for (const { name } of fragments.values())
    claim(types, `${name.value}Fragment`, `the fragment ${name.value}`, placeText(name));
  for (const operation of operations) {
    const { name, operation: kind } = operation;
    const { result, variables, connections } = typeNames(operation);
    claim(types, result, `the result of ${kind} ${name.value}`, placeText(name));
    claim(types, variables, `the variables of ${kind} ${name.value}`, placeText(name));
    claim(types, connections, `the lists of ${kind} ${name.value}`, placeText(name));
    claim(values, name.value, `the ${kind} ${name.value}`, placeText(name));
    if (reservedWords.has(name.value))
      problems.push(
        `${placeText(name)}: ${name.value} is a reserved word in JavaScript and cannot name a constant. Rename it.`,
      );
  }
  refuse('These names collide in the output', problems);
  return new Set([...values.keys(), ...types.keys(), ...typeWords]);
}
