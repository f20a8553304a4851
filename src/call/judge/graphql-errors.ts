import { entryOf } from '../../base/is-record.ts';
import type { GraphQLFormattedError } from '../../errors.ts';
import type { Operation } from '../document/read-operation.ts';
import { type GraphQLAnswer, hasValue } from '../exchange/exchange.ts';

/** The codes that a `classify` option may give to an answer's GraphQL errors. */
export const CLASSIFIED_CODES = ['unauthenticated', 'forbidden', 'rate_limited', 'graphql'] as const;

/** One of {@link CLASSIFIED_CODES}. */
export type ClassifiedCode = (typeof CLASSIFIED_CODES)[number];

/** Says which code an answer's errors amount to; undefined leaves it to the SDK. */
export type ReadCode = (errors: readonly GraphQLFormattedError[], status: number) => ClassifiedCode | undefined;

const PLACES: readonly (readonly string[])[] = [
  ...['code', 'type', 'errorType', 'errorDetail', 'classification', 'category'].flatMap((it) => [
    ['extensions', it],
    [it],
  ]),
  ...[['http', 'status'], ['status'], ['statusCode']].map((it) => ['extensions', ...it]),
];

export function codesOf(error: GraphQLFormattedError): readonly string[] {
  return PLACES.map((place) => entryOf(error, ...place))
    .filter((it) => typeof it === 'string' || typeof it === 'number')
    .map(String);
}

/** Common codes of refused callers (inferred). Limits of one document, such as its depth, are none. */
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

/** A limit of the document; of the caller, if the answer asks to wait. */
const COST = /complexity|cost/i;

/** Without data, one error decides; if all root fields are null, all errors must agree. */
export function classOf({ data, errors = [] }: GraphQLAnswer, asksToWait: boolean): ClassifiedCode | undefined {
  if (hasValue(data) || errors.length === 0) return undefined;
  return CLASSES.find(([name, words]) => {
    const isLimit = (code: string) => asksToWait && name === 'rate_limited' && COST.test(code);
    const is = (error: GraphQLFormattedError) => codesOf(error).some((code) => words.test(code) || isLimit(code));
    return data ? errors.every(is) : errors.some(is);
  })?.[0];
}

export type Proof = 'ran' | 'refused';

export type SentDocument = Pick<Operation, 'text' | 'rootKeys'>;

/** Data or a path into the data prove that it ran. It was refused only if every error is a refusal. */
export function proofIn({ data, errors = [] }: GraphQLAnswer, document: SentDocument): Proof | undefined {
  if (data) return 'ran';
  const isRefusal = (error: GraphQLFormattedError) =>
    data === null ? refusesBesideNull(error, document) : refusesAlone(error);
  // Hot Chocolate's validation errors have paths that look like paths into the data.
  const isValidation = ({ extensions }: GraphQLFormattedError) => data === undefined && extensions?.['specifiedBy'];
  if (errors.some((it) => isInData(it, document) && !isValidation(it))) return 'ran';
  return errors.length > 0 && errors.every((it) => isValidation(it) || isRefusal(it)) ? 'refused' : undefined;
}

function isInData({ path: [first] = [] }: GraphQLFormattedError, { rootKeys }: SentDocument): boolean {
  return first !== undefined && rootKeys?.has(String(first)) !== false;
}

/** Codes that only validators and parsers write: of Apollo, Yoga, gqlgen; Hasura; graphql-ruby. */
const REFUSED_DOCUMENT =
  /^(?:GRAPHQL_(?:PARSE|VALIDATION)_FAILED|(?:validation|parse)-failed|undefinedField|argumentNotAccepted|selectionMismatch)$/;

/** Codes of graphql-java for invalid documents and variables; with a path, they would come from execution. */
const REFUSED_VARIABLES = /^(?:ValidationError|InvalidSyntax)$/;

/** First steps of paths in the document: graphql-ruby, gqlgen, WunderGraph. */
const DOCUMENT_PATH = /^(?:query|mutation|fragment|variable)\b/;

function refusesAlone(error: GraphQLFormattedError): boolean {
  const { locations, path, extensions } = error;
  return (
    Boolean(locations?.length) ||
    codesOf(error).some((code) => REFUSED_DOCUMENT.test(code)) ||
    isInDocument(error) ||
    (!path && REFUSED_VARIABLES.test(String(extensions?.['classification'])))
  );
}

/** Beside `data: null`, it may have run: servers hide paths, and gateways forward refusals of single services. */
function refusesBesideNull(error: GraphQLFormattedError, { text }: SentDocument): boolean {
  if (isOfService(error)) return false;
  return isInDocument(error) || (placesIn(error, text).length > 0 && REFUSING_WORDS.test(error.message));
}

const isInDocument = ({ path }: GraphQLFormattedError): boolean => DOCUMENT_PATH.test(String(path?.[0]));

const isOfService = ({ extensions = {} }: GraphQLFormattedError): boolean =>
  Object.entries(extensions)
    .flat()
    .some((it) => typeof it === 'string' && /service|subgraph/i.test(it));

export function placesIn(
  { locations = [] }: GraphQLFormattedError,
  text: string,
): NonNullable<GraphQLFormattedError['locations']> {
  const lines = locations.length > 0 ? text.split(/\r\n|[\n\r]/) : [];
  const isPlace = ({ line, column }: { readonly line: number; readonly column: number }) =>
    column >= 1 && column <= (lines[line - 1]?.length ?? -1) + 1;
  return locations.every(isPlace) ? locations : [];
}

/** First words of refusals by servers that write `data: null` beside them, never those of an error of execution. */
const REFUSING_WORDS =
  /^(?:Cannot query field|Unknown (?:argument|directive|field|fragment|type) ["'`]|Validation error of type|Syntax Error|Variable ["'`$]|Fields? ["'`]?[\w.]+["'`]? (?:argument|conflict because|is not defined by|must (?:not )?have|of (?:required )?type)|Fragment .*cannot|Schema (?:is not configured|does not (?:define|support))|Value .+ does not exist in|Invalid value for argument|Expected (?:value of )?type .+, found)/;

/** The first error's code and place: never its words, which may repeat variables. */
export function describeErrors(errors: readonly GraphQLFormattedError[], { text }: SentDocument): string {
  const [first] = errors;
  const code = first?.extensions?.['code'];
  const count = `${errors.length} GraphQL error${errors.length === 1 ? '' : 's'}`;
  const { path } = first ?? {};
  const [place] = first ? placesIn(first, text) : [];
  const about = [
    typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) && code,
    path?.length
      ? `at ${path.map((it) => (typeof it === 'number' || /^[_A-Za-z]\w{0,63}$/.test(it) ? it : '?')).join('.')}`
      : place && `at line ${place.line}, column ${place.column} of the document`,
  ].filter(Boolean);
  return about.length ? `${count} (${errors.length > 1 ? 'first: ' : ''}${about.join(' ')})` : count;
}
