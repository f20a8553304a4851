import {
  buildASTSchema,
  type GraphQLEnumType,
  type GraphQLSchema,
  isEnumType,
  Kind,
  parse,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';

/** A schema with separate types for enums in results, and the TypeScript types of these. */
export interface OpenSchema {
  readonly schema: GraphQLSchema;
  readonly scalars: Readonly<Record<string, string>>;
}

/**
 * The same schema, but each enum in a result is a separate scalar, printed as `Color | (string & {})`: results accept values
 * that the service adds later, while inputs accept only the values known today. The generator uses one name for an enum
 * everywhere, so the two uses are separated before it runs.
 */
export function openEnums(schema: GraphQLSchema): OpenSchema {
  const scalars: Record<string, string> = {};
  const open = (node: TypeNode): TypeNode => {
    if (node.kind === Kind.NON_NULL_TYPE) {
      const type = open(node.type);
      return type.kind === Kind.NON_NULL_TYPE ? type : { ...node, type };
    }
    if (node.kind === Kind.LIST_TYPE) return { ...node, type: open(node.type) };
    if (!isEnumType(schema.getType(node.name.value))) return node;
    const value = `${node.name.value}__open`;
    scalars[value] = `${node.name.value} | (string & {})`;
    return { ...node, name: { kind: Kind.NAME, value } };
  };
  const document = visit(parse(printSchema(schema), { noLocation: true }), {
    FieldDefinition: (node) => ({ ...node, type: open(node.type) }),
  });
  const added = Object.keys(scalars).map((value) => ({
    kind: Kind.SCALAR_TYPE_DEFINITION as const,
    name: { kind: Kind.NAME as const, value },
  }));
  return {
    schema: buildASTSchema(
      { ...document, definitions: [...document.definitions, ...added] },
      { assumeValid: true, assumeValidSDL: true },
    ),
    scalars,
  };
}

/** The declaration of an enum, as the generator writes it, for enums that it omits because only results use them. */
export function declareEnum(type: GraphQLEnumType): string {
  const values = type.getValues().map(({ name, description }) => `${comment(description, '  ')}\n  | '${name}'`);
  return `${comment(type.description, '')}\nexport type ${type.name} =${values.join('')};`.trimStart();
}

function comment(text: string | null | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `\n${indent}/** ${lines[0]} */`;
  return `\n${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */`;
}
