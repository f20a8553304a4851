import { nameHash } from '../base/name-hash.ts';
import type { ObservedChange, ObservedChangeCode } from '../index.ts';
import {
  type NamedShape,
  type Shape,
  type ShapedField,
  type ShapedSelection,
  type ShapedType,
  typeText,
} from './read-shape.ts';

/** Where an answer holds what its type excludes: each field and kind of change once, however many items have it. */
export function checkAnswer({ root }: Shape, data: unknown): readonly ObservedChange[] {
  const found: Found = new Map();
  checkObject(root, data, found);
  return found.size === 0 ? NOTHING : [...found.values()];
}

const NOTHING: readonly ObservedChange[] = [];

type Found = Map<string, ObservedChange>;

/** What a key of the answer holds; any value has keys, except null and undefined. */
type Keyed = Readonly<Record<string, unknown>>;

function checkObject(selection: ShapedSelection, value: unknown, found: Found): void {
  const object = value as Keyed;
  const { fields, parts } = selection;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as ShapedField;
    const held = object[field.key];
    if (typeof held === 'string' && field.type.named.values === undefined && !field.selection && !field.type.item)
      continue;
    checkValue(field, field.type, held, found);
  }
  if (parts.length === 0 || selection.typename === undefined) return;
  const typename = object[selection.typename];
  for (const part of parts) if (part.on.name === typename) checkObject(part, value, found);
}

function checkValue(field: ShapedField, type: ShapedType, value: unknown, found: Found): void {
  if (value === undefined) {
    if (!field.optional) note(found, field, 'field-removed', 'is missing in the answer');
  } else if (value === null) {
    if (type.nonNull) note(found, field, 'nullability-changed', `is null, and its type is ${typeText(field.type)}`);
  } else if (type.item) {
    if (!Array.isArray(value)) noteOther(found, field);
    else for (let at = 0; at < value.length; at++) checkValue(field, type.item, value[at], found);
  } else if (field.selection) {
    if (typeof value !== 'object' || Array.isArray(value)) noteOther(found, field);
    else checkObject(field.selection, value, found);
  } else if (type.named.values !== undefined && typeof value === 'string' && !isKnown(type.named, value))
    noteMember(found, field, value);
}

/** The values that were seen stand beside their hashes, so that each is hashed once. */
function isKnown({ values }: NamedShape, value: string): boolean {
  if (values === undefined || values.has(value)) return true;
  if (!values.has(nameHash(value))) return false;
  values.add(value);
  return true;
}

function note(found: Found, { owner, name, type }: ShapedField, change: ObservedChangeCode, what: string): void {
  const coordinate = `${owner}.${name}`;
  const key = `${coordinate} ${change}`;
  if (!found.has(key))
    found.set(key, { coordinate, change, message: `${coordinate} ${what}.`, before: typeText(type) });
}

function noteOther(found: Found, field: ShapedField): void {
  note(found, field, 'type-changed', `does not hold what its type ${typeText(field.type)} means`);
}

function noteMember(found: Found, { owner, name, type }: ShapedField, value: string): void {
  // Data is not reported: only what may be a name of the schema is.
  const coordinate = `${type.named.name}.${/^[_A-Za-z]\w{0,63}$/.test(value) ? value : '?'}`;
  const message = `${coordinate} is new: ${owner}.${name} holds it.`;
  found.set(`${coordinate} enum-value-added`, { coordinate, change: 'enum-value-added', message });
}
