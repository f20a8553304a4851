import { type ASTNode, type GraphQLType, getNamedType, isLeafType, isScalarType } from 'graphql';
import { absorbsNull, type Position } from '../../graphql/mapped-scalar.ts';
import { beforeAndAfter, type Direction } from '../model/finding.ts';
import { isAssignable, shownAroundUnknown, withoutNames } from './assignable.ts';
import { leafKey, leafText } from './leaf.ts';
import type { OperationComparison, Report, Site } from './operation-comparison.ts';

type ScalarSite = Site & { readonly position: Position };

/**
 * Reports a change of a scalar, or of the nulls around it, that the generated types do not show: values and nulls may come
 * that did not come before, or are rejected that were accepted before.
 */
export function compareScalars(
  { mapping, report }: OperationComparison,
  site: ScalarSite,
  old: GraphQLType,
  live: GraphQLType,
): void {
  const [before, after] = [getNamedType(old), getNamedType(live)];
  if (!isLeafType(before) || !isLeafType(after)) return;
  const [oldText, liveText] = [leafText(before, mapping, site.position), leafText(after, mapping, site.position)];
  if (typeof liveText === 'string' && leafKey(oldText) === leafKey(liveText)) {
    const shown = absorbsNull(liveText) ? shownAroundUnknown : withoutNames;
    // Where the generated types differ as well, they are reported instead.
    if (shown(old) === shown(live)) compareHidden(report, site, old, live, liveText);
  }
  if (isScalarType(before) && isScalarType(after) && before.name === after.name)
    compareSpecifications(report, site.node, after.name, before.specifiedByURL, after.specifiedByURL);
}

function compareHidden(report: Report, site: ScalarSite, old: GraphQLType, live: GraphQLType, text: string): void {
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

type Url = string | null | undefined;

function compareSpecifications(report: Report, node: ASTNode, name: string, old: Url, live: Url): void {
  const [before, after] = [old ?? undefined, live ?? undefined];
  if (before === after) return;
  const message = `Scalar ${name} is now specified by ${after ?? 'nothing'}; it was ${before ?? 'nothing'}.`;
  const fact = { kind: 'behaviour', change: 'scalar-changed', direction: 'unclear', coordinate: name } as const;
  report({ ...fact, message, ...beforeAndAfter(before, after) }, node);
}
