import {
  type ASTNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isLeafType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  Kind,
  type ValueNode,
} from 'graphql';
import { connectionShape, uncertainArguments } from '../../graphql/connection.ts';
import { type Field, isListField } from '../../graphql/fields.ts';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { defaultOf, type Position } from '../../graphql/values.ts';
import { beforeAndAfter, type Direction } from '../model/finding.ts';
import { comparableDefault, compareReasons, compareValueReasons } from './facts.ts';
import { isAssignable, leafKey, leafType, typeKey } from './generated-type.ts';
import { type OperationComparison, type Report, type Site, sharedFields } from './operation-comparison.ts';
import { inputValuesAt, type Use, usedField } from './usage.ts';

/** Reports changes without a trace in the generated types: defaults, paging, scalars and deprecations. */
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
    compareLeaves(context, site, before.type, after.type);
    comparePaging(before, after, site, report);
  }
  for (const { node, old, live, inputs } of variables) {
    compareLeaves(context, { node, coordinate: live.name, position: 'input' }, old, live);
    for (const pair of inputs)
      for (const [before, after] of sharedFields(pair)) {
        const coordinate = `${pair.live.name}.${after.name}`;
        compareReasons(report, coordinate, before.deprecationReason, after.deprecationReason, node);
        // A default that makes the field optional changes the generated types.
        if (!isNonNullType(after.type) || (defaultOf(before) !== undefined && defaultOf(after) !== undefined))
          compareDefault(context, coordinate, before, after, node);
        compareLeaves(context, { node, coordinate, position: 'input' }, ...comparableTypes(before, after));
      }
  }
}

function reasonOf({ element }: Use): string | null | undefined {
  return element && 'deprecationReason' in element ? element.deprecationReason : undefined;
}

/** The types of an input field, without a change of nullability that the generated types show. */
function comparableTypes(
  old: GraphQLInputField,
  live: GraphQLInputField,
): readonly [GraphQLInputType, GraphQLInputType] {
  if (isRequiredInputField(old) === isRequiredInputField(live)) return [old.type, live.type];
  return [getNullableType(old.type), getNullableType(live.type)];
}

function compareOmittedDefaults(context: OperationComparison, node: ASTNode, old: Use, live: Use): void {
  const values = inputValuesAt(node);
  for (const { coordinate, it } of live.inputs) {
    const twin = old.inputs.find((before) => before.it.name === it.name);
    const value = values.get(it.name);
    if (twin !== undefined && (value === undefined || mayBeLeftOut(value, context.operation)))
      compareDefault(context, coordinate, twin.it, it, node);
  }
}

/** Whether the default of the schema may apply: the caller may omit a nullable variable without a default. */
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

/** Reports a list that gained `pageInfo` or an optional argument that may cut it off. */
function comparePaging(old: Field, live: Field, { node, coordinate }: Site, report: Report): void {
  const [before, after] = [connectionShape(old.type), connectionShape(live.type)];
  const isList = (isListField(old) && isListField(live)) || (before !== undefined && after !== undefined);
  if (!isList) return;
  const isPaged = [old, live].every(readByPages);
  const known = isPaged ? old.args : uncertainArguments(old, false);
  const hadSize = !isPaged && known.some((argument) => comparableDefault(argument) !== undefined);
  const signs = uncertainArguments(live, isPaged)
    .filter((argument) => !isRequiredArgument(argument) && !known.some(({ name }) => name === argument.name))
    // In a paged list, only a default page size can leave items out.
    .filter((argument) => known.length === 0 || (!hadSize && comparableDefault(argument) !== undefined))
    .map((it) => [`${it.name}: ${it.type}`, comparableDefault(it)].filter(Boolean).join(' = '));
  if (before?.pageInfo === undefined && after?.pageInfo !== undefined) signs.push('pageInfo');
  if (signs.length === 0) return;
  const list = signs.join(', ');
  const message = `${coordinate} may now be cut off (${list}): the answer may now be a part of the list.`;
  const fact = { kind: 'behaviour', change: 'paging-added', direction: 'unclear' } as const;
  report({ ...fact, coordinate, message, after: list }, node);
}

function readByPages({ type, args }: Field): boolean {
  const names = args.map(({ name }) => name);
  return connectionShape(type)?.pageInfo !== undefined && names.includes('first') && names.includes('after');
}

type LeafSite = Site & { readonly position: Position };

/** Reports a change of a scalar or its nulls that the generated type hides, and deprecated enum values. */
function compareLeaves(
  { mapping, report }: OperationComparison,
  site: LeafSite,
  old: GraphQLType,
  live: GraphQLType,
): void {
  compareValueReasons(report, old, live, site.node);
  const [before, after] = [getNamedType(old), getNamedType(live)];
  if (!isLeafType(before) || !isLeafType(after)) return;
  const [oldLeaf, liveLeaf] = [leafType(before, mapping, site.position), leafType(after, mapping, site.position)];
  if (liveLeaf.kind === 'text' && typeKey(leafKey(oldLeaf), old) === typeKey(liveLeaf.text, live))
    compareHidden(report, site, old, live, liveLeaf.text);
  if (isScalarType(before) && isScalarType(after) && before.name === after.name)
    compareSpecifications(report, site.node, before, after);
}

function compareHidden(report: Report, site: LeafSite, old: GraphQLType, live: GraphQLType, text: string): void {
  const { node, coordinate, position } = site;
  const [before, after] = [String(old), String(live)];
  const [oldName, liveName] = [getNamedType(old).name, getNamedType(live).name];
  if (before === after) return;
  const [from, to] = position === 'input' ? [old, live] : [live, old];
  const hasNewNulls = !isAssignable(from, to, () => true);
  const isNarrower = position === 'input' && oldName === 'Float' && liveName === 'Int';
  const direction: Direction = hasNewNulls || isNarrower ? 'breaking' : oldName === liveName ? 'safe' : 'unclear';
  const nulls = position === 'input' ? ': null is now rejected' : ': null may now come';
  const effect = hasNewNulls ? nulls : isNarrower ? ': fractions are now rejected' : '';
  const message = `${coordinate} changed from ${before} to ${after}${effect}; the generated type stays ${text}.`;
  const change = oldName === liveName ? 'nullability-changed' : 'scalar-changed';
  report({ kind: 'behaviour', change, direction, coordinate, message, before, after }, node);
}

function compareSpecifications(report: Report, node: ASTNode, old: GraphQLScalarType, live: GraphQLScalarType): void {
  const { name } = live;
  const [before, after] = [old.specifiedByURL ?? undefined, live.specifiedByURL ?? undefined];
  if (before === after) return;
  const message = `Scalar ${name} is now specified by ${after ?? 'nothing'}; it was ${before ?? 'nothing'}.`;
  const fact = { kind: 'behaviour', change: 'scalar-changed', direction: 'unclear', coordinate: name } as const;
  report({ ...fact, message, ...beforeAndAfter(before, after) }, node);
}
