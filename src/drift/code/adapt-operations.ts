import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  isRequiredArgument,
  Kind,
  ProvidedRequiredArgumentsRule,
  parseType,
  TypeInfo,
  type TypeNode,
  type ValidationRule,
  type VariableDefinitionNode,
  VariablesInAllowedPositionRule,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { OperationOrFragment } from '../../graphql/parse-operations.ts';
import { validationRules } from '../../graphql/validation.ts';

/** So many changes may depend on each other. */
const mostRounds = 12;

/**
 * Changes operations as their author will have to: what a schema no longer has is removed, an argument that is now required
 * gets a variable, and a variable gets the type that is now wanted. So code can be generated, and shows what else is affected.
 *
 * @returns Operations that the schema accepts, and the names of those that could not be adapted.
 */
export function adaptOperations(
  definitions: readonly OperationOrFragment[],
  schema: GraphQLSchema,
): { readonly document: DocumentNode; readonly left: readonly string[] } {
  const check = (document: DocumentNode) => errorsIn(document, schema, validationRules);
  let document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...definitions] };
  let errors = check(document);
  for (let round = 1; errors.length > 0; round++) {
    if (round % mostRounds !== 0) document = adapt(document, schema, errors);
    else {
      // A part that does not come right is left out.
      const wrong = partsAround(nodesOf(errors), document, definitionKinds);
      if (wrong.size === 0) break;
      document = { ...document, definitions: document.definitions.filter((it) => !wrong.has(it)) };
    }
    errors = check(document);
  }
  const names = new Set(document.definitions.map(nameOf));
  const left = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION && !names.has(nameOf(node)));
  return { document, left: left.map(nameOf) };
}

function nameOf(node: ASTNode): string {
  return 'name' in node && node.name !== undefined ? node.name.value : '';
}

function errorsIn(document: DocumentNode, schema: GraphQLSchema, rules: readonly ValidationRule[]) {
  return validate(schema, document, rules, { maxErrors: 1000, hideSuggestions: true });
}

function adapt(document: DocumentNode, schema: GraphQLSchema, errors: readonly GraphQLError[]): DocumentNode {
  const lacking = nodesOf(errorsIn(document, schema, [ProvidedRequiredArgumentsRule]));
  const retyped = new Map<ASTNode, TypeNode>();
  const misplaced = errorsIn(document, schema, [VariablesInAllowedPositionRule]);
  for (const { nodes, message } of misplaced) {
    const wanted = /expecting type "([^"]+)"/.exec(message)?.[1];
    if (nodes?.[0] !== undefined && wanted !== undefined) retyped.set(nodes[0], parseType(wanted));
  }
  const isSettled = ({ nodes: [node] = [] }: GraphQLError): boolean =>
    node !== undefined && (retyped.has(node) || (lacking.has(node) && node.kind === Kind.FIELD));
  const wrong = nodesOf(errors.filter((error) => !isSettled(error)));
  const removed = partsAround(wrong, document, removable);
  const added = new Map<string, TypeNode>();
  const info = new TypeInfo(schema);
  const changed: DocumentNode = visit(
    document,
    visitWithTypeInfo(info, {
      enter(node) {
        if (removed.has(node)) return null;
        if (node.kind === Kind.FIELD && lacking.has(node)) return withArguments(node, info, added);
        if (node.kind === Kind.VARIABLE_DEFINITION) return withType(node, retyped.get(node));
        return undefined;
      },
      leave(node) {
        return 'selectionSet' in node && node.selectionSet?.selections.length === 0 ? null : undefined;
      },
    }),
  );
  return added.size === 0 ? changed : withVariables(changed, added);
}

function nodesOf(errors: readonly GraphQLError[]): ReadonlySet<ASTNode> {
  return new Set(errors.flatMap(({ nodes }) => nodes?.[0] ?? []));
}

const definitionKinds = [Kind.FRAGMENT_DEFINITION, Kind.OPERATION_DEFINITION] as const;
const removable: readonly Kind[] = [
  ...definitionKinds,
  Kind.FIELD,
  Kind.ARGUMENT,
  Kind.OBJECT_FIELD,
  Kind.DIRECTIVE,
  Kind.INLINE_FRAGMENT,
  Kind.FRAGMENT_SPREAD,
  Kind.VARIABLE_DEFINITION,
];

/** For each node, the smallest part of these kinds around it. */
function partsAround(
  nodes: ReadonlySet<ASTNode>,
  document: DocumentNode,
  kinds: readonly Kind[],
): ReadonlySet<ASTNode> {
  const parts = new Set<ASTNode>();
  const above: ASTNode[] = [];
  visit(document, {
    enter(node) {
      above.push(node);
      const part = nodes.has(node) ? above.findLast(({ kind }) => kinds.includes(kind)) : undefined;
      if (part !== undefined) parts.add(part);
    },
    leave() {
      above.pop();
    },
  });
  return parts;
}

/** The variables that stand for arguments that are now required are named after them. */
function withArguments(field: FieldNode, info: TypeInfo, added: Map<string, TypeNode>): FieldNode {
  const present = new Set(field.arguments?.map(({ name }) => name.value));
  const missing = (info.getFieldDef()?.args ?? []).filter((it) => isRequiredArgument(it) && !present.has(it.name));
  const more = missing.map(({ name, type }): ArgumentNode => {
    added.set(name, parseType(String(type)));
    const named = { kind: Kind.NAME, value: name } as const;
    return { kind: Kind.ARGUMENT, name: named, value: { kind: Kind.VARIABLE, name: named } };
  });
  return { ...field, arguments: [...(field.arguments ?? []), ...more] };
}

function withType(node: VariableDefinitionNode, type: TypeNode | undefined): VariableDefinitionNode | undefined {
  if (type === undefined) return undefined;
  const { defaultValue: _, ...rest } = node;
  return { ...rest, type };
}

/** Unused ones are removed in the next round. */
function withVariables(document: DocumentNode, added: ReadonlyMap<string, TypeNode>): DocumentNode {
  return visit(document, {
    OperationDefinition(node) {
      const has = new Set(node.variableDefinitions?.map(({ variable }) => variable.name.value));
      const more = [...added]
        .filter(([name]) => !has.has(name))
        .map(([value, type]): VariableDefinitionNode => {
          const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value } } as const;
          return { kind: Kind.VARIABLE_DEFINITION, variable, type };
        });
      return { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...more] };
    },
  });
}
