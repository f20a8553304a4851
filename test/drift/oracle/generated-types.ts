import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import ts from 'typescript';
import type { NamedOperation } from '../../../src/codegen/output/definitions.ts';
import { printTypes } from '../../../src/codegen/output/generate-file.ts';
import type { OutputOptions } from '../../../src/codegen/output/output.ts';
import { declareType } from '../../../src/codegen/output/print-types.ts';
import { readUsedSchema } from '../../../src/codegen/output/used-schema.ts';
import { readSelection } from '../../../src/graphql/selections/read-selection.ts';

/** The generated types of each operation, in a form that is equal for equal types, whatever their names or order. */
export type GeneratedTypes = ReadonlyMap<string, string>;

/** Generates the types of valid operations and parses them. */
export function generatedTypes(schema: GraphQLSchema, document: DocumentNode): GeneratedTypes {
  const operations = namedOperations(document);
  return readTypes(declarationsOf(schema, document, { output: 'generated.ts' }), operations);
}

/** The generated types of results, variables and the schema. */
export function declarationsOf(schema: GraphQLSchema, document: DocumentNode, options: OutputOptions): string {
  const fragments = new Map(
    document.definitions.flatMap((it) => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it] as const] : [])),
  );
  const context = { schema, fragments };
  const operations = namedOperations(document).map((operation) => {
    return { operation, selection: readSelection(context, operation) };
  });
  const { declared } = readUsedSchema(schema, document);
  return [...printTypes(context, operations, options), ...declared.map((it) => declareType(it, options))].join('\n\n');
}

function namedOperations(document: DocumentNode): readonly NamedOperation[] {
  const isNamed = (it: OperationDefinitionNode): it is NamedOperation => it.name !== undefined;
  return document.definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION).filter(isNamed);
}

/** Parses the types of operations in generated code. */
export function readTypes(declarations: string, operations: readonly OperationDefinitionNode[]): GeneratedTypes {
  const aliases = readAliases(declarations);
  return new Map(
    operations.map((operation) => {
      const name = typeName(operation);
      return [operation.name?.value ?? '', `${canonical(aliases, name)} ⇐ ${canonical(aliases, `${name}Variables`)}`];
    }),
  );
}

function typeName({ name, operation }: OperationDefinitionNode): string {
  return `${name?.value}${operation[0]?.toUpperCase()}${operation.slice(1)}`;
}

type Aliases = ReadonlyMap<string, ts.TypeNode>;

function readAliases(text: string): Aliases {
  const file = ts.createSourceFile('generated.ts', text, ts.ScriptTarget.Latest);
  return new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).map((declaration) => [declaration.name.text, declaration.type]),
  );
}

function canonical(aliases: Aliases, name: string): string {
  const type = aliases.get(name);
  if (type === undefined) throw new Error(`The generator wrote no type ${name}.`);
  return print(read(aliases, type, [name]));
}

/** A type in canonical form: unions as sets, intersections of objects merged, names resolved. */
type Shape = string | { readonly union: readonly string[] } | { readonly members: ReadonlyMap<string, Member> };
interface Member {
  readonly optional: boolean;
  readonly type: string;
}

function print(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if ('union' in shape) return `(${shape.union.join(' | ')})`;
  const members = [...shape.members].map(([key, { optional, type }]) => `${key}${optional ? '?' : ''}: ${type}`);
  return `{ ${members.sort().join('; ')} }`;
}

function read(aliases: Aliases, node: ts.TypeNode, stack: readonly string[]): Shape {
  const inner = (type: ts.TypeNode): string => print(read(aliases, type, stack));
  if (ts.isParenthesizedTypeNode(node)) return read(aliases, node.type, stack);
  if (ts.isUnionTypeNode(node)) return union(node.types.map((type) => read(aliases, type, stack)));
  if (ts.isIntersectionTypeNode(node)) return merge(node.types.map((type) => read(aliases, type, stack)));
  if (ts.isTypeLiteralNode(node)) {
    const members = node.members.filter(ts.isPropertySignature).map((it): [string, Member] => {
      if (it.type === undefined || !(ts.isIdentifier(it.name) || ts.isStringLiteral(it.name)))
        throw new Error('A member has no readable name or type.');
      return [it.name.text, { optional: it.questionToken !== undefined, type: inner(it.type) }];
    });
    return distribute(new Map(members));
  }
  if (ts.isLiteralTypeNode(node)) {
    if (ts.isStringLiteral(node.literal)) return `'${node.literal.text}'`;
    if (node.literal.kind === ts.SyntaxKind.NullKeyword) return 'null';
  }
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
    const [argument] = node.typeArguments ?? [];
    const name = node.typeName.text;
    if (name === 'Exact' && argument) return read(aliases, argument, stack);
    if ((name === 'Array' || name === 'ReadonlyArray') && argument) return `[${inner(argument)}]`;
    if (name === 'Record') return '{  }';
    const depth = stack.indexOf(name);
    // A recursive type is identified by its distance upward, whatever its name.
    if (depth >= 0) return `^${stack.length - depth}`;
    const alias = aliases.get(name);
    if (alias) return read(aliases, alias, [...stack, name]);
  }
  const keyword = ts.tokenToString(node.kind);
  if (keyword !== undefined) return keyword;
  throw new Error(`The generator wrote a type that this test does not know: ${ts.SyntaxKind[node.kind]}.`);
}

function union(shapes: readonly Shape[]): Shape {
  const parts = shapes.flatMap((shape) =>
    typeof shape === 'object' && 'union' in shape ? shape.union : [print(shape)],
  );
  const distinct = [...new Set(parts)].sort();
  const [first] = distinct;
  if (distinct.includes('unknown')) return 'unknown';
  return distinct.length === 1 && first !== undefined ? first : { union: distinct };
}

/** `{ __typename: 'A' | 'B', … }` equals one object for A and one for B. */
function distribute(members: ReadonlyMap<string, Member>): Shape {
  const typename = members.get('__typename');
  if (typename === undefined || typename.optional || !typename.type.startsWith('(')) return { members };
  const names = typename.type.slice(1, -1).split(' | ');
  return union(names.map((type) => ({ members: new Map(members).set('__typename', { optional: false, type }) })));
}

function merge(shapes: readonly Shape[]): Shape {
  const merged = new Map<string, Member>();
  for (const shape of shapes) {
    if (typeof shape !== 'object' || !('members' in shape)) throw new Error('An intersection of other than objects.');
    for (const [key, member] of shape.members) {
      const known = merged.get(key);
      if (known !== undefined && known.type !== member.type)
        throw new Error(`Two types for ${key} in an intersection.`);
      merged.set(key, { type: member.type, optional: member.optional && (known?.optional ?? true) });
    }
  }
  return { members: merged };
}
