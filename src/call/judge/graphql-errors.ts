import type { GraphQLFormattedError } from '../../errors.ts';

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

/**
 * Whether a server refused the document itself, rather than failed while it ran (inferred): by the codes that GraphQL servers
 * write for that; or since every error names a place in the document, and none a place in the data.
 */
export function isRefusedDocument(errors: readonly GraphQLFormattedError[]): boolean {
  return (
    errors.some(({ extensions }) => REFUSED_DOCUMENT.test(String(extensions?.['code']))) ||
    errors.every(({ locations, path }) => locations?.length && !path?.length)
  );
}

/** Of Apollo and Yoga, Hasura, and GitHub. */
const REFUSED_DOCUMENT =
  /^(?:GRAPHQL_(?:PARSE|VALIDATION)_FAILED|validation-failed|undefinedField|argumentNotAccepted|selectionMismatch)$/;
