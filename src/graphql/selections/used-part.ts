import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isSpecifiedDirective,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { inputTypesIn } from '../elements.ts';
import type { Field } from '../fields.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { readSelection, type Selection } from './read-selection.ts';

/**
 * The part of a schema that operations use, as coordinates: `Type`, `Type.field`, `Type.field(argument:)`, `@directive`. Enums and
 * input objects are used as a whole. Of possible types with the same selection, the first is used, and those in use elsewhere.
 */
export function usedPart(
  schema: GraphQLSchema,
  operations: readonly Pick<ExecutableOperation, 'node' | 'fragments'>[],
): ReadonlySet<string> {
  const used = new Set<string>();
  const inputs = new Set<GraphQLInputType>();
  const selections = new Set<Selection>();
  const addField = (owner: GraphQLNamedType, { name, type }: Field): void => {
    used.add(owner.name).add(`${owner.name}.${name}`).add(getNamedType(type).name);
  };
  for (const { node, fragments } of operations) {
    const info = new TypeInfo(schema);
    const visitor = visitWithTypeInfo(info, {
      enter(it) {
        const [parent, field, directive] = [info.getParentType(), info.getFieldDef(), info.getDirective()];
        const input = info.getInputType();
        if (input) inputs.add(input);
        if (it.kind === Kind.SELECTION_SET && parent) used.add(parent.name);
        if (it.kind === Kind.FIELD && parent && field) addField(parent, field);
        if (it.kind === Kind.DIRECTIVE && directive && !isSpecifiedDirective(directive)) used.add(`@${directive.name}`);
        if (it.kind === Kind.ARGUMENT)
          used.add(`${directive ? `@${directive.name}` : `${parent?.name}.${field?.name}`}(${it.name.value}:)`);
        if (it.kind !== Kind.INLINE_FRAGMENT && it.kind !== Kind.FRAGMENT_SPREAD) return;
        const fragment = it.kind === Kind.FRAGMENT_SPREAD ? fragments.get(it.name.value) : it;
        const own = objectsOf(schema, schema.getType(fragment?.typeCondition?.name.value ?? ''));
        const common = objectsOf(schema, parent).find((object) => own.includes(object));
        if (common) used.add(common.name);
      },
    });
    for (const definition of [node, ...fragments.values()]) visit(definition, visitor);
    const selection = readSelection({ schema, fragments }, node);
    if (selection) selections.add(selection);
  }
  for (const { name } of inputTypesIn([...inputs])) used.add(name);
  for (const { groups } of selections)
    for (const { objects, fields } of groups) {
      used.add(objects[0].name);
      for (const { below } of fields) if (below) selections.add(below);
    }
  for (const { groups } of selections)
    for (const { objects, fields } of groups)
      for (const object of objects.filter(({ name }) => used.has(name)))
        for (const { definition } of fields) addField(object, definition);
  return used;
}

function objectsOf(schema: GraphQLSchema, type: GraphQLNamedType | null | undefined): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}
