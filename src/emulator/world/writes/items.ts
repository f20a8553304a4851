import { isRecord } from '../../../base/is-record.ts';
import type { ModelField, ObjectField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { fieldMeant } from '../reads/named-field.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import { refTo } from '../store/links.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { InputEntry } from './entries.ts';
import type { Plan } from './plan.ts';

/**
 * Adds an item to a list of parts, or changes or removes the one that inputs name: `addTeamMember(teamId:, userId:, role:)`. Returns the
 * inputs that an item has no field for.
 */
export function writeItem(
  world: WorldParts,
  { joins, mentions }: Plan,
  object: StoredObject,
  list: ObjectField,
  entries: readonly InputEntry[],
): readonly InputEntry[] {
  const { model, reader, store } = world;
  const [type] = model.membersOf(list.target);
  const fields = type ? [...model.fieldsOfType(type).values()] : [];
  /** The field of an item that an input is for, and its value: `valueName` is the `name` of a value. */
  const meantBy = ({ key, value }: InputEntry): readonly [ModelField, unknown] | undefined => {
    const word = flatName(key);
    const names = [key, ...mentions.filter((name) => word.startsWith(name)).map((name) => word.slice(name.length))];
    const [field] = names.flatMap((name) => (type && name && fieldMeant(model, type, name)) || []);
    const found = field?.kind === 'reference' && field.target ? world.find(field.target, value) : undefined;
    if (field && found) return [field, refTo(found)];
    return field?.kind === 'value' && isAllowed(field.definition.type, value) ? [field, value] : undefined;
  };
  const given = new Map<ModelField, readonly unknown[]>();
  const rest = entries.flatMap(within).filter((entry) => {
    const [field, value] = meantBy(entry) ?? [];
    if (field) given.set(field, [...(given.get(field) ?? []), value]);
    return !field;
  });
  // A reference names an item, or what is given twice, or else the first value.
  const rank = ([{ kind }, values]: readonly [ModelField, readonly unknown[]]): number =>
    kind === 'reference' ? 2 : values.length - 1;
  const [named] = [...given].sort((one, other) => rank(other) - rank(one));
  if (!named) return entries;
  const before = (reader.many(world.view(object), list) ?? []).map((item) => {
    const values = fields.map((field) => {
      const stored = field.kind === 'reference' ? reader.one(item, field)?.stored : undefined;
      return [
        field.key,
        stored ? refTo(stored) : field.kind === 'value' ? reader.leaf(item, field) : undefined,
      ] as const;
    });
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  });
  const at = before.findIndex((item) => named[1].some((name) => isSame(name, item[named[0].key])));
  if (at < 0 && joins !== 'join') return entries;
  const said = [...given].map(([{ key }, values]) => {
    const changed = values.find((value) => !isSame(value, before[at]?.[key]));
    return [key, changed ?? values[0]] as const;
  });
  const empty = fields.filter(({ definition }) => isNullable(definition)).map(({ key }) => [key, null] as const);
  const item = { ...(joins === 'join' ? Object.fromEntries(empty) : before[at]), ...Object.fromEntries(said) };
  const others = before.filter((_, place) => place !== at);
  const after = joins === 'part' ? others : joins === 'join' ? [...others, item] : before.with(at, item);
  if (!isSame(before, after)) store.put(object, list.key, after);
  return rest;
}

/** The fields of an input object that is an item. */
function within(entry: InputEntry): readonly InputEntry[] {
  const { path, value } = entry;
  if (!isRecord(value)) return [entry];
  return Object.entries(value).map(([key, inner]) => ({ ...entry, key, value: inner, path: `${path}.${key}` }));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
