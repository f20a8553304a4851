import { wordsOf } from '../model/names.ts';
import { hex, mixBits } from './chance.ts';
import { colourOf, digestOf, emailOf, ipv4Of, ipv6Of, macOf, phoneOf, slugOf, uuidOf, versionOf } from './formats.ts';
import type { LeafSource } from './leaf-source.ts';
import { isoOf, momentFor } from './moments.ts';
import { decimalFor } from './numbers.ts';
import { cities, words } from './word-lists.ts';

const done = ['checked', 'changed', 'updated', 'restarted', 'replaced', 'moved', 'reviewed', 'measured'];
const extensions = ['png', 'jpg', 'mp4', 'pdf', 'json', 'csv', 'txt', 'zip'];
const types = [
  'image/png',
  'image/jpeg',
  'video/mp4',
  'application/pdf',
  'application/json',
  'text/csv',
  'text/plain',
  'application/zip',
];

/** Texts by the words of the field's name; the first that matches counts. */
const texts: readonly (readonly [RegExp, (source: LeafSource) => string])[] = [
  [/^(?:name|title|label|display name|full name|nick ?name|hostname|host name|headline)$/, ({ name }) => name],
  [/^(?:slug|handle|login|username|user name|key|path name|resource path)$/, ({ name }) => slugOf(name)],
  [/\be ?mail(?: address)?$/, ({ name }) => emailOf(name)],
  [
    /\b(?:avatar|logo|icon|image|thumbnail|photo|picture)(?: ur[il])?$/,
    ({ name }) => `https://example.com/images/${slugOf(name)}.png`,
  ],
  [/\b(?:ur[il]|href|link|website|homepage|endpoint|webhook)$/, ({ name }) => `https://example.com/${slugOf(name)}`],
  [/\b(?:\w+ at|date|timestamp|moment|date time)$|^(?:since|until|at|time)$/, (source) => isoOf(momentFor(source))],
  [/\b(?:version|release|firmware|revision)$/, ({ number }) => versionOf(number)],
  [/\bmime|\b(?:content|media) type$/, ({ number }) => pick(types, number)],
  [/\b(?:ip|ip ?v4|ip address|remote address)$/, ({ number }) => ipv4Of(number)],
  [/\bip ?v6\b/, ({ number }) => ipv6Of(number)],
  [/\bmac(?: address)?$/, ({ number }) => macOf(number)],
  [/\b(?:first|given) name$/, ({ name }) => name.split(/[ -]/)[0] ?? name],
  [/\b(?:last|family|sur) ?name$/, ({ name }) => name.split(/[ -]/)[1] ?? name],
  [/\b(?:user|owner|author|actor|contact|person)(?: name)?$/, ({ name }) => name],
  [
    /\b(?:file ?name|file)$/,
    ({ number }) => `${phraseOf(number).replace(' ', '-')}.${pick(extensions, number >>> 14)}`,
  ],
  [/\b(?:path|folder|directory)$/, ({ number }) => `/${phraseOf(number).replace(' ', '/')}`],
  [/\bextension$/, ({ number }) => pick(extensions, number)],
  [/\b(?:phone|mobile|tel|telephone)(?: number)?$/, ({ number }) => phoneOf(number)],
  [/\b(?:city|town|locality|location|site|place|region)(?: name)?$/, ({ number }) => pick(cities, number)],
  [/\bcountry code$/, ({ number }) => pick(['DE', 'FR', 'JP', 'US', 'BR', 'KE', 'IN', 'NO'], number)],
  [
    /\bcountry(?: name)?$/,
    ({ number }) => pick(['Germany', 'France', 'Japan', 'Brazil', 'Kenya', 'India', 'Norway', 'Canada'], number),
  ],
  [
    /\b(?:street|address(?: line)?)(?: 1| one)?$/,
    ({ number }) => `${1 + (number % 200)} ${capital(pick(words, number >>> 8))} Street`,
  ],
  [/\b(?:zip|postal|post) ?code$|^zip$/, ({ number }) => String(10_000 + (number % 89_999))],
  [
    /\b(?:time ?zone|tz)$/,
    ({ number }) =>
      pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Africa/Nairobi', 'Australia/Sydney'], number),
  ],
  [
    /\b(?:locale|language|lang)(?: code)?$/,
    ({ number }) => pick(['en', 'de', 'fr', 'ja', 'pt', 'sw', 'hi', 'nb'], number),
  ],
  [/\bcurrency(?: code)?$/, ({ number }) => pick(['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'BRL'], number)],
  [/\bcolou?r$/, ({ number }) => colourOf(number)],
  [/\b(?:sha|commit|oid|hash|digest|checksum|fingerprint)\b/, ({ number }) => digestOf(number)],
  [/\b(?:uuid|guid)$/, ({ number }) => uuidOf(number)],
  [/\b(?:serial(?: number| no)?|imei|sn)$/, ({ number }) => `SN${hex(number).toUpperCase()}`],
  [
    /\b(?:model|product|hardware)(?: name| number)?$/,
    ({ number }) => `${capital(pick(words, number))} ${100 * (1 + ((number >>> 8) % 9))}`,
  ],
  [
    /\b(?:vendor|manufacturer|company|organi[sz]ation|brand|maker)(?: name)?$/,
    ({ number }) => `${capital(pick(words, number))} ${pick(['Works', 'Systems', 'Labs', 'Devices'], number >>> 8)}`,
  ],
  [/\b(?:os|operating system|platform)$/, ({ number }) => pick(['linux', 'android', 'windows', 'macos'], number)],
  [/\b(?:arch|architecture)$/, ({ number }) => pick(['arm64', 'armv7', 'x86_64', 'riscv64'], number)],
  [
    /\b(?:description|summary|bio|about|body|content|note|notes|comment|message|reason|details?|text|error|explanation|cause|subject)$/,
    ({ number }) => sentenceOf(number),
  ],
  [
    /\b(?:tags?|labels?|categor(?:y|ies)|keywords?|topics?|groups?|role|type|kind|scope|channel|environment)$/,
    ({ number }) => pick(words, number),
  ],
  [/\b(?:cron|schedule)$/, ({ number }) => `${number % 60} ${(number >>> 6) % 24} * * *`],
  [/\b(?:lat|latitude)$/, ({ number }) => String(decimalFor('latitude', number))],
  [/\b(?:lon|lng|longitude)$/, ({ number }) => String(decimalFor('longitude', number))],
  [
    /\b(?:coordinates?|position|geo)$/,
    ({ number }) => `${decimalFor('latitude', number)},${decimalFor('longitude', mixBits(number))}`,
  ],
  [/\b(?:amount|price|cost)$/, ({ number }) => decimalFor('price', number).toFixed(2)],
];

/** Text as the field's name has it. */
export function textFor(source: LeafSource): string {
  const name = wordsOf(source.field).join(' ');
  for (const [pattern, make] of texts) if (pattern.test(name)) return make(source);
  if (/name$/.test(name)) return name === 'name' ? source.name : phraseOf(source.number);
  return `${source.field}-${hex(source.number)}`;
}

/** One of these values. */
export function pick(from: readonly string[], number: number): string {
  return from[number % from.length] ?? '';
}

/** A sentence such as "The sensor channel was checked by the gate." */
export function sentenceOf(number: number): string {
  return `The ${pick(words, number)} ${pick(words, number >>> 6)} was ${pick(done, number >>> 12)} by the ${pick(words, number >>> 15)}.`;
}

function phraseOf(number: number): string {
  return `${pick(words, number)} ${pick(words, number >>> 7)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
