import { hex, uuidOf } from './chance.ts';
import { type MomentSource, momentFor } from './moments.ts';

export interface TextSource extends MomentSource {
  /** The readable name of the object that the leaf belongs to: `amber-falcon`. */
  readonly name: string;
}

/** Texts by the words of a field's name, or of a scalar's; the first that matches counts. */
const texts: readonly (readonly [RegExp, (source: TextSource) => string])[] = [
  [/^(?:name|title|label|display name|full name|host ?name|slug|login|user ?name|key)$/, ({ name }) => name],
  [/\b(?:time|timestamp|timestamptz|instant|moment)$|\w at$|^(?:since|until|at)$/, momentFor],
  [/\bdate$/, (source) => momentFor(source).slice(0, 10)],
  [/\be ?mail(?: address)?$/, ({ name }) => `${name}@example.com`],
  [/\b(?:ur[il]|href|link|website|homepage|endpoint|webhook)$/, ({ name }) => `https://example.com/${name}`],
  [/\b(?:version|release|firmware)$/, ({ number }) => `${number % 4}.${(number >>> 4) % 20}.${(number >>> 8) % 10}`],
  [
    /\b(?:ip|ip ?v4|ip address)$/,
    ({ number }) => `10.${number & 255}.${(number >>> 8) & 255}.${(number >>> 16) & 127}`,
  ],
  [/\bmac(?: address)?$/, ({ number }) => `02:00:${hex(number).replace(/..(?!$)/g, '$&:')}`],
  [/\bserial(?: number)?$/, ({ number }) => `SN${hex(number).toUpperCase()}`],
  [/\b(?:uuid|guid)$/, ({ number }) => uuidOf(number)],
];

/** Text as these words have it; undefined if they say nothing. */
export function knownText(words: string, source: TextSource): string | undefined {
  return texts.find(([pattern]) => pattern.test(words))?.[1](source);
}
