import { nameHash } from '../../base/name-hash.ts';
import type { ObservedChange, ObservedChangeCode } from '../../index.ts';
import type { PlainSelection, Shape, ShapedField, ShapedSelection } from './read-shape.ts';
import { type NamedShape, type ShapedType, typeText } from './shaped-type.ts';

/**
 * Where an answer holds what its type excludes: each field and kind of change once, however many items have it.
 *
 * @param turn - Counts the answers, so that in time every place of a long list has its turn.
 */
export function checkAnswer({ root }: Shape, data: unknown, turn: number): readonly ObservedChange[] {
  const look: Look = { found: new Map(), turn };
  checkObject(root, data, look);
  return look.found.size === 0 ? NOTHING : [...look.found.values()];
}

const NOTHING: readonly ObservedChange[] = [];

interface Look {
  readonly found: Map<string, ObservedChange>;
  readonly turn: number;
}

/** What a key of the answer holds; any value has keys, except null and undefined. */
type Keyed = Readonly<Record<string, unknown>>;

function checkObject(selection: ShapedSelection, value: unknown, look: Look): void {
  const object = value as Keyed;
  const { fields, parts } = selection;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as ShapedField;
    const held = object[field.key];
    // Most values end here, so this reads as little as it can.
    if (!field.isPlain || held === null || held === undefined) checkValue(field, field.type, held, look);
  }
  if (parts.length === 0 || selection.typename === undefined) return;
  const typename = object[selection.typename];
  for (const part of parts) if (part.on.name === typename) checkObject(part, value, look);
}

function checkValue(field: ShapedField, type: ShapedType, value: unknown, look: Look): void {
  if (value === undefined) {
    if (!field.optional) note(look, field, 'field-removed', 'is missing in the answer');
  } else if (value === null) {
    if (type.nonNull) note(look, field, 'nullability-changed', `is null, and its type is ${typeText(field.type)}`);
  } else if (type.item) {
    if (Array.isArray(value)) checkList(field, type.item, value, look);
    else noteOther(look, field);
  } else if (field.selection) {
    if (typeof value !== 'object' || Array.isArray(value)) noteOther(look, field);
    else checkObject(field.selection, value, look);
  } else if (type.named.values !== undefined && typeof value === 'string' && !isKnown(type.named, value))
    noteMember(look, field, value);
}

/** Of a longer list, so many items are looked at, spread over it. */
const MANY = 1_000;

function checkList(field: ShapedField, type: ShapedType, items: readonly unknown[], look: Look): void {
  const step = Math.ceil(items.length / MANY) || 1;
  const start = look.turn % step;
  const plain = type.item ? undefined : field.selection?.plain;
  for (let at = start; at < items.length; at += step) {
    const item = items[at];
    // The first is looked at field by field; what has as many fields as that, and no null, is like it.
    if (plain && at !== start && isLike(plain, item)) continue;
    checkValue(field, type, item, look);
  }
}

/** A loop over an object's own keys costs half of looking up each of them. */
function isLike({ keys, mayHoldNull }: PlainSelection, item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  let count = 0;
  for (const key in item) {
    if (!mayHoldNull && (item as Keyed)[key] === null) return false;
    count++;
  }
  return count === keys;
}

/** The values that were seen stand beside their hashes, so that each is hashed once. */
function isKnown({ values }: NamedShape, value: string): boolean {
  if (values === undefined || values.has(value)) return true;
  if (!values.has(nameHash(value))) return false;
  values.add(value);
  return true;
}

function note({ found }: Look, { owner, name, type }: ShapedField, change: ObservedChangeCode, what: string): void {
  const coordinate = `${owner}.${name}`;
  const key = `${coordinate} ${change}`;
  if (!found.has(key))
    found.set(key, { coordinate, change, message: `${coordinate} ${what}.`, before: typeText(type) });
}

function noteOther(look: Look, field: ShapedField): void {
  note(look, field, 'type-changed', `does not hold what its type ${typeText(field.type)} means`);
}

function noteMember({ found }: Look, { owner, name, type }: ShapedField, value: string): void {
  // Data is not reported: only what may be a name of the schema is.
  const coordinate = `${type.named.name}.${/^[_A-Za-z]\w{0,63}$/.test(value) ? value : '?'}`;
  const message = `${coordinate} is new: ${owner}.${name} holds it.`;
  found.set(`${coordinate} enum-value-added`, { coordinate, change: 'enum-value-added', message });
}
