import {
  type DocumentNode,
  type FieldDefinitionNode,
  GraphQLSchema,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  isIntrospectionType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  Kind,
  type ObjectTypeDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  printSchema,
  printType,
  stripIgnoredCharacters,
  TokenKind,
  visit,
} from 'graphql';
import { reachedFragments } from '../../graphql/fragments.ts';
import { placeOf } from '../../graphql/place.ts';
import type { SelectionContext } from '../../graphql/selections/collect-fields.ts';
import { usedPart } from '../../graphql/selections/used-part.ts';
import type { ConnectionInfo } from '../../index.ts';
import { type NamedOperation, type SelectedOperation, typeNames } from './definitions.ts';
import type { OutputForm, OutputOptions } from './output.ts';
import { docComment } from './print-types.ts';
import { findConnections, type SelectedConnection } from './selected-connections.ts';

export function printConstant(
  context: SelectionContext,
  { operation, selection }: SelectedOperation,
  options: OutputOptions,
  form: OutputForm,
): string {
  if (options.documents === 'ast') return printTree(context, operation, form);
  const { result, variables, connections: nodes } = typeNames(operation);
  const connections = findConnections(selection, result);
  // The type is on the left for isolated declarations, and on the right because inference is slow.
  const type = `TypedOperation<${[result, variables, ...(connections.size > 0 ? [nodes] : [])].join(', ')}>`;
  const document = documentOf(context, operation);
  const about = [`name: '${operation.name.value}'`, `kind: '${operation.operation}'`];
  if (options.origins) about.push(`origin: ${printOrigin(operation, options)}`);
  const made = form === 'typescript' ? type : 'TypedOperation';
  const value = `\n  new ${made}(\n    ${templateOf(print(document))},\n    ${printAbout(about, connections).replaceAll('\n', '\n  ')},\n  )`;
  const isTyped = form === 'typescript' || form === 'declarations';
  return `${isTyped ? printNodeTypes(operation, nodes, connections) : ''}${constant(operation, form, type, value)}`;
}

function constant(operation: NamedOperation, form: OutputForm, type: string, value: string): string {
  const name = operation.name.value;
  const text: Readonly<Record<OutputForm, string>> = {
    typescript: `export const ${name}: ${type} =${value};`,
    declarations: `export declare const ${name}: ${type};`,
    module: `export const ${name} =${value};`,
    commonjs: `exports.${name} =${value};`,
  };
  return `${comment(operation)}${text[form]}`;
}

function printNodeTypes(
  { name }: NamedOperation,
  type: string,
  connections: ReadonlyMap<string, SelectedConnection>,
): string {
  if (connections.size === 0) return '';
  const members = [...connections].map(([path, { nodeType }]) => `  '${path}': ${nodeType};\n`).join('');
  return `/** The nodes of the lists that ${name.value} can page through. */\nexport type ${type} = {\n${members}};\n\n`;
}

function printAbout(about: readonly string[], connections: ReadonlyMap<string, SelectedConnection>): string {
  if (connections.size === 0) return `{ ${[...about, 'connections: {}'].join(', ')} }`;
  const entries = [...connections].map(([path, { info }]) => `      '${path}': ${printInfo(info)},\n`);
  return `{\n    ${[...about, 'connections: {'].join(',\n    ')}\n${entries.join('')}    },\n  }`;
}

/** The constant that all origins share. No operation can have its name. */
export function printOriginSchema(context: SelectionContext, operations: readonly NamedOperation[]): string {
  return `const $schema =\n  ${templateOf(printUsed(context, operations))};`;
}

