import {
  type FieldDefinitionNode,
  GraphQLSchema,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  isIntrospectionType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  type ObjectTypeDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  printSchema,
  printType,
  stripIgnoredCharacters,
  visit,
} from 'graphql';
import { reachedFragments } from '../../graphql/fragments.ts';
import type { SelectionContext } from '../../graphql/selections/collect-fields.ts';
import { usedPart } from '../../graphql/selections/used-part.ts';
import type { NamedOperation } from './definitions.ts';

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
