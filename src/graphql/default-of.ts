import {
  astFromValue,
  type ConstValueNode,
  type GraphQLArgument,
  type GraphQLInputField,
  Kind,
  print,
  type ValueNode,
  valueFromAST,
} from 'graphql';

/** The default of an argument or input field, undefined without one. graphql 16 keeps its value, 17 what the schema says. */
export function defaultOf(input: GraphQLArgument | GraphQLInputField): unknown {
  const { default: declared } = input as {
    readonly default?: { readonly value?: unknown; readonly literal?: ConstValueNode };
  };
  if (declared === undefined) return input.defaultValue;
  return declared.literal ? valueFromAST(declared.literal, input.type) : declared.value;
}

/** The default as text, which is the same with either version; undefined without one. */
export function defaultText(input: GraphQLArgument | GraphQLInputField): string | undefined {
  const value = defaultOf(input);
  const node = value === undefined ? undefined : astFromValue(value, input.type);
  return node ? textOf(node) : undefined;
}

/** As graphql 16 prints it. */
function textOf(node: ValueNode): string {
  if (node.kind === Kind.LIST) return `[${node.values.map(textOf).join(', ')}]`;
  if (node.kind !== Kind.OBJECT) return print(node);
  return `{${node.fields.map(({ name, value }) => `${name.value}: ${textOf(value)}`).join(', ')}}`;
}
