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
import { type MomentSource, momentFor } from './moments.ts';

/** A value of a scalar or enum type, as the names of the scalar and of its field have it. */
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

/** Draws a value so that neither the order of the others nor a new one matters: each has a weight of its own, and the heaviest wins. */
function enumValue(type: GraphQLEnumType, number: number): unknown {
  const all = type.getValues();
  const current = all.filter((value) => !isDeprecated(value));
  const weighed = (current.length > 0 ? current : all).map((each) => ({ ...each, weight: hash(number, each.name) }));
  return weighed.sort((one, other) => other.weight - one.weight)[0]?.value;
}

const small =
  /\b(?:lat|latitude|lon|lng|longitude|percent|percentage|progress|battery|temperature|count|total|position|priority)\b/;

/** A number with decimals, a small one where the words of its name say so. */
function numberFor(words: string, number: number): number {
  return ((number % 1_000_003) / 1_000_003) * (small.test(words) ? 50 : 1000);
}

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

/** The words of names: 64 of each, a power of two, so that each pair is drawn once. */
const [colours, animals] = [
  'amber apricot ash azure beige bronze carmine cedar cerise citrine clay cobalt copper coral cream crimson cyan denim ebony ecru ember emerald fawn flint fuchsia garnet ginger gold green grey hazel heather indigo ivory jade jet khaki lilac lime linen maple maroon mauve mint mocha navy ochre olive onyx opal orange pearl pewter pink plum red rose ruby russet rust sable sage sand scarlet',
  'adder badger beaver bison bittern buzzard caribou chamois civet condor cormorant crane curlew dipper dormouse dunlin egret eider elk ermine falcon ferret finch fox gannet gecko godwit grebe hare heron hoopoe ibex ibis jackal jay kestrel kite lapwing lark lemur linnet lynx magpie marten merlin newt ocelot osprey otter petrel pipit plover puffin quail raven robin sandpiper shrike stoat swift tern viper wren yak',
].map((text) => text.split(' ')) as [string[], string[]];

/** Odd, so that multiplying by it visits each of the 4,096 (a power of two) pairs once before it repeats one. */
const stride = 1789;

/** The readable name of the object at `index`, e.g. `amber-falcon`; unique, since later rounds have a number. */
export function nameAt(index: number, offset: number): string {
  const pair = (index * stride + offset) % 4096;
  const round = Math.floor(index / 4096);
  const name = `${colours[pair >>> 6]}-${animals[pair & 63]}`;
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
