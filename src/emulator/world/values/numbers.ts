import { worldTime } from './moments.ts';

/** The numbers that a field may have, by the words of its name: least, most and digits. The first that matches counts. */
const ranges: readonly (readonly [pattern: RegExp, least: number, most: number, digits: number])[] = [
  [/\b(?:latitude|lat)\b/, -60, 70, 5],
  [/\b(?:longitude|lon|lng)\b/, -180, 180, 5],
  [/\b(?:percent|percentage|progress|battery|humidity|temperature|count|total)\b/, 0, 50, 1],
  [/\b(?:ratio|confidence|probability|fraction|accuracy)\b/, 0, 1, 3],
  [/\b(?:order|position|rank|priority|level)$/, 0, 10, 0],
  [/\b(?:timestamp|epoch)\b/, worldTime / 1000 - 30 * 86_400, worldTime / 1000, 0],
];

/** A number as these words have it: a whole one, or one with decimals. */
export function numberFor(words: string, number: number, isWhole: boolean): number {
  const [, least, most, digits] = ranges.find(([pattern]) => pattern.test(words)) ?? [words, 0, 1000, 2];
  const drawn = least + ((number % 1_000_003) / 1_000_003) * (most - least);
  return isWhole ? Math.floor(drawn) : Number(drawn.toFixed(digits));
}
