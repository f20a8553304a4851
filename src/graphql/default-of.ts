import { type ConstValueNode, type GraphQLArgument, type GraphQLInputField, valueFromAST } from 'graphql';

/** The default of an argument or input field, undefined without one. graphql 16 keeps its value, 17 what the schema says. */
export function defaultOf(input: GraphQLArgument | GraphQLInputField): unknown {
  const { default: given } = input as {
    readonly default?: { readonly value?: unknown; readonly literal?: ConstValueNode };
  };
  if (given === undefined) return input.defaultValue;
  return given.literal ? valueFromAST(given.literal, input.type) : given.value;
}
