import { flatName } from '../model/names.ts';

/** Compares an actual value with an operand. */
export type Operator = (actual: unknown, operand: unknown) => boolean;

/** Compares two leaf values: numbers as numbers, moments as moments, everything else as text. */
export function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  const [left, right] = [sortable(one), sortable(other)];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [from, to] = [asText(one), asText(other)];
  return from < to ? -1 : from > to ? 1 : 0;
}

/** A value as text; an input object has no text of its own. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function sortable(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string' || value === '') return value;
  if (!Number.isNaN(Number(value))) return Number(value);
  const moment = /^\d{4}-\d\d(?:-\d\d)?(?:T|$)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? value : moment;
}

const equal: Operator = (actual, operand) => {
  if (Array.isArray(actual) && !Array.isArray(operand)) return actual.some((each) => equal(each, operand));
  if (actual === null || operand === null) return actual === operand;
  if (typeof actual === 'object' || typeof operand === 'object') return asText(actual) === asText(operand);
  return compareValues(actual, operand) === 0;
};
const among: Operator = (actual, operand) => [operand].flat().some((each) => equal(actual, each));
const ordered =
  (holds: (difference: number) => boolean): Operator =>
  (actual, operand) =>
    actual !== null && operand !== null && holds(compareValues(actual, operand));
const contains: Operator = (actual, operand) =>
  Array.isArray(actual)
    ? [operand].flat().every((each) => among(each, actual))
    : asText(actual ?? '').includes(asText(operand));
const isNull: Operator = (actual, operand) => (actual === null) === (operand !== false);

/** The operators by the words that schemas use for them, without case, `_` and `$`. */
const operators: ReadonlyMap<string, Operator> = new Map([
  ...named('eq equals equal equalto is exact exactly', equal),
  ...named('in anyof oneof hassome containsany', among),
  ...named(
    'gt greaterthan after morethan',
    ordered((difference) => difference > 0),
  ),
  ...named(
    'gte ge greaterthanorequal greaterthanorequalto from since min minimum atleast',
    ordered((difference) => difference >= 0),
  ),
  ...named(
    'lt lessthan before',
    ordered((difference) => difference < 0),
  ),
  ...named(
    'lte le lessthanorequal lessthanorequalto until to max maximum atmost',
    ordered((difference) => difference <= 0),
  ),
  ...named('contains contain includes has containsall', contains),
  ...named('startswith beginswith prefix', (actual, operand) => asText(actual ?? '').startsWith(asText(operand))),
  ...named('endswith suffix', (actual, operand) => asText(actual ?? '').endsWith(asText(operand))),
  ...named('isnull null', isNull),
  ...named('exists isset', (actual, operand) => !isNull(actual, operand)),
]);

function named(words: string, operator: Operator): readonly (readonly [string, Operator])[] {
  return words.split(' ').map((word) => [word, operator]);
}

/** The operator of that name: also negated (`nin`, `notContains`), or without case (`eqIgnoreCase`); undefined if there is none. */
export function operatorOf(name: string): Operator | undefined {
  const word = flatName(name);
  const own = operators.get(word);
  if (own) return own;
  const loose = /^(.+?)(?:ignorecase|insensitive|caseinsensitive|ci)$/.exec(word)?.[1];
  const inner = loose === undefined ? undefined : operatorOf(loose);
  if (inner) return (actual, operand) => inner(lower(actual), lower(operand));
  const [, no, rest = ''] = /^(isnot|not|ne|n)(.*)$/.exec(word) ?? [];
  const negated =
    no === undefined ? undefined : rest === '' && no !== 'n' ? equal : operators.get(no === 'ne' ? `e${rest}` : rest);
  return negated && ((actual, operand) => !negated(actual, operand));
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lower) : value;
}

/** Whether an operator asks for null too: what else is compared with null is left open. */
export function comparesNull(name: string): boolean {
  return /^(?:is|not|isnot|n?eq?|(?:not)?equals?)$/.test(flatName(name));
}

/** Equality, or for a list of operands, being one of them. */
export const equalOrAmong: Operator = (actual, operand) => (Array.isArray(operand) ? among : equal)(actual, operand);
