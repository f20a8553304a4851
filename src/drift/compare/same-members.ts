import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { defaultOf } from '../../graphql/default-of.ts';
import { type Field, fieldsOf } from '../../graphql/fields.ts';

type Member = { readonly name: string; readonly deprecationReason?: string | null | undefined };

/** Whether the members of a type are the same in two schemas, descriptions apart: then they need no comparison one by one. */
export function hasSameMembers(one: GraphQLNamedType, other: GraphQLNamedType): boolean {
  if (isEnumType(one) && isEnumType(other)) return areSame(one.getValues(), other.getValues(), () => true);
  if (isInputObjectType(one) && isInputObjectType(other))
    return areSame(Object.values(one.getFields()), Object.values(other.getFields()), isSameInput);
  return areSame(fieldsOf(one), fieldsOf(other), isSameField);
}

/** Whether two lists hold the same in any order. */
function areSame<Item extends Member>(
  some: readonly Item[],
  others: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean {
  if (some.length !== others.length) return false;
  return some.every((one, at) => {
    const other = others[at]?.name === one.name ? others[at] : others.find(({ name }) => name === one.name);
    return (
      other !== undefined && (one.deprecationReason ?? null) === (other.deprecationReason ?? null) && isSame(one, other)
    );
  });
}

function isSameField(one: Field, other: Field): boolean {
  return isSameType(one.type, other.type) && areSame(one.args, other.args, isSameInput);
}

function isSameInput(one: GraphQLArgument | GraphQLInputField, other: GraphQLArgument | GraphQLInputField): boolean {
  if (!isSameType(one.type, other.type)) return false;
  const hasNone = defaultOf(one) === undefined && defaultOf(other) === undefined;
  return hasNone || comparableDefault(one) === comparableDefault(other);
}

/** Whether two types are written alike. */
function isSameType(one: GraphQLType, other: GraphQLType): boolean {
  if (one.constructor !== other.constructor) return false;
  if ('ofType' in one) return 'ofType' in other && isSameType(one.ofType, other.ofType);
  return 'name' in other && one.name === other.name;
}

/** A default value as text, independent of the order of its fields; undefined without a default. */
export function comparableDefault(input: GraphQLArgument | GraphQLInputField): string | undefined {
  return JSON.stringify(sorted(defaultOf(input)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, sorted(it)]),
  );
}
