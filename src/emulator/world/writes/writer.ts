import { isRecord } from '../../../base/is-record.ts';
import { type Family, isValueList, type ModelField } from '../model/model-field.ts';
import { flatName, idName, sameNoun } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { FailedChange } from '../reads/failure-object.ts';
import { fieldMeant } from '../reads/named-field.ts';
import { asText } from '../reads/operators.ts';
import { isId, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import type { Changes } from './changes.ts';
import type { ArgumentEntry } from './mutation-arguments.ts';

/** An id in an input that no object has, or that another object has already. */
export class UnknownObject extends Error implements FailedChange {
  readonly argument: string;
  readonly id: unknown;

  constructor(argument: string, id: unknown, isTaken = false) {
    const what = `object with the ${argument} "${asText(id)}"`;
    super(isTaken ? `The emulator has an ${what} already.` : `The emulator has no ${what}.`);
    this.argument = argument;
    this.id = id;
  }
}

/** How objects that an entry names are joined with the subject. */
export interface WriteHow {
  /** `set` makes a list hold these alone. */
  readonly joins: 'set' | 'join' | 'part';
  /** The list or reference that the mutation mentions: `owner` of `addGroupOwner`. */
  readonly name?: string | undefined;
  /** Whether the subject belongs to no other owner then, as after a move. */
  readonly alone?: boolean;
}

/** Writes values of inputs to objects: every one that is a field is written, every id of an object is linked. */
export class Writer {
  /** The objects that ids in inputs named: the group beside the device that joins it. */
  readonly named: Set<StoredObject> = new Set();
  readonly #world: WorldParts;
  readonly #changes: Changes;
  readonly #how: WriteHow;

  constructor(world: WorldParts, changes: Changes, how: WriteHow) {
    this.#world = world;
    this.#changes = changes;
    this.#how = how;
  }

  /** Writes one value; false if the object has nothing for it. @throws {UnknownObject} if no object has an id. */
  write(object: StoredObject, family: Family, entry: ArgumentEntry): boolean {
    const { key, value } = entry;
    const field = fieldMeant(this.#world.model, family, key, this.#how.name);
    if (field?.kind === 'identity') return String(value) === String(object.id);
    if (field?.kind === 'value') return this.#writeValue(object, field, value);
    if (field?.kind === 'part' || field?.kind === 'parts') return this.#writePart(object, field, value);
    if (value !== null) return this.#link(object, family, field, entry);
    return field?.kind === 'reference' && this.unlink(object, field);
  }

  /** Takes away the object that a field refers to; false if there must be one. */
  unlink(object: StoredObject, field: ModelField): boolean {
    const { links, store } = this.#world;
    if (!isNullable(field.definition)) return false;
    if (links.referenceOf(object, field)) store.put(object, field.key, null);
    return true;
  }

  /** Joins or parts two objects by what the schema has for it, a reference or a list on either side; false if it has nothing. */
  join(object: StoredObject, family: Family, other: StoredObject, joined: boolean): boolean {
    const { model, links, population } = this.#world;
    const owners = model.families.get(other.family);
    if (!owners) return false;
    const { name = '', alone } = this.#how;
    const listOf = (of: Family, items: Family): ModelField | undefined => {
      const lists = model.linksOf(of, items).filter(({ kind }) => kind === 'references');
      return lists.find(({ key }) => sameNoun(flatName(key), name)) ?? lists[0];
    };
    const own = model.backReference(family, owners);
    if (own) return links.join(object, own, other, joined);
    const [here, there] = [listOf(family, owners), listOf(owners, family) ?? model.backReference(owners, family)];
    if (alone && here)
      for (const before of links.list(population.view(object), here)) links.join(object, here, before, false);
    if (here && there?.kind !== 'references') return links.join(object, here, other, joined);
    return there !== undefined && links.join(other, there, object, joined);
  }

  #writeValue(object: StoredObject, field: ModelField, value: unknown): boolean {
    const { population, reader } = this.#world;
    const { joins } = this.#how;
    let after = value;
    if (isValueList(field) && joins !== 'set') {
      const before = [reader.leaf(population.view(object), field) ?? []].flat();
      const items: readonly unknown[] = [value].flat();
      after = joins === 'join' ? [...new Set([...before, ...items])] : before.filter((each) => !items.includes(each));
    }
    if (!isAllowed(field.definition.type, after)) return false;
    this.#changes.set(object, field, structuredClone(after));
    return true;
  }

  #writePart(object: StoredObject, field: ModelField, value: unknown): boolean {
    const before = object.values[field.key];
    // A part that was set to null has no old values, whatever a fixture said.
    const after = field.kind === 'part' ? merged(before, value) : structuredClone(value);
    const isPart = field.kind === 'part' ? isRecord(value) : Array.isArray(value) && value.every(isRecord);
    if (!isPart && (value !== null || !isNullable(field.definition))) return false;
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#world.store.put(object, field.key, after);
    return true;
  }

  /** Joins what ids name: by the field that is called so, or else by whatever the two types have for it. */
  #link(object: StoredObject, family: Family, field: ModelField | undefined, { key, value }: ArgumentEntry): boolean {
    const { model, links, population } = this.#world;
    const ids: readonly unknown[] = [value].flat();
    const words = idName(key)?.words ?? [];
    const type = field?.target ?? model.named(words);
    // `subjectId` names anything that the object may refer to.
    const references = words.length > 0 ? model.linksOf(family).filter(({ kind }) => kind === 'reference') : [];
    const types = type ? [type] : references.flatMap(({ target }) => target ?? []);
    if (types.length === 0 || !ids.every(isId)) return false;
    const items = ids.flatMap((id) => types.map((each) => population.find(each, id)).find(Boolean) ?? []);
    if (items.length < ids.length) {
      const unknown = ids.find((id) => !types.some((each) => population.find(each, id)));
      if (type) throw new UnknownObject(key, unknown);
      return false;
    }
    for (const item of items) this.named.add(item);
    const [, adds, removes] = /^(?:(add|attach)|(remove|detach))/.exec(flatName(key)) ?? [];
    const joins = adds ? 'join' : removes ? 'part' : this.#how.joins;
    if (field === undefined) return items.every((item) => this.join(object, family, item, joins !== 'part'));
    if (field.kind === 'references' && joins === 'set' && Array.isArray(value))
      for (const item of links.list(population.view(object), field))
        if (!items.includes(item)) links.join(object, field, item, false);
    return items.every((item) => links.join(object, field, item, joins !== 'part'));
  }
}

/** The value before, with the new one over it at every depth. */
function merged(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return structuredClone(after);
  const inner = Object.entries(after).map(([key, value]) => [key, merged(before[key], value)] as const);
  return { ...before, ...Object.fromEntries(inner) };
}
