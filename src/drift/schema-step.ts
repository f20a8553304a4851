import type { GraphQLSchema } from 'graphql';
import { changedDescriptions } from './compare/schema-changes.ts';
import type { Drift } from './model/drift.ts';
import { isChange } from './model/finding.ts';
import { highestLevel, semverOf } from './model/semver.ts';
import type { SchemaStep } from './model/step.ts';

/** The step from the snapshot to the live schema of a comparison; undefined if the schemas do not differ. Pure. */
export function schemaStep(
  { findings: all, otherChanges: changes, operations }: Pick<Drift, 'findings' | 'operations' | 'otherChanges'>,
  snapshot: GraphQLSchema,
  live: GraphQLSchema,
): SchemaStep | undefined {
  // A mistake in both schemas is the author's, and did not change.
  const findings = all.filter(isChange);
  const descriptions = changedDescriptions(snapshot, live);
  const yours = highestLevel(findings.map(semverOf));
  const rest = highestLevel([...changes.map((it) => it.level), descriptions.length > 0 ? 'patch' : undefined]);
  const level = highestLevel([yours, rest]);
  if (level === undefined) return undefined;
  return {
    level,
    yours: { level: yours, findings, operations: operations.length },
    rest: { level: rest, changes, descriptions },
  };
}
