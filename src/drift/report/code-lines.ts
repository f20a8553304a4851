import { placeText } from '../../graphql/place.ts';
import type { CodePlace } from '../model/code-check.ts';
import type { Drift } from '../model/drift.ts';

/** The report of a checker at a place, in one line: the lines after the first one say why. */
export function codeMessage({ message, code }: Pick<CodePlace, 'message' | 'code'>): string {
  return `${message.split('\n', 1).join('')}${code === undefined ? '' : ` (TS${code})`}`;
}

/** Every place in the code that no longer compiles, once, though it stands beside several findings. */
export function allCodePlaces({ findings, code }: Pick<Drift, 'findings' | 'code'>): readonly CodePlace[] {
  const all = [...findings.flatMap(({ codePlaces }) => codePlaces ?? []), ...(code?.unexplained ?? [])];
  return [...new Map(all.map((place) => [`${placeText(place)} ${place.code} ${place.message}`, place])).values()];
}
