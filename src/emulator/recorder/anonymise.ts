import { type GraphQLOutputType, getNamedType, isEnumType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { Family, ModelField } from '../world/model/model-field.ts';
import type { Fixtures } from '../world/model/world-options.ts';
import { isAllowed } from '../world/values/is-allowed.ts';
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts';
import type { Recording, Seen, SeenFields } from './recording.ts';

/**
 * Makes fixtures of a recording, with a pseudonym for every text, number, id, time and address. What is the schema's own stays:
 * values of enums, booleans and null. A value without a pseudonym that fits the schema is left out.
 */
export function anonymise({ model, objects, originals }: Recording, key: string): Fixtures {
  const pseudonyms = createPseudonyms(key, originals);
  const fixtures = new Map<string, Map<string, Record<string, unknown>>>();

  /** The pseudonym of an id, in the type that the original has. */
  function idOf(id: string | number): string | number | undefined {
    const text = pseudonyms.text(String(id));
    if (typeof id === 'string' || text === undefined) return text;
    return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  }

  function listOf(family: Family): Map<string, Record<string, unknown>> {
    const list = fixtures.get(family.name) ?? new Map<string, Record<string, unknown>>();
    fixtures.set(family.name, list);
    return list;
  }

  function fieldsOf(fields: SeenFields, slots: ReadonlyMap<string, ModelField>): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, seen] of fields) {
      const slot = slots.get(name);
      const value = slot && seenValue(slot, seen);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  function seenValue(slot: ModelField, seen: Seen): unknown {
    const { target, definition } = slot;
    if (seen.kind === 'part') return partOf(slot, seen.fields);
    if (seen.kind === 'parts') return seen.items.map((item) => partOf(slot, item) ?? {});
    if (seen.kind === 'leaf') {
      if (seen.value === null) return null;
      const value =
        slot.kind === 'identity' && isKey(seen.value)
          ? idOf(seen.value)
          : leaf(definition.type, seen.value, definition.name, pseudonyms);
      return value !== undefined && isAllowed(definition.type, value) ? value : undefined;
    }
    const families = target ? model.familiesOf(target) : [];
    const ids = [...seen.ids].flatMap((id) => {
      const known = families.some(({ name }) => objects.get(name)?.has(String(id)));
      const [only, ...others] = families;
      const pseudonym = idOf(id);
      if (pseudonym === undefined || only === undefined || (!known && others.length > 0)) return [];
      // An object that was only mentioned must exist in the fixtures, or they could not be read.
      if (!known && only.identity && !listOf(only).has(String(id)))
        listOf(only).set(String(id), { [only.identity.name]: pseudonym });
      return [pseudonym];
    });
    return slot.kind === 'references' ? ids : ids[0];
  }

  function partOf({ target }: ModelField, fields: SeenFields): Record<string, unknown> | undefined {
    const types = target ? model.membersOf(target) : [];
    const slots = new Map(types.flatMap((type) => [...model.fieldsOfType(type)]));
    // Parts cannot refer to objects in fixtures, but by their ids.
    const own = [...fields].filter(([name, seen]) => seen.kind !== 'ids' || slots.get(name)?.byId);
    return fieldsOf(new Map(own), slots);
  }

  for (const family of model.families.values()) {
    const known = objects.get(family.name);
    if (known === undefined || family.identity === undefined) continue;
    for (const [id, fields] of known) {
      const values = fieldsOf(fields, model.fieldsOfFamily(family));
      if (values[family.identity.name] !== undefined) listOf(family).set(id, values);
    }
  }
  return Object.fromEntries([...fixtures].map(([name, list]) => [name, [...list.values()]]));
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The pseudonym of a scalar; undefined if a part of it has none. The values of an enum are the schema's. */
function leaf(type: GraphQLOutputType, value: unknown, field: string, pseudonyms: Pseudonyms): unknown {
  if (typeof value === 'boolean' || value === null) return value;
  const named = getNamedType(type);
  if (Array.isArray(value)) {
    const items = value.map((each) => leaf(type, each, field, pseudonyms));
    return items.includes(undefined) ? undefined : items;
  }
  if (isEnumType(named)) return typeof value === 'string' && named.getValue(value) ? value : undefined;
  if (typeof value === 'string') return pseudonyms.text(value);
  if (typeof value === 'number') return pseudonyms.number(value, field);
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(([key, each]) => [
    pseudonyms.text(key),
    leaf(type, each, field, pseudonyms),
  ]);
  return entries.flat().includes(undefined) ? undefined : Object.fromEntries(entries);
}
