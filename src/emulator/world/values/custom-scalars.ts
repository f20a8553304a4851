import { hex } from './chance.ts';
import { colourOf, digestOf, emailOf, ipv4Of, ipv6Of, macOf, phoneOf, slugOf, uuidOf, versionOf } from './formats.ts';
import type { LeafSource } from './leaf-source.ts';
import { isoOf, momentFor } from './moments.ts';
import { decimalFor, isWholeNumberKnown, wholeNumberFor } from './numbers.ts';
import { pick, sentenceOf, textFor } from './texts.ts';

/** Custom scalars by their name; the first that matches counts. */
const scalars: readonly (readonly [RegExp, (source: LeafSource) => unknown])[] = [
  [/date_?time|timestamp|instant|moment/i, (source) => isoOf(momentFor(source))],
  [/date$/i, (source) => isoOf(momentFor(source)).slice(0, 10)],
  [/duration|period/i, ({ number }) => `PT${1 + (number % 59)}M`],
  [/time_?zone/i, ({ number }) => pick(['UTC', 'Europe/Berlin', 'Asia/Tokyo'], number)],
  [/time$/i, (source) => isoOf(momentFor(source)).slice(11)],
  [
    /ur[il]$/i,
    (source) =>
      /ur[il]|href|link|avatar|image|icon/i.test(source.field)
        ? textFor(source)
        : `https://example.com/${slugOf(source.name)}`,
  ],
  [/uuid|guid/i, ({ number }) => uuidOf(number)],
  [/e_?mail/i, ({ name }) => emailOf(name)],
  [/ip_?v6/i, ({ number }) => ipv6Of(number)],
  [/^ip|ip_?(?:v4|address)|inet|cidr/i, ({ number }) => ipv4Of(number)],
  [/^mac/i, ({ number }) => macOf(number)],
  [/json|object|map|any|dictionary|metadata/i, ({ field, number }) => ({ [field]: hex(number) })],
  [/latitude/i, ({ number }) => decimalFor('latitude', number)],
  [/longitude/i, ({ number }) => decimalFor('longitude', number)],
  [/^port$/i, ({ number }) => wholeNumberFor('port', number)],
  [/percent/i, ({ number }) => number % 101],
  [
    /big_?int|int|long|short|byte_?count|^number$/i,
    ({ field, number }) => (isWholeNumberKnown(field) ? wholeNumberFor(field, number) : number % 100_000),
  ],
  [/float|double|decimal|money|numeric/i, ({ field, number }) => decimalFor(field, number)],
  [/bool/i, ({ number }) => number % 2 === 1],
  [/sem_?ver|version/i, ({ number }) => versionOf(number)],
  [/colou?r/i, ({ number }) => colourOf(number)],
  [/phone/i, ({ number }) => phoneOf(number)],
  [/currency/i, ({ number }) => pick(['EUR', 'USD', 'JPY'], number)],
  [/country/i, ({ number }) => pick(['DE', 'FR', 'JP', 'US'], number)],
  [/locale|language/i, ({ number }) => pick(['en', 'de', 'fr', 'ja'], number)],
  [/(?:sha|oid|hash|digest)/i, ({ number }) => digestOf(number)],
  [/base_?64|bytes|blob/i, ({ number }) => Buffer.from(hex(number)).toString('base64')],
  [/html/i, ({ number }) => `<p>${sentenceOf(number)}</p>`],
  [/markdown/i, ({ number }) => sentenceOf(number)],
  [/cursor/i, ({ number }) => hex(number)],
];

/** A value of a custom scalar, guessed from its name, or else from that of its field. */
export function customValue(scalar: string, source: LeafSource): unknown {
  for (const [pattern, make] of scalars) if (pattern.test(scalar)) return make(source);
  return textFor(source);
}
