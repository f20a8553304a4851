import { type GraphQLLeafType, isEnumType } from 'graphql';
import { hash, hex, scatter } from './chance.ts';
import { wordsOf } from './names.ts';
import { cities, words } from './word-lists.ts';

/** What a leaf value is made of. */
export interface LeafSource {
  /** The number of the leaf: always the same for the same leaf. */
  readonly number: number;
  /** The readable name of the object that the leaf belongs to: `amber-falcon`, or `Ada Lindqvist` for a person. */
  readonly name: string;
  /** The name of the type that the leaf belongs to. */
  readonly type: string;
  /** The name of the field; it decides which kind of value is made. */
  readonly field: string;
}

/** The present of the emulated world, in milliseconds: fixed, so that the same seed gives the same bytes. */
export const worldTime: number = Date.UTC(2026, 0, 1);

const day = 86_400_000;

/** A value of a scalar or enum type. The values of custom scalars are guessed from the name of the scalar. */
export function leafValue(type: GraphQLLeafType, source: LeafSource): unknown {
  const { number, field } = source;
  if (isEnumType(type)) return enumValue(type.getValues(), number);
  switch (type.name) {
    case 'Int':
      return Math.floor(amount(field, number));
    case 'Float':
      return measure(field, number);
    case 'Boolean':
      return number % 2 === 1;
    case 'ID':
      return `${field}_${hex(number)}`;
    case 'String':
      return textFor(source);
    default:
      return customValue(type.name, source);
  }
}

/**
 * Draws a value so that neither the order of the others nor a new one matters: each value has a weight of its own, and the
 * heaviest wins.
 */
function enumValue(
  values: readonly {
    readonly name: string;
    readonly value: unknown;
    readonly deprecationReason?: string | null | undefined;
  }[],
  number: number,
): unknown {
  const current = values.filter((value) => value.deprecationReason == null);
  let best: { readonly name: string; readonly value: unknown } | undefined;
  let most = -1;
  for (const value of current.length > 0 ? current : values) {
    const weight = hash(number, value.name);
    if (weight > most || (weight === most && best && value.name < best.name)) [best, most] = [value, weight];
  }
  return best?.value;
}

/** A moment as the field's name has it: what records lies in the past, created before changed, what is planned in the future. */
function moment(field: string, number: number): number {
  const name = wordsOf(field).join(' ');
  const seconds = number % 86_400;
  const days = (number >>> 8) % 30;
  const within = days * day + seconds * 1000;
  if (/\b(?:expir\w*|due|next|until|valid|ends?|deadline|renew\w*|scheduled|planned|eta|future)\b/.test(name))
    return worldTime + day + within;
  if (
    /\b(?:creat\w*|regist\w*|join\w*|install\w*|publish\w*|found\w*|born|birth\w*|start\w*|since|added|invited|signed|activated|enrolled|provisioned)\b/.test(
      name,
    )
  )
    return worldTime - 31 * day - ((number >>> 3) % 700) * day - seconds * 1000;
  return worldTime - 1000 - within;
}

