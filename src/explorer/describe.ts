import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { asConnection } from '../graphql/connection.ts';
import { defaultText } from '../graphql/default-of.ts';
import { type Described, type Field, fieldsOf } from '../graphql/fields.ts';
import type { LookedUp } from './lookup.ts';
import { firstPlaces, type Input, kindOf } from './show.ts';
import { usesOf } from './uses.ts';

/** A type, or a field with the types that its arguments take and that it returns, for a program to read. */
export function describe(schema: GraphQLSchema, { type, field, path }: LookedUp): object {
  if (field === undefined) return { ...typeOf(schema, type), usedBy: usesOf(schema, type) };
  const node = asConnection(field.type)?.node;
  const inputs = [...firstPlaces(field.args).keys()].map((input) => typeOf(schema, input));
  const returns = typeOf(schema, node ?? getNamedType(field.type));
  return { kind: 'field', of: type.name, path, ...fieldOfType(field), isPaged: node !== undefined, inputs, returns };
}

function typeOf(schema: GraphQLSchema, type: GraphQLNamedType): object {
  return {
    kind: kindOf(type),
    name: type.name,
    ...textsOf(type),
    ...(fieldsOf(type).length > 0 && { fields: fieldsOf(type).map(fieldOfType) }),
    ...(isInputObjectType(type) && { fields: Object.values(type.getFields()).map(inputOf) }),
    ...(isEnumType(type) && { values: type.getValues().map((value) => ({ name: value.name, ...textsOf(value) })) }),
    ...(isAbstractType(type) && { possibleTypes: schema.getPossibleTypes(type).map(({ name }) => name) }),
  };
}

function fieldOfType(field: Field): object {
  return { name: field.name, type: String(field.type), ...textsOf(field), arguments: field.args.map(inputOf) };
}

function inputOf(input: Input): object {
  return { name: input.name, type: String(input.type), default: defaultText(input), ...textsOf(input) };
}

function textsOf(element: Described): object {
  return { description: element.description ?? undefined, deprecated: element.deprecationReason ?? undefined };
}
