import type { ASTNode, GraphQLSchema } from 'graphql';
import { compareBehaviour } from './behaviour.ts';
import { explainBroken, validOperations } from './broken.ts';
import { compareDeprecations } from './deprecated.ts';
import { type Fact, type Finding, FindingCollector, placeOf } from './finding.ts';
import { variablePairs } from './input-pairs.ts';
import { Interner } from './interner.ts';
import type { ScalarMap } from './leaf.ts';
import { type Operation, type OperationSource, readOperations } from './operations.ts';
import { resultType } from './result-type.ts';
import { compareResults } from './results-changed.ts';
import { type SchemaChange, schemaChanges } from './schema-changes.ts';
import { usageOf } from './usage.ts';
import { compareVariables } from './variables-changed.ts';

/** What to compare. */
export interface DriftInput {
  /** The integrator's operation files. */
  readonly operations: readonly OperationSource[];
  /** The schema that the operations were written and generated for. Without it, they are only validated. */
  readonly snapshot?: GraphQLSchema;
  /** The schema that the service has now. */
  readonly live: GraphQLSchema;
  /** Custom scalars as code generation maps them, e.g. `{ DateTime: 'string' }`. Default: all are `unknown`. */
  readonly scalars?: ScalarMap;
}

/** One operation that was checked. */
export interface CheckedOperation {
  /** Its name, or its kind in brackets where it has none. */
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** The parts of the schema it names, as sorted schema coordinates. */
  readonly uses: readonly string[];
}

/** What was checked, and what was found. */
export interface Drift {
  /** Every change that touches the operations, the worst first. */
  readonly findings: readonly Finding[];
  /** Every other change of the schema. */
  readonly otherChanges: readonly SchemaChange[];
  /** The operations that were checked, in the order of the files. */
  readonly operations: readonly CheckedOperation[];
  /** Whether there was a snapshot to compare with; without one, only what is broken can be told. */
  readonly hasSnapshot: boolean;
  /** Operations that are valid now but were not by the snapshot, so that there is nothing to compare them with. */
  readonly notComparable: readonly string[];
}

/**
 * Holds operations and the schema they were written for against the live schema. Pure: reads nothing, remembers nothing.
 *
 * @throws {OperationsError} where an operation file does not parse.
 */
export function checkDrift({ operations: sources, snapshot, live, scalars = {} }: DriftInput): Drift {
  const operations = readOperations(sources);
  const changes = snapshot === undefined ? [] : schemaChanges(snapshot, live);
  const collector = new FindingCollector();
  const notComparable: string[] = [];
  const interner = new Interner();
  const accepted = validOperations(live, operations);
  // Schemas without a difference accept the same.
  const acceptedBefore =
    snapshot === undefined || changes.length === 0 ? accepted : validOperations(snapshot, operations);
  for (const operation of operations) {
    const report = (fact: Fact, node: ASTNode): void => collector.add(fact, node, operation.name);
    const accepts = acceptedBefore.has(operation);
    if (!accepted.has(operation)) explainBroken(operation, live, snapshot && { schema: snapshot, accepts }, report);
    else if (snapshot === undefined || changes.length === 0) continue;
    else if (!accepts) notComparable.push(operation.name);
    else compareOperation({ operation, snapshot, live, scalars, interner }, report);
  }
  const findings = collector.list();
  const told = new Set(findings.map(({ coordinate }) => coordinate));
  return {
    findings,
    otherChanges: changes.filter(({ coordinate }) => !told.has(coordinate)),
    operations: operations.map((operation) => describe(operation, snapshot ?? live)),
    hasSnapshot: snapshot !== undefined,
    notComparable,
  };
}

function describe({ name, node, document }: Operation, schema: GraphQLSchema): CheckedOperation {
  const uses = [...usageOf(schema, document).uses.values()].filter(
    ({ kind }) => kind !== 'fragment' && kind !== 'input-object',
  );
  const coordinates = new Set(uses.map(({ coordinate }) => coordinate));
  return { name, kind: node.operation, place: placeOf(node), uses: [...coordinates].sort() };
}

interface OperationComparison {
  readonly operation: Operation;
  readonly snapshot: GraphQLSchema;
  readonly live: GraphQLSchema;
  readonly scalars: ScalarMap;
  readonly interner: Interner;
}

function compareOperation(
  { operation, snapshot, live, scalars, interner }: OperationComparison,
  report: (fact: Fact, node: ASTNode) => void,
): void {
  const { node, fragments, document } = operation;
  const [snapshotUsage, liveUsage] = [usageOf(snapshot, document), usageOf(live, document)];
  const variables = variablePairs(node, snapshot, live);
  const before = resultType({ schema: snapshot, fragments, scalars, interner }, node);
  const after = resultType({ schema: live, fragments, scalars, interner }, node);
  if (before !== undefined && after !== undefined)
    compareResults({ snapshotUsage, liveUsage, report }, before, after, node);
  compareVariables(variables, scalars, report);
  compareBehaviour({ operation, snapshotUsage, liveUsage, variables, scalars, report });
  compareDeprecations({ snapshotUsage, liveUsage, variables, report });
}
