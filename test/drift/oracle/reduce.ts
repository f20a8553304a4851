import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  TypeInfo,
  type TypeNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * The part of a large schema around some operations: the types that they name, the fields that they select and a few others, and whole
 * inputs. Edits of it hit the used elements far more often than edits of the whole schema.
 */
export function reduceSchema(document: DocumentNode, schema: GraphQLSchema, operations: DocumentNode): DocumentNode {
  const used = usedFields(schema, operations);
  const kept = new Set([...used.keys(), ...scalarsAndEnums(document)]);
  for (const [name] of used) keepInputs(schema, name, used, kept);
  for (const name of variableTypes(operations)) keepInput(schema, name, kept);
  const definitions = document.definitions.flatMap((node): DefinitionNode[] => {
    if (node.kind === Kind.DIRECTIVE_DEFINITION || node.kind === Kind.SCHEMA_DEFINITION) return [node];
    if (!('name' in node) || node.name === undefined || !kept.has(node.name.value)) return [];
    if (node.kind === Kind.UNION_TYPE_DEFINITION)
      return [{ ...node, types: (node.types ?? []).filter((type) => kept.has(type.name.value)) }];
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return [node];
    const type = schema.getType(node.name.value);
    const wanted = new Set(used.get(node.name.value));
    // Types must keep the fields of their interfaces.
    if (isObjectType(type) || isInterfaceType(type))
      for (const { name } of type.getInterfaces())
        if (kept.has(name)) for (const field of used.get(name) ?? []) wanted.add(field);
    const fields = (node.fields ?? [])
      .filter((field) => wanted.has(field.name.value))
      .map((it) => keepArguments(it, kept));
    const interfaces = (node.interfaces ?? []).filter(
      (it) => kept.has(it.name.value) && (used.get(it.name.value)?.size ?? 0) > 0,
    );
    return [{ ...node, fields: [...new Map(fields.map((field) => [field.name.value, field])).values()], interfaces }];
  });
  return withoutUnused({ ...document, definitions });
}

/** Removes unused scalars and enums. */
function withoutUnused(document: DocumentNode): DocumentNode {
  const referred = new Set<string>();
  visit(document, { NamedType: ({ name }) => void referred.add(name.value) });
  const leaves: readonly string[] = [Kind.SCALAR_TYPE_DEFINITION, Kind.ENUM_TYPE_DEFINITION];
  const definitions = document.definitions.filter(
    (it) => !leaves.includes(it.kind) || !('name' in it) || it.name === undefined || referred.has(it.name.value),
  );
  return { ...document, definitions };
}

function usedFields(schema: GraphQLSchema, operations: DocumentNode): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  const keep = (type: string, field?: string): void => {
    const fields = used.get(type) ?? new Set();
    used.set(type, fields);
    if (field !== undefined && !field.startsWith('__')) fields.add(field);
  };
  const info = new TypeInfo(schema);
  visit(
    operations,
    visitWithTypeInfo(info, {
      Field({ name }) {
        const parent = info.getParentType();
        if (parent != null) keep(parent.name, name.value);
        const type = getNamedType(info.getType());
        if (isCompositeType(type)) keep(type.name);
      },
      NamedType({ name }) {
        if (isCompositeType(schema.getType(name.value))) keep(name.value);
      },
    }),
  );
  // Types that are only referred to need fields, and abstract types need possible types.
  for (const name of [...used.keys()]) {
    const type = schema.getType(name);
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    if (possible.length > 0 && !possible.some((it) => used.has(it.name)))
      for (const it of possible.slice(0, 2)) keep(it.name);
  }
  for (const [name, fields] of used) {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const leaves = Object.values(type.getFields()).filter((field) => !isCompositeType(getNamedType(field.type)));
    if (isObjectType(type) || fields.size === 0)
      for (const { name: leaf } of leaves.slice(0, isObjectType(type) ? 3 : 1)) fields.add(leaf);
  }
  return used;
}

function scalarsAndEnums(document: DocumentNode): readonly string[] {
  const kinds: readonly string[] = [Kind.SCALAR_TYPE_DEFINITION, Kind.ENUM_TYPE_DEFINITION];
  return document.definitions.flatMap((it) =>
    kinds.includes(it.kind) && 'name' in it && it.name ? [it.name.value] : [],
  );
}

function variableTypes(operations: DocumentNode): Set<string> {
  const found = new Set<string>();
  visit(operations, { VariableDefinition: ({ type }) => void found.add(innermost(type)) });
  return found;
}

function keepInputs(
  schema: GraphQLSchema,
  name: string,
  used: ReadonlyMap<string, Set<string>>,
  kept: Set<string>,
): void {
  const type = schema.getType(name);
  if (!isObjectType(type) && !isInterfaceType(type)) return;
  for (const field of used.get(name) ?? [])
    for (const argument of type.getFields()[field]?.args ?? [])
      keepInput(schema, getNamedType(argument.type).name, kept);
}

function keepInput(schema: GraphQLSchema, name: string, kept: Set<string>): void {
  const type = schema.getType(name);
  if (kept.has(name) || !isInputObjectType(type)) return;
  kept.add(name);
  for (const field of Object.values(type.getFields())) keepInput(schema, getNamedType(field.type).name, kept);
}

const builtIn = new Set(['ID', 'String', 'Int', 'Float', 'Boolean']);

function keepArguments(field: FieldDefinitionNode, kept: ReadonlySet<string>): FieldDefinitionNode {
  const keeps = (type: TypeNode): boolean => builtIn.has(innermost(type)) || kept.has(innermost(type));
  return { ...field, arguments: (field.arguments ?? []).filter((it) => keeps(it.type)) };
}

function innermost(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : innermost(type.type);
}
