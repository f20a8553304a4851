import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Field } from '../../../graphql/fields.ts';
import { fragmentsByName } from '../../../graphql/fragments.ts';
import type { Model } from '../model/model.ts';
import type { MutationRule } from '../model/world-options.ts';
import type { Arguments } from '../reads/call.ts';
import { declaredInputs, type Input, readInputs } from './inputs.ts';
import type { Judge } from './judge.ts';
import { type Plan, type Refusal, refuse } from './plan.ts';

export interface RequestedMutations {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Arguments;
}

type HasResolver = (type: GraphQLObjectType, field: string) => boolean;

/** Finds the mutations of an operation that are not emulated, before any field runs. */
export function refusalsIn(
  model: Model,
  judge: Judge,
  { document, operationName, variables }: RequestedMutations,
  hasResolver: HasResolver,
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
    const verdict = field && judge.judge(type, field);
    if (!verdict || verdict.does === 'read') return [];
    const inner = getNamedType(field.type);
    if (verdict.does === 'lead')
      return isObjectType(inner) && node.selectionSet ? within(inner, node.selectionSet) : [];
    if (hasResolver(type, field.name)) return [];
    const args = (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]);
    const plan = withIds(verdict, readInputs(model, field.args, Object.fromEntries(args)));
    return plan.does === 'refuse' ? [notEmulated(model, type, field, plan, node)] : [];
  }

  function isIncluded({ directives = [] }: SelectionNode): boolean {
    return directives.every(({ name, arguments: [condition] = [] }) => {
      const holds = condition && valueFromASTUntyped(condition.value, variables);
      return name.value === 'skip' ? holds !== true : name.value !== 'include' || holds !== false;
    });
  }
}

/** Refuses a plan whose inputs lack the ids of its subject. */
export function withIds(plan: Plan | Refusal, all: readonly (readonly Input[])[]): Plan | Refusal {
  if (plan.does === 'refuse' || plan.ids === undefined) return plan;
  const { path } = plan.ids;
  const isGiven = all.every((inputs) => inputs.some((input) => input.path === path && input.value !== null));
  return isGiven ? plan : refuse(plan.rule, `\`${path}\`, which says which ${plan.subject}, is not given`);
}

/** The error for a mutation whose effect the schema does not define. */
export function notEmulated(
  model: Model,
  parent: GraphQLObjectType,
  field: Field,
  { rule, reason }: Refusal,
  node?: FieldNode,
): GraphQLError {
  const message = [
    `The emulator does not know what \`${parent.name}.${field.name}\` does: ${reason} (rule ${rule} of its page).`,
    `Give it a resolver: ${resolverFor(model, parent, field)}`,
  ].join(' ');
  return new GraphQLError(message, { ...(node && { nodes: node }), extensions: { code: 'NOT_EMULATED' } });
}

/** A resolver to fill in. It updates the object that an id names. */
function resolverFor(model: Model, parent: GraphQLObjectType, field: Field): string {
  const [id] = declaredInputs(model, field.args).filter(({ idOf }) => idOf);
  const root = id?.path.split('.')[0];
  const named = getNamedType(field.type);
  const written = (type: GraphQLNamedType): string =>
    isObjectType(type) && model.stored.includes(type) ? `update('${type.name}', ${id?.path ?? '…'}, { … })` : '…';
  const isPayload = isObjectType(named) && !model.stored.includes(named);
  const fields = isPayload ? Object.values(named.getFields()) : [];
  const shown = fields.map(({ name, type }) => `${name}: ${written(getNamedType(type))}`).join(', ');
  const answer = isPayload ? `({ ${shown} })` : named.name === 'Boolean' ? 'true' : written(named);
  return `{ ${parent.name}: { ${field.name}: (_, { ${root ?? '…'} }, { update }) => ${answer} } }`;
}

/** The rule of each mutation of the schema, for `--explain`. */
export function explained(model: Model, judge: Judge, hasResolver: HasResolver): readonly MutationRule[] {
  const root = model.schema.getMutationType();
  return root ? within(root, new Set()) : [];

  function within(type: GraphQLObjectType, seen: ReadonlySet<GraphQLObjectType>): readonly MutationRule[] {
    if (seen.has(type)) return [];
    return Object.values(type.getFields()).flatMap((field): readonly MutationRule[] => {
      const verdict = judge.judge(type, field);
      const inner = getNamedType(field.type);
      if (verdict.does === 'read') return [];
      if (verdict.does === 'lead') return isObjectType(inner) ? within(inner, new Set([...seen, type])) : [];
      const mutation = `${type.name}.${field.name}`;
      if (hasResolver(type, field.name))
        return [{ mutation, rule: undefined, isEmulated: true, text: 'runs your resolver' }];
      const isEmulated = verdict.does !== 'refuse';
      return [{ mutation, rule: verdict.rule, isEmulated, text: isEmulated ? effectOf(verdict) : verdict.reason }];
    });
  }
}

function effectOf({ does, subject, state, joins, ids, meanings, mentioned }: Plan): string {
  const inputs = [...meanings.keys()].map((path) => path.split('.').at(-1));
  const which = ids ? ` that \`${ids.path}\` names` : '';
  if (does === 'create') return `makes a ${subject}${inputs.length > 0 ? ` of ${inputs.join(', ')}` : ''}`;
  if (does === 'delete') return `deletes the ${subject}${which}`;
  const moves = state
    ? `${state.holds ? 'makes' : 'ends'} the state ${state.words.map((word) => `\`${word}\``).join(' or ')}`
    : undefined;
  const [verb, preposition] = { set: ['writes', 'of'], join: ['adds', 'to'], part: ['takes away', 'from'] }[joins];
  const writes =
    inputs.length > 0 ? `${verb} ${inputs.join(', ')}` : joins === 'part' ? `${verb} ${mentioned?.key}` : undefined;
  return `${[moves, writes].filter(Boolean).join(', ') || 'changes nothing'} ${preposition} the ${subject}${which}`;
}
