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

/** The default value of an argument or input field; undefined without one. graphql 16 keeps the value, 17 the literal. */
export function defaultOf(input: GraphQLArgument | GraphQLInputField): unknown {
  const { default: declared } = input as {
    readonly default?: { readonly value?: unknown; readonly literal?: ConstValueNode };
  };
  if (declared === undefined) return input.defaultValue;
  return declared.literal ? valueFromAST(declared.literal, input.type) : declared.value;
}

/** The default value as a literal, equal in both versions of graphql; undefined without one. */
export function defaultText(input: GraphQLArgument | GraphQLInputField): string | undefined {
  const value = defaultOf(input);
  return value === undefined ? undefined : literalOf(value, input.type);
}

/** A value as a GraphQL literal. Without a type, the value is one of a custom scalar. */
export function literalOf(value: unknown, type?: GraphQLInputType): string {
  if (value === null || value === undefined) return 'null';
  if (type && isNonNullType(type)) return literalOf(value, type.ofType);
  const item = type && isListType(type) ? type.ofType : undefined;
  if (item !== undefined && !Array.isArray(value)) return literalOf(value, item);
  if (Array.isArray(value)) return `[${value.map((each) => literalOf(each, item)).join(', ')}]`;
  if (isRecord(value)) {
    // A sorted snapshot sorts the fields of a default too, so the order of the type decides.
    const fields = isInputObjectType(type) ? type.getFields() : undefined;
    const texts = Object.keys(fields ?? value).flatMap((name) => {
      const field = fields?.[name];
      const each = value[name] === undefined && field ? defaultOf(field) : value[name];
      return each === undefined ? [] : [`${name}: ${literalOf(each, field?.type)}`];
    });
    return `{${texts.join(', ')}}`;
  }
  const node = type && !isCustomScalar(type) ? astFromValue(value, type) : undefined;
  return node ? print(node) : JSON.stringify(value);
}

export function isCustomScalar(type: unknown): type is GraphQLScalarType {
  return isScalarType(type) && !isSpecifiedScalarType(type);
}

/** TypeScript types by scalar name: one type, or one for variables and one for results. Other scalars are `unknown`. */
export type ScalarMap = Readonly<Record<string, string | { readonly input: string; readonly output: string }>>;

/** Where a type occurs: in variables (`input`) or in results (`output`). */
export type Position = 'input' | 'output';

export const builtIn: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
};

/** The TypeScript type of a scalar in the form of the option: a type, or `module#Name` for an import. */
export function mappedScalar(name: string, scalars: ScalarMap | undefined, position: Position): string {
  const mapped = scalars?.[name];
  return (typeof mapped === 'object' ? mapped[position] : mapped) ?? builtIn[name] ?? 'unknown';
}

/** Whether a TypeScript type already includes null. */
export function absorbsNull(type: unknown): boolean {
  return type === 'unknown' || type === 'any';
}
