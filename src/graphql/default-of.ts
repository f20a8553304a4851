import {
  astFromValue,
  type ConstValueNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLScalarType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
  print,
  valueFromAST,
} from 'graphql';
import { isRecord } from '../base/is-record.ts';

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
  return value === undefined ? undefined : literalOf(value, input.type);
}

/** A value as a literal, as graphql 16 prints it; without a type, as a custom scalar takes it. */
export function literalOf(value: unknown, type?: GraphQLInputType): string {
  if (value === null || value === undefined) return 'null';
  if (type && isNonNullType(type)) return literalOf(value, type.ofType);
  const item = type && isListType(type) ? type.ofType : undefined;
  if (item !== undefined && !Array.isArray(value)) return literalOf(value, item);
  if (Array.isArray(value)) return `[${value.map((each) => literalOf(each, item)).join(', ')}]`;
  if (isRecord(value)) {
    // A snapshot sorts the fields of types, and so those of a default: the order of a type decides, not that of the value.
    const fields = isInputObjectType(type) ? type.getFields() : undefined;
    const texts = Object.keys(fields ?? value).flatMap((name) => {
      const field = fields?.[name];
      // graphql 16 has filled in the defaults of fields, 17 has not.
      const each = value[name] === undefined && field ? defaultOf(field) : value[name];
      return each === undefined ? [] : [`${name}: ${literalOf(each, field?.type)}`];
    });
    return `{${texts.join(', ')}}`;
  }
  const node = type && !isCustomScalar(type) ? astFromValue(value, type) : undefined;
  return node ? print(node) : JSON.stringify(value);
}

/** Whether a type is a scalar of the schema's own. */
export function isCustomScalar(type: unknown): type is GraphQLScalarType {
  return isScalarType(type) && !isSpecifiedScalarType(type);
}
