import { type GraphQLObjectType, getNamedType, getNullableType, isAbstractType, isEnumType, isListType } from 'graphql';
import type { Field } from '../../graphql/fields.ts';
import { isFailure } from './failures.ts';
import type { Model } from './model.ts';
import { bare } from './names.ts';
import { Thing } from './thing.ts';

/** An unknown id, as an object of the schema's own error type. */
export function failureThing(type: GraphQLObjectType, owner: Thing, message: string, argument: string): Thing {
  const given: Record<string, () => unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const word = bare(field.name);
    const leaf = getNamedType(field.type);
    const isList = isListType(getNullableType(field.type));
    if (/^(?:message|error|reason|detail|details|description|title)$/.test(word) && !isList)
      given[field.name] = () => message;
    else if (/^(?:field|path|argument|property)$/.test(word) && leaf.name === 'String')
      given[field.name] = () => (isList ? [argument] : argument);
    else if (/^(?:code|type|kind|reason|errorcode)$/.test(word)) {
      const known = isEnumType(leaf)
        ? leaf.getValues().find(({ name }) => /NOT_?FOUND|UNKNOWN|MISSING|NOT_?EXIST/i.test(name))
        : undefined;
      if (known) given[field.name] = () => known.value;
      else if (leaf.name === 'String') given[field.name] = () => 'NOT_FOUND';
    }
  }
  return new Thing(type, { owner, path: 'failure', given });
}

/** The type in a union or interface result that says that an object was not found; undefined if there is none. */
export function failureMember(model: Model, field: Field): GraphQLObjectType | undefined {
  const type = getNamedType(field.type);
  if (!isAbstractType(type)) return undefined;
  const failures = model.schema
    .getPossibleTypes(type)
    .filter(isFailure)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  if (failures.length === model.schema.getPossibleTypes(type).length) return undefined;
  return (
    failures.find(({ name }) => /NotFound|Missing|Unknown/.test(name)) ??
    failures.find(({ name }) => !/Invalid|Valid|Forbidden|Denied|Unauthor|Conflict|Limit|Taken|Exists/.test(name)) ??
    failures[0]
  );
}
