import { type GraphQLEnumValue, type GraphQLLeafType, isEnumType } from 'graphql';
import { wordsOf } from '../../../base/words-of.ts';
import { isDeprecated } from '../../../graphql/fields.ts';
import { hash, hex } from './chance.ts';
import { knownText, type TextSource } from './texts.ts';

/** A value of a scalar or enum type, as the names of the scalar and of its field have it. */
export function leafValue(type: GraphQLLeafType, source: TextSource): unknown {
  const { number, field } = source;
  if (isEnumType(type)) return enumValue(type.getValues(), number);
  const scalar = wordsOf(type.name).join(' ');
  const words = wordsOf(field).join(' ');
  if (scalar === 'boolean' || scalar === 'bool') return number % 2 === 1;
  if (type.name === 'ID') return `${field}_${hex(number)}`;
  if (isWholeNumber(type)) return numberFor(words, number, true);
  if (/\b(?:float|float\d*|double|decimal|money|numeric|latitude|longitude|percentage|percent)\b/.test(scalar))
    return numberFor(`${words} ${scalar}`, number, false);
  if (/\b(?:json|jsonb|object|map|any|dictionary|metadata)\b/.test(scalar)) return { [field]: hex(number) };
  const ofScalar = scalar === 'string' ? undefined : knownText(scalar, source);
  return ofScalar ?? knownText(words, source) ?? `${field}-${hex(number)}`;
}

/** Whether the values of a type are whole numbers, as the words of its name have it. */
export function isWholeNumber(type: GraphQLLeafType | undefined): boolean {
  const words = /\b(?:int|int\d*|integer|bigint|big|long|short|smallint|port|number|count)\b/;
  return type !== undefined && !isEnumType(type) && words.test(wordsOf(type.name).join(' '));
}

/** Draws a value so that neither the order of the others nor a new one matters: each has a weight of its own, and the heaviest wins. */
function enumValue(values: readonly GraphQLEnumValue[], number: number): unknown {
  const current = values.filter((value) => !isDeprecated(value));
  const weighed = (current.length > 0 ? current : values).map(({ name, value }) => ({
    value,
    weight: hash(number, name),
  }));
  return weighed.reduce((best, each) => (each.weight > best.weight ? each : best)).value;
}

/** The numbers that a field may have, by the words of its name: least, most and digits. The first that matches counts. */
const ranges: readonly (readonly [pattern: RegExp, least: number, most: number, digits: number])[] = [
  [/\b(?:latitude|lat)\b/, -60, 70, 5],
  [/\b(?:longitude|lon|lng)\b/, -180, 180, 5],
  [/\b(?:percent|percentage|progress|battery|humidity|temperature|count|total)\b/, 0, 50, 1],
  [/\b(?:order|position|rank|priority|level)$/, 0, 10, 0],
];

/** A number as these words have it: a whole one, or one with decimals. */
function numberFor(words: string, number: number, isWhole: boolean): number {
  const [, least, most, digits] = ranges.find(([pattern]) => pattern.test(words)) ?? [words, 0, 1000, 2];
  const drawn = least + ((number % 1_000_003) / 1_000_003) * (most - least);
  return isWhole ? Math.floor(drawn) : Number(drawn.toFixed(digits));
}
