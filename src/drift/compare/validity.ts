import { type ASTNode, type GraphQLError, type GraphQLSchema, validate } from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { keepRules, RootTypesRule, validationRules } from '../../graphql/validation.ts';
import type { Fact } from '../model/finding.ts';
import { type Broken, type BrokenContext, causesByRule } from './causes.ts';
import type { UsageLookup } from './usage.ts';

export function validOperations(
  schema: GraphQLSchema,
  operations: readonly ExecutableOperation[],
): ReadonlySet<ExecutableOperation> {
  const isValid = (some: typeof operations): boolean =>
    keepRules(
      schema,
      some.map(({ document }) => document),
      validationRules,
    );
  return new Set(isValid(operations) ? operations : operations.filter((operation) => isValid([operation])));
}

interface BrokenOperation {
  readonly operation: ExecutableOperation;
  readonly usageIn: UsageLookup;
  readonly live: GraphQLSchema;
  readonly snapshot: { readonly schema: GraphQLSchema; readonly accepts: boolean } | undefined;
}

/**
 * Reports why the live schema rejects an operation, with the change since the snapshot. If the snapshot rejects the same part, nothing
 * changed: the operation needs a correction.
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
  const context = {
    live,
    snapshot: snapshot?.schema,
    liveUsage: usageIn(live),
    oldUsage: snapshot && usageIn(snapshot.schema),
  };
  for (const rule of validationRules) {
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
    // Without the root type, other rules find no further causes.
    if (rule === RootTypesRule) return;
  }
}

/** Errors are the same if their first nodes are, and their messages without types and suggestions. */
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
