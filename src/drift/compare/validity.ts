import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  specifiedRules,
  validate,
} from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { beforeAndAfter, type Fact } from '../model/finding.ts';
import { type Broken, type BrokenContext, causesByRule } from './causes.ts';
import type { UsageLookup } from './usage.ts';

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
  return (
    document.definitions.length === 0 ||
    validate(schema, document, specifiedRules, { maxErrors: 1, hideSuggestions: true }).length === 0
  );
}

/** An operation that the live schema rejects. */
export interface BrokenOperation {
  readonly operation: ExecutableOperation;
  readonly usageIn: UsageLookup;
  readonly live: GraphQLSchema;
  readonly snapshot: { readonly schema: GraphQLSchema; readonly accepts: boolean } | undefined;
}

/**
 * Reports why the live schema rejects an operation, with the change since the snapshot if there is one. What the snapshot
 * rejects as well did not change: the operation itself needs a correction.
 */
export function compareValidity(
  { operation, usageIn, live, snapshot }: BrokenOperation,
  report: (fact: Fact, node: ASTNode) => void,
): void {
  const reportBroken = ({ node, ...fact }: Broken): void =>
    report({ kind: 'broken', direction: 'breaking', ...fact }, node);
  const reportOwn = ({ node, coordinate, message }: Broken): void => {
    const text = `${message} The snapshot rejects this too: correct the operation.`;
    reportBroken({ node, change: 'invalid-document', coordinate, message: text });
  };
  if (live.getRootType(operation.node.operation) == null) {
    const { operation: kind } = operation.node;
    const name = snapshot?.schema.getRootType(kind)?.name;
    const broken = { node: operation.node, change: 'root-removed', coordinate: name ?? kind } as const;
    if (snapshot === undefined || name !== undefined)
      reportBroken({ ...broken, message: `The schema no longer has a ${kind} type.`, ...beforeAndAfter(name) });
    else reportOwn({ ...broken, message: `The schema has no ${kind} type.` });
    return;
  }
  const context = {
    live,
    snapshot: snapshot?.schema,
    liveUsage: usageIn(live),
    oldUsage: snapshot && usageIn(snapshot.schema),
  };
  for (const rule of specifiedRules) {
    const errors = validate(live, operation.document, [rule], { hideSuggestions: true });
    if (errors.length === 0) continue;
    const before =
      snapshot?.accepts === false
        ? validate(snapshot.schema, operation.document, [rule], { hideSuggestions: true })
        : ([] as const);
    for (const error of errors) {
      const node = error.nodes?.[0] ?? operation.node;
      const isOwn = before.some((it) => isSameError(it, error));
      const explained = (causesByRule.get(rule) ?? []).map((explain) => explain(context, node, error));
      const all = explained.find(({ length }) => length > 0) ?? [unexplained(error, node, context)];
      for (const broken of all) (isOwn ? reportOwn : reportBroken)(broken);
    }
  }
}

/** The same node, and the same message but for types and suggestions: a node may miss several arguments. */
function isSameError(one: GraphQLError, other: GraphQLError): boolean {
  const gist = ({ message }: GraphQLError): string => message.replace(/ of type "[^"]*"| Did you mean.*$/g, '');
  return one.nodes?.[0] === other.nodes?.[0] && gist(one) === gist(other);
}

/** Errors that no explainer knows keep the message of graphql-js. */
function unexplained(error: GraphQLError, node: ASTNode, { live, liveUsage }: BrokenContext): Broken {
  const known = liveUsage.uses.get(node)?.coordinate ?? liveUsage.positions.get(node)?.coordinate;
  const coordinate = known ?? live.getQueryType()?.name ?? 'Query';
  return { node, change: 'type-changed', coordinate, message: error.message, after: error.message };
}
