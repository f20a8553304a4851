import {
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { isDeprecated } from '../../../graphql/fields.ts';
import { hash, hex, uuidOf } from './chance.ts';

/** A value that fits the names of its scalar and of its field. */
export function leafValue(type: GraphQLLeafType, source: TextSource): unknown {
  if (isEnumType(type)) return enumValue(type, source.number);
  const { number, field } = source;
  const [scalar, words] = [spaced(type.name), spaced(field)];
  if (/^bool(?:ean)?$/.test(scalar)) return number % 2 === 1;
  if (scalar === 'id') return `${field}_${hex(number)}`;
  if (isWholeNumber(type)) return Math.floor(numberFor(words, number));
  if (/\b(?:float\d*|double|decimal|money|numeric|latitude|longitude|percentage|percent)\b/.test(scalar))
    return Number(numberFor(`${words} ${scalar}`, number).toFixed(2));
  if (/\b(?:json|jsonb|object|map|any|dictionary|metadata)\b/.test(scalar)) return { [field]: hex(number) };
  const ofScalar = scalar === 'string' ? undefined : knownText(scalar, source);
  return ofScalar ?? knownText(words, source) ?? `${field}-${hex(number)}`;
}

export function isWholeNumber(type: GraphQLLeafType | undefined): boolean {
  const words = /\b(?:int\d*|integer|bigint|big|long|short|smallint|port|number|count)\b/;
  return type !== undefined && !isEnumType(type) && words.test(spaced(type.name));
}

function spaced(name: string): string {
  return wordsOf(name).join(' ');
}

/** Each value has a weight of its own, and the heaviest wins: neither the order of values nor a new one changes the others. */
function enumValue(type: GraphQLEnumType, number: number): unknown {
  const all = type.getValues();
  const current = all.filter((value) => !isDeprecated(value));
  const weighed = (current.length > 0 ? current : all).map((each) => ({ ...each, weight: hash(number, each.name) }));
  return weighed.sort((one, other) => other.weight - one.weight)[0]?.value;
}

const small =
  /\b(?:lat|latitude|lon|lng|longitude|percent|percentage|progress|battery|temperature|count|total|position|priority)\b/;

function numberFor(words: string, number: number): number {
  return ((number % 1_000_003) / 1_000_003) * (small.test(words) ? 50 : 1000);
}

interface TextSource extends MomentSource {
  /** The readable name of the object that the leaf belongs to: `amber-falcon`. */
  readonly name: string;
}

/** Texts by the words of a field or scalar. The first match counts. */
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

function knownText(words: string, source: TextSource): string | undefined {
  return texts.find(([pattern]) => pattern.test(words))?.[1](source);
}

/** 64 of each, a power of two, so that each pair is drawn once. */
const [colors, animals] = [
  'amber apricot ash azure beige bronze carmine cedar cerise citrine clay cobalt copper coral cream crimson cyan denim ebony ecru ember emerald fawn flint fuchsia garnet ginger gold green grey hazel heather indigo ivory jade jet khaki lilac lime linen maple maroon mauve mint mocha navy ochre olive onyx opal orange pearl pewter pink plum red rose ruby russet rust sable sage sand scarlet',
  'adder badger beaver bison bittern buzzard caribou chamois civet condor cormorant crane curlew dipper dormouse dunlin egret eider elk ermine falcon ferret finch fox gannet gecko godwit grebe hare heron hoopoe ibex ibis jackal jay kestrel kite lapwing lark lemur linnet lynx magpie marten merlin newt ocelot osprey otter petrel pipit plover puffin quail raven robin sandpiper shrike stoat swift tern viper wren yak',
].map((text) => text.split(' ')) as [string[], string[]];

/** Odd, so that its multiples visit each of the 4,096 pairs once before one repeats. */
const stride = 1789;

/** The readable name of the object at `index`, such as `amber-falcon`. Later rounds have a number. */
export function nameAt(index: number, offset: number): string {
  const pair = (index * stride + offset) % 4096;
  const round = Math.floor(index / 4096);
  const name = `${colors[pair >>> 6]}-${animals[pair & 63]}`;
  return round === 0 ? name : `${name}-${round + 1}`;
}

export function isAllowed(type: GraphQLOutputType, value: unknown): boolean {
  if (isNonNullType(type)) return value !== null && isAllowed(type.ofType, value);
  if (value === null) return true;
  if (isListType(type)) return Array.isArray(value) && value.every((each) => isAllowed(type.ofType, each));
  if (!isLeafType(type)) return false;
  try {
    return type.serialize(value) !== undefined;
  } catch {
    return false;
  }
}

/** The present of the world, fixed so that the same seed gives the same bytes. */
export const worldTime: number = Date.UTC(2026, 0, 1);

const day = 86_400_000;

/** An object is created first, and changed last; its other moments are in between. */
const [first, last, future] = [
  /\b(?:creat|regist|insert|found|born|issu|request|manufactur|invit)/,
  /\b(?:updat|modif|chang|edit|last|seen|sync|check|push|refresh)/,
  /\b(?:expir\w*|due|next|until|valid|ends?|deadline|renew\w*|scheduled|planned|eta|future)\b/,
];

interface MomentSource {
  readonly field: string;
  /** The random number of the leaf. */
  readonly number: number;
  /** The random number of the object, the same for all of its leaves. */
  readonly origin: number;
}

function momentFor({ field, number, origin }: MomentSource): string {
  const name = wordsOf(field).join(' ');
  if (future.test(name)) return isoOf(worldTime + (1 + (number % 30)) * day + (number % 86_400) * 1000);
  const life = (31 + (origin % 700)) * day;
  const step = first.test(name) ? 0 : last.test(name) ? 2 : 1;
  return isoOf(worldTime - life + (life * (step + (number % 997) / 1000)) / 3);
}

export function isoOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
