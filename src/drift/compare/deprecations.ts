import { type ASTNode, type GraphQLType, getNamedType, isEnumType } from 'graphql';
import { deprecationChange } from '../model/deprecation.ts';
import { beforeAndAfter } from '../model/finding.ts';
import type { Report } from './operation-comparison.ts';

type Reason = string | null | undefined;

/** Reports an element in use that the live schema newly deprecates, or deprecates for another reason. */
export function compareReasons(report: Report, coordinate: string, old: Reason, live: Reason, node: ASTNode): void {
  const change = live == null ? undefined : deprecationChange(old, live);
  if (change === undefined) return;
  const fact = { kind: 'deprecated', change: 'deprecated', direction: 'safe' } as const;
  report({ ...fact, coordinate, message: `${coordinate} ${change}`, ...beforeAndAfter(old, live) }, node);
}

/** The same for the values of an enum that results or variables may contain. */
export function compareValueReasons(report: Report, old: GraphQLType, live: GraphQLType, node: ASTNode): void {
  const [before, after] = [getNamedType(old), getNamedType(live)];
  if (!isEnumType(before) || !isEnumType(after)) return;
  for (const { name, deprecationReason } of after.getValues()) {
    const twin = before.getValue(name);
    if (twin != null) compareReasons(report, `${after.name}.${name}`, twin.deprecationReason, deprecationReason, node);
  }
}
