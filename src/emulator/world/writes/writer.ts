import { isRecord } from '../../../base/is-record.ts';
import { type Family, isValueList, type ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { fieldMeant } from '../reads/named-field.ts';
import { isId, type StoredObject } from '../store/emulated-object.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { ChangeParts, Changes } from './changes.ts';
import type { ArgumentEntry } from './mutation-arguments.ts';
import { UnknownObject } from './unknown-object.ts';

/** How objects that an entry names are joined with the subject. */
export interface WriteHow {
  /** `set` makes a list hold these alone. */
  readonly joins: 'set' | 'join' | 'part';
  /** The list or reference that the mutation mentions: `owner` of `addGroupOwner`. */
  readonly name?: string | undefined;
  /** Whether the subject belongs to no other owner then, as after a move. */
  readonly alone?: boolean;
}

/** Writes values of inputs to objects: to a field, a reference, a list or a part, whichever the name means. */
export class Writer {
  /** The objects that ids in inputs named: the group beside the device that joins it. */
  readonly named: Set<StoredObject> = new Set();
  readonly #parts: ChangeParts;
  readonly #changes: Changes;

  constructor(parts: ChangeParts, changes: Changes) {
    this.#parts = parts;
    this.#changes = changes;
  }

  /** Writes one value; false if the object has nothing for it. @throws {UnknownObject} if no object has an id. */
  write(object: StoredObject, family: Family, entry: ArgumentEntry, how: WriteHow): boolean {
    const { key, value } = entry;
    const field = fieldMeant(this.#parts.model, family, key, how.name);
    if (field?.kind === 'identity') return String(value) === String(object.id);
    if (field?.kind === 'value') return this.#writeValue(object, field, value, how);
    if (field?.kind === 'part' || field?.kind === 'parts') return this.#writePart(object, field, value);
    if (value !== null) return this.#writeJoined(object, family, field, entry, how);
    if (field?.kind !== 'reference' || !isNullable(field.definition)) return false;
    this.#changes.clear(object, field);
    return true;
  }

  #writeValue(object: StoredObject, field: ModelField, value: unknown, { joins }: WriteHow): boolean {
    const { population, reader } = this.#parts;
    let after = value;
    if (isValueList(field) && joins !== 'set') {
      const held: unknown = reader.leaf(population.view(object), field);
      const before: readonly unknown[] = Array.isArray(held) ? held : [];
      const items: readonly unknown[] = [value].flat();
      after = joins === 'join' ? [...new Set([...before, ...items])] : before.filter((each) => !items.includes(each));
    }
    if (!isAllowed(field.definition.type, after)) return false;
    this.#changes.set(object, field, structuredClone(after));
    return true;
  }

  #writePart(object: StoredObject, field: ModelField, value: unknown): boolean {
    const { store, population, reader } = this.#parts;
    const before = reader.said(population.view(object), field);
    // A part that was set to null has no old values, whatever a fixture said.
    const after = field.kind === 'part' ? merged(before, value) : structuredClone(value);
    const isPart = field.kind === 'part' ? isRecord(value) : Array.isArray(value) && value.every(isRecord);
    if (!isPart && (value !== null || !isNullable(field.definition))) return false;
    if (JSON.stringify(before) !== JSON.stringify(after)) store.put(object, field.key, after);
    return true;
  }

  /** Joins what ids name: by the field that is called so, or else by whatever the two types have for it. */
  #writeJoined(
    object: StoredObject,
    family: Family,
    field: ModelField | undefined,
    { key, value }: ArgumentEntry,
    how: WriteHow,
  ): boolean {
    const { model, links, population } = this.#parts;
    const ids: readonly unknown[] = [value].flat();
    const words = idName(key)?.words ?? [];
    const type = field?.target ?? model.named(words);
    // `subjectId` names anything that the object may refer to.
    const references = words.length > 0 ? model.linksOf(family).filter(({ kind }) => kind === 'reference') : [];
    const types = type ? [type] : references.flatMap(({ target }) => target ?? []);
    if (types.length === 0 || !ids.every(isId)) return false;
    const found = ids.map((id) => types.flatMap((type) => population.find(type, id)?.stored ?? [])[0]);
    const missing = found.indexOf(undefined);
    if (missing >= 0 && type) throw new UnknownObject(key, ids[missing]);
    const items = found.filter((item) => item !== undefined);
    if (missing >= 0) return false;
    for (const item of items) this.named.add(item);
    const [, adds, removes] = /^(?:(add|attach)|(remove|detach))/.exec(flatName(key)) ?? [];
    const joins = adds ? 'join' : removes ? 'part' : how.joins;
    if (field === undefined) return items.every((item) => this.join(object, family, item, { ...how, joins }));
    if (field.kind === 'references' && joins === 'set' && Array.isArray(value))
      for (const item of links.list(population.view(object), field))
        if (!items.includes(item)) links.join(object, field, item, false);
    return items.every((item) => links.join(object, field, item, joins !== 'part'));
  }

  /** Joins or parts two objects by what the schema has for it, a reference or a list on either side; false if it has nothing. */
  join(object: StoredObject, family: Family, other: StoredObject, { joins, name, alone = false }: WriteHow): boolean {
    const { model, links, population, relations } = this.#parts;
    const owners = model.families.get(other.family);
    if (!owners) return false;
    const joined = joins !== 'part';
    const own = relations.backReference(family, owners);
    if (own) return links.join(object, own, other, joined);
    const [there, here] = [this.#listOf(owners, family, name), this.#listOf(family, owners, name)];
    if (alone && here)
      for (const before of links.list(population.view(object), here)) links.join(object, here, before, false);
    if (here && !there) return links.join(object, here, other, joined);
    const theirs = there ?? relations.backReference(owners, family);
    return theirs !== undefined && links.join(other, theirs, object, joined);
  }

  /** The list that a family has of another: the one with this name if there is one. */
  #listOf(family: Family, item: Family, name = ''): ModelField | undefined {
    const lists = this.#parts.model.linksOf(family, item).filter(({ kind }) => kind === 'references');
    return lists.find(({ key }) => sameNoun(flatName(key), name)) ?? lists[0];
  }
}

/** The value before, with the new one over it at every depth. */
function merged(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return structuredClone(after);
  const inner = Object.entries(after).map(([key, value]) => [key, merged(before[key], value)] as const);
  return { ...before, ...Object.fromEntries(inner) };
}
