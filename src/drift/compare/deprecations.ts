import { type ASTNode, type GraphQLType, getNamedType, isEnumType } from 'graphql';
import { beforeAndAfter } from '../model/finding.ts';
import type { Report } from './operation-comparison.ts';

type Reason = string | null | undefined;

/** Reports a used element that is newly deprecated, or deprecated for another reason. */
export function compareReasons(report: Report, coordinate: string, old: Reason, live: Reason, node: ASTNode): void {
  const change = live == null ? undefined : deprecationChange(old, live);
  if (change === undefined) return;
  const fact = { kind: 'deprecated', change: 'deprecated', direction: 'safe' } as const;
  report({ ...fact, coordinate, message: `${coordinate} ${change}`, ...beforeAndAfter(old, live) }, node);
}

/** Reports deprecations of the enum values that results or variables may contain. */
export function compareValueReasons(report: Report, old: GraphQLType, live: GraphQLType, node: ASTNode): void {
  const [before, after] = [getNamedType(old), getNamedType(live)];
  if (!isEnumType(before) || !isEnumType(after)) return;
  for (const { name, deprecationReason } of after.getValues()) {
    const twin = before.getValue(name);
    if (twin != null) compareReasons(report, `${after.name}.${name}`, twin.deprecationReason, deprecationReason, node);
  }
}

/** The change of a deprecation, as the end of a sentence; undefined without a change. */
export function deprecationChange(old: Reason, live: Reason): string | undefined {
  if (old == null) return live == null ? undefined : `is now deprecated: ${reasonText(live)}`;
  if (live == null) return 'is no longer deprecated.';
  if (old === live) return undefined;
  return `changed its deprecation reason from ${JSON.stringify(old)} to ${JSON.stringify(live)}.`;
}

export function reasonText(reason: string): string {
  const line = reason.replace(/\s+/g, ' ').trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
