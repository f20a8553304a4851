import { type GraphQLEnumType, type GraphQLLeafType, isEnumType } from 'graphql';
import { wordsOf } from '../../../base/words.ts';
import { isDeprecated } from '../../../graphql/fields.ts';
import { hash, hex } from './chance.ts';
import { knownText, type TextSource } from './texts.ts';

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
