import { flatName } from '../model/names.ts';

/** Compares an actual value with an operand. */
export type Operator = (actual: unknown, operand: unknown) => boolean;

/** Compares two leaf values: numbers as numbers, moments as moments, everything else as text; null comes last. */
export function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  const [left, right] = [sortable(one), sortable(other)];
  // One order of everything: what is no number comes behind all that are.
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A value as text; an input object has no text of its own. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function sortable(value: unknown): number | string {
  if (typeof value === 'boolean') return Number(value);
  const text = asText(value);
  const isMoment = /^\d{4}-\d\d(?:-\d\d)?(?:T|$)/.test(text);
  const number = text === '' ? Number.NaN : isMoment ? Date.parse(text) : Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Equality, or for a list being or having one of the others. */
export const equalOrAmong: Operator = (actual, operand) =>
  [actual].flat().some((each) => [operand].flat().some((other) => compareValues(each, other) === 0));

/** Whether there is a value, or an item. */
export const exists: Operator = (actual, operand) =>
  (actual !== null && !(Array.isArray(actual) && actual.length === 0)) === (operand !== false);

const ordered =
  (holds: (difference: number) => boolean): Operator =>
  (actual, operand) =>
    actual !== null && operand !== null && holds(compareValues(actual, operand));

const contains: Operator = (actual, operand) =>
  Array.isArray(actual)
    ? [operand].flat().every((each) => equalOrAmong(actual, each))
    : asText(actual ?? '').includes(asText(operand));

/** The operators by the words that schemas use for them, without case, `_` and `$`. */
const operators: readonly (readonly [words: RegExp, Operator])[] = [
  [/^(?:eq|equals?|is|in)$/, equalOrAmong],
  [/^(?:gt|greaterthan|after)$/, ordered((difference) => difference > 0)],
  [/^(?:gte|greaterthanorequal(?:to)?|from|since|min)$/, ordered((difference) => difference >= 0)],
  [/^(?:lt|lessthan|before)$/, ordered((difference) => difference < 0)],
  [/^(?:lte|lessthanorequal(?:to)?|until|to|max)$/, ordered((difference) => difference <= 0)],
  [/^(?:contains|includes|has)$/, contains],
  [/^startswith$/, (actual, operand) => asText(actual ?? '').startsWith(asText(operand))],
  [/^endswith$/, (actual, operand) => asText(actual ?? '').endsWith(asText(operand))],
  [/^(?:is)?null$/, (actual, operand) => exists(actual, operand === false)],
  [/^exists$/, exists],
];

/** The operator of that name: also negated (`nin`, `notContains`), or without case (`eqIgnoreCase`); undefined if there is none. */
export function operatorOf(name: string): Operator | undefined {
  const word = flatName(name);
  const own = operators.find(([words]) => words.test(word))?.[1];
  if (own) return own;
  const plain = word.replace(/ignorecase$|^i(?=contains|startswith|endswith|eq)/, '');
  const inner = plain === word ? undefined : operatorOf(plain);
  if (inner) return (actual, operand) => inner(lower(actual), lower(operand));
  const [, rest] = /^(?:is)?(?:not|n(?=.))(.*)$/.exec(word) ?? [];
  // `not`, `ne` and `neq` deny that two are equal.
  const denied = rest === undefined ? undefined : operatorOf(/^e?$/.test(rest) ? 'eq' : rest);
  return denied && ((actual, operand) => !denied(actual, operand));
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lower) : value;
}

/** Whether an operator asks for null too: what else is compared with null is left open. */
export function comparesNull(name: string): boolean {
  return /^(?:is|not|isnot|n?eq?|(?:not)?equals?)$/.test(flatName(name));
}
