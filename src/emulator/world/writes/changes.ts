import { type GraphQLObjectType, isEnumType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { wordsOf } from '../../../base/words.ts';
import { flatName } from '../model/names.ts';
import { isLink, type LinkField, type ModelField } from '../model/shapes.ts';
import { firstValue, holdsAtFirst, type Move } from '../model/states.ts';
import { refTo, type StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { isAllowed, isoOf, worldTime } from '../values/leaf-value.ts';

const [begun, touched] = [
  /^(?:created|inserted|registered|added|joined)(?:at|on|date)?$/,
  /^(?:updated|modified|changed)(?:at|on|date)?$/,
];

/** Creates, changes and deletes objects. Unchanged values are not written. */
export class Changes {
  readonly #world: WorldParts;
  /** The created objects, each with the keys of the fields that the inputs decide. */
  readonly made: Map<StoredObject, Set<string>> = new Map();

  constructor(world: WorldParts) {
    this.#world = world;
  }

  now(): string {
    return isoOf(worldTime + (this.#world.store.clock + 1) * 1000);
  }

  /** Writes a leaf, and all other fields that show the same state; false if the schema does not allow the value. */
  set(object: StoredObject, field: ModelField, value: unknown): boolean {
    if (!isAllowed(field.definition.type, value)) return false;
    this.made.get(object)?.add(field.key);
    const before = this.#world.reader.leaf(this.#world.view(object), field);
    if (JSON.stringify(before) === JSON.stringify(value)) return true;
    this.#world.store.put(object, field.key, structuredClone(value));
    this.#settle(object, field);
    return true;
  }

  /** Writes the given fields of a part, or a list of parts; false if the schema does not allow the value. */
  setPart(object: StoredObject, field: ModelField, value: unknown): boolean {
    const isPart = field.kind === 'part' ? isRecord(value) : Array.isArray(value) && value.every(isRecord);
    if (value === null ? !field.isNullable : !isPart) return false;
    this.made.get(object)?.add(field.key);
    const before = this.made.has(object) ? this.#emptyPart(field) : object.values[field.key];
    const after = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
    this.#world.store.put(object, field.key, structuredClone(after));
    this.#settle(object, field);
    return true;
  }

  /** The part of a new object, before inputs are written. */
  #emptyPart({ kind, target }: ModelField): unknown {
    const [type] = kind === 'part' && target ? this.#world.model.membersOf(target) : [];
    const empty = type && [...this.#world.model.fields(type).values()].filter(({ isNullable }) => isNullable);
    return empty && Object.fromEntries(empty.map(({ key }) => [key, null]));
  }

  /** Sets or clears states in all fields that show them; false if several enum values fit the new state. */
  setState(object: StoredObject, { words, holds }: Move): boolean {
    this.#settle(object, undefined, new Map(words.map((word) => [word, holds])));
    const { all } = this.#world.states(this.#world.typeOf(object));
    const shows = words.flatMap((word) => all.get(word)?.shows ?? []);
    const values = shows.flatMap(({ role, field: { leaf } }) =>
      role === 'value' && isEnumType(leaf) ? leaf.getValues().length - words.length : [],
    );
    return holds || values.every((left) => left < 2);
  }

  /** Links objects, alone or beside others; false if the schema does not allow it. */
  hold(object: StoredObject, field: LinkField, items: readonly StoredObject[], isAlone: boolean): boolean {
    const { links } = this.#world;
    const isList = field.kind === 'many';
    const known = isList ? links.list(this.#world.view(object), field) : links.targets(object, field);
    const gone = isAlone && (isList || items.length === 0) ? known.filter((each) => !items.includes(each)) : [];
    return (
      gone.every((item) => this.join(object, field, item, false)) &&
      items.every((item) => this.join(object, field, item, true))
    );
  }

  /** Links or unlinks two objects through a field; false if the schema does not allow it. */
  join(object: StoredObject, field: LinkField, item: StoredObject, joined: boolean): boolean {
    this.made.get(object)?.add(field.key);
    return this.#world.links.join(object, field, item, joined);
  }

  /** Creates an object. Before inputs are written, its fields are null, now, empty, 0, or the first state. */
  create(type: GraphQLObjectType, id?: string | number): StoredObject {
    const { store, links, model, reader } = this.#world;
    const family = this.#world.family(type.name);
    const object = store.add(family, id ?? this.#world.newId(family));
    const known = new Set<string>();
    this.made.set(object, known);
    const view = this.#world.view(object);
    for (const field of model.fields(type).values()) {
      const { key, kind, isNullable, isList, definition, leaf } = field;
      const name = flatName(definition.name);
      const isNow = begun.test(name) || touched.test(name);
      const isCount = leaf?.name === 'Int' && wordsOf(definition.name).at(-1) === 'count';
      const value = isNow ? this.now() : isNullable ? null : isList || kind === 'parts' ? [] : isCount ? 0 : undefined;
      // Counts and values of linked objects follow from other objects.
      const follows = reader.countOf(view, field) !== undefined || model.shown(type).has(key);
      if (kind === 'id' || kind === 'many' || (leaf && kind === 'one') || follows) known.add(key);
      else if (value !== undefined && (!leaf || isAllowed(definition.type, value))) store.put(object, key, value);
      else if (kind === 'one') for (const target of links.targets(object, field)) store.put(object, key, refTo(target));
      if (value !== undefined) known.add(key);
    }
    const states = this.#world.states(type);
    const decided = [...states.all.values()].filter(({ shows }) => !shows.some(({ role }) => role === 'value'));
    for (const field of states.fields)
      if (!isEnumType(field.leaf) || firstValue(field) !== undefined) known.add(field.key);
    this.#settle(object, undefined, new Map(decided.map(({ word }) => [word, holdsAtFirst(word)])), firstValue);
    return object;
  }

  touch(object: StoredObject): void {
    const now = this.now();
    const fields = object.isAlive ? [...this.#world.model.fields(this.#world.typeOf(object)).values()] : [];
    for (const { key, kind, definition } of fields)
      if (kind === 'value' && touched.test(flatName(definition.name)) && isAllowed(definition.type, now))
        this.#world.store.put(object, key, now);
  }

  /** Deletes an object, or marks it as deleted if its type has such a state. Objects that must belong to it go too. */
  remove(object: StoredObject): void {
    const { model, store, links } = this.#world;
    if (!object.isAlive) return;
    const type = this.#world.typeOf(object);
    const { gone } = this.#world.states(type);
    if (gone) {
      this.setState(object, { words: [gone.word], holds: true });
      return;
    }
    const referring = model.stored.flatMap((from) =>
      [...model.links(from)]
        .filter(({ kind, target }) => kind === 'one' && model.storedOf(target).includes(type))
        .map((field) => ({
          field,
          belongs: model.back(from, type)?.key === field.key,
          all: links.referring(from, field, object),
        })),
    );
    store.remove(object);
    for (const { field, belongs, all } of referring)
      for (const each of all) {
        const other = belongs ? undefined : this.#world.family(type.name).objects.find(({ isAlive }) => isAlive);
        if (field.isNullable) store.put(each, field.key, null);
        else if (other) store.put(each, field.key, refTo(other));
        else this.remove(each);
      }
  }

  /** Makes all fields show the same states, after one of them was written or states were decided. `first` gives values of a new object. */
  #settle(
    object: StoredObject,
    written?: ModelField,
    decided: ReadonlyMap<string, boolean> = new Map(),
    first: (field: ModelField) => unknown = () => undefined,
  ): void {
    const { reader, store } = this.#world;
    const view = this.#world.view(object);
    const states = this.#world.states(view.type);
    if (written && !states.has(written)) return;
    const read = (field: ModelField): unknown =>
      field.leaf ? reader.leaf(view, field) : (object.values[field.key] ?? null);
    const shown = states.settle({
      decided,
      written: (field) => (field.key === written?.key ? read(field) : undefined),
      own: (field) => first(field) ?? read(field) ?? (/at$/i.test(field.definition.name) ? this.now() : null),
      holds: (word) => {
        const state = states.all.get(word);
        return state !== undefined && reader.holds(object, state);
      },
    });
    for (const field of states.fields) {
      const value = shown.get(field.key);
      if (value === undefined || (isLink(field) && value !== null)) continue;
      if (!(field.leaf ? isAllowed(field.definition.type, value) : field.isNullable)) continue;
      if (JSON.stringify(read(field)) !== JSON.stringify(value)) store.put(object, field.key, value);
    }
  }
}
