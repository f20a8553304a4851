import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { fragmentsByName } from '../../../graphql/fragments.ts';
import type { Model } from '../model/model.ts';
import type { MutationRule } from '../model/world-options.ts';
import type { Arguments } from '../reads/call.ts';
import type { Mutations } from './mutations.ts';
import { fieldPlaceOf } from './place.ts';
import { isRefusal, type Plan } from './plan.ts';

export interface AskedMutations {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Arguments;
}

/** Finds the mutations of an operation that are not emulated, before any field runs. `isOwn` says which fields have a resolver. */
export function refusalsIn(
  model: Model,
  mutations: Mutations,
  { document, operationName, variables }: AskedMutations,
  isOwn: (type: GraphQLObjectType, field: string) => boolean,
): readonly GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  const root = model.schema.getMutationType();
  const fragments = fragmentsByName(document.definitions);
  if (operation?.operation !== 'mutation' || !root) return [];
  return within(root, operation.selectionSet);

  function within(type: GraphQLObjectType, { selections }: SelectionSetNode): readonly GraphQLError[] {
    return selections.filter(isIncluded).flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return judged(type, selection);
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      return inner ? within(type, inner.selectionSet) : [];
    });
  }

  function judged(type: GraphQLObjectType, node: FieldNode): readonly GraphQLError[] {
    const field = type.getFields()[node.name.value];
    const place = field && fieldPlaceOf(model, type, field);
    if (!field || place === 'read') return [];
    const inner = getNamedType(field.type);
    if (place === 'namespace') return isObjectType(inner) && node.selectionSet ? within(inner, node.selectionSet) : [];
    if (isOwn(type, field.name)) return [];
    const args = (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]);
    return [mutations.refused(type, field, Object.fromEntries(args), node) ?? []].flat();
  }

  function isIncluded({ directives = [] }: SelectionNode): boolean {
    return directives.every(({ name, arguments: [condition] = [] }) => {
      const holds = condition && valueFromASTUntyped(condition.value, variables);
      return name.value === 'skip' ? holds !== true : name.value !== 'include' || holds !== false;
    });
  }
}

export function explained(
  model: Model,
  mutations: Mutations,
  isOwn: (type: GraphQLObjectType, field: string) => boolean,
): readonly MutationRule[] {
  const root = model.schema.getMutationType();
  return root ? within(root, new Set()) : [];

  function within(type: GraphQLObjectType, seen: ReadonlySet<GraphQLObjectType>): readonly MutationRule[] {
    if (seen.has(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => {
      const place = fieldPlaceOf(model, type, field);
      const inner = getNamedType(field.type);
      if (place === 'read') return [];
      if (place === 'namespace') return isObjectType(inner) ? within(inner, new Set([...seen, type])) : [];
      const mutation = `${type.name}.${field.name}`;
      if (isOwn(type, field.name)) return [{ mutation, rule: undefined, isEmulated: true, text: 'runs your resolver' }];
      const judged = mutations.judged(type)(field);
      const { rule } = judged;
      return [
        { mutation, rule, isEmulated: !isRefusal(judged), text: isRefusal(judged) ? judged.reason : does(judged) },
      ];
    });
  }
}

function does({ does: what, subject, state, joins, ids, effective, mentioned }: Plan): string {
  const inputs = [...effective].map((path) => path.split('.').at(-1));
  const which = ids ? ` that \`${ids.path}\` names` : '';
  if (what === 'create') return `makes a ${subject}${inputs.length > 0 ? ` of ${inputs.join(', ')}` : ''}`;
  if (what === 'delete') return `deletes the ${subject}${which}`;
  const moves = state
    ? `${state.holds ? 'makes' : 'ends'} the state ${state.words.map((word) => `\`${word}\``).join(' or ')}`
    : undefined;
  const verb = joins === 'join' ? 'adds' : joins === 'part' ? 'takes away' : 'writes';
  const writes =
    inputs.length > 0 ? `${verb} ${inputs.join(', ')}` : joins === 'part' ? `${verb} ${mentioned?.key}` : undefined;
  return `${[moves, writes].filter(Boolean).join(', ') || 'changes nothing'} ${joins === 'join' ? 'to' : joins === 'part' ? 'from' : 'of'} the ${subject}${which}`;
}
