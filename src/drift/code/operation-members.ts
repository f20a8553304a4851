import {
  type ASTNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  type SelectionSetNode,
  visit,
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

/**
 * The places in the operations that the members of generated types come from, by the key of a member: a property of a
 * result comes from the fields of that name and the fragments around them, one of variables from its definition and the arguments that it is passed to.
 */
export function operationMembers(operations: readonly ExecutableOperation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>();
  const add = (type: string, path: readonly string[], node: ASTNode): void => {
    const key = memberKey({ type, path });
    members.set(key, (members.get(key) ?? new Set()).add(placeText(node)));
  };
  for (const { name, node, fragments, document } of operations) {
    const walked = new Set<string>();
    const walk = (
      type: string,
      selectionSet: SelectionSetNode | undefined,
      path: readonly string[],
      around: readonly ASTNode[],
    ): void => {
      for (const selection of selectionSet?.selections ?? []) {
        if (selection.kind === 'Field') {
          const next = [...path, (selection.alias ?? selection.name).value];
          for (const it of [selection, ...around]) add(type, next, it);
          walk(type, selection.selectionSet, next, around);
        } else if (selection.kind === 'InlineFragment')
          walk(type, selection.selectionSet, path, [...around, ...conditionOf(selection)]);
        else {
          const spread = `${type} ${path.join('.')} ${selection.name.value}`;
          const fragment = fragments.get(selection.name.value);
          if (walked.has(spread) || fragment === undefined) continue;
          walked.add(spread);
          walk(type, fragment.selectionSet, path, [...around, selection, ...conditionOf(fragment)]);
        }
      }
    };
    const type = `${name}${node.operation}`;
    walk(type, node.selectionSet, [], []);
    for (const fragment of fragments.values()) walk(`${fragment.name.value}fragment`, fragment.selectionSet, [], []);
    for (const definition of node.variableDefinitions ?? [])
      add(`${type}variables`, [definition.variable.name.value], definition);
    visit(document, {
      Argument(argument) {
        visit(argument, {
          Variable: (variable) => add(`${type}variables`, [variable.name.value], argument),
        });
      },
    });
  }
  return members;
}

/** A fragment, and the type that it is for. */
function conditionOf(node: InlineFragmentNode | FragmentDefinitionNode): readonly ASTNode[] {
  return node.typeCondition === undefined ? [node] : [node, node.typeCondition];
}
