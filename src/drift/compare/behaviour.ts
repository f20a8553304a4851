import {
  type ASTNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql';
import { connectionShape, uncertainArguments } from '../../graphql/connection.ts';
import { defaultOf } from '../../graphql/default-of.ts';
import { type Field, isListField } from '../../graphql/fields.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { beforeAndAfter } from '../model/finding.ts';
import { compareReasons, compareValueReasons } from './deprecations.ts';
import { sharedFields } from './input-pairs.ts';
import type { OperationComparison, Report, Site } from './operation-comparison.ts';
import { comparableDefault } from './same-members.ts';
import { compareScalars } from './scalars.ts';
import { inputValuesAt, type Use, usedField } from './usage.ts';

/**
 * Reports changes that the generated types do not show: of defaults, paging and scalars in use, and deprecations of what the operation
 * names, of enum values in its results, and of everything that its variables may contain.
 */
export function compareBehaviour(context: OperationComparison): void {
  const { snapshotUsage, liveUsage, variables, report } = context;
  for (const [node, live] of liveUsage.uses) {
    const { coordinate } = live;
    const old = snapshotUsage.uses.get(node);
    compareReasons(report, coordinate, old && reasonOf(old), reasonOf(live), node);
    if (old !== undefined) compareOmittedDefaults(context, node, old, live);
    const [before, after] = [usedField(snapshotUsage, node), usedField(liveUsage, node)];
    if (before === undefined || after === undefined) continue;
    const site = { node, coordinate, position: 'output' } as const;
    compareScalars(context, site, before.type, after.type);
    compareValueReasons(report, before.type, after.type, node);
    comparePaging(before, after, site, report);
  }
  for (const { node, old, live, inputs } of variables) {
    compareScalars(context, { node, coordinate: live.name, position: 'input' }, old, live);
    compareValueReasons(report, old, live, node);
    for (const pair of inputs)
      for (const [before, after] of sharedFields(pair)) {
        const coordinate = `${pair.live.name}.${after.name}`;
        compareReasons(report, coordinate, before.deprecationReason, after.deprecationReason, node);
        compareValueReasons(report, before.type, after.type, node);
        // If a default decides whether the field is optional, the generated types change and are reported instead.
        if (!isNonNullType(after.type) || (defaultOf(before) !== undefined && defaultOf(after) !== undefined))
          compareDefault(context, coordinate, before, after, node);
        compareScalars(context, { node, coordinate, position: 'input' }, ...shownTypes(before, after));
      }
  }
}

function reasonOf({ element }: Use): string | null | undefined {
  return element && 'deprecationReason' in element ? element.deprecationReason : undefined;
}

/** The types of an input field. If only one of them is optional, the generated types show that, even around `unknown`. */
function shownTypes(old: GraphQLInputField, live: GraphQLInputField): readonly [GraphQLInputType, GraphQLInputType] {
  if (isRequiredInputField(old) === isRequiredInputField(live)) return [old.type, live.type];
  return [getNullableType(old.type), getNullableType(live.type)];
}

/** Compares the defaults of the arguments or fields that a field, directive or literal input object omits. */
function compareOmittedDefaults(context: OperationComparison, node: ASTNode, old: Use, live: Use): void {
  const values = inputValuesAt(node);
  for (const { coordinate, it } of live.inputs) {
    const twin = old.inputs.find((before) => before.it.name === it.name);
    const value = values.get(it.name);
    if (twin !== undefined && (value === undefined || mayBeLeftOut(value, context.operation)))
      compareDefault(context, coordinate, twin.it, it, node);
  }
}

/** A caller may omit a nullable variable without a default; the default of the schema then applies. */
function mayBeLeftOut(value: ValueNode, { node }: ExecutableOperation): boolean {
  if (value.kind !== Kind.VARIABLE) return false;
  const definition = node.variableDefinitions?.find(({ variable }) => variable.name.value === value.name.value);
  return definition?.type.kind !== Kind.NON_NULL_TYPE && definition?.defaultValue === undefined;
}

function compareDefault(
  { report }: OperationComparison,
  coordinate: string,
  old: GraphQLArgument | GraphQLInputField,
  live: GraphQLArgument | GraphQLInputField,
  node: ASTNode,
): void {
  const [before, after] = [comparableDefault(old), comparableDefault(live)];
  if (before === after) return;
  const message = `${coordinate} ${changeOfDefault(before, after)}; this applies where it is omitted.`;
  const values = beforeAndAfter(before, after);
  report({ kind: 'behaviour', change: 'default-changed', direction: 'unclear', coordinate, message, ...values }, node);
}

function changeOfDefault(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `now has the default ${after}`;
  return after === undefined ? `no longer has the default ${before}` : `changed its default from ${before} to ${after}`;
}

/**
 * Reports that a list in use can no longer be proven whole: it gained `pageInfo`, or an argument that may cut it off. A new
 * required argument is another finding.
 */
function comparePaging(old: Field, live: Field, { node, coordinate }: Site, report: Report): void {
  const [before, after] = [connectionShape(old.type), connectionShape(live.type)];
  const isList = (isListField(old) && isListField(live)) || (before !== undefined && after !== undefined);
  if (!isList) return;
  const isPaged = [old, live].every(readByPages);
  const known = isPaged ? old.args : uncertainArguments(old, false);
  const hadSize = !isPaged && known.some((argument) => comparableDefault(argument) !== undefined);
  const signs = uncertainArguments(live, isPaged)
    .filter((argument) => !isRequiredArgument(argument) && !known.some(({ name }) => name === argument.name))
    // Where there was paging, only a default page size can cut an answer that was whole.
    .filter((argument) => known.length === 0 || (!hadSize && comparableDefault(argument) !== undefined))
    .map((argument) => `${argument.name}: ${argument.type}${defaultSuffix(argument)}`);
  if (before?.pageInfo === undefined && after?.pageInfo !== undefined) signs.push('pageInfo');
  if (signs.length === 0) return;
  const list = signs.join(', ');
  const message = `${coordinate} may now be cut off (${list}): the answer may now be a part of the list.`;
  const fact = { kind: 'behaviour', change: 'paging-added', direction: 'unclear' } as const;
  report({ ...fact, coordinate, message, after: list }, node);
}

/** Whether a list can be read by pages: then only a default can leave a part out. */
function readByPages({ type, args }: Field): boolean {
  const names = args.map(({ name }) => name);
  return connectionShape(type)?.pageInfo !== undefined && names.includes('first') && names.includes('after');
}

function defaultSuffix(argument: GraphQLArgument): string {
  const text = comparableDefault(argument);
  return text === undefined ? '' : ` = ${text}`;
}
