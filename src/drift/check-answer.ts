import { nameHash } from '../base/name-hash.ts';
import type { ObservedChange } from '../index.ts';
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
  if (value === null || value === undefined) {
    if (value === undefined ? !field.optional : type.nonNull) note(found, field, value);
    return;
  }
  if (type.item) {
    if (!Array.isArray(value)) note(found, field, value);
    else for (let at = 0; at < value.length; at++) checkValue(field, type.item, value[at], found);
  } else if (field.selection) {
    if (typeof value !== 'object' || Array.isArray(value)) note(found, field, value);
    else checkObject(field.selection, value, found);
  } else if (type.named.values !== undefined && typeof value === 'string' && !isKnown(type.named, value))
    note(found, field, value);
}

/** The values that were seen stand beside their hashes, so that each is hashed once. */
function isKnown({ values }: NamedShape, value: string): boolean {
  if (values === undefined || values.has(value)) return true;
  if (!values.has(nameHash(value))) return false;
  values.add(value);
  return true;
}

function note(found: Found, { owner, name, type }: ShapedField, value: unknown): void {
  const coordinate = `${owner}.${name}`;
  const before = typeText(type);
  const add = (change: ObservedChange): unknown => found.set(`${change.coordinate} ${change.change}`, change);
  if (value === undefined)
    add({ coordinate, change: 'field-removed', message: `${coordinate} is missing in the answer.`, before });
  else if (value === null)
    add({
      coordinate,
      change: 'nullability-changed',
      message: `${coordinate} is null, and its type is ${before}.`,
      before,
    });
  else if (typeof value === 'string' && type.named.values !== undefined) {
    const member = `${type.named.name}.${/^\w{1,64}$/.test(value) ? value : '?'}`;
    add({ coordinate: member, change: 'enum-value-added', message: `${member} is new: ${coordinate} holds it.` });
  } else
    add({ coordinate, change: 'type-changed', message: `${coordinate} does not hold what ${before} means.`, before });
}
