import { getNullableType, isEnumType, isListType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { Relations } from '../model/relations.ts';
import { firstValue, holdsAtFirst, type Story, type StoryState } from '../model/story.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { Links } from '../store/links.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import { shownValues } from '../store/shown-values.ts';
import type { Store } from '../store/store.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { isoOf, worldTime } from '../values/moments.ts';

/** The parts that changes are made with. */
export interface ChangeParts {
  readonly model: Model;
  readonly store: Store;
  readonly population: Population;
  readonly relations: Relations;
  readonly links: Links;
  readonly reader: Reader;
  readonly storyOf: (stored: StoredObject) => Story | undefined;
}

/** Fields that record when an object was made or changed. */
const recorded = /^(?:creat|insert|regist|add|updat|modif|chang|edit|lastupdat|lastmodif)\w*?(?:at|on|date|time)$/;

/** Makes, changes and deletes objects. What is as it should be already is not written. */
export class Changes {
  readonly #parts: ChangeParts;
  /** The fields that were set of each object: what is said of them stays, whatever else is set. */
  readonly #said = new Map<StoredObject, Set<string>>();

  constructor(parts: ChangeParts) {
    this.#parts = parts;
  }

  /** The present of the world: a second later with each change. */
  now(): string {
    return isoOf(worldTime + (this.#parts.store.clock + 1) * 1000);
  }

  /** Sets a leaf, and with it everything else that shows the same state. */
  set(object: StoredObject, field: ModelField, value: unknown): void {
    this.#said.set(object, new Set(this.#said.get(object)).add(field.key));
    const isShown = this.#parts.storyOf(object)?.statesOf(field).length;
    if (this.#put(object, field, value) && isShown) this.#settle(object, new Map());
  }

  /** Makes a state hold or not, in all fields that show it. */
  setState(object: StoredObject, state: StoryState, holds: boolean): void {
    this.#settle(object, new Map([[state, holds]]));
  }

  /** Makes all fields show the same story after one of them was written, or states were decided. */
  #settle(
    object: StoredObject,
    decided: ReadonlyMap<StoryState, boolean>,
    own = (field: ModelField): unknown => this.#read(object, field),
  ): void {
    const story = this.#parts.storyOf(object);
    if (story === undefined) return;
    const shown = shownValues(story, {
      decided,
      said: (field) => (this.#said.get(object)?.has(field.key) ? this.#read(object, field) : undefined),
      own: (field) => own(field) ?? (isEnumType(field.leaf) ? null : this.now()),
      holds: (state) => this.#parts.reader.holds(object, state),
    });
    for (const field of story.fields) {
      const value = shown.get(field.key);
      if (value !== undefined && field.kind === 'value') this.#put(object, field, value);
    }
  }

  /** Takes away the object that a field refers to. */
  clear(object: StoredObject, field: ModelField): void {
    if (this.#parts.links.referenceOf(object, field)) this.#parts.store.put(object, field.key, null);
  }

  /** A new object, as new ones are: what may be null is null, until the input says more. */
  create(family: Family, id: string | number | undefined): StoredObject {
    const { model, store, population, relations, links } = this.#parts;
    const stored = population.family(family);
    const object = store.add(stored, id ?? population.newId(stored));
    for (const field of model.fieldsOfFamily(family).values()) {
      const { definition, key, kind } = field;
      if (kind === 'reference') {
        const drawn = isNullable(definition) ? null : links.referenceOf(object, field);
        const isOwned =
          drawn && relations.backReference(family, model.families.get(drawn.family) ?? family)?.key === key;
        if (drawn === null || isOwned) store.put(object, key, drawn);
      } else if (kind === 'value') this.#begin(object, field);
      else if (kind === 'parts') store.put(object, key, []);
      else if (kind === 'part' && isNullable(definition)) store.put(object, key, null);
    }
    this.#beginStory(object);
    return object;
  }

  /** Records that objects were changed. */
  touch(objects: Iterable<StoredObject>): void {
    for (const object of objects) {
      const family = this.#parts.model.families.get(object.family);
      if (!object.isAlive || !family) continue;
      for (const field of this.#parts.model.fieldsOfFamily(family).values()) {
        const name = flatName(field.definition.name);
        const isTouched = recorded.test(name) && !/^(?:creat|insert|regist|add)/.test(name);
        if (isTouched && field.kind === 'value' && isAllowed(field.definition.type, this.now()))
          this.#put(object, field, this.now());
      }
    }
  }

  /** Deletes an object. What must have one like it gets another; what belonged to it, and must to one, goes too. */
  remove(object: StoredObject, depth = 0): void {
    const { model, store, population, relations, links } = this.#parts;
    const own = model.families.get(object.family);
    if (!object.isAlive || !own) return;
    const referring = [...model.families.values()].flatMap((family) => {
      const belonging = family === own ? undefined : relations.backReference(family, own)?.key;
      return model
        .linksOf(family, own)
        .filter(({ kind }) => kind === 'reference')
        .flatMap((field) =>
          links.referring(family, field, object).map((from) => ({ from, field, belongs: belonging === field.key })),
        );
    });
    store.remove(object);
    for (const { from, field, belongs } of referring) {
      const isRequired = !isNullable(field.definition);
      const other = isRequired && !belongs && population.family(own).objects.find(({ isAlive }) => isAlive);
      if (!isRequired) store.put(from, field.key, null);
      else if (other) store.put(from, field.key, other);
      else if (depth < 8) this.remove(from, depth + 1);
    }
  }

  #begin(object: StoredObject, { definition, key, leaf }: ModelField): void {
    const { store } = this.#parts;
    const name = flatName(definition.name);
    if (recorded.test(name) && isAllowed(definition.type, this.now())) store.put(object, key, this.now());
    else if (isNullable(definition)) store.put(object, key, null);
    else if (isListType(getNullableType(definition.type))) store.put(object, key, []);
    else if (/count$/.test(name) && leaf?.name === 'Int') store.put(object, key, 0);
  }

  #beginStory(object: StoredObject): void {
    const states = [...(this.#parts.storyOf(object)?.states.values() ?? [])];
    const hasValues = ({ shows }: StoryState): boolean => shows.some(({ role }) => role === 'value');
    const decided = states
      .filter((state) => !hasValues(state))
      .map((state) => [state, holdsAtFirst(state.word)] as const);
    this.#settle(object, new Map(decided), (field) => firstValue(field) ?? this.#read(object, field));
  }

  #read(object: StoredObject, field: ModelField): unknown {
    return this.#parts.reader.leaf(this.#parts.population.view(object), field);
  }

  /** Writes a value; false if it was there already, or the schema has none like it. */
  #put(object: StoredObject, field: ModelField, value: unknown): boolean {
    const before = this.#read(object, field);
    if (!isAllowed(field.definition.type, value) || JSON.stringify(before) === JSON.stringify(value)) return false;
    this.#parts.store.put(object, field.key, value);
    return true;
  }
}
