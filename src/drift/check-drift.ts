import { type ASTNode, type GraphQLSchema, isIntrospectionType, isSpecifiedScalarType, Kind } from 'graphql';
import { fragmentsByName } from '../graphql/fragments-by-name.ts';
import { type ExecutableOperation, type OperationSource, parseOperations } from '../graphql/parse-operations.ts';
import { placeOf } from '../graphql/place.ts';
import { findOnePageReads } from '../graphql/selections/one-page-reads.ts';
import { adaptOperations } from './code/adapt-operations.ts';
import { compareBehaviour } from './compare/behaviour.ts';
import { compareDeprecations } from './compare/deprecations.ts';
import { fillUnseen } from './compare/fill-unseen.ts';
import { variablePairs } from './compare/input-pairs.ts';
import { Interner } from './compare/interner.ts';
import { resultType } from './compare/result-type.ts';
import { compareResults } from './compare/results.ts';
import { schemaChanges } from './compare/schema-changes.ts';
import { compareVariables } from './compare/variables.ts';
import { explainBroken, validOperations } from './explain/explain-broken.ts';
import type { CheckedOperation, Drift } from './model/drift.ts';
import type { Fact } from './model/finding.ts';
import { FindingCollector } from './model/finding-collector.ts';
import type { ScalarMap, TypeMapping } from './model/type-mapping.ts';
import { UndecidedCollector } from './model/undecided.ts';
import { type Usage, type UsageLookup, usageLookup } from './model/usage.ts';

/** The input of {@link checkDrift}. */
export interface DriftInput {
  /** The texts of the operation files. */
  readonly operations: readonly OperationSource[];
  /** The schema that the operations were written for. @defaultValue none: the operations are only validated */
  readonly snapshot?: GraphQLSchema;
  /** The current schema of the service. */
  readonly live: GraphQLSchema;
  /**
   * TypeScript types of custom scalars, as in code generation, e.g. `{ DateTime: 'string' }`.
   *
   * @defaultValue {}, so that every custom scalar is `unknown`
   */
  readonly scalars?: ScalarMap | undefined;
  /**
   * Whether generated enums in results accept values that are added later, as in code generation.
   *
   * @defaultValue false
   */
  readonly openEnums?: boolean | undefined;
}

/**
 * Compares the live schema with the schema that the operations were written for. A pure function.
 *
 * @throws {OperationsError} if an operation file is invalid GraphQL, two operations have the same name, or an operation is
 * invalid whatever the schema is.
 */
export function checkDrift({ operations: sources, snapshot, live: shown, ...options }: DriftInput): Drift {
  const { scalars = {}, openEnums = false } = options;
  const operations = parseOperations(sources);
  const { schema: live, unknown } = fillUnseen(shown, snapshot);
  const changes = snapshot === undefined ? [] : schemaChanges(snapshot, live);
  const collector = new FindingCollector();
  const undecided = new UndecidedCollector(unknown);
  const notComparable: string[] = [];
  const interner = new Interner();
  const accepted = validOperations(live, operations);
  // Schemas without a difference accept the same operations.
  const acceptedBefore =
    snapshot === undefined || changes.length === 0 ? accepted : validOperations(snapshot, operations);
  const checked = operations.map((operation) => {
    const usageIn = usageLookup(operation.document);
    const report = (fact: Fact, node: ASTNode): void => {
      if (!undecided.claims(fact.coordinate)) collector.add(fact, node, operation.name);
    };
    const accepts = acceptedBefore.has(operation);
    const mapping = { scalars, openEnums };
    if (!accepted.has(operation)) {
      const refused = new Set<string>();
      explainBroken({ operation, usageIn, live, snapshot: snapshot && { schema: snapshot, accepts } }, (fact, node) => {
        refused.add(fact.coordinate);
        report(fact, node);
      });
      if (snapshot !== undefined && accepts)
        compareRest({ operation, snapshot, live, mapping, interner }, (fact, node) => {
          if (!refused.has(fact.coordinate)) report(fact, node);
        });
    } else if (snapshot !== undefined && changes.length > 0) {
      if (accepts) compareOperation({ operation, usageIn, snapshot, live, mapping, interner }, report);
      else notComparable.push(operation.name);
    }
    if (unknown.size > 0) undecided.addUses(operation, usageIn(live), live);
    return describe(operation, usageIn(snapshot ?? live));
  });
  const findings = collector.list();
  const reported = new Set(findings.map(({ coordinate }) => coordinate));
  return {
    findings,
    undecided: undecided.list(),
    warnings: findOnePageReads(
      live,
      operations.filter((operation) => accepted.has(operation)),
    ),
    lostTypes: snapshot === undefined ? { lost: 0, of: 0 } : countLostTypes(snapshot, shown),
    otherChanges: changes.filter(({ coordinate }) => !reported.has(coordinate)),
    operations: checked,
    hasSnapshot: snapshot !== undefined,
    notComparable,
  };
}

function countLostTypes(snapshot: GraphQLSchema, live: GraphQLSchema): Drift['lostTypes'] {
  const names = Object.values(snapshot.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .map(({ name }) => name);
  return { lost: names.filter((name) => live.getType(name) === undefined).length, of: names.length };
}

function describe({ name, node }: ExecutableOperation, usage: Usage): CheckedOperation {
  const uses = [...usage.uses.values()].filter(({ kind }) => kind !== 'fragment' && kind !== 'input-object');
  const coordinates = new Set(uses.map(({ coordinate }) => coordinate));
  return { name, kind: node.operation, place: placeOf(node), uses: [...coordinates].sort() };
}

/**
 * Compares what is left of a broken operation once its author has taken out what the live schema rejects: the generated types
 * change there, too.
 */
function compareRest(
  { operation, ...context }: Omit<OperationComparison, 'usageIn'>,
  report: (fact: Fact, node: ASTNode) => void,
): void {
  const { document } = adaptOperations([operation.node, ...operation.fragments.values()], context.live);
  const [node] = document.definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION);
  if (node === undefined) return;
  const rest = { name: operation.name, node, fragments: fragmentsByName(document.definitions), document };
  compareOperation({ ...context, operation: rest, usageIn: usageLookup(document) }, report);
}

interface OperationComparison {
  readonly operation: ExecutableOperation;
  readonly usageIn: UsageLookup;
  readonly snapshot: GraphQLSchema;
  readonly live: GraphQLSchema;
  readonly mapping: TypeMapping;
  readonly interner: Interner;
}

function compareOperation(
  { operation, usageIn, snapshot, live, mapping, interner }: OperationComparison,
  report: (fact: Fact, node: ASTNode) => void,
): void {
  const { node, fragments } = operation;
  const [snapshotUsage, liveUsage] = [usageIn(snapshot), usageIn(live)];
  const variables = variablePairs(node, snapshot, live);
  const before = resultType({ schema: snapshot, fragments, mapping, interner }, node);
  const after = resultType({ schema: live, fragments, mapping, interner }, node);
  if (before !== undefined && after !== undefined)
    compareResults({ snapshotUsage, liveUsage, report }, before, after, node);
  compareVariables(variables, mapping, report);
  compareBehaviour({ operation, snapshotUsage, liveUsage, variables, mapping, report });
  compareDeprecations({ snapshotUsage, liveUsage, variables, report });
}
