import { isEnumType } from 'graphql';
import { placeText, refuse } from '../../graphql/place.ts';
import type { Definitions, NamedOperation } from './definitions.ts';
import type { DeclaredType } from './used-schema.ts';

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

export function isWord(name: string): boolean {
  return typeWords.has(name);
}

/** @throws {OperationsError} if a name would have two meanings. */
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
  return new Set([...values.keys(), ...types.keys()]);
}