function iso(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** A whole number as the field's name has it. */
function amount(field: string, number: number): number {
  const name = wordsOf(field).join(' ');
  for (const [pattern, make] of amounts) if (pattern.test(name)) return make(number);
  return number % 1000;
}

const amounts: readonly (readonly [RegExp, (number: number) => number])[] = [
  [
    /\b(?:percent|percentage|progress|battery|humidity|load|usage|utilization|ratio pct|volume|brightness|score|quality)\b/,
    (n) => n % 101,
  ],
  [/\b(?:timestamp|epoch)\b/, (n) => Math.floor((worldTime - (n % (30 * 86_400)) * 1000) / 1000)],
  [/\bport\b/, (n) => 1024 + (n % 64_000)],
  [/\b(?:bytes?|size|memory|storage|disk)\b/, (n) => 1024 * (1 + (n % 65_536))],
  [/\byear\b/, (n) => 2015 + (n % 11)],
  [/\b(?:width)\b/, (n) => 320 * (1 + (n % 6))],
  [/\b(?:height)\b/, (n) => 180 * (1 + (n % 6))],
  [/\b(?:rssi|dbm)\b/, (n) => -40 - (n % 50)],
  [/\b(?:count|total|number of)\b/, (n) => n % 50],
  [/\b(?:order|position|rank|priority|level)\b/, (n) => n % 10],
  [/\b(?:interval|timeout|ttl|duration|uptime|seconds|latency|age)\b/, (n) => 1 + (n % 3600)],
];

/** A decimal number as the field's name has it. */
function measure(field: string, number: number): number {
  const name = wordsOf(field).join(' ');
  const between = (least: number, most: number, digits: number): number =>
    Number((least + ((number % 1_000_003) / 1_000_003) * (most - least)).toFixed(digits));
  if (/\blat(?:itude)?\b/.test(name)) return between(-60, 70, 5);
  if (/\b(?:lon|lng|long|longitude)\b/.test(name)) return between(-180, 180, 5);
  if (/\b(?:temp|temperature|celsius)\b/.test(name)) return between(-10, 40, 1);
  if (/\b(?:percent|percentage|progress|battery|humidity|cpu|load|usage|utilization)\b/.test(name))
    return between(0, 100, 1);
  if (/\b(?:ratio|confidence|probability|fraction|accuracy|score)\b/.test(name)) return between(0, 1, 3);
  if (/\b(?:voltage|volts?)\b/.test(name)) return between(3, 24, 2);
  if (/\b(?:altitude|elevation)\b/.test(name)) return between(0, 2000, 1);
  if (/\b(?:price|cost|amount|total|balance|fee)\b/.test(name)) return between(1, 500, 2);
  return (number % 100_000) / 100;
}

const pick = (from: readonly string[], number: number): string => from[number % from.length] ?? '';
const phrase = (number: number): string => `${pick(words, number)} ${pick(words, number >>> 7)}`;
const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
const sentence = (number: number): string => {
  const text = `The ${pick(words, number)} ${pick(words, number >>> 6)} was ${pick(done, number >>> 12)} by the ${pick(words, number >>> 15)}.`;
  return text;
};
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

export const version = (number: number): string => `${number % 4}.${(number >>> 4) % 20}.${(number >>> 8) % 10}`;
const address4 = (number: number): string =>
  `10.${number & 255}.${(number >>> 8) & 255}.${1 + ((number >>> 16) % 254)}`;
const address6 = (number: number): string =>
  `2001:db8::${(number & 0xffff).toString(16)}:${(number >>> 16).toString(16)}`;
const hardwareAddress = (number: number): string => ['02', '00', ...(hex(number).match(/../g) ?? [])].join(':');
const long = (number: number, parts: number): string =>
  Array.from({ length: parts }, (_, part) => hex(hash(number, part))).join('');

type Maker = (source: LeafSource) => string;

/** Texts by the words of the field's name; the first that matches counts. */
const texts: readonly (readonly [RegExp, Maker])[] = [
  [/^(?:name|title|label|display name|full name|nick ?name|hostname|host name|headline)$/, ({ name }) => name],
  [/^(?:slug|handle|login|username|user name|key|path name|resource path)$/, ({ name }) => slug(name)],
  [/\be ?mail(?: address)?$/, ({ name }) => `${slug(name)}@example.com`],
  [
    /\b(?:avatar|logo|icon|image|thumbnail|photo|picture)(?: ur[il])?$/,
    ({ name }) => `https://example.com/images/${slug(name)}.png`,
  ],
  [/\b(?:ur[il]|href|link|website|homepage|endpoint|webhook)$/, ({ name }) => `https://example.com/${slug(name)}`],
  [
    /\b(?:\w+ at|date|timestamp|moment|date time)$|^(?:since|until|at|time)$/,
    ({ field, number }) => iso(moment(field, number)),
  ],
  [/\b(?:version|release|firmware|revision)$/, ({ number }) => version(number)],
  [/\bmime|\b(?:content|media) type$/, ({ number }) => pick(types, number)],
  [/\b(?:ip|ip ?v4|ip address|remote address)$/, ({ number }) => address4(number)],
  [/\bip ?v6\b/, ({ number }) => address6(number)],
  [/\bmac(?: address)?$/, ({ number }) => hardwareAddress(number)],
  [/\b(?:first|given) name$/, ({ name }) => name.split(/[ -]/)[0] ?? name],
  [/\b(?:last|family|sur) ?name$/, ({ name }) => name.split(/[ -]/)[1] ?? name],
  [/\b(?:user|owner|author|actor|contact|person)(?: name)?$/, ({ name }) => name],
  [/\b(?:file ?name|file)$/, ({ number }) => `${phrase(number).replace(' ', '-')}.${pick(extensions, number >>> 14)}`],
  [/\b(?:path|folder|directory)$/, ({ number }) => `/${phrase(number).replace(' ', '/')}`],
  [/\bextension$/, ({ number }) => pick(extensions, number)],
  [/\b(?:phone|mobile|tel|telephone)(?: number)?$/, ({ number }) => `+1555${String(1_000_000 + (number % 9_000_000))}`],
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
  [/\bcolou?r$/, ({ number }) => `#${hex(number).slice(0, 6)}`],
  [/\b(?:sha|commit|oid|hash|digest|checksum|fingerprint)\b/, ({ number }) => long(number, 5)],
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
    ({ number }) => sentence(number),
  ],
  [
    /\b(?:tags?|labels?|categor(?:y|ies)|keywords?|topics?|groups?|role|type|kind|scope|channel|environment)$/,
    ({ number }) => pick(words, number),
  ],
  [/\b(?:cron|schedule)$/, ({ number }) => `${number % 60} ${(number >>> 6) % 24} * * *`],
  [/\b(?:lat|latitude)$/, ({ number }) => String(measure('latitude', number))],
  [/\b(?:lon|lng|longitude)$/, ({ number }) => String(measure('longitude', number))],
  [
    /\b(?:coordinates?|position|geo)$/,
    ({ number }) => `${measure('latitude', number)},${measure('longitude', scatter(number))}`,
  ],
  [/\b(?:amount|price|cost)$/, ({ number }) => measure('price', number).toFixed(2)],
];

