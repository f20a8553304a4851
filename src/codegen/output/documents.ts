import { type DocumentNode, type FragmentDefinitionNode, Kind, print, type SelectionSetNode, visit } from 'graphql';
import type { SelectionContext } from '../../graphql/merge-fields.ts';
import type { ConnectionInfo } from '../../index.ts';
import { type Connection, findConnections } from './connections.ts';
import type { Definitions, NamedOperation } from './definitions.ts';
import { typeNames } from './names.ts';
import type { OutputOptions } from './output-options.ts';

/** The value part of the output: one exported constant per operation. */
export function printDocuments(
  context: SelectionContext,
  definitions: Definitions,
  { documents = 'string' }: OutputOptions,
): string {
  const print = documents === 'ast' ? printTree : printOperation;
  return definitions.operations.map((operation) => print(context, operation)).join('\n\n');
}

function printOperation(context: SelectionContext, operation: NamedOperation): string {
  const name = operation.name.value;
  const { result, variables, connections: nodes } = typeNames(operation);
  const connections = findConnections(context, operation, result);
  // The arguments stand on both sides: on the left for declarations without a compiler, on the right to save it inferring.
  const types = [result, variables, ...(connections.size > 0 ? [nodes] : [])].join(', ');
  const text = print(documentOf(context, operation));
  return `${printNodeTypes(operation, nodes, connections)}${comment(operation)}export const ${name}: TypedOperation<${types}> =
  new TypedOperation<${types}>(
    \`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\`,
    ${printAbout(operation, connections).replaceAll('\n', '\n  ')},
  );`;
}

function printNodeTypes({ name }: NamedOperation, type: string, connections: ReadonlyMap<string, Connection>): string {
  if (connections.size === 0) return '';
  const members = [...connections].map(([path, { nodeType }]) => `  '${path}': ${nodeType};\n`).join('');
  return `/** The nodes of the lists that ${name.value} can page through. */\nexport type ${type} = {\n${members}};\n\n`;
}

function printAbout({ name, operation }: NamedOperation, connections: ReadonlyMap<string, Connection>): string {
  const about = `name: '${name.value}', kind: '${operation}', connections: {`;
  if (connections.size === 0) return `{ ${about}} }`;
  const entries = [...connections].map(([path, { info }]) => `      '${path}': ${printInfo(info)},\n`);
  return `{\n    ${about.replaceAll(', ', ',\n    ')}\n${entries.join('')}    },\n  }`;
}

function printInfo({ path, items, direction, pageInfo, cursorVariable }: ConnectionInfo): string {
  const page = `{ key: '${pageInfo.key}', hasMore: '${pageInfo.hasMore}', cursor: '${pageInfo.cursor}' }`;
  const lines = [
    `path: [${path.map(quote).join(', ')}],`,
    `items: [${items.map(quote).join(', ')}],`,
    `direction: '${direction}',`,
    `pageInfo: ${page},`,
    `cursorVariable: '${cursorVariable}',`,
  ];
  return `{\n        ${lines.join('\n        ')}\n      }`;
}

function printTree(context: SelectionContext, operation: NamedOperation): string {
  const { result, variables } = typeNames(operation);
  const tree = JSON.stringify(documentOf(context, operation));
  const type = `TypedDocumentNode<${result}, ${variables}>`;
  return `${comment(operation)}export const ${operation.name.value} = ${tree} as unknown as ${type};`;
}

function quote(text: string): string {
  return `'${text}'`;
}

function comment({ description }: NamedOperation): string {
  return description ? `/** ${description.value.replaceAll('*/', '*\\/').split('\n').join('\n * ')} */\n` : '';
}

/**
 * The operation with exactly the fragments it uses, each once, in the order of first use. Descriptions are for readers of
 * the source: a server may not know them yet.
 */
function documentOf({ fragments }: SelectionContext, operation: NamedOperation): DocumentNode {
  const used = new Map<string, FragmentDefinitionNode>();
  const collect = (selectionSet: SelectionSetNode): void =>
    void visit(selectionSet, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(name.value)) return;
        used.set(name.value, fragment);
        collect(fragment.selectionSet);
      },
    });
  collect(operation.selectionSet);
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...used.values()] };
  return visit(document, {
    enter: (node) => {
      const { loc, ...rest } = node;
      return 'description' in rest ? { ...rest, description: undefined } : rest;
    },
  });
}
