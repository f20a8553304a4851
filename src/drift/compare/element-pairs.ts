import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { defaultOf } from '../../graphql/default-of.ts';
import { elementParts, elementsIn, type SchemaElement } from '../../graphql/elements.ts';
import { type Field, fieldsOf } from '../../graphql/fields.ts';

type ElementPair = readonly [old: SchemaElement | undefined, live: SchemaElement | undefined];

/**
 * The elements of two schemas: those of the old schema in its order, then the added ones. The members of a type follow it if both
 * schemas have the type, of the same kind and with different members.
 */
export function elementPairs(old: GraphQLSchema, live: GraphQLSchema): readonly ElementPair[] {
  const pairs: ElementPair[] = [];
  addPairs(elementsIn(old), elementsIn(live), pairs);
  return pairs;
}

function addPairs(old: readonly SchemaElement[], live: readonly SchemaElement[], pairs: ElementPair[]): void {
  const left = new Map(live.map((it) => [it.coordinate, it]));
  for (const one of old) {
    const other = left.get(one.coordinate);
    left.delete(one.coordinate);
    pairs.push([one, other]);
    if (other === undefined || one.it.constructor !== other.it.constructor) continue;
    // Most types of two versions of a schema are equal.
    if (one.kind === 'type' && other.kind === 'type' && hasSameMembers(one.it, other.it)) continue;
    addPairs(elementParts(one), elementParts(other), pairs);
  }
  for (const one of left.values()) pairs.push([undefined, one]);
}

type Member = { readonly name: string; readonly deprecationReason?: string | null | undefined };

function hasSameMembers(one: GraphQLNamedType, other: GraphQLNamedType): boolean {
  if (isEnumType(one) && isEnumType(other)) return areSame(one.getValues(), other.getValues(), () => true);
  if (isInputObjectType(one) && isInputObjectType(other))
    return areSame(Object.values(one.getFields()), Object.values(other.getFields()), isSameInput);
  return areSame(fieldsOf(one), fieldsOf(other), isSameField);
}

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

function isSameType(one: GraphQLType, other: GraphQLType): boolean {
  if (one.constructor !== other.constructor) return false;
  if ('ofType' in one) return 'ofType' in other && isSameType(one.ofType, other.ofType);
  return 'name' in other && one.name === other.name;
}

/** The default value as text, whatever the order of its fields; undefined without a default. */
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
