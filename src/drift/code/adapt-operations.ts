import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parseType,
  type TypeNode,
  validate,
  visit,
} from 'graphql';
import type { OperationOrFragment } from '../../graphql/fragments.ts';
import { validationRules } from '../../graphql/validation.ts';

const mostRounds = 12;
const definitionKinds: readonly Kind[] = [Kind.FRAGMENT_DEFINITION, Kind.OPERATION_DEFINITION];
const removable: readonly Kind[] = [
  ...definitionKinds,
  ...[Kind.FIELD, Kind.ARGUMENT, Kind.OBJECT_FIELD, Kind.DIRECTIVE],
  ...[Kind.INLINE_FRAGMENT, Kind.FRAGMENT_SPREAD, Kind.VARIABLE_DEFINITION],
];

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
  const check = (document: DocumentNode) =>
    validate(schema, document, validationRules, { maxErrors: 1000, hideSuggestions: true });
  let document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...definitions] };
  let errors = check(document);
  for (let round = 1; errors.length > 0; round++) {
    if (round % mostRounds !== 0) document = adapt(document, errors);
    else {
      // Adaptations that bring new errors may never end.
      const wrong = partsAround(errors, document, definitionKinds);
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

type Types = ReadonlyMap<string, TypeNode>;

/** The wording of graphql 16 or 17. */
const required = /(?:argument "|\()(\w+)(?:"|:\)") of type "([^"]+)" is required/;

function adapt(document: DocumentNode, errors: readonly GraphQLError[]): DocumentNode {
  const retyped = new Map<ASTNode, TypeNode>();
  const lacking = new Map<ASTNode, Types>();
  const wrong = errors.filter((error) => {
    const node = error.nodes?.[0];
    const wanted = /expecting type "([^"]+)"/.exec(error.message)?.[1];
    const [, name, type] = required.exec(error.message) ?? [];
    if (node !== undefined && wanted !== undefined) retyped.set(node, parseType(wanted));
    else if (node?.kind === Kind.FIELD && name !== undefined && type !== undefined)
      lacking.set(node, new Map([...(lacking.get(node) ?? []), [name, parseType(type)]]));
    else return true;
    return false;
  });
  const removed = partsAround(wrong, document, removable);
  const added = new Map([...lacking.values()].flatMap((types) => [...types]));
  return visit(document, {
    enter(node) {
      if (removed.has(node)) return null;
      if (node.kind === Kind.FIELD) return withArguments(node, lacking.get(node));
      if (node.kind === Kind.OPERATION_DEFINITION) return withVariables(node, added);
      if (node.kind !== Kind.VARIABLE_DEFINITION || !retyped.has(node)) return undefined;
      const { defaultValue: _, ...rest } = node;
      return { ...rest, type: retyped.get(node) };
    },
    leave(node) {
      return 'selectionSet' in node && node.selectionSet?.selections.length === 0 ? null : undefined;
    },
  });
}

function partsAround(
  errors: readonly GraphQLError[],
  document: DocumentNode,
  kinds: readonly Kind[],
): ReadonlySet<ASTNode> {
  const inside = new Set(errors.map(({ nodes }) => nodes?.[0]));
  const parts = new Set<ASTNode>();
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (!inside.has(node)) return;
      const part = [...ancestors, parent, node].findLast(
        (it): it is ASTNode => it !== undefined && 'kind' in it && kinds.includes(it.kind),
      );
      if (part !== undefined) parts.add(part);
    },
  });
  return parts;
}

/** A variable that stands for an argument is named after it. */
function withArguments(field: FieldNode, lacking: Types | undefined): FieldNode | undefined {
  if (lacking === undefined) return undefined;
  const added = [...lacking.keys()].map((value) => {
    const name = { kind: Kind.NAME, value } as const;
    return { kind: Kind.ARGUMENT, name, value: { kind: Kind.VARIABLE, name } } as const;
  });
  return { ...field, arguments: [...(field.arguments ?? []), ...added] };
}

/** Variables that the operation does not use are removed in the next round. */
function withVariables(node: OperationDefinitionNode, types: Types): OperationDefinitionNode | undefined {
  const has = new Set(node.variableDefinitions?.map(({ variable }) => variable.name.value));
  const added = [...types].flatMap(([value, type]) => {
    const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value } } as const;
    return has.has(value) ? [] : ({ kind: Kind.VARIABLE_DEFINITION, variable, type } as const);
  });
  if (added.length === 0) return undefined;
  return { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...added] };
}
