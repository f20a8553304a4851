import { type ASTNode, type GraphQLEnumType, type GraphQLInputObjectType, isEnumType } from 'graphql';
import { refuse } from '../../graphql/operations-error.ts';
import { placeText } from '../../graphql/place.ts';
import type { Definitions, NamedOperation } from './definitions.ts';

/** The type names of one operation: of its result, of its variables, and of the nodes of its lists. */
export function typeNames({ name, operation }: NamedOperation): {
  readonly result: string;
  readonly variables: string;
  readonly connections: string;
} {
  const result = `${name.value}${operation === 'mutation' ? 'Mutation' : 'Query'}`;
  return { result, variables: `${result}Variables`, connections: `${name.value}Connections` };
}

/** Names that the output file itself declares or uses. */
const ownNames = ['Array', 'Member', 'NonNullable', 'Record', 'TypedDocumentNode', 'TypedOperation'];

/** Names that a constant in a strict module cannot have. */
const reservedWords = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

interface Claim {
  readonly what: string;
  readonly place: string;
}

/**
 * Checks that every name in the output has one meaning.
 *
 * @throws {OperationsError} with both places of every name that does not.
 */
export function refuseCollisions(
  { operations, fragments }: Definitions,
  schemaTypes: readonly (GraphQLEnumType | GraphQLInputObjectType)[],
): void {
  const types = new Map<string, Claim>(
    ownNames.map((name) => [name, { what: 'the output itself', place: 'the output' }]),
  );
  const values = new Map<string, Claim>([['TypedOperation', { what: 'the imported class', place: 'the output' }]]);
  const problems: string[] = [];
  const claim = (names: Map<string, Claim>, name: string, what: string, place: string): void => {
    const other = names.get(name);
    if (other)
      problems.push(`${place}: ${name} would name ${what} and ${other.what} (${other.place}). Rename one of them.`);
    else names.set(name, { what, place });
  };
  const at = (node: ASTNode): string => placeText(node);
  for (const type of schemaTypes) {
    claim(types, type.name, `the ${isEnumType(type) ? 'enum' : 'input'} ${type.name}`, 'the schema');
  }
  for (const { name } of fragments.values())
    claim(types, `${name.value}Fragment`, `the fragment ${name.value}`, at(name));
  for (const operation of operations) {
    const { name, operation: kind } = operation;
    const { result, variables, connections } = typeNames(operation);
    claim(types, result, `the result of ${kind} ${name.value}`, at(name));
    claim(types, variables, `the variables of ${kind} ${name.value}`, at(name));
    claim(types, connections, `the lists of ${kind} ${name.value}`, at(name));
    claim(values, name.value, `the ${kind} ${name.value}`, at(name));
    if (reservedWords.has(name.value))
      problems.push(
        `${at(name)}: ${name.value} is a reserved word in JavaScript and cannot name a constant. Rename it.`,
      );
  }
  refuse('These names collide in the output', problems);
}
