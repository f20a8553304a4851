import type { GraphQLFormattedError } from '../../errors.ts';
import type { GraphQLAnswer } from './read-answer.ts';

/** How many errors, and of the first its code and place: never its words, which may repeat variables. */
export function describeErrors(errors: readonly GraphQLFormattedError[]): string {
  const [first] = errors;
  const code = first?.extensions?.['code'];
  const count = `${errors.length} GraphQL error${errors.length === 1 ? '' : 's'}`;
  const { path, locations: [place] = [] } = first ?? {};
  const about = [
    typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) && code,
    path?.length ? `at ${path.map(pathStep).join('.')}` : place && placeIn(place),
  ].filter(Boolean);
  return about.length ? `${count} (${errors.length > 1 ? 'first: ' : ''}${about.join(' ')})` : count;
}

function pathStep(step: string | number): string {
  return typeof step === 'number' || /^[_A-Za-z]\w{0,63}$/.test(step) ? String(step) : '?';
}

function placeIn({ line, column }: { line: number; column: number }): string {
  return `at line ${line}, column ${column} of the document`;
}

/** The proof that an answer gives of its operation: that it ran, or that it was refused before it ran. */
export type Proof = 'ran' | 'refused';

/**
 * The one judgement of whether an operation ran, by the answer's structure alone: no words, no status. Data proves it, and so
 * does a path into the data: some servers write `data: null` beside refusals, and one leaves `data` out after executing. A refusal
 * is proven only where each error is one.
 */
export function proofIn({ data, errors = [] }: GraphQLAnswer, rootKeys?: ReadonlySet<string>): Proof | undefined {
  if (data) return 'ran';
  const isInData = ({ path: [first] = [] }: GraphQLFormattedError) =>
    first !== undefined && rootKeys?.has(String(first)) !== false;
  // Its path names fields of the document, though they are response keys, too.
  const isValidation = ({ extensions }: GraphQLFormattedError) => data === undefined && extensions?.['specifiedBy'];
  if (errors.some((it) => isInData(it) && !isValidation(it))) return 'ran';
  return errors.length > 0 && errors.every((it) => isValidation(it) || isRefusal(it)) ? 'refused' : undefined;
}

function isRefusal(error: GraphQLFormattedError): boolean {
  const { locations, path } = error;
  return Boolean(locations?.length) || REFUSED_DOCUMENT.test(codeOf(error)) || DOCUMENT_PATH.test(String(path?.[0]));
}

/** Codes that only a validation or a parser writes: of Apollo, Yoga and gqlgen; of Hasura; of graphql-ruby. */
const REFUSED_DOCUMENT =
  /^(?:GRAPHQL_(?:PARSE|VALIDATION)_FAILED|(?:validation|parse)-failed|undefinedField|argumentNotAccepted|selectionMismatch)$/;

/** How paths in the document begin: in graphql-ruby, gqlgen and WunderGraph's router. */
const DOCUMENT_PATH = /^(?:query|mutation|fragment|variable)\b/;

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

/** Whether any root field has a value. */
export function hasValue(data: GraphQLAnswer['data']): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

/** The code of an error, where servers of Java write it, too. */
function codeOf({ extensions: { code, errorType, classification } = {} }: GraphQLFormattedError): string {
  return String([code, errorType, classification].find((it) => typeof it === 'string'));
}
