import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isObjectType,
  isSpecifiedDirective,
  Kind,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { inputTypesIn } from '../elements.ts';
import type { ExecutableOperation } from '../parse-operations.ts';
import { readSelection, type Selection } from './read-selection.ts';

type Using = Pick<ExecutableOperation, 'node' | 'fragments'>;

/**
 * The part of a schema that operations use, as coordinates: `Type`, `Type.field`, `Type.field(argument:)`, `@directive`. Enums and
 * input objects are used as a whole. Of possible types with the same selection, the first is used, and those in use elsewhere.
 */
export function usedPart(schema: GraphQLSchema, operations: readonly Using[]): ReadonlySet<string> {
  const used = new Set<string>();
  const addField = (owner: string, name: string, type: GraphQLOutputType): void => {
    used.add(owner).add(`${owner}.${name}`).add(getNamedType(type).name);
  };
  const selections = new Set<Selection>();
  const follow = (selection: Selection | undefined): void => {
    if (selection === undefined || selections.has(selection)) return;
    selections.add(selection);
    for (const { objects, fields } of selection.groups) {
      used.add(objects[0].name);
      for (const { below } of fields) follow(below);
    }
  };
  for (const operation of operations) {
    for (const { name } of inputTypesIn(addNodes(schema, operation, used, addField))) used.add(name);
    follow(readSelection({ schema, fragments: operation.fragments }, operation.node));
  }
  for (const { groups } of selections)
    for (const { objects, fields } of groups)
      for (const { name } of objects.filter((object) => used.has(object.name)))
        for (const { definition } of fields) addField(name, definition.name, definition.type);
  return used;
}

/** Adds the elements that each node refers to. Returns the types of variables and arguments. */
function addNodes(
  schema: GraphQLSchema,
  { node, fragments }: Using,
  used: Set<string>,
  addField: (owner: string, name: string, type: GraphQLOutputType) => void,
): readonly (GraphQLType | undefined)[] {
  const given: (GraphQLType | undefined)[] = [];
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    enter(it) {
      const parent = info.getParentType();
      const field = info.getFieldDef();
      if (it.kind === Kind.VARIABLE_DEFINITION) given.push(typeFromAST(schema, it.type));
      if (it.kind === Kind.SELECTION_SET && parent) used.add(parent.name);
      if (it.kind === Kind.FIELD && parent && field) addField(parent.name, field.name, field.type);
      const directive = info.getDirective();
      if (it.kind === Kind.DIRECTIVE && directive && !isSpecifiedDirective(directive)) used.add(`@${directive.name}`);
      if (it.kind === Kind.ARGUMENT) {
        used.add(`${directive ? `@${directive.name}` : `${parent?.name}.${field?.name}`}(${it.name.value}:)`);
        given.push(info.getArgument()?.type);
      }
      if (it.kind !== Kind.INLINE_FRAGMENT && it.kind !== Kind.FRAGMENT_SPREAD) return;
      const fragment = it.kind === Kind.FRAGMENT_SPREAD ? fragments.get(it.name.value) : it;
      const own = objectsOf(schema, schema.getType(fragment?.typeCondition?.name.value ?? ''));
      const common = objectsOf(schema, parent).find((object) => own.includes(object));
      if (common) used.add(common.name);
    },
  });
  for (const definition of [node, ...fragments.values()]) visit(definition, visitor);
  return given;
}

function objectsOf(schema: GraphQLSchema, type: GraphQLNamedType | null | undefined): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}
