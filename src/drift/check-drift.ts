import { type ASTNode, type GraphQLSchema, Kind } from 'graphql';
import { elementsIn } from '../graphql/elements.ts';
import { fragmentsByName } from '../graphql/fragments.ts';
import { type ExecutableOperation, type Mistake, readOperations } from '../graphql/parse-operations.ts';
import { placeOf } from '../graphql/place.ts';
import { findWarnings } from '../graphql/selections/operation-warnings.ts';
import { adaptOperations } from './code/adapt-operations.ts';
import { compareBehaviour } from './compare/behaviour.ts';
import type { OperationComparison } from './compare/operation-comparison.ts';
import { variablePairs } from './compare/operation-comparison.ts';
import { resultType, type TextIds, textIds } from './compare/result-type.ts';
import { compareResults } from './compare/results.ts';
import { absentInputs, schemaChanges } from './compare/schema-changes.ts';
import { type Usage, usageLookup } from './compare/usage.ts';
import { compareValidity, validOperations } from './compare/validity.ts';
import { compareVariables } from './compare/variables.ts';
import type { CheckedOperation, Drift, DriftInput, Undecided } from './model/drift.ts';
import { compareFindings, type Fact } from './model/finding.ts';
import { type Located, mergeItems } from './model/place-list.ts';

/**
 * Compares the live schema with the snapshot for each operation. A mistake in one operation is a finding and does not stop the comparison of
 * the others. The function is pure.
 *
 * @throws {OperationsError} if an operation selects too much to be compared.
 */
export function checkDrift({ operations: sources, snapshot, live, ...options }: DriftInput): Drift {
  const { operations, mistakes } = readOperations(sources);
  const absent = absentInputs(live, snapshot);
  const changes = snapshot === undefined ? [] : schemaChanges(snapshot, live);
  const accepted = validOperations(live, operations);
  // Equal schemas accept the same operations.
  const acceptedBefore =
    snapshot === undefined || changes.length === 0 ? accepted : validOperations(snapshot, operations);
  const mapping = { scalars: options.scalars ?? {}, openEnums: options.openEnums ?? false };
  const idOfText = textIds();
  const found = mistakes.map(located);
  const undecided: Located<Omit<Undecided, 'places'>>[] = [];
  const checked = operations.map((operation) => {
    const usageIn = usageLookup(operation.document);
    const refused = new Set<string>();
    const report = (fact: Fact, node: ASTNode): void => {
      const { coordinate } = fact;
      const message = absent.get(coordinate);
      const place = { ...placeOf(node), operations: [operation.name] };
      if (message === undefined) found.push({ item: fact, place });
      else undecided.push({ item: { coordinate, message }, place });
    };
    if (!accepted.has(operation))
      compareValidity(operation, usageIn, live, snapshot, (fact, node) => {
        refused.add(fact.coordinate);
        report(fact, node);
      });
    if (snapshot !== undefined && changes.length > 0) {
      const refusing = [
        ...(accepted.has(operation) ? [] : [live]),
        ...(acceptedBefore.has(operation) ? [] : [snapshot]),
      ];
      const shared = sharedPart(operation, refusing);
      if (shared !== undefined) {
        const sharedUsage = shared === operation ? usageIn : usageLookup(shared.document);
        const comparison: OperationComparison = {
          operation: shared,
          snapshotUsage: sharedUsage(snapshot),
          liveUsage: sharedUsage(live),
          variables: variablePairs(shared.node, snapshot, live),
          mapping,
          report: (fact, node) => {
            // A node without a location was added by `adaptOperations`.
            if (node.loc !== undefined && !refused.has(fact.coordinate)) report(fact, node);
          },
        };
        compareOperation(comparison, snapshot, live, idOfText);
      }
    }
    return describe(operation, usageIn(snapshot ?? live));
  });
  const findings = [...mergeItems(found)].sort(compareFindings);
  const reported = new Set(findings.map(({ coordinate }) => coordinate));
  return {
    findings,
    undecided: mergeItems(undecided),
    warnings: findWarnings(live, [...accepted], mapping.scalars),
    lostTypes: snapshot === undefined ? { lost: 0, of: 0 } : countLostTypes(snapshot, live),
    otherChanges: changes.filter(({ coordinate }) => !reported.has(coordinate) && !absent.has(coordinate)),
    operations: checked,
    hasSnapshot: snapshot !== undefined,
    notComparable: [...accepted].filter((it) => !acceptedBefore.has(it)).map(({ name }) => name),
  };
}

/** A mistake as a fact. It has no schema element, so its coordinate is the operation or the file. */
function located({ message, operations, place }: Mistake): Located<Fact> {
  const coordinate = operations[0] ?? place.file;
  const item = { kind: 'mistake', change: 'invalid-document', direction: 'breaking', coordinate, message } as const;
  return { item, place: { ...place, operations } };
}

function countLostTypes(snapshot: GraphQLSchema, live: GraphQLSchema): Drift['lostTypes'] {
  const types = elementsIn(snapshot).filter(({ kind }) => kind === 'type');
  return { lost: types.filter(({ coordinate }) => live.getType(coordinate) === undefined).length, of: types.length };
}

function describe({ name, node }: ExecutableOperation, usage: Usage): CheckedOperation {
  const uses = [...usage.uses.values()].filter(({ kind }) => kind !== 'fragment' && kind !== 'input-object');
  const coordinates = new Set(uses.map(({ coordinate }) => coordinate));
  return { name, kind: node.operation, place: placeOf(node), uses: [...coordinates].sort() };
}

/** The part of an operation that the refusing schemas accept, too; undefined if none is left. */
function sharedPart(
  operation: ExecutableOperation,
  refusing: readonly GraphQLSchema[],
): ExecutableOperation | undefined {
  let part = operation;
  for (const schema of refusing) {
    const { document } = adaptOperations([part.node, ...part.fragments.values()], schema);
    const node = document.definitions.find((it) => it.kind === Kind.OPERATION_DEFINITION);
    if (node === undefined) return undefined;
    part = { name: part.name, node, fragments: fragmentsByName(document.definitions), document };
  }
  return part;
}

function compareOperation(
  comparison: OperationComparison,
  snapshot: GraphQLSchema,
  live: GraphQLSchema,
  idOfText: TextIds,
): void {
  const { operation, mapping } = comparison;
  const { node, fragments } = operation;
  const before = resultType({ schema: snapshot, fragments, mapping, idOfText }, node);
  const after = resultType({ schema: live, fragments, mapping, idOfText }, node);
  if (before !== undefined && after !== undefined) compareResults(comparison, before, after, node);
  compareVariables(comparison);
  compareBehaviour(comparison);
}
