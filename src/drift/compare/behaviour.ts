import {
  type ArgumentNode,
  type ASTNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isLeafType,
  isNonNullType,
  isScalarType,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { ScalarMap } from '../model/drift-config.ts';
import type { Fact } from '../model/finding.ts';
import type { Usage, Use } from '../model/usage.ts';
import { defaultText } from './defaults.ts';
import { sharedFields, type VariablePair } from './input-pairs.ts';
import { leafKey, leafText } from './leaf.ts';
import type { Report } from './results.ts';

/** The input of {@link compareBehaviour}: an operation, its usage of both schemas, and its variables. */
export interface BehaviourComparison {
  readonly operation: ExecutableOperation;
  readonly snapshotUsage: Usage;
  readonly liveUsage: Usage;
  readonly variables: readonly VariablePair[];
  readonly scalars: ScalarMap;
  readonly report: Report;
}

/** Reports changes of defaults and scalars in use that the generated types do not show. */
export function compareBehaviour(context: BehaviourComparison): void {
  const { snapshotUsage, liveUsage, variables } = context;
  for (const [node, live] of liveUsage.uses) {
    const old = snapshotUsage.uses.get(node);
    if (old === undefined) continue;
    compareGivenDefaults(context, node, old, live);
    if (old.kind === 'field' && live.kind === 'field' && old.field !== undefined && live.field !== undefined)
      compareScalars(context, live.coordinate, old.field.type, live.field.type, node);
  }
  for (const { node, old, live, inputs } of variables) {
    compareScalars(context, live.name, old, live, node);
    for (const pair of inputs)
      for (const [before, after] of sharedFields(pair)) {
        const coordinate = `${pair.live.name}.${after.name}`;
        // If a default decides whether the field is optional, the generated types change and are reported instead.
        if (!isNonNullType(after.type) || (before.defaultValue !== undefined && after.defaultValue !== undefined))
          compareDefault(context, coordinate, before, after, node);
        // The generated types show whether an input is optional, even around `unknown`.
        compareScalars(context, coordinate, getNullableType(before.type), getNullableType(after.type), node);
      }
  }
}

/** Compares the defaults of the arguments or fields that a field, directive or literal input object omits. */
function compareGivenDefaults(context: BehaviourComparison, node: ASTNode, old: Use, live: Use): void {
  const given = new Map(givenIn(node).map((it) => [it.name.value, it.value]));
  const before = new Map(membersOf(old).map((it) => [it.name, it]));
  for (const after of membersOf(live)) {
    const twin = before.get(after.name);
    const value = given.get(after.name);
    if (twin === undefined || (value !== undefined && !mayBeLeftOut(value, context.operation))) continue;
    const coordinate =
      live.kind === 'input-object' ? `${live.coordinate}.${after.name}` : `${live.coordinate}(${after.name}:)`;
    compareDefault(context, coordinate, twin, after, node);
  }
}

function givenIn(node: ASTNode): readonly (ArgumentNode | ObjectFieldNode)[] {
  if (node.kind === Kind.FIELD || node.kind === Kind.DIRECTIVE) return node.arguments ?? [];
  return node.kind === Kind.OBJECT ? node.fields : [];
}

function membersOf(use: Use): readonly (GraphQLArgument | GraphQLInputField)[] {
  if (use.kind === 'field') return use.field?.args ?? [];
  if (use.kind === 'directive') return use.directive?.args ?? [];
  return use.kind === 'input-object' ? Object.values(use.type.getFields()) : [];
}

/** A caller may omit a nullable variable without a default; the default of the schema then applies. */
function mayBeLeftOut(value: ValueNode, { node }: ExecutableOperation): boolean {
  if (value.kind !== Kind.VARIABLE) return false;
  const definition = node.variableDefinitions?.find(({ variable }) => variable.name.value === value.name.value);
  return definition?.type.kind !== Kind.NON_NULL_TYPE && definition?.defaultValue === undefined;
}

function compareDefault(
  { report }: BehaviourComparison,
  coordinate: string,
  old: GraphQLArgument | GraphQLInputField,
  live: GraphQLArgument | GraphQLInputField,
  node: ASTNode,
): void {
  const [before, after] = [defaultText(old), defaultText(live)];
  if (before === after) return;
  const message = `${coordinate} ${changeOfDefault(before, after)}; this applies where it is omitted.`;
  const values = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  report({ kind: 'behaviour', change: 'default-changed', direction: 'unclear', coordinate, message, ...values }, node);
}

function changeOfDefault(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `now has the default ${after}`;
  return after === undefined ? `no longer has the default ${before}` : `changed its default from ${before} to ${after}`;
}

/** Scalars with the same TypeScript type may still have different values. */
function compareScalars(
  { scalars, report }: BehaviourComparison,
  coordinate: string,
  old: GraphQLType,
  live: GraphQLType,
  node: ASTNode,
): void {
  const [before, after] = [getNamedType(old), getNamedType(live)];
  if (!isLeafType(before) || !isLeafType(after)) return;
  const fact = (at: string, message: string, values: { before?: string; after?: string }): Fact => ({
    kind: 'behaviour',
    change: 'scalar-changed',
    direction: 'unclear',
    coordinate: at,
    message,
    ...values,
  });
  const [oldText, liveText] = [leafText(before, scalars), leafText(after, scalars)];
  const looksAlike = leafKey(oldText) === leafKey(liveText) && typeof liveText === 'string';
  const isHidden = before.name !== after.name || (liveText === 'unknown' && String(old) !== String(live));
  if (looksAlike && isHidden) {
    const message = `${coordinate} changed from ${old} to ${live}; the generated type stays ${liveText}.`;
    report(fact(coordinate, message, { before: String(old), after: String(live) }), node);
  }
  if (!isScalarType(before) || !isScalarType(after) || before.name !== after.name) return;
  const [oldUrl, liveUrl] = [before.specifiedByURL ?? undefined, after.specifiedByURL ?? undefined];
  if (oldUrl === liveUrl) return;
  const message = `Scalar ${after.name} is now specified by ${liveUrl ?? 'nothing'}; it was ${oldUrl ?? 'nothing'}.`;
  const values = {
    ...(oldUrl === undefined ? {} : { before: oldUrl }),
    ...(liveUrl === undefined ? {} : { after: liveUrl }),
  };
  report(fact(after.name, message, values), node);
}
