import { getNullableType, isEnumType, isListType } from 'graphql';
import type { Model } from '../model/model.ts';
import type { Family, ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { Relations } from '../model/relations.ts';
import { firstValue, holdsAtFirst, type Story, type StoryState, stateByValue } from '../model/story.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { Links } from '../store/links.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
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
  readonly #created = new WeakSet<StoredObject>();

  constructor(parts: ChangeParts) {
    this.#parts = parts;
  }

  /** The present of the world: a second later with each change. */
  now(): string {
    return isoOf(worldTime + (this.#parts.store.clock + 1) * 1000);
  }

  /** Sets a leaf, and with it everything else that shows the same state. */
  set(object: StoredObject, field: ModelField, value: unknown): void {
    const states = this.#statesBefore(object, field);
    if (this.#put(object, field, value)) this.#follow(object, states, field, value, new Set([field.key]));
  }

  /** Makes a state hold or not, in all fields that show it but those that were written already. */
  setState(
    object: StoredObject,
    state: StoryState,
    holds: boolean,
    written: Set<string> = new Set(),
    held: boolean = this.#parts.reader.holds(object, state),
  ): void {
    const put = (field: ModelField, value: unknown): void => {
      if (written.has(field.key)) return;
      written.add(field.key);
      this.#put(object, field, value);
    };
    for (const field of new Set(state.values.map((each) => each.field))) {
      const value = written.has(field.key) ? undefined : this.#enumValueFor(object, state, field, holds);
      if (value === undefined) continue;
      const others = this.#statesBefore(object, field).filter((other) => other.state !== state);
      put(field, value);
      this.#follow(object, others, field, value, written);
    }
    for (const { field, means } of state.flags) put(field, holds === means);
    for (const { field, means } of state.moments) {
      if (holds !== means) put(field, null);
      else if (held !== holds || this.#created.has(object)) put(field, this.now());
    }
    for (const { field, means } of state.actors) if (holds !== means && field.kind === 'value') put(field, null);
  }

  /** The states that a field shows, and whether they hold yet. */
  #statesBefore(object: StoredObject, field: ModelField) {
    const states = this.#parts.storyOf(object)?.statesOf(field) ?? [];
    return states.map((state) => ({ state, held: this.#parts.reader.holds(object, state) }));
  }

  #follow(
    object: StoredObject,
    states: readonly { readonly state: StoryState; readonly held: boolean }[],
    field: ModelField,
    value: unknown,
    written: Set<string>,
  ): void {
    for (const { state, held } of states) {
      const holds = holdsBy(state, field, value);
      if (holds !== undefined) this.setState(object, state, holds, written, held);
    }
  }

  /** Sets the object that a field refers to. */
  refer(object: StoredObject, field: ModelField, to: StoredObject | null): void {
    const before = this.#parts.links.referenceOf(object, field);
    if (before !== to) this.#parts.store.put(object, field.key, to, before);
  }

  /** A new object, as new ones are: what may be null is null, until the input says more. */
  create(family: Family, id: string | number | undefined): StoredObject {
    const { model, store, population, relations, links } = this.#parts;
    const stored = population.family(family);
    const object = store.add(stored, id ?? population.newId(stored));
    this.#created.add(object);
    for (const field of model.fieldsOfFamily(family).values()) {
      const { definition, key, kind } = field;
      if (kind === 'reference') {
        const drawn = isNullable(definition) ? null : links.referenceOf(object, field);
        const isOwned =
          drawn && relations.backReference(family, model.families.get(drawn.family) ?? family)?.key === key;
        if (drawn === null || isOwned) store.put(object, key, drawn, null);
      } else if (kind === 'value') this.#begin(object, field);
      else if (kind === 'parts') store.put(object, key, [], undefined);
      else if (kind === 'part' && isNullable(definition)) store.put(object, key, null, undefined);
    }
    this.#beginStory(object);
    return object;
  }

  /** Records that objects were changed. */
  touch(objects: Iterable<StoredObject>): void {
    for (const object of objects) {
      const family = this.#parts.model.families.get(object.family);
      if (!object.isAlive || !family || this.#created.has(object)) continue;
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
      const keys = new Map([...model.fieldsOfFamily(family).values()].map((field) => [field.key, field]));
      return [...keys.values()]
        .filter(({ kind, target }) => kind === 'reference' && target && model.familiesOf(target).includes(own))
        .flatMap((field) =>
          links.referring(family, field, object).map((from) => ({
            ...{ from, field, belongs: relations.backReference(family, own)?.key === field.key && family !== own },
          })),
        );
    });
    store.remove(object);
    const [other] = population.living(own);
    for (const { from, field, belongs } of referring) {
      const isNeeded = [...model.fieldsOfFamily(model.families.get(from.family) ?? own).values()].some(
        ({ key, definition }) => key === field.key && !isNullable(definition),
      );
      if (!isNeeded) store.put(from, field.key, null, object);
      else if (!belongs && other) store.put(from, field.key, other, object);
      else if (depth < 8) this.remove(from, depth + 1);
    }
  }

  #begin(object: StoredObject, { definition, key, leaf }: ModelField): void {
    const { store } = this.#parts;
    const name = flatName(definition.name);
    if (recorded.test(name) && isAllowed(definition.type, this.now())) store.put(object, key, this.now(), undefined);
    else if (isNullable(definition)) store.put(object, key, null, undefined);
    else if (isListType(getNullableType(definition.type))) store.put(object, key, [], undefined);
    else if (/count$/.test(name) && leaf?.name === 'Int') store.put(object, key, 0, undefined);
  }

  #beginStory(object: StoredObject): void {
    const { store, storyOf } = this.#parts;
    const story = storyOf(object);
    const shown = new Set<StoryState>();
    for (const state of story?.states.values() ?? []) {
      const [{ field } = {}] = state.values;
      const value = field && firstValue(field);
      if (!field || value === undefined) continue;
      if (object.changed?.[field.key] == null) store.put(object, field.key, value, undefined);
      const holds = holdsBy(state, field, value);
      if (holds !== undefined) this.setState(object, state, holds, new Set([field.key]));
      shown.add(state);
    }
    for (const state of story?.states.values() ?? [])
      if (!shown.has(state) && state.values.length === 0) this.setState(object, state, holdsAtFirst(state.word));
  }

  /** The value of an enum that shows a state; undefined if the present one does, or none can. */
  #enumValueFor(object: StoredObject, state: StoryState, field: ModelField, holds: boolean): unknown {
    const own = state.values.filter((each) => each.field.key === field.key);
    const current = own.find(({ value }) => value === this.#read(object, field));
    if (current?.means === holds) return undefined;
    const wanted = own.find(({ means }) => means === holds);
    if (wanted) return wanted.value;
    if (current === undefined || !isEnumType(field.leaf)) return undefined;
    const first = firstValue(field);
    if (first !== undefined && first !== current.value) return first;
    return field.leaf.getValues().find(({ value }) => value !== current.value)?.value;
  }

  #read(object: StoredObject, field: ModelField): unknown {
    return this.#parts.reader.leaf(this.#parts.population.view(object), field);
  }

  /** Writes a value; false if it was there already, or the schema has none like it. */
  #put(object: StoredObject, field: ModelField, value: unknown): boolean {
    const before = this.#read(object, field);
    if (!isAllowed(field.definition.type, value) || JSON.stringify(before) === JSON.stringify(value)) return false;
    this.#parts.store.put(object, field.key, value, undefined);
    return true;
  }
}

/** Whether a state holds by the value of one field; undefined if that says nothing of it. */
function holdsBy(state: StoryState, field: ModelField, value: unknown): boolean | undefined {
  if (isEnumType(field.leaf)) return stateByValue(state, field, value);
  const shown = [...state.flags, ...state.moments].find((each) => each.field.key === field.key);
  return shown && (typeof value === 'boolean' ? value : value !== null) === shown.means;
}
