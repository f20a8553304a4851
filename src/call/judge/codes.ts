import type { GraphQLFormattedError } from '../../errors.ts';
import { type GraphQLAnswer, hasValue } from './graphql-answer.ts';

/** The codes that a `classify` option may give to an answer's GraphQL errors. */
export type ClassifiedCode = 'unauthenticated' | 'forbidden' | 'rate_limited' | 'graphql';

/**
 * The codes by which servers commonly refuse a caller (inferred: the document shows none): Apollo's and Yoga's, Spring's
 * UNAUTHORIZED, DGS's PERMISSION_DENIED, Hot Chocolate's AUTH_NOT_…, and those of several services for too many calls.
 */
const CLASSES: readonly (readonly [ClassifiedCode, RegExp])[] = [
  ['unauthenticated', /^(?:UNAUTHENTICATED|UNAUTHORIZED|AUTH_NOT_AUTHENTICATED)$/],
  ['forbidden', /^(?:FORBIDDEN|PERMISSION_DENIED|AUTH_NOT_AUTHORIZED)$/],
  ['rate_limited', /^(?:RATE_?LIMITED|THROTTLED|TOO_MANY_REQUESTS)$/],
];

/**
 * The failure of the whole call by an answer's errors: where there is no data, that which any of them says; where all root fields
 * are null, that which all of them say; beside other data, nothing.
 */
export function classOf({ data, errors = [] }: GraphQLAnswer): ClassifiedCode | undefined {
  if (hasValue(data) || errors.length === 0) return undefined;
  return CLASSES.find(([, codes]) => {
    const is = (error: GraphQLFormattedError) => codes.test(codeOf(error));
    return data ? errors.every(is) : errors.some(is);
  })?.[0];
}

/** The code of an error, where servers of Java write it, too. */
export function codeOf({ extensions: { code, errorType, classification } = {} }: GraphQLFormattedError): string {
  return String([code, errorType, classification].find((it) => typeof it === 'string'));
}
