import { nameHash } from '../../base/name-hash.ts';
import type { ObservedChange, ObservedChangeCode } from '../../index.ts';
import type { AnswerField, AnswerObject } from './answer-shape.ts';
import { leafOf, type NamedShape, type ShapedType, typeText } from './shaped-type.ts';

/**
 * Where an answer holds what its type excludes: each field and kind of change once, however many items have it.
 *
 * @param turn - Counts the answers, so that in time every place of a long list has its turn.
 */
export function checkAnswer(root: AnswerObject, data: unknown, turn: number): readonly ObservedChange[] {
  const check: Check = { found: new Map(), turn };
  checkObject(root, data, check);
  return [...check.found.values()];
}

interface Check {
  readonly found: Map<string, ObservedChange>;
  readonly turn: number;
}

/** The value under a key of the answer; any value has keys, except null and undefined. */
type Keyed = Readonly<Record<string, unknown>>;

function checkObject(selected: AnswerObject, value: unknown, check: Check): void {
  const object = value as Keyed;
  const typename = selected.typename === undefined ? undefined : object[selected.typename];
  const { fields } = typeof typename === 'string' ? selected.of(typename) : selected;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as AnswerField;
    const held = object[field.key];
    // Most values end here, so this reads as little as it can.
    if (!field.isPlain || !isAccepted(field, held)) checkValue(field, field.type, held, check);
  }
}

/** Whether a scalar, or a value of an open enum, is what its type means. */
function isAccepted({ accepts, isInt }: AnswerField, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value !== accepts) return accepts === 'any';
  return !isInt || (value as number) % 1 === 0;
}

function checkValue(field: AnswerField, type: ShapedType, value: unknown, check: Check): void {
  if (value === undefined) {
    if (!field.optional) note(check, field, 'field-removed', 'is missing in the answer');
  } else if (value === null) {
    if (type.nonNull) note(check, field, 'nullability-changed', `is null, and its type is ${typeText(field.type)}`);
  } else if (type.item) {
    if (Array.isArray(value)) checkList(field, type.item, value, check);
    else noteOther(check, field);
  } else if (field.object) {
    if (typeof value !== 'object' || Array.isArray(value)) noteOther(check, field);
    else checkObject(field.object, value, check);
  } else if (field.accepts !== undefined) {
    if (!isAccepted(field, value)) noteOther(check, field);
  } else if (typeof value !== 'string') noteOther(check, field);
  else if (!isKnown(type.named, value)) noteMember(check, field, value);
}

/** The number of items of a longer list that are looked at, spread over it. */
const MANY = 1_000;

function checkList(field: AnswerField, type: ShapedType, items: readonly unknown[], check: Check): void {
  const step = Math.ceil(items.length / MANY) || 1;
  for (let at = check.turn % step; at < items.length; at += step) checkValue(field, type, items[at], check);
}

/** The values that were seen stand beside their hashes, so that each is hashed once. */
function isKnown({ values }: NamedShape, value: string): boolean {
  if (values === undefined || values.has(value)) return true;
  if (!values.has(nameHash(value))) return false;
  values.add(value);
  return true;
}

function note({ found }: Check, { owner, name, type }: AnswerField, change: ObservedChangeCode, fact: string): void {
  const coordinate = `${owner}.${name}`;
  const key = `${coordinate} ${change}`;
  if (!found.has(key))
    found.set(key, { coordinate, change, message: `${coordinate} ${fact}.`, before: typeText(type) });
}

function noteOther(check: Check, field: AnswerField): void {
  note(check, field, 'type-changed', `does not hold what its type ${typeText(field.type)} means`);
}

function noteMember({ found }: Check, { owner, name, type }: AnswerField, value: string): void {
  // Data is not reported: only what may be a name of the schema is.
  const coordinate = `${leafOf(type).named.name}.${/^[_A-Za-z]\w{0,63}$/.test(value) ? value : '?'}`;
  const message = `${coordinate} is new: ${owner}.${name} holds it.`;
  found.set(`${coordinate} enum-value-added`, { coordinate, change: 'enum-value-added', message });
}