function printOrigin(operation: NamedOperation, { openEnums = false }: OutputOptions): string {
  const file = placeOf(operation).file.replace(/[\\']/g, '\\$&');
  return `{ file: '${file}', schema: $schema${openEnums ? ', openEnums: true' : ''} }`;
}

function templateOf(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``;
}

function printInfo({ path, items, direction, pageInfo, cursorVariable, sizeVariable }: ConnectionInfo): string {
  const page = `{ key: '${pageInfo.key}', hasMore: '${pageInfo.hasMore}', cursor: '${pageInfo.cursor}' }`;
  const lines = [
    `path: [${path.map(quote).join(', ')}],`,
    `items: [${items.map(quote).join(', ')}],`,
    `direction: '${direction}',`,
    `pageInfo: ${page},`,
    `cursorVariable: '${cursorVariable}',`,
    ...(sizeVariable ? [`sizeVariable: [${sizeVariable.map(quote).join(', ')}],`] : []),
  ];
  return `{\n        ${lines.join('\n        ')}\n      }`;
}

function printTree(context: SelectionContext, operation: NamedOperation, form: OutputForm): string {
  const { result, variables } = typeNames(operation);
  const tree = JSON.stringify(documentOf(context, operation), withoutEmptyLists);
  const type = `TypedDocumentNode<${result}, ${variables}>`;
  if (form !== 'typescript') return constant(operation, form, type, ` ${tree}`);
  return `${comment(operation)}export const ${operation.name.value} = ${tree} as unknown as ${type};`;
}

/** Removes the empty lists that only graphql 16 parses. A list value may be empty. */
function withoutEmptyLists(key: string, value: unknown): unknown {
  const isOptional = key === 'arguments' || key === 'directives' || key === 'variableDefinitions';
  return isOptional && Array.isArray(value) && value.length === 0 ? undefined : value;
}

function quote(text: string): string {
  return `'${text}'`;
}

/** The description of an operation, or the comment directly above it. */
function comment({ description, loc }: NamedOperation): string {
  if (description) return docComment({ description: description.value });
  const lines: string[] = [];
  let line = loc?.startToken.line ?? 0;
  for (let token = loc?.startToken.prev; token?.kind === TokenKind.COMMENT && token.line === --line; token = token.prev)
    lines.unshift(token.value.replace(/^ /, ''));
  return docComment({ description: lines.join('\n') });
}

/** The operation with its fragments, without descriptions, which a server may not support yet. */
function documentOf({ fragments }: SelectionContext, operation: NamedOperation): DocumentNode {
  const definitions = [operation, ...reachedFragments(operation, (name) => fragments.get(name)).values()];
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  return visit(document, {
    enter: (node) => {
      const { loc, ...rest } = node;
      return 'description' in rest ? { ...rest, description: undefined } : rest;
    },
  });
}

/** The minified SDL of the part of a schema that operations use. */
export function printUsed({ schema, fragments }: SelectionContext, operations: readonly NamedOperation[]): string {
  const used = usedPart(
    schema,
    operations.map((node) => ({ node, fragments: reachedFragments(node, (name) => fragments.get(name)) })),
  );
  const roots = Object.values(OperationTypeNode).flatMap((kind) => {
    const name = schema.getRootType(kind)?.name;
    return name !== undefined && used.has(name) ? `${kind}: ${name}` : [];
  });
  const directives = schema.getDirectives().filter((it) => used.has(`@${it.name}`) && !isSpecifiedDirective(it));
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => used.has(type.name) && !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const whole = [
    ...(roots.length > 0 ? [`schema { ${roots.join(' ')} }`] : []),
    printSchema(new GraphQLSchema({ directives })),
    ...types.map((type) => printType(type)),
  ].join('\n');
  return stripIgnoredCharacters(print(partOf(parse(whole, { noLocation: true }), used)));
}

type Members = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;
type Given = { readonly arguments?: readonly InputValueDefinitionNode[] };

/** Removes unused fields, arguments, interfaces and union members, and all descriptions. */
function partOf<Document extends ReturnType<typeof parse>>(document: Document, used: ReadonlySet<string>): Document {
  const isUsed = ({ name }: { readonly name: { readonly value: string } }): boolean => used.has(name.value);
  const withArguments = <Node extends Given>(node: Node, owner: string): Node => ({
    ...node,
    arguments: node.arguments?.filter(({ name }) => used.has(`${owner}(${name.value}:)`)),
  });
  const members = <Node extends Members>(node: Node): Node => ({
    ...node,
    interfaces: node.interfaces?.filter(isUsed),
    fields: node.fields?.flatMap((field: FieldDefinitionNode) => {
      const coordinate = `${node.name.value}.${field.name.value}`;
      return used.has(coordinate) ? [withArguments(field, coordinate)] : [];
    }),
  });
  return visit(document, {
    ObjectTypeDefinition: members,
    InterfaceTypeDefinition: members,
    UnionTypeDefinition: (node) => ({ ...node, types: node.types?.filter(isUsed) }),
    DirectiveDefinition: (node) => withArguments(node, `@${node.name.value}`),
    StringValue: (_node, key) => (key === 'description' ? null : undefined),
  });
}
