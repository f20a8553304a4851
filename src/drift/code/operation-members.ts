import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { placeText } from '../../graphql/place.ts';

/** A member of a generated type: the declared type, and the names that lead from it to the member. */
export interface CodeMember {
  readonly type: string;
  readonly path: readonly string[];
}

/** The key of a member. Generators differ in the case of the names that they make. */
export function memberKey({ type, path }: CodeMember): string {
  return `${type.replaceAll('_', '').toLowerCase()}.${path.join('.')}`;
}

/** What a member of a generated type comes from. */
export interface MemberOrigin {
  /** The places of its own fields or variables, and the places of their arguments. */
  readonly places: ReadonlySet<string>;
  /** The places of the fragments around its fields: they decide whether it is there. */
  readonly around: ReadonlySet<string>;
  /** The elements of the schema that give it its type: coordinates, and the named types of its fields. */
  readonly elements: ReadonlySet<string>;
}

/**
 * What the members of generated types come from, by the key of a member: a property of a result comes from the fields of
 * that name and the fragments around them, one of variables from its definition and the arguments that it is passed to.
 *
 * @param schema - The schema that the operations were written for, if it is known.
 */
export function operationMembers(
  operations: readonly ExecutableOperation[],
  schema: GraphQLSchema | undefined,
): ReadonlyMap<string, MemberOrigin> {
  const members = new Map<string, Record<keyof MemberOrigin, Set<string>>>();
  const originOf = (type: string, path: readonly string[]): Record<keyof MemberOrigin, Set<string>> => {
    const key = memberKey({ type, path });
    const origin = members.get(key) ?? { places: new Set(), around: new Set(), elements: new Set() };
    members.set(key, origin);
    return origin;
  };
  const named = (node: NamedTypeNode | undefined, other: GraphQLNamedType | undefined): GraphQLNamedType | undefined =>
    node === undefined ? other : schema?.getType(node.name.value);
  for (const { name, node, fragments, document } of operations) {
    const walked = new Set<string>();
    const walk = (
      type: string,
      { selections }: SelectionSetNode,
      parent: GraphQLNamedType | undefined,
      path: readonly string[],
      around: readonly ASTNode[],
    ): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          const next = [...path, (selection.alias ?? selection.name).value];
          const origin = originOf(type, next);
          origin.places.add(placeText(selection));
          for (const it of around) origin.around.add(placeText(it));
          const field = fieldOf(parent, selection.name.value);
          const inner = field && getNamedType(field.type);
          if (parent && inner) origin.elements.add(`${parent.name}.${selection.name.value}`).add(inner.name);
          if (selection.selectionSet) walk(type, selection.selectionSet, inner, next, around);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          const inside = named(selection.typeCondition, parent);
          walk(type, selection.selectionSet, inside, path, [...around, ...conditionOf(selection)]);
        } else {
          const spread = `${type} ${path.join('.')} ${selection.name.value}`;
          const fragment = fragments.get(selection.name.value);
          if (walked.has(spread) || fragment === undefined) continue;
          walked.add(spread);
          const inside = named(fragment.typeCondition, undefined);
          walk(type, fragment.selectionSet, inside, path, [...around, selection, ...conditionOf(fragment)]);
        }
      }
    };
    const type = `${name}${node.operation}`;
    walk(type, node.selectionSet, schema?.getRootType(node.operation) ?? undefined, [], []);
    for (const { name: its, typeCondition, selectionSet } of fragments.values())
      walk(`${its.value}fragment`, selectionSet, named(typeCondition, undefined), [], []);
    for (const definition of node.variableDefinitions ?? [])
      originOf(`${type}variables`, [definition.variable.name.value]).places.add(placeText(definition));
    addArguments(document, schema, (variable, argument, element) => {
      const origin = originOf(`${type}variables`, [variable]);
      origin.places.add(placeText(argument));
      if (element !== undefined) origin.elements.add(element);
    });
  }
  return members;
}

/** The arguments that variables are passed to, with their coordinates. */
function addArguments(
  document: DocumentNode,
  schema: GraphQLSchema | undefined,
  add: (variable: string, argument: ASTNode, element: string | undefined) => void,
): void {
  const info = schema && new TypeInfo(schema);
  const visitor: ASTVisitor = {
    Argument(argument) {
      const [parent, field] = [info?.getParentType(), info?.getFieldDef()];
      const element = parent && field ? `${parent.name}.${field.name}(${argument.name.value}:)` : undefined;
      visit(argument, { Variable: (variable) => add(variable.name.value, argument, element) });
    },
  };
  visit(document, info === undefined ? visitor : visitWithTypeInfo(info, visitor));
}

function fieldOf(parent: GraphQLNamedType | undefined, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/** A fragment, and the type that it is for. */
function conditionOf(node: InlineFragmentNode | FragmentDefinitionNode): readonly ASTNode[] {
  return node.typeCondition === undefined ? [node] : [node, node.typeCondition];
}
