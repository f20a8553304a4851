import { wordsOf } from '../model/names.ts';
import { worldTime } from './moments.ts';

/** A whole number as the field's name has it. */
export function wholeNumberFor(field: string, number: number): number {
  const name = wordsOf(field).join(' ');
  for (const [pattern, make] of wholeNumbers) if (pattern.test(name)) return make(number);
  return number % 1000;
}

/** Whole numbers by the words of the field's name; the first that matches counts. */
const wholeNumbers: readonly (readonly [RegExp, (number: number) => number])[] = [
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
export function decimalFor(field: string, number: number): number {
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

/** Whether the field's name says what its whole number measures. */
export function isWholeNumberKnown(field: string): boolean {
  const name = wordsOf(field).join(' ');
  return wholeNumbers.some(([pattern]) => pattern.test(name));
}
