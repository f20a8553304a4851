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

export type Field = GraphQLField<unknown, unknown>;

export function fieldsOf(type: GraphQLNamedType | undefined): readonly Field[] {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

export function fieldOf(type: GraphQLNamedType | null | undefined, name: string): Field | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

const metaFields = new Map<string, Field>([
  ['__schema', SchemaMetaFieldDef],
  ['__type', TypeMetaFieldDef],
  ['__typename', TypeNameMetaFieldDef],
]);

/** The field that a selection reads: one of the type, or a meta field such as `__typename`. */
export function selectedField(type: GraphQLNamedType, name: string): Field | undefined {
  return metaFields.get(name) ?? fieldOf(type, name);
}

export interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

export function isDeprecated(element: Described): boolean {
  return element.deprecationReason != null;
}

export function requiredArguments(field: Field): readonly GraphQLArgument[] {
  return field.args.filter(isRequiredArgument);
}

export function isListField(field: Field): boolean {
  return isListType(getNullableType(field.type));
}
