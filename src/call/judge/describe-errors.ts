import type { GraphQLFormattedError } from '../../errors.ts';
import { placesIn, type SentDocument } from './proof.ts';

/** How many errors, and of the first its code and place: never its words, which may repeat variables. */
export function describeErrors(errors: readonly GraphQLFormattedError[], { text }: SentDocument): string {
  const [first] = errors;
  const code = first?.extensions?.['code'];
  const count = `${errors.length} GraphQL error${errors.length === 1 ? '' : 's'}`;
  const { path } = first ?? {};
  const [place] = first ? placesIn(first, text) : [];
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
