import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  specifiedScalarTypes,
  type TypeNode,
} from 'graphql';
import { fragmentsByName } from '../../../src/graphql/fragments.ts';
import { usedPart } from '../../../src/graphql/selections/used-part.ts';

const specified = new Set(specifiedScalarTypes.map(({ name }) => name));

/**
 * The part of a large schema around some operations: the elements in use, whole inputs, and a few other fields. Edits of this part hit the
 * used elements far more often than edits of the whole schema.
 */
export function reduceSchema(document: DocumentNode, schema: GraphQLSchema, operations: DocumentNode): DocumentNode {
  const fragments = fragmentsByName(operations.definitions);
  const nodes = operations.definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION);
  const used = usedPart(
    schema,
    nodes.map((node) => ({ node, fragments })),
  );
  const isKept = (name: string): boolean => specified.has(name) || used.has(name);
  const fieldsOf = (name: string): ReadonlySet<string> => {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type)) return new Set();
    const fields = Object.values(type.getFields());
    const own = fields.filter((field) => used.has(`${name}.${field.name}`));
    const leaves = fields.map((field) => [field, getNamedType(field.type)] as const);
    const others = leaves.filter(([, leaf]) => !isCompositeType(leaf) && isKept(leaf.name)).map(([field]) => field);
    const inherited = type.getInterfaces().flatMap((it) => (used.has(it.name) ? [...fieldsOf(it.name)] : []));
    const more = isObjectType(type) ? 3 : own.length === 0 ? 1 : 0;
    return new Set([...[...own, ...others.slice(0, more)].map((field) => field.name), ...inherited]);
  };
  const definitions = document.definitions.flatMap((node): DefinitionNode[] => {
    if (node.kind === Kind.DIRECTIVE_DEFINITION || node.kind === Kind.SCHEMA_DEFINITION) return [node];
    if (!('name' in node) || node.name === undefined || !used.has(node.name.value)) return [];
    if (node.kind === Kind.UNION_TYPE_DEFINITION)
      return [{ ...node, types: (node.types ?? []).filter((type) => used.has(type.name.value)) }];
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return [node];
    const names = fieldsOf(node.name.value);
    const fields = (node.fields ?? [])
      .filter((field) => names.has(field.name.value))
      .map((field) => ({ ...field, arguments: (field.arguments ?? []).filter((it) => isKept(innermost(it.type))) }));
    const interfaces = (node.interfaces ?? []).filter((it) => used.has(it.name.value));
    return [{ ...node, fields: [...new Map(fields.map((field) => [field.name.value, field])).values()], interfaces }];
  });
  return { ...document, definitions };
}

function innermost(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : innermost(type.type);
}