/** Text by the name of its field. */
function textFor(source: LeafSource): string {
  const name = wordsOf(source.field).join(' ');
  for (const [pattern, make] of texts) if (pattern.test(name)) return make(source);
  if (/name$/.test(name)) return name === 'name' ? source.name : phrase(source.number);
  return `${source.field}-${hex(source.number)}`;
}

/** Custom scalars by their name; the first that matches counts. */
const scalars: readonly (readonly [RegExp, (source: LeafSource) => unknown])[] = [
  [/date_?time|timestamp|instant|moment/i, ({ field, number }) => iso(moment(field, number))],
  [/date$/i, ({ field, number }) => iso(moment(field, number)).slice(0, 10)],
  [/duration|period/i, ({ number }) => `PT${1 + (number % 59)}M`],
  [/time_?zone/i, ({ number }) => pick(['UTC', 'Europe/Berlin', 'Asia/Tokyo'], number)],
  [/time$/i, ({ field, number }) => iso(moment(field, number)).slice(11)],
  [
    /ur[il]$/i,
    (source) =>
      /ur[il]|href|link|avatar|image|icon/i.test(source.field)
        ? textFor(source)
        : `https://example.com/${slug(source.name)}`,
  ],
  [/uuid|guid/i, ({ number }) => uuidOf(number)],
  [/e_?mail/i, ({ name }) => `${slug(name)}@example.com`],
  [/ip_?v6/i, ({ number }) => address6(number)],
  [/^ip|ip_?(?:v4|address)|inet|cidr/i, ({ number }) => address4(number)],
  [/^mac/i, ({ number }) => hardwareAddress(number)],
  [/json|object|map|any|dictionary|metadata/i, ({ field, number }) => ({ [field]: hex(number) })],
  [/latitude/i, ({ number }) => measure('latitude', number)],
  [/longitude/i, ({ number }) => measure('longitude', number)],
  [/^port$/i, ({ number }) => amount('port', number)],
  [/percent/i, ({ number }) => number % 101],
  [
    /big_?int|int|long|short|byte_?count|^number$/i,
    ({ field, number }) =>
      amounts.some(([pattern]) => pattern.test(wordsOf(field).join(' '))) ? amount(field, number) : number % 100_000,
  ],
  [/float|double|decimal|money|numeric/i, ({ field, number }) => measure(field, number)],
  [/bool/i, ({ number }) => number % 2 === 1],
  [/sem_?ver|version/i, ({ number }) => version(number)],
  [/colou?r/i, ({ number }) => `#${hex(number).slice(0, 6)}`],
  [/phone/i, ({ number }) => `+1555${String(1_000_000 + (number % 9_000_000))}`],
  [/currency/i, ({ number }) => pick(['EUR', 'USD', 'JPY'], number)],
  [/country/i, ({ number }) => pick(['DE', 'FR', 'JP', 'US'], number)],
  [/locale|language/i, ({ number }) => pick(['en', 'de', 'fr', 'ja'], number)],
  [/(?:sha|oid|hash|digest)/i, ({ number }) => long(number, 5)],
  [/base_?64|bytes|blob/i, ({ number }) => Buffer.from(hex(number)).toString('base64')],
  [/html/i, ({ number }) => `<p>${sentence(number)}</p>`],
  [/markdown/i, ({ number }) => sentence(number)],
  [/cursor/i, ({ number }) => hex(number)],
];

function customValue(scalar: string, source: LeafSource): unknown {
  for (const [pattern, make] of scalars) if (pattern.test(scalar)) return make(source);
  return textFor(source);
}

/** A UUID, version 4, that begins with the number. */
export function uuidOf(number: number): string {
  const digits = [0, 1, 2, 3].map((part) => hex(part === 0 ? number : hash(number, part))).join('');
  const variant = hex(scatter(number)).slice(0, 3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${variant}-${digits.slice(20)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
