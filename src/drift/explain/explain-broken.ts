import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import type { Fact } from '../model/finding.ts';
import type { UsageLookup } from '../model/usage.ts';
import { explainers } from './explainers.ts';
import type { Broken, BrokenContext } from './explanation.ts';

/**

 * The operations that are valid for a schema. The rules of GraphQL presume the root types; a server does not, so an
 * operation without a root type is invalid.
 */
export function validOperations(
  schema: GraphQLSchema,
  operations: readonly ExecutableOperation[],
): ReadonlySet<ExecutableOperation> {
  const rooted = operations.filter(({ node }) => schema.getRootType(node.operation) != null);
  // Usually everything is valid. One validation of all operations finds this out and reads shared fragments once.
  const definitions = [...new Set(rooted.flatMap(({ document }) => document.definitions))];
  if (isValid(schema, { kind: Kind.DOCUMENT, definitions })) return new Set(rooted);
  return new Set(rooted.filter(({ document }) => isValid(schema, document)));
}

function isValid(schema: GraphQLSchema, document: DocumentNode): boolean {
  return document.definitions.length === 0 || validate(schema, document, specifiedRules, { maxErrors: 1 }).length === 0;
}

/** An operation that the live schema rejects. */
export interface BrokenOperation {
  readonly operation: ExecutableOperation;
  readonly usageIn: UsageLookup;
  readonly live: GraphQLSchema;
  readonly snapshot: { readonly schema: GraphQLSchema; readonly accepts: boolean } | undefined;
}

/**

 * Reports why the live schema rejects an operation, with the change since the snapshot if there is one. If the operation is
 * invalid for the snapshot too, the message says so: the operation itself may be wrong.
 */
export function explainBroken(
  { operation, usageIn, live, snapshot }: BrokenOperation,
  report: (fact: Fact, node: ASTNode) => void,
): void {
  const rootless = live.getRootType(operation.node.operation) == null;
  const note = snapshot?.accepts === false ? ' The operation is invalid for the snapshot too.' : '';
  const reportBroken = (broken: Broken): void => {
    const { node, message, ...fact } = broken;
    report({ kind: 'broken', direction: 'breaking', ...fact, message: `${message}${note}` }, node);
  };
  if (rootless) {
    const { operation: kind } = operation.node;
    const name = snapshot?.schema.getRootType(kind)?.name ?? kind;
    reportBroken({
      node: operation.node,
      change: 'root-removed',
      coordinate: name,
      message: `The schema no longer has a ${kind} type.`,
    });
    return;
  }
  const context = {
    live,
    snapshot: snapshot?.schema,
    liveUsage: usageIn(live),
    oldUsage: snapshot && usageIn(snapshot.schema),
  };
  for (const rule of specifiedRules) {
    for (const error of errorsOf(rule, live, operation)) {
      const node = error.nodes?.[0] ?? operation.node;
      const explained = explainers.get(rule)?.(context, node, error) ?? [];
      if (explained.length === 0) reportBroken(unexplained(error, node, context));
      for (const broken of explained) reportBroken(broken);
    }
  }
}

function errorsOf(
  rule: ValidationRule,
  schema: GraphQLSchema,
  { document }: ExecutableOperation,
): readonly GraphQLError[] {
  return validate(schema, document, [rule]);
}

/** Errors that no schema causes, e.g. an undefined fragment, keep the message of graphql-js. */
function unexplained(error: GraphQLError, node: ASTNode, { live, liveUsage }: BrokenContext): Broken {
  const known = liveUsage.uses.get(node)?.coordinate ?? liveUsage.slots.get(node)?.coordinate;
  const coordinate = known ?? live.getQueryType()?.name ?? 'Query';
  return { node, change: 'invalid-document', coordinate, message: error.message };
}
