import { getNullableType, isEnumType, isListType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { isListField } from '../../../graphql/fields.ts';
import { type Family, isOwn, type ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { shownValues } from '../model/shown-values.ts';
import { firstValue, holdsAtFirst, type StoryState } from '../model/story.ts';
import { isRef, type StoredObject } from '../store/emulated-object.ts';
import { refTo } from '../store/links.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { isoOf, worldTime } from '../values/moments.ts';

/** Fields that record when an object was made, or changed. */
const [begun, touched] = [
  /^(?:(?:creat|insert|regist)\w*?|added)(?:at|on|date|time)$|^(?:created|inserted)$/,
  /^(?:updat|modif|chang|edit|lastupdat|lastmodif)\w*?(?:at|on|date|time)$/,
];

/** The fields of a new object that only inputs can fill: values and references that must be there, but for states, counts and moments. */
export function neededFields({ model, storyOf }: WorldParts, family: Family): readonly ModelField[] {
  return [...model.fieldsOfFamily(family).values()].filter((field) => {
    const { definition, kind } = field;
    const isMoment = [begun, touched].some((names) => names.test(flatName(definition.name)));
    const isOne = /^(?:value|reference)$/.test(kind) && !isListField(definition) && isOwn(field);
    return isOne && !isNullable(definition) && !isMoment && !storyOf(family.name)?.statesOf(field).length;
  });
}

/** Makes, changes and deletes objects. What is as it should be already is not written. */
export class Changes {
  readonly #world: WorldParts;
  /** The objects that were made, each with what it must refer to and nothing says. */
  readonly made: Map<StoredObject, Set<string>> = new Map();
  /** The fields that were set of each object: what is said of them stays, whatever else is set. */
  readonly #said = new Map<StoredObject, Set<string>>();

  constructor(world: WorldParts) {
    this.#world = world;
  }

  /** The present of the world: a second later with each change. */
  now(): string {
    return isoOf(worldTime + (this.#world.store.clock + 1) * 1000);
  }

  /** Sets a leaf, and with it everything else that shows the same state; false if the schema has no such value. */
  set(object: StoredObject, field: ModelField, value: unknown): boolean {
    if (!isAllowed(field.definition.type, value)) return false;
    this.#said.set(object, new Set(this.#said.get(object)).add(field.key));
    const isShown = this.#world.storyOf(object.family)?.statesOf(field).length;
    if (this.#put(object, field, value) && isShown) this.#settle(object, new Map());
    return true;
  }

  /** Sets a part, or a list of parts, by their fields; false if the schema has no such value. */
  setPart(object: StoredObject, field: ModelField, value: unknown): boolean {
    const isPart = field.kind === 'part' ? isRecord(value) : Array.isArray(value) && value.every(isRecord);
    if (value === null ? !isNullable(field.definition) : !isPart) return false;
    this.#world.store.put(object, field.key, structuredClone(value));
    return true;
  }

  /** Makes a state hold or not, in all fields that show it. */
  setState(object: StoredObject, state: StoryState, holds: boolean): void {
    this.#settle(object, new Map([[state, holds]]));
  }

  /** A new object, as new ones are: what may be null is null, until the input says more. */
  create(family: Family, id: string | number | undefined, isAsked: (field: ModelField) => boolean): StoredObject {
    const { model, store, links, storyOf } = this.#world;
    const stored = this.#world.family(family.name);
    const object = store.add(stored, id ?? this.#world.newId(stored));
    const guessed = new Set<string>();
    this.made.set(object, guessed);
    for (const field of model.fieldsOfFamily(family).values()) {
      const { definition, key, kind } = field;
      const drawn = kind === 'reference' && !isNullable(definition) ? links.referenceOf(object, field) : null;
      if (kind === 'value') this.#begin(object, field, isAsked(field));
      else if (kind === 'parts') store.put(object, key, []);
      else if (drawn) {
        guessed.add(key);
        store.put(object, key, refTo(drawn));
      } else if (/^(?:reference|part)$/.test(kind) && isNullable(definition)) store.put(object, key, null);
    }
    const states = [...(storyOf(family.name)?.states.values() ?? [])];
    const decided = states.filter(({ shows }) => !shows.some(({ role }) => role === 'value'));
    this.#settle(
      object,
      new Map(decided.map((state) => [state, holdsAtFirst(state.word)])),
      (field) => firstValue(field) ?? this.#read(object, field),
    );
    return object;
  }

  /** Records that an input says that a new object refers to another. */
  say(object: StoredObject, other: StoredObject): void {
    for (const key of this.made.get(object) ?? []) {
      const ref = object.values[key];
      if (isRef(ref) && ref.$object === other.name) this.made.get(object)?.delete(key);
    }
  }

  /** Records that an object was changed. */
  touch(object: StoredObject): void {
    const { model } = this.#world;
    const family = model.families.get(object.family);
    for (const field of family && object.isAlive ? model.fieldsOfFamily(family).values() : [])
      if (field.kind === 'value' && touched.test(flatName(field.definition.name))) this.#put(object, field, this.now());
  }

  /** Deletes an object. What must have one like it gets another; what belonged to it, and must to one, goes too. */
  remove(object: StoredObject, depth = 0): void {
    const { model, store, links } = this.#world;
    const own = model.families.get(object.family);
    if (!object.isAlive || !own) return;
    const referring = [...model.families.values()].flatMap((family) => {
      const belonging = family === own ? undefined : model.backReference(family, own)?.key;
      const fields = model.linksOf(family, own).filter(({ kind }) => kind === 'reference');
      return fields.flatMap((field) =>
        links.referring(family, field, object).map((from) => ({ from, field, belongs: belonging === field.key })),
      );
    });
    store.remove(object);
    for (const { from, field, belongs } of referring) {
      const isRequired = !isNullable(field.definition);
      const other = isRequired && !belongs && this.#world.family(own.name).objects.find(({ isAlive }) => isAlive);
      if (!isRequired) store.put(from, field.key, null);
      else if (other) store.put(from, field.key, refTo(other));
      else if (depth < 8) this.remove(from, depth + 1);
    }
  }

  /** Makes all fields show the same story after one of them was written, or states were decided. */
  #settle(
    object: StoredObject,
    decided: ReadonlyMap<StoryState, boolean>,
    own = (field: ModelField): unknown => this.#read(object, field),
  ): void {
    const { storyOf, reader } = this.#world;
    const story = storyOf(object.family);
    if (story === undefined) return;
    const shown = shownValues(story, {
      decided,
      said: (field) => (this.#said.get(object)?.has(field.key) ? this.#read(object, field) : undefined),
      own: (field) => own(field) ?? (isEnumType(field.leaf) ? null : this.now()),
      holds: (state) => reader.holds(object, state),
    });
    for (const field of story.fields) {
      const value = shown.get(field.key);
      if (value !== undefined && field.kind === 'value') this.#put(object, field, value);
    }
  }

  #begin(object: StoredObject, field: ModelField, isAsked: boolean): void {
    const { definition, key, leaf } = field;
    const { store } = this.#world;
    const name = flatName(definition.name);
    // A new object was not edited yet.
    const isNow = begun.test(name) || (touched.test(name) && !(name.startsWith('edit') && isNullable(definition)));
    if (isNow && isAllowed(definition.type, this.now())) store.put(object, key, this.now());
    // A text that the inputs have no place for, such as a token, comes from the server.
    else if (isNullable(definition) && (isAsked || leaf?.name !== 'String' || touched.test(name)))
      store.put(object, key, null);
    else if (isListType(getNullableType(definition.type))) store.put(object, key, []);
    else if (/count$/.test(name) && leaf?.name === 'Int') store.put(object, key, 0);
  }

  #read(object: StoredObject, field: ModelField): unknown {
    return this.#world.reader.leaf(this.#world.view(object), field);
  }

  /** Writes a value; false if it was there already, or the schema has none like it. */
  #put(object: StoredObject, field: ModelField, value: unknown): boolean {
    const before = this.#read(object, field);
    if (!isAllowed(field.definition.type, value) || JSON.stringify(before) === JSON.stringify(value)) return false;
    this.#world.store.put(object, field.key, value);
    return true;
  }
}
