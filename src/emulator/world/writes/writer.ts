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
import type { Entry } from './inputs.ts';
import type { Plan } from './plan.ts';

/** An id in an input that no object has, or that another object has already. */
export class UnknownObject extends Error implements FailedChange {
  readonly argument: string;
  readonly id: unknown;
  /** Whether others beside it were asked for. */
  readonly isOneOfMany: boolean;

  constructor(
    argument: string,
    id: unknown,
    { isTaken = false, isOneOfMany = false }: Partial<Record<'isTaken' | 'isOneOfMany', boolean>> = {},
  ) {
    const what = `object with the ${argument} "${asText(id)}"`;
    super(isTaken ? `The emulator has an ${what} already.` : `The emulator has no ${what}.`);
    this.argument = argument;
    this.id = id;
    this.isOneOfMany = isOneOfMany;
  }
}

/** Writes inputs to objects: every one that is a field is written, every id of an object is linked. */
export class Writer {
  /** The objects that ids in inputs named: the group beside the device that joins it. */
  readonly named: Set<StoredObject> = new Set();
  readonly #world: WorldParts;
  readonly #changes: Changes;
  readonly #joins: Plan['joins'];
  readonly #isNew: boolean;
  /** The list or reference that the mutation mentions: `owner` of `addGroupOwner`. */
  readonly #mentioned: string;

  constructor(world: WorldParts, changes: Changes, { joins, does, attribute, done }: Plan) {
    this.#world = world;
    this.#changes = changes;
    this.#joins = joins;
    this.#isNew = does === 'create' || does === 'upsert';
    this.#mentioned = does === 'create' ? '' : attribute || (done[0] ?? '');
  }

  /** Writes inputs, and returns those that the object has nothing for. @throws {UnknownObject} if no object has an id. */
  writeAll(object: StoredObject, family: Family, entries: readonly Entry[]): readonly Entry[] {
    const left = entries.filter((entry) => !this.#write(object, family, entry));
    // An id may name what the object belongs to by another input.
    return left.length < entries.length ? left.filter((entry) => !this.#write(object, family, entry)) : left;
  }

  /** Takes away the object that a field refers to; false if there must be one. */
  unlink(object: StoredObject, field: ModelField): boolean {
    const { links, store } = this.#world;
    if (!isNullable(field.definition)) return false;
    if (links.referenceOf(object, field)) store.put(object, field.key, null);
    return true;
  }

  /** Joins or parts two objects by what the schema has for it, a reference or a list on either side; false if it has nothing. */
  join(object: StoredObject, family: Family, other: StoredObject, isJoined: boolean = this.#joins !== 'part'): boolean {
    const { model, links } = this.#world;
    const owners = model.families.get(other.family);
    if (!owners) return false;
    const listOf = (of: Family, items: Family): ModelField | undefined => {
      const lists = model.linksOf(of, items).filter(({ kind }) => kind === 'references');
      return lists.find(({ key }) => sameNoun(flatName(key), this.#mentioned)) ?? lists[0];
    };
    const own = model.backReference(family, owners);
    if (own) return links.join(object, own, other, isJoined);
    const [here, there] = [listOf(family, owners), listOf(owners, family) ?? model.backReference(owners, family)];
    if (here && there?.kind !== 'references') return links.join(object, here, other, isJoined);
    return there !== undefined && links.join(other, there, object, isJoined);
  }

  #write(object: StoredObject, family: Family, entry: Entry): boolean {
    const { key, value } = entry;
    const field = fieldMeant(this.#world.model, family, key, this.#mentioned);
    if (field?.kind === 'identity') return String(value) === String(object.id);
    if (field?.kind === 'value') return this.#writeValue(object, field, value);
    if (field?.kind === 'part' || field?.kind === 'parts') return this.#writePart(object, field, value);
    if (value !== null) return this.#link(object, family, field, entry);
    return field?.kind === 'reference' && this.unlink(object, field);
  }

  #writeValue(object: StoredObject, field: ModelField, value: unknown): boolean {
    const { population, reader } = this.#world;
    let after = value;
    if (isValueList(field) && this.#joins !== 'set') {
      const before = [reader.leaf(population.view(object), field) ?? []].flat();
      const items: readonly unknown[] = [value].flat();
      const others = before.filter((each) => !items.includes(each));
      after = this.#joins === 'part' ? others : [...new Set([...before, ...items])];
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

  /** Whether a field is mentioned, or the only one for its objects. */
  #isOnly(family: Family, { key, kind, target }: ModelField): boolean {
    const isMentioned =
      sameNoun(flatName(key), this.#mentioned) || (/^assign/.test(this.#mentioned) && /^assign/.test(key));
    const all = this.#world.model
      .linksOf(family)
      .filter(
        (each) => each.kind === kind && each.target && target && this.#world.model.isSameFamily(each.target, target),
      );
    return isMentioned || all.length === 1;
  }

  /** Joins what ids name: by the field that is called so, or else by whatever the two types have for it. */
  #link(object: StoredObject, family: Family, field: ModelField | undefined, { key, value }: Entry): boolean {
    const { model, links, population } = this.#world;
    const ids: readonly unknown[] = [value].flat();
    const words = idName(key)?.words ?? [];
    const type = field?.target ?? model.named(words);
    // `subjectId` of a new object names anything that it refers to.
    const references = this.#isNew && words.length > 0 ? model.linksOf(family) : [];
    // Where several fields may hold what an id names, and none is called so, nothing says which.
    const isCalled = field && sameNoun(flatName(field.key), words.join(''));
    if (field && !isCalled && !this.#isOnly(family, field)) return false;
    const types = type ? [type] : references.flatMap(({ kind, target }) => (kind === 'reference' && target) || []);
    if (types.length === 0 || !ids.every(isId)) return false;
    const found = ids.map((id) => types.map((each) => population.find(each, id)).find(Boolean));
    const items = found.filter((item) => item !== undefined);
    if (items.length < ids.length) {
      if (type) throw new UnknownObject(key, ids[found.indexOf(undefined)]);
      return false;
    }
    for (const item of items) this.named.add(item);
    const [, adds, removes] = /^(?:(add|attach)|(remove|detach))/.exec(flatName(key)) ?? [];
    const isJoined = adds !== undefined || (removes === undefined && this.#joins !== 'part');
    if (field === undefined) return items.every((item) => this.join(object, family, item, isJoined));
    if (field.kind === 'references' && this.#joins === 'set' && !adds && !removes)
      for (const item of links.list(population.view(object), field))
        if (!items.includes(item)) links.join(object, field, item, false);
    return items.every((item) => links.join(object, field, item, isJoined));
  }
}

/** The value before, with the new one over it at every depth. */
function merged(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return structuredClone(after);
  const inner = Object.entries(after).map(([key, value]) => [key, merged(before[key], value)] as const);
  return { ...before, ...Object.fromEntries(inner) };
}
