import { entryOf } from '../../base/is-record.ts';
import type { GraphQLFormattedError } from '../../errors.ts';
import { type GraphQLAnswer, hasValue } from '../exchange/graphql-answer.ts';

/** The codes that a `classify` option may give to an answer's GraphQL errors. */
export const CLASSIFIED_CODES = ['unauthenticated', 'forbidden', 'rate_limited', 'graphql'] as const;

/** One of {@link CLASSIFIED_CODES}. */
export type ClassifiedCode = (typeof CLASSIFIED_CODES)[number];

/** Says which code an answer's errors amount to; undefined leaves it to the SDK. */
export type ReadCode = (errors: readonly GraphQLFormattedError[], status: number) => ClassifiedCode | undefined;

/** The places in which servers write the code of an error: in it, or in its `extensions`. */
const PLACES: readonly (readonly string[])[] = [
  ...['code', 'type', 'errorType', 'errorDetail', 'classification', 'category'].flatMap((it) => [
    ['extensions', it],
    [it],
  ]),
  ...[['http', 'status'], ['status'], ['statusCode']].map((it) => ['extensions', ...it]),
];

/** Each code of an error, wherever its server writes it. */
export function codesOf(error: GraphQLFormattedError): readonly string[] {
  return PLACES.map((place) => entryOf(error, ...place))
    .filter((it) => typeof it === 'string' || typeof it === 'number')
    .map(String);
}

/**
 * How servers commonly refuse a caller, by what their codes say (inferred: the document shows none). Limits of one document, such as
 * its depth, say nothing of the caller.
 */
const CLASSES: readonly (readonly [ClassifiedCode, RegExp])[] = [
  [
    'unauthenticated',
    /authenticat|unauthori[sz]ed(?!.?(?:field|scope))|jwt|(?<!unexpected.?|csrf.?)token(?!.?limit)|api.?key|^401$/i,
  ],
  ['forbidden', /forbidden|denied|permission|(?<!un)authori[sz]|unauthori[sz]ed.?(?:field|scope)|^403$/i],
  [
    'rate_limited',
    /throttl|too.?many.?requests|(?:^|rate|requests?|quer(?:y|ies)|calls?|api|usage|resources?|concurrency)[\W_]?limit|(?:^|[\W_])rate(?:$|[\W_])|budget|enhance.?your.?calm|^429$/i,
  ],
];

/** A limit of the document, or of the caller where the answer asks to wait. */
const COST = /complexity|cost/i;

/**
 * The failure of the whole call by an answer's errors: where there is no data, that which any of them says; where all root fields
 * are null, that which all of them say; beside other data, nothing.
 */
export function classOf({ data, errors = [] }: GraphQLAnswer, asksToWait: boolean): ClassifiedCode | undefined {
  if (hasValue(data) || errors.length === 0) return undefined;
  return CLASSES.find(([name, words]) => {
    const isLimit = (code: string) => asksToWait && name === 'rate_limited' && COST.test(code);
    const is = (error: GraphQLFormattedError) => codesOf(error).some((code) => words.test(code) || isLimit(code));
    return data ? errors.every(is) : errors.some(is);
  })?.[0];
}
