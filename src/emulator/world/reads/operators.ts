import { isRecord } from '../../../base/is-record.ts';
import { flatName } from '../model/names.ts';

/** Compares an actual value with an operand. */
export type Operator = (actual: unknown, operand: unknown) => boolean;

/** Compares two leaf values: numbers as numbers, moments as moments, everything else as text. */
export function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  const [left, right] = [asText(one), asText(other)];
  const [from, to] = [momentOf(left), momentOf(right)];
  if (from !== undefined && to !== undefined) return from - to;
  if (left !== '' && right !== '' && Number.isFinite(Number(left)) && Number.isFinite(Number(right)))
    return Number(left) - Number(right);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A value as text; an input object has no text of its own. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d(?:-\d\d)?(?:T|$)/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}

const equal: Operator = (actual, operand) => {
  if (Array.isArray(operand))
    return (
      Array.isArray(actual) && actual.length === operand.length && operand.every((each, at) => equal(actual[at], each))
    );
  if (Array.isArray(actual)) return actual.some((each) => equal(each, operand));
  if (actual === null || operand === null) return actual === operand;
  if (isRecord(actual) || isRecord(operand)) return JSON.stringify(actual) === JSON.stringify(operand);
  return compareValues(actual, operand) === 0;
};
const lower = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lower) : value;
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const among: Operator = (actual, operand) => items(operand).some((each) => equal(actual, each));
const ordered =
  (holds: (difference: number) => boolean): Operator =>
  (actual, operand) =>
    actual !== null && actual !== undefined && operand !== null && holds(compareValues(actual, operand));
const contains: Operator = (actual, operand) =>
  Array.isArray(actual)
    ? items(operand).every((each) => among(each, actual))
    : asText(actual ?? '').includes(asText(operand));
const starts: Operator = (actual, operand) => asText(actual ?? '').startsWith(asText(operand));
const ends: Operator = (actual, operand) => asText(actual ?? '').endsWith(asText(operand));
const like: Operator = (actual, operand) => {
  const escaped = asText(operand).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's').test(asText(actual ?? ''));
};
const within: Operator = (actual, operand) => {
  const [from, to] = Array.isArray(operand)
    ? operand
    : isRecord(operand)
      ? [operand['min'] ?? operand['from'] ?? operand['start'], operand['max'] ?? operand['to'] ?? operand['end']]
      : [undefined, undefined];
  return (from == null || atLeast(actual, from)) && (to == null || atMost(actual, to));
};
const atLeast = ordered((difference) => difference >= 0);
const atMost = ordered((difference) => difference <= 0);
const above = ordered((difference) => difference > 0);
const below = ordered((difference) => difference < 0);
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The operators by the words that schemas use for them, without case, `_` and `$`. */
const operators: Readonly<Record<string, Operator>> = {
  ...named('eq equals equal equalto is exact exactly value', equal),
  ...named('in anyof oneof isin isanyof isoneof hassome containsany includesany overlaps', among),
  ...named('gt greaterthan isgreaterthan greater after morethan newerthan', above),
  ...named(
    'gte ge greaterthanorequal greaterthanorequals greaterthanorequalto isgreaterthanorequal from since min minimum atleast onorafter',
    atLeast,
  ),
  ...named('lt lessthan islessthan less before olderthan smallerthan', below),
  ...named(
    'lte le lessthanorequal lessthanorequals lessthanorequalto islessthanorequal until to max maximum atmost onorbefore',
    atMost,
  ),
  ...named('between range within', within),
  ...named('contains include includes substring has hasevery containsall hasall', contains),
  ...named('startswith beginswith starts prefix', starts),
  ...named('endswith ends suffix', ends),
  ...named('like matcheslike', like),
  ...named('isnull null', (actual, operand) => (actual === null || actual === undefined) === (operand !== false)),
  ...named(
    'isnotnull exists isset present notnull',
    (actual, operand) => (actual !== null && actual !== undefined) === (operand !== false),
  ),
  ...named('isempty empty', (actual, operand) => isEmpty(actual) === (operand !== false)),
};

function named(words: string, operator: Operator): Record<string, Operator> {
  return Object.fromEntries(words.split(' ').map((word) => [word, operator]));
}

/** The operator of that name: also negated, or without case; undefined if there is none. */
export function operatorOf(name: string): Operator | undefined {
  const word = flatName(name.replace(/^[_$]+/, ''));
  const own = Object.hasOwn(operators, word) ? operators[word] : undefined;
  if (own) return own;
  const loose = /^(.*?)(?:ignorecase|insensitive|caseinsensitive|ic|ci)$/.exec(word)?.[1] ?? /^i(.+)$/.exec(word)?.[1];
  if (loose !== undefined) {
    const inner = operatorOf(loose);
    if (inner) return withoutCase(inner);
  }
  if (/^(?:ne|neq|noteq|notequals?|notequalto|isnot|not|nequals)$/.test(word))
    return (actual, operand) => !equal(actual, operand);
  const negated = /^(?:not|n|isnot|doesnot|excludes?|none)(.+)$/.exec(word)?.[1];
  const inner = negated === undefined ? undefined : operatorOf(negated === 'contain' ? 'contains' : negated);
  return inner && ((actual, operand) => !inner(actual, operand));
}

/** The operator without regard to case. */
export function withoutCase(operator: Operator): Operator {
  return (actual, operand) => operator(lower(actual), lower(operand));
}

/** Equality, or for a list of operands, being one of them. */
export const equalOrAmong: Operator = (actual, operand) =>
  Array.isArray(operand) ? among(actual, operand) : equal(actual, operand);
