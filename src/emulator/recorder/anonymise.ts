import { type GraphQLOutputType, getNamedType, isEnumType } from 'graphql';
import { isRecord } from '../../base/is-record.ts';
import type { Model } from '../world/model/model.ts';
import type { ModelField } from '../world/model/model-field.ts';
import type { FieldValues, Fixtures } from '../world/model/world-options.ts';
import { isId } from '../world/store/emulated-object.ts';
import { isAllowed } from '../world/values/is-allowed.ts';
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts';
import type { Recording } from './recording.ts';

/**
 * Makes fixtures of a recording, with a pseudonym for every text, number, id, time and address. What is the schema's own stays:
 * values of enums, booleans and null. A value without a pseudonym that fits the schema is left out.
 */
export function anonymise({ model, objects, originals }: Recording, key: string): Fixtures {
  const pseudonyms = createPseudonyms(key, originals);
  const fixtures = new Map<string, Map<string, FieldValues>>();
  const source: Source = {
    model,
    pseudonyms,
    hasObject: (family, id) => objects.get(family)?.has(id) === true,
    fixtures,
  };
  for (const family of model.families.values()) {
    if (family.identity === undefined) continue;
    for (const [id, fields] of objects.get(family.name) ?? []) {
      const values = valuesOf(source, fields, model.fieldsOfFamily(family));
      if (values[family.identity.name] !== undefined) listOf(source, family.name).set(id, values);
    }
  }
  return Object.fromEntries([...fixtures].map(([name, list]) => [name, [...list.values()]]));
}

/** Everything that a value is replaced by. */
interface Source {
  readonly model: Model;
  readonly pseudonyms: Pseudonyms;
  /** Whether an object of a family was recorded. */
  readonly hasObject: (family: string, id: string) => boolean;
  /** The objects so far, by family and original id. */
  readonly fixtures: Map<string, Map<string, FieldValues>>;
}

function listOf({ fixtures }: Source, family: string): Map<string, FieldValues> {
  const list = fixtures.get(family) ?? new Map<string, FieldValues>();
  fixtures.set(family, list);
  return list;
}

function valuesOf(source: Source, fields: FieldValues, slots: ReadonlyMap<string, ModelField>): FieldValues {
  const values = Object.entries(fields).map(([name, value]) => {
    const slot = slots.get(name);
    return [name, slot && (value === null ? null : seenValue(source, slot, value))] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function seenValue(source: Source, slot: ModelField, value: unknown): unknown {
  const { kind, definition } = slot;
  if (kind === 'part') return partOf(source, slot, value);
  if (kind === 'parts') return [value].flat().map((each) => partOf(source, slot, each));
  if (kind === 'reference') return idsOf(source, slot, [value])[0];
  if (kind === 'references') return idsOf(source, slot, [value].flat());
  const made =
    kind === 'identity' && isId(value) ? idOf(source, value) : leafOf(source, definition.type, value, definition.name);
  return made !== undefined && isAllowed(definition.type, made) ? made : undefined;
}

/** The pseudonym of an id, in the type that the original has. */
function idOf({ pseudonyms }: Source, id: string | number): string | number | undefined {
  const text = pseudonyms.text(String(id));
  if (typeof id === 'string' || text === undefined) return text;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The pseudonyms of ids. An object that was only mentioned must exist in the fixtures, or they could not be read. */
function idsOf(source: Source, { target }: ModelField, ids: readonly unknown[]): readonly unknown[] {
  const families = target ? source.model.familiesOf(target) : [];
  return ids.filter(isId).flatMap((id) => {
    const isKnown = families.some(({ name }) => source.hasObject(name, String(id)));
    const [only, ...others] = families;
    const pseudonym = idOf(source, id);
    if (pseudonym === undefined || only === undefined || (!isKnown && others.length > 0)) return [];
    const list = isKnown || only.identity === undefined ? undefined : listOf(source, only.name);
    if (list && only.identity && !list.has(String(id))) list.set(String(id), { [only.identity.name]: pseudonym });
    return [pseudonym];
  });
}

/** A part of an object. It cannot refer to objects in fixtures, but by their ids. */
function partOf(source: Source, { target }: ModelField, fields: unknown): FieldValues {
  const { model } = source;
  const types = target ? model.membersOf(target) : [];
  const slots = types.flatMap((type) => [...model.fieldsOfType(type)]);
  const own = slots.filter(([, { kind, byId }]) => byId || !kind.startsWith('reference'));
  return isRecord(fields) ? valuesOf(source, fields, new Map(own)) : {};
}

/** The pseudonym of a scalar; undefined if a part of it has none. The values of an enum are the schema's. */
function leafOf(source: Source, type: GraphQLOutputType, value: unknown, field: string): unknown {
  const { pseudonyms } = source;
  if (typeof value === 'boolean' || value === null) return value;
  const named = getNamedType(type);
  if (Array.isArray(value)) {
    const items = value.map((each) => leafOf(source, type, each, field));
    return items.includes(undefined) ? undefined : items;
  }
  if (isEnumType(named)) return typeof value === 'string' && named.getValue(value) ? value : undefined;
  if (typeof value === 'string') return pseudonyms.text(value);
  if (typeof value === 'number') return pseudonyms.number(value, field);
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(([key, each]) => [pseudonyms.text(key), leafOf(source, type, each, field)]);
  return entries.flat().includes(undefined) ? undefined : Object.fromEntries(entries);
}
