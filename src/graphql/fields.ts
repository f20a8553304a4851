import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';

/** A field of a schema. */
export type Field = GraphQLField<unknown, unknown>;

/** The fields of an object type or interface; an empty list for other types. */
export function fieldsOf(type: GraphQLNamedType | undefined): readonly Field[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

/** The field of a type with that name. */
export function fieldOf(type: GraphQLNamedType | null | undefined, name: string): Field | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

const metaFields = new Map<string, Field>([
  ['__schema', SchemaMetaFieldDef],
  ['__type', TypeMetaFieldDef],
  ['__typename', TypeNameMetaFieldDef],
]);

/** The field that a selection with that name reads: one of the type or of introspection. */
export function selectedField(type: GraphQLNamedType, name: string): Field | undefined {
  return metaFields.get(name) ?? fieldOf(type, name);
}

/** An element of a schema, or an operation, that people describe. */
export interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

/** Whether the schema deprecates the element. */
export function isDeprecated(element: Described): boolean {
  return element.deprecationReason != null;
}

/** The required arguments of a field. */
export function requiredArguments(field: Field): readonly GraphQLArgument[] {
  return field.args.filter(isRequiredArgument);
}

/** Whether the field returns a list. */
export function isListField(field: Field): boolean {
  return isListType(getNullableType(field.type));
}
