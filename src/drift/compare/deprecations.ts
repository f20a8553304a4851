import { type ASTNode, type GraphQLNamedType, getNamedType, isEnumType } from 'graphql';
import { deprecationChange } from '../model/deprecation.ts';
import { beforeAndAfter } from '../model/finding.ts';
import { sharedFields } from './input-pairs.ts';
import type { OperationComparison } from './operation-comparison.ts';
import { fieldPairs, type Use } from './usage.ts';

type Reason = string | null | undefined;

/**
 * Reports the elements in use that the live schema newly deprecates, or deprecates for another reason: fields, arguments, enum values and input fields that
 * the operation names, enum values in its results, and everything that its variables may contain.
 */
export function compareDeprecations({ snapshotUsage, liveUsage, variables, report }: OperationComparison): void {
  const reportReason = (coordinate: string, old: Reason, live: Reason, node: ASTNode): void => {
    const change = live == null ? undefined : deprecationChange(old, live);
    if (change === undefined) return;
    const message = `${coordinate} ${change}`;
    const reasons = beforeAndAfter(old, live);
    report({ kind: 'deprecated', change: 'deprecated', direction: 'safe', coordinate, message, ...reasons }, node);
  };
  const compareEnums = (old: GraphQLNamedType, live: GraphQLNamedType, node: ASTNode): void => {
    if (!isEnumType(old) || !isEnumType(live)) return;
    for (const { name, deprecationReason } of live.getValues()) {
      const twin = old.getValue(name);
      if (twin != null) reportReason(`${live.name}.${name}`, twin.deprecationReason, deprecationReason, node);
    }
  };
  for (const [node, live] of liveUsage.uses) {
    const old = snapshotUsage.uses.get(node);
    reportReason(live.coordinate, old && reasonOf(old), reasonOf(live), node);
  }
  for (const { node, old, live } of fieldPairs(snapshotUsage, liveUsage))
    compareEnums(getNamedType(old.type), getNamedType(live.type), node);
  for (const { node, old, live, inputs } of variables) {
    compareEnums(old, live, node);
    for (const pair of inputs)
      for (const [before, after] of sharedFields(pair)) {
        reportReason(`${pair.live.name}.${after.name}`, before.deprecationReason, after.deprecationReason, node);
        compareEnums(getNamedType(before.type), getNamedType(after.type), node);
      }
  }
}

function reasonOf({ element }: Use): Reason {
  return element && 'deprecationReason' in element ? element.deprecationReason : undefined;
}
