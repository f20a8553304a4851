import type { ASTNode, GraphQLSchema } from 'graphql';
import { type ExecutableOperation, type OperationSource, parseOperations } from '../graphql/parse-operations.ts';
import { placeOf } from '../graphql/place.ts';
import { compareBehaviour } from './compare/behaviour.ts';
import { compareDeprecations } from './compare/deprecations.ts';
import { variablePairs } from './compare/input-pairs.ts';
import { Interner } from './compare/interner.ts';
import { resultType } from './compare/result-type.ts';
import { compareResults } from './compare/results.ts';
import { schemaChanges } from './compare/schema-changes.ts';
import { compareVariables } from './compare/variables.ts';
import { explainBroken, validOperations } from './explain/explain-broken.ts';
import type { CheckedOperation, Drift } from './model/drift.ts';
import type { ScalarMap } from './model/drift-config.ts';
import { type Fact, FindingCollector } from './model/finding.ts';
import { type Usage, type UsageLookup, usageLookup } from './model/usage.ts';

/** The input of {@link checkDrift}. */
export interface DriftInput {
  /** The texts of the operation files. */
  readonly operations: readonly OperationSource[];
  /** The schema that the operations were written for. Without it, the operations are only validated. */
  readonly snapshot?: GraphQLSchema;
  /** The current schema of the service. */
  readonly live: GraphQLSchema;
  /**
   * TypeScript types of custom scalars, as in code generation, e.g. `{ DateTime: 'string' }`.
   *
   * @defaultValue {}, so that every custom scalar is `unknown`
   */
  readonly scalars?: ScalarMap;
}

/**

 *
 * Compares the live schema with the schema that the operations were written for. A pure function.
 *
 * @throws {OperationsError} if an operation file is invalid GraphQL, or two operations or fragments have the same name.
 */
export function checkDrift({ operations: sources, snapshot, live, scalars = {} }: DriftInput): Drift {
  const operations = parseOperations(sources);
  const changes = snapshot === undefined ? [] : schemaChanges(snapshot, live);
  const collector = new FindingCollector();
  const notComparable: string[] = [];
  const interner = new Interner();
  const accepted = validOperations(live, operations);
  // Schemas without a difference accept the same operations.
  const acceptedBefore =
    snapshot === undefined || changes.length === 0 ? accepted : validOperations(snapshot, operations);
  const checked = operations.map((operation) => {
    const usageIn = usageLookup(operation.document);
    const report = (fact: Fact, node: ASTNode): void => collector.add(fact, node, operation.name);
    const accepts = acceptedBefore.has(operation);
    if (!accepted.has(operation))
      explainBroken({ operation, usageIn, live, snapshot: snapshot && { schema: snapshot, accepts } }, report);
    else if (snapshot !== undefined && changes.length > 0) {
      if (accepts) compareOperation({ operation, usageIn, snapshot, live, scalars, interner }, report);
      else notComparable.push(operation.name);
    }
    return describe(operation, usageIn(snapshot ?? live));
  });
  const findings = collector.list();
  const reported = new Set(findings.map(({ coordinate }) => coordinate));
  return {
    findings,
    otherChanges: changes.filter(({ coordinate }) => !reported.has(coordinate)),
    operations: checked,
    hasSnapshot: snapshot !== undefined,
    notComparable,
  };
}

function describe({ name, node }: ExecutableOperation, usage: Usage): CheckedOperation {
  const uses = [...usage.uses.values()].filter(({ kind }) => kind !== 'fragment' && kind !== 'input-object');
  const coordinates = new Set(uses.map(({ coordinate }) => coordinate));
  return { name, kind: node.operation, place: placeOf(node), uses: [...coordinates].sort() };
}

interface OperationComparison {
  readonly operation: ExecutableOperation;
  readonly usageIn: UsageLookup;
  readonly snapshot: GraphQLSchema;
  readonly live: GraphQLSchema;
  readonly scalars: ScalarMap;
  readonly interner: Interner;
}

function compareOperation(
  { operation, usageIn, snapshot, live, scalars, interner }: OperationComparison,
  report: (fact: Fact, node: ASTNode) => void,
): void {
  const { node, fragments } = operation;
  const [snapshotUsage, liveUsage] = [usageIn(snapshot), usageIn(live)];
  const variables = variablePairs(node, snapshot, live);
  const before = resultType({ schema: snapshot, fragments, scalars, interner }, node);
  const after = resultType({ schema: live, fragments, scalars, interner }, node);
  if (before !== undefined && after !== undefined)
    compareResults({ snapshotUsage, liveUsage, report }, before, after, node);
  compareVariables(variables, scalars, report);
  compareBehaviour({ operation, snapshotUsage, liveUsage, variables, scalars, report });
  compareDeprecations({ snapshotUsage, liveUsage, variables, report });
}
