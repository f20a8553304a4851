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

/** A schema whose results hold other types than its inputs do, and what those types are in TypeScript. */
export interface OpenSchema {
  readonly schema: GraphQLSchema;
  readonly scalars: Readonly<Record<string, string>>;
}

/**
 * The same schema as far as types go, but each enum in a result is a scalar of its own, printed as `Color | (string & {})`:
 * a value that the service adds later is no lie, while an input still takes only values known today. The generator has one
 * name for an enum, wherever it stands, so the two places are told apart before it sees them.
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
    schema: buildASTSchema({ ...document, definitions: [...document.definitions, ...added] }, { assumeValidSDL: true }),
    scalars,
  };
}

/** An enum's declaration, as the generator writes it, for those it leaves out because only results hold them. */
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
