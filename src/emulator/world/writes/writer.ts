import { isRecord } from '../../../base/is-record.ts';
import { type Family, isValueList, type ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { fieldMeant } from '../reads/named-field.ts';
import type { StoredObject } from '../store/emulated-object.ts';
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
  readonly #parts: ChangeParts;
  readonly #changes: Changes;

  constructor(parts: ChangeParts, changes: Changes) {
    this.#parts = parts;
    this.#changes = changes;
  }

  /** Writes one value; false if the object has nothing for it. @throws {UnknownObject} if no object has an id. */
  write(object: StoredObject, family: Family, entry: ArgumentEntry, how: WriteHow = { joins: 'set' }): boolean {
    const { key, value } = entry;
    const { model } = this.#parts;
    const field = fieldMeant(model, family, key, how.name) ?? this.#referenceHolding(family, entry);
    if (field === undefined) return this.#joinByType(object, family, entry, how);
    if (field.kind === 'identity') return String(value) === String(object.id);
    if (field.kind === 'value') return this.#writeValue(object, field, value, how);
    if (field.kind === 'part' || field.kind === 'parts') return this.#writePart(object, field, value);
    return this.#writeJoined(object, field, entry, how);
  }

  #writeValue(object: StoredObject, field: ModelField, value: unknown, { joins }: WriteHow): boolean {
    const { population, reader } = this.#parts;
    // Prisma writes `{ set: value }`.
    let after: unknown = isRecord(value) && Object.keys(value).join() === 'set' ? value['set'] : value;
    if (isValueList(field) && joins !== 'set') {
      const held: unknown = reader.leaf(population.view(object), field);
      const before: readonly unknown[] = Array.isArray(held) ? held : [];
      const items: readonly unknown[] = [value].flat();
      after = before.filter((each) => joins === 'join' || !items.includes(each));
      if (joins === 'join') after = [...before, ...items.filter((each) => !before.includes(each))];
    }
    if (!isAllowed(field.definition.type, after)) return false;
    this.#changes.set(object, field, structuredClone(after));
    return true;
  }

  /** Writes a reference or a list, by ids. */
  #writeJoined(object: StoredObject, field: ModelField, { key, value }: ArgumentEntry, how: WriteHow): boolean {
    const isList = field.kind === 'references';
    if (value === null && !isList && isNullable(field.definition)) {
      this.#changes.refer(object, field, null);
      return true;
    }
    const ids: readonly unknown[] = [value].flat();
    if (!ids.every(isKey)) return false;
    const [, adds, removes] = /^(?:(add|attach)|(remove|detach))/.exec(flatName(key)) ?? [];
    const named = adds ? 'join' : removes ? 'part' : how.joins;
    const joins = named === 'set' && !Array.isArray(value) ? 'join' : named;
    const items = ids.map((id) => this.#find(field, key, id));
    if (isList) this.#changeList(object, field, items, joins);
    else for (const item of items) this.#refer(object, field, item, joins !== 'part');
    return true;
  }

  #changeList(owner: StoredObject, field: ModelField, items: readonly StoredObject[], joins: WriteHow['joins']) {
    const { links, population } = this.#parts;
    for (const item of joins === 'set' ? links.list(population.view(owner), field) : [])
      if (!items.includes(item)) links.join(owner, field.key, item, false);
    for (const item of items) links.join(owner, field.key, item, joins !== 'part');
  }

  #writePart(object: StoredObject, field: ModelField, value: unknown): boolean {
    const { store, population, reader } = this.#parts;
    const before = reader.said(population.view(object), field);
    let after: unknown;
    if (value === null && isNullable(field.definition)) after = null;
    // A part that was set to null has no old values, whatever a fixture said.
    else if (field.kind === 'part' && isRecord(value)) after = merged(isRecord(before) ? before : {}, value);
    else if (field.kind === 'parts' && Array.isArray(value) && value.every(isRecord)) after = structuredClone(value);
    else return false;
    if (JSON.stringify(before) !== JSON.stringify(after)) store.put(object, field.key, after);
    return true;
  }

  /** The only reference that can hold the object with an id of a strange name: `subjectId` of a comment on an issue. */
  #referenceHolding(family: Family, { key, value }: ArgumentEntry): ModelField | undefined {
    const { model, population } = this.#parts;
    const words = idName(key)?.words ?? [];
    if (words.length === 0 || model.named(words) || typeof value !== 'string') return undefined;
    const [only, ...others] = [...model.fieldsOfFamily(family).values()].filter(
      ({ kind, byId, target }) => kind === 'reference' && !byId && target && population.find(target, value),
    );
    return others.length === 0 ? only : undefined;
  }

  /** An id that no field is called after: `groupId` of a device that only `Group.devices` knows. */
  #joinByType(object: StoredObject, family: Family, { key, value }: ArgumentEntry, how: WriteHow): boolean {
    const { model, population } = this.#parts;
    const words = (idName(key)?.words ?? []).filter((word) => !/^(?:to|new|target|destination|from)$/.test(word));
    const target = words.length > 0 ? model.named(words) : undefined;
    if (target === undefined || value === null) return false;
    return [value].flat().every((each) => {
      const other = population.find(target, each)?.stored;
      if (other === undefined) throw new UnknownObject(key, each);
      return this.join(object, family, other, how);
    });
  }

  /** Joins or parts two objects by what the schema has for it, a reference or a list on either side; false if it has nothing. */
  join(object: StoredObject, family: Family, other: StoredObject, { joins, name, alone = false }: WriteHow): boolean {
    const { model, links, population, relations } = this.#parts;
    const owners = model.families.get(other.family);
    if (!owners) return false;
    const joined = joins !== 'part';
    const own = relations.backReference(family, owners);
    if (own) return this.#refer(object, own, other, joined);
    const [there, here] = [this.#listOf(owners, family, name), this.#listOf(family, owners, name)];
    if (alone && here)
      for (const before of links.list(population.view(object), here)) links.join(object, here.key, before, false);
    if (there) links.join(other, there.key, object, joined);
    else if (here) links.join(object, here.key, other, joined);
    const back = there || here ? undefined : relations.backReference(owners, family);
    return back ? this.#refer(other, back, object, joined) : Boolean(there || here);
  }

  #refer(from: StoredObject, field: ModelField, to: StoredObject, joined: boolean): boolean {
    if (!joined && !isNullable(field.definition)) return false;
    // An object that belongs elsewhere stays there.
    if (joined || this.#parts.links.referenceOf(from, field) === to)
      this.#changes.refer(from, field, joined ? to : null);
    return true;
  }

  /** The list that a family has of another: the one with this name if there is one. */
  #listOf(family: Family, item: Family, name = ''): ModelField | undefined {
    const { model } = this.#parts;
    const lists = [...model.fieldsOfFamily(family).values()].filter(
      ({ kind, target }) => kind === 'references' && target && model.familiesOf(target).includes(item),
    );
    return lists.find(({ key }) => sameNoun(flatName(key), name)) ?? lists[0];
  }

  #find({ target }: ModelField, key: string, id: unknown): StoredObject {
    const found = target && this.#parts.population.find(target, id)?.stored;
    if (found === undefined) throw new UnknownObject(key, id);
    return found;
  }
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The values before, with the new ones over them at every depth. */
function merged(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(after)) {
    const old = result[key];
    result[key] = isRecord(old) && isRecord(value) ? merged(old, value) : structuredClone(value);
  }
  return result;
}
