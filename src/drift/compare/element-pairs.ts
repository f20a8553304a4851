import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { elementParts, elementsIn, type SchemaElement } from '../../graphql/elements.ts';
import { type Field, fieldsOf } from '../../graphql/fields.ts';
import { defaultOf } from '../../graphql/values.ts';
import { comparableDefault } from './facts.ts';

type ElementPair = readonly [old: SchemaElement | undefined, live: SchemaElement | undefined];

/** The elements of the old schema, then the added ones. The members of a type follow it if only they differ. */
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
    if (one.kind === 'type' && other.kind === 'type' && areSame(membersOf(one.it), membersOf(other.it))) continue;
    addPairs(elementParts(one), elementParts(other), pairs);
  }
  for (const one of left.values()) pairs.push([undefined, one]);
}

type Member = Field | GraphQLArgument | GraphQLInputField | GraphQLEnumValue;

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues();
  return isInputObjectType(type) ? Object.values(type.getFields()) : fieldsOf(type);
}

function areSame(some: readonly Member[], others: readonly Member[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((one, at) => {
    const other = others[at]?.name === one.name ? others[at] : others.find(({ name }) => name === one.name);
    return other !== undefined && isSame(one, other);
  });
}

function isSame(one: Member, other: Member): boolean {
  if ((one.deprecationReason ?? null) !== (other.deprecationReason ?? null)) return false;
  if (!('type' in one && 'type' in other)) return true;
  if (!isSameType(one.type, other.type)) return false;
  if ('args' in one || 'args' in other) return 'args' in one && 'args' in other && areSame(one.args, other.args);
  const hasNone = defaultOf(one) === undefined && defaultOf(other) === undefined;
  return hasNone || comparableDefault(one) === comparableDefault(other);
}

function isSameType(one: GraphQLType, other: GraphQLType): boolean {
  if (one.constructor !== other.constructor) return false;
  if ('ofType' in one) return 'ofType' in other && isSameType(one.ofType, other.ofType);
  return 'name' in other && one.name === other.name;
}
