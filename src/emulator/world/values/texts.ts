import { hex, uuidOf } from './chance.ts';
import { isoOf, type MomentSource, momentFor } from './moments.ts';

/** The parts of a text. */
export interface TextSource extends MomentSource {
  /** The readable name of the object that the leaf belongs to: `amber-falcon`. */
  readonly name: string;
}

/** Texts by the words of a field's name, or of a scalar's; the first that matches counts. */
const texts: readonly (readonly [RegExp, (source: TextSource) => string])[] = [
  [/^(?:name|title|label|display name|full name|host ?name|slug|login|user ?name|key)$/, ({ name }) => name],
  [
    /\b(?:date time|timestamp|timestamptz|instant|moment)$|\w at$|^(?:since|until|at|time)$/,
    (source) => isoOf(momentFor(source)),
  ],
  [/\bdate$/, (source) => isoOf(momentFor(source)).slice(0, 10)],
  [/\btime$/, (source) => isoOf(momentFor(source)).slice(11)],
  [/\be ?mail(?: address)?$/, ({ name }) => `${name}@example.com`],
  [/\b(?:ur[il]|href|link|website|homepage|endpoint|webhook)$/, ({ name }) => `https://example.com/${name}`],
  [
    /\b(?:version|release|firmware)$|\bsem ?ver/,
    ({ number }) => `${number % 4}.${(number >>> 4) % 20}.${(number >>> 8) % 10}`,
  ],
  [
    /\b(?:ip|ip ?v4|ip address|remote address|inet)$/,
    ({ number }) => `10.${number & 255}.${(number >>> 8) & 255}.${1 + ((number >>> 16) % 254)}`,
  ],
  [/\bmac(?: address)?$/, ({ number }) => ['02', '00', ...(hex(number).match(/../g) ?? [])].join(':')],
  [/\bserial(?: number)?$/, ({ number }) => `SN${hex(number).toUpperCase()}`],
  [/\b(?:uuid|guid)$/, ({ number }) => uuidOf(number)],
];

/** Text as these words have it; undefined if they say nothing. */
export function knownText(of: string, source: TextSource): string | undefined {
  return texts.find(([pattern]) => pattern.test(of))?.[1](source);
}
