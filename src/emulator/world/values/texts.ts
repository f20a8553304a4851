import { hash, hex, uuidOf } from './chance.ts';
import { isoOf, momentFor } from './moments.ts';
import { cities, words } from './word-lists.ts';

/** The parts of a text. */
export interface TextSource {
  /** The number of the leaf: always the same for the same leaf. */
  readonly number: number;
  /** The number of the object that the leaf belongs to, which all of its leaves share. */
  readonly origin: number;
  /** The readable name of the object that the leaf belongs to: `amber-falcon`, or `Ada Lindqvist` for a person. */
  readonly name: string;
  /** The name of the field. */
  readonly field: string;
}

const lists = {
  mime: 'image/png image/jpeg video/mp4 application/pdf application/json text/csv text/plain'.split(' '),
  zones: 'UTC Europe/Berlin America/New_York Asia/Tokyo Africa/Nairobi Australia/Sydney'.split(' '),
  languages: 'en de fr ja pt sw hi nb'.split(' '),
  done: 'checked changed updated restarted replaced moved reviewed measured'.split(' '),
};

/** Texts by the words of a field's name, or of a scalar's; the first that matches counts. */
const texts: readonly (readonly [RegExp, (source: TextSource) => string])[] = [
  [/^(?:name|title|label|display name|full name|host ?name|headline)$/, ({ name }) => name],
  [/^(?:slug|handle|login|user ?name|key)$/, ({ name }) => slugOf(name)],
  [
    /\b(?:date time|timestamp|timestamptz|instant|moment)$|\w at$|^(?:since|until|at|time)$/,
    (source) => isoOf(momentFor(source)),
  ],
  [/\bdate$/, (source) => isoOf(momentFor(source)).slice(0, 10)],
  [/\b(?:time ?zone|tz)$/, ({ number }) => pick(lists.zones, number)],
  [/\btime$/, (source) => isoOf(momentFor(source)).slice(11)],
  [/\be ?mail(?: address)?$/, ({ name }) => `${slugOf(name)}@example.com`],
  [
    /\b(?:avatar|logo|icon|image|thumbnail|photo|picture)(?: ur[il])?$/,
    ({ name }) => `https://example.com/images/${slugOf(name)}.png`,
  ],
  [/\b(?:ur[il]|href|link|website|homepage|endpoint|webhook)$/, ({ name }) => `https://example.com/${slugOf(name)}`],
  [
    /\b(?:version|release|firmware|revision)$|\bsem ?ver/,
    ({ number }) => `${number % 4}.${(number >>> 4) % 20}.${(number >>> 8) % 10}`,
  ],
  [/\bmime|\b(?:content|media) type$/, ({ number }) => pick(lists.mime, number)],
  [/\bip ?v6\b/, ({ number }) => `2001:db8::${(number & 0xffff).toString(16)}:${(number >>> 16).toString(16)}`],
  [
    /\b(?:ip|ip ?v4|ip address|remote address|inet|cidr)$/,
    ({ number }) => `10.${number & 255}.${(number >>> 8) & 255}.${1 + ((number >>> 16) % 254)}`,
  ],
  [/\bmac(?: address)?$/, ({ number }) => ['02', '00', ...(hex(number).match(/../g) ?? [])].join(':')],
  [/\b(?:phone|mobile)(?: number)?$/, ({ number }) => `+1555${1_000_000 + (number % 9_000_000)}`],
  [/\b(?:city|town|location|site|place|region)(?: name)?$/, ({ number }) => pick(cities, number)],
  [/\b(?:locale|language)(?: code)?$/, ({ number }) => pick(lists.languages, number)],
  [
    /\b(?:sha|commit|oid|hash|digest|checksum|fingerprint)\b/,
    ({ number }) => [0, 1, 2, 3, 4].map((part) => hex(hash(number, part))).join(''),
  ],
  [/\b(?:uuid|guid)$/, ({ number }) => uuidOf(number)],
  [/\b(?:serial(?: number| no)?|imei)$/, ({ number }) => `SN${hex(number).toUpperCase()}`],
  [
    /\b(?:description|summary|bio|about|body|content|notes?|comment|message|reason|details?|text|error|cause|subject|html|markdown)$/,
    ({ number }) => sentenceOf(number),
  ],
  [
    /\b(?:tags?|labels?|categor(?:y|ies)|keywords?|topics?|groups?|role|type|kind|scope|channel)$/,
    ({ number }) => pick(words, number),
  ],
];

/** Text as these words have it; undefined if they say nothing. */
export function knownText(of: string, source: TextSource): string | undefined {
  return texts.find(([pattern]) => pattern.test(of))?.[1](source);
}

/** A name as a part of a URL: `ada-lindqvist`. */
function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** One of these values. */
function pick(from: readonly string[], number: number): string {
  return from[number % from.length] ?? '';
}

/** A sentence such as "The sensor channel was checked by the gate." */
function sentenceOf(number: number): string {
  return `The ${pick(words, number)} ${pick(words, number >>> 6)} was ${pick(lists.done, number >>> 12)} by the ${pick(words, number >>> 15)}.`;
}
