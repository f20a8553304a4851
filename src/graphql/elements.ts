import {
  type GraphQLArgument,
  type GraphQLDirective,
  type GraphQLEnumValue,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';
import { type Field, fieldsOf } from './fields.ts';

export type SchemaElement = { readonly coordinate: string } & (
  | { readonly kind: 'type'; readonly it: GraphQLNamedType }
  | { readonly kind: 'directive'; readonly it: GraphQLDirective }
  | { readonly kind: 'field'; readonly it: Field }
  | { readonly kind: 'argument' | 'input field'; readonly it: GraphQLArgument | GraphQLInputField }
  | { readonly kind: 'enum value'; readonly it: GraphQLEnumValue }
);

/** The types and directives that the schema declares itself. A specified scalar such as `Float` comes and goes with its uses. */
export function elementsIn(schema: GraphQLSchema): readonly SchemaElement[] {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  return [
    ...types.map((it) => ({ kind: 'type', coordinate: it.name, it }) as const),
    ...directives.map((it) => ({ kind: 'directive', coordinate: `@${it.name}`, it }) as const),
  ];
}

export function elementParts({ coordinate, kind, it }: SchemaElement): readonly SchemaElement[] {
  if (kind === 'field' || kind === 'directive')
    return it.args.map((part) => ({ kind: 'argument', coordinate: `${coordinate}(${part.name}:)`, it: part }));
  if (kind !== 'type') return [];
  const at = (part: { readonly name: string }): string => `${coordinate}.${part.name}`;
  if (isEnumType(it)) return it.getValues().map((part) => ({ kind: 'enum value', coordinate: at(part), it: part }));
  if (isInputObjectType(it))
    return Object.values(it.getFields()).map((part) => ({ kind: 'input field', coordinate: at(part), it: part }));
  return fieldsOf(it).map((part) => ({ kind: 'field', coordinate: at(part), it: part }));
}

export type InputElement = Extract<SchemaElement, { readonly kind: 'argument' | 'input field' }>;

export function isInput(element: SchemaElement): element is InputElement {
  return element.kind === 'argument' || element.kind === 'input field';
}

/** The named types of some input types, with those of nested input fields. */
export function inputTypesIn(types: readonly (GraphQLType | undefined)[]): ReadonlySet<GraphQLNamedType> {
  const found = new Set(types.flatMap((type) => getNamedType(type) ?? []));
  for (const type of found)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) found.add(getNamedType(field.type));
  return found;
}
