import { type ASTNode, type GraphQLError, type GraphQLSchema, validate } from 'graphql';
import type { ExecutableOperation } from '../../graphql/parse-operations.ts';
import { keepRules, RootTypesRule, validationRules } from '../../graphql/validation.ts';
import { type Broken, type BrokenContext, causesByRule } from './causes.ts';
import type { Report } from './operation-comparison.ts';
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

/**
 * Reports why the live schema rejects an operation, with the change since the snapshot. If the snapshot rejects the same part, the
 * operation needs a correction.
 */
export function compareValidity(
  operation: ExecutableOperation,
  usageIn: UsageLookup,
  live: GraphQLSchema,
  snapshot: GraphQLSchema | undefined,
  report: Report,
): void {
  const reportBroken = ({ node, ...fact }: Broken): void =>
    report({ kind: 'broken', direction: 'breaking', ...fact }, node);
  const reportOwn = ({ node, coordinate, message }: Broken): void => {
    const text = `${message} The snapshot rejects this too: correct the operation.`;
    reportBroken({ node, change: 'invalid-document', coordinate, message: text });
  };
  const context = { live, snapshot, liveUsage: usageIn(live), oldUsage: snapshot && usageIn(snapshot) };
  for (const rule of validationRules) {
    const errorsIn = (schema: GraphQLSchema) => validate(schema, operation.document, [rule], { hideSuggestions: true });
    const errors = errorsIn(live);
    const before = errors.length > 0 && snapshot !== undefined ? errorsIn(snapshot) : [];
    for (const error of errors) {
      const node = error.nodes?.[0] ?? operation.node;
      const isOwn = before.some((it) => isSameError(it, error));
      const explained = (causesByRule.get(rule) ?? []).map((explain) => explain(context, node, error));
      const all = explained.find(({ length }) => length > 0) ?? [unexplained(error, node, context)];
      for (const broken of all) (isOwn ? reportOwn : reportBroken)(broken);
    }
    // Without the root type, other rules find no further causes.
    if (rule === RootTypesRule && errors.length > 0) return;
  }
}

/** Whether errors have the same node and, apart from types and suggestions, the same message. */
function isSameError(one: GraphQLError, other: GraphQLError): boolean {
  const gist = ({ message }: GraphQLError): string => message.replace(/ of type "[^"]*"| Did you mean.*$/g, '');
  return one.nodes?.[0] === other.nodes?.[0] && gist(one) === gist(other);
}

/** An error without an explainer keeps the message of graphql-js. */
function unexplained(error: GraphQLError, node: ASTNode, { live, liveUsage }: BrokenContext): Broken {
  const known = liveUsage.uses.get(node)?.coordinate ?? liveUsage.positions.get(node)?.coordinate;
  const coordinate = known ?? live.getQueryType()?.name ?? 'Query';
  return { node, change: 'type-changed', coordinate, message: error.message, after: error.message };
}
