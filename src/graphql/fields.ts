import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** A field of a schema, whatever its source and context. */
export type Field = GraphQLField<unknown, unknown>;

/** The fields of a type that has any; nothing otherwise. */
export function fieldsOf(type: GraphQLNamedType | undefined): readonly Field[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

/** A type's field of that name. */
export function fieldOf(type: GraphQLNamedType, name: string): Field | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

/** Whether the schema advises against it. */
export function isDeprecated(element: { readonly deprecationReason?: string | null | undefined }): boolean {
  return element.deprecationReason != null;
}

/** The arguments without which the field can't be asked for. */
export function requiredArguments(field: Field): readonly GraphQLArgument[] {
  return field.args.filter(isRequiredArgument);
}

/** Whether the field answers with a list. */
export function isListField(field: Field): boolean {
  return isListType(getNullableType(field.type));
}
