import { type GraphQLOutputType, getNullableType, isLeafType, isListType, isNonNullType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { isFailure, isFailureField } from '../model/failures.ts';
import type { ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { goneState, holdsBy, holdsOften, type StoryState } from '../model/story.ts';
import { hash } from '../values/chance.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { leafValue } from '../values/leaf-value.ts';
import { nameAt } from '../values/readable-names.ts';
import { EmulatedObject, nameOf, objectPlace, type StoredObject, saidOf } from './emulated-object.ts';
import type { Links } from './links.ts';
import { mockedValue } from './mocked-value.ts';
import type { Population } from './population.ts';
import { shownValues } from './shown-values.ts';
import type { WorldGround } from './world-ground.ts';

/** The length of a list of parts. */
const handful = 3;

/** Counts the list that a number stands for; undefined if it stands for none. */
export type CountOf = (object: EmulatedObject, field: ModelField) => number | undefined;

/** Reads the fields of objects without their arguments: what was set, what mocks say, and else what the seed has. */
export class Reader {
  readonly #world: WorldGround;
  readonly #population: Population;
  readonly #links: Links;
  /** Set by those who can filter lists. */
  countOf: CountOf = () => undefined;

  constructor(world: WorldGround, population: Population, links: Links) {
    this.#world = world;
    this.#population = population;
    this.#links = links;
  }

  /** The value of a leaf, as the schema allows it: a scalar, an enum's value, or a list. */
  leaf(object: EmulatedObject, field: ModelField): unknown {
    const { definition, byId, kind } = field;
    if (byId) {
      const named = object.values?.[definition.name] ?? this.#ids(object, field);
      // The schema may have another type here than the object's own id has.
      return isAllowed(definition.type, named) ? named : this.#made(object, field);
    }
    const said = this.said(object, field);
    if (said !== undefined && isAllowed(definition.type, said)) return said;
    const { stored } = object;
    if (stored && kind === 'identity' && isAllowed(definition.type, stored.id)) return stored.id;
    const mocked = mockedValue(this.#world, object, field);
    if (mocked !== undefined) return mocked;
    const count = this.countOf(object, field);
    if (count !== undefined) return count;
    const known = stored?.drawn?.get(field);
    if (known !== undefined) return known;
    const drawn = this.#draw(object, field);
    if (stored) {
      stored.drawn ??= new Map();
      stored.drawn.set(field, drawn);
    }
    return drawn;
  }

  /** The object that a field refers to, or the part that it holds. */
  one(object: EmulatedObject, field: ModelField): EmulatedObject | null {
    const { model } = this.#world;
    const { target, key } = field;
    if (target === undefined) return null;
    if (field.kind === 'reference') {
      const found = this.#links.reference(object, field);
      if (found === null || !this.#isRefused(object, field)) return found && this.#population.view(found, target);
      return null;
    }
    const said = this.said(object, field);
    if (said === null && isNullable(field.definition)) return null;
    if (said === undefined && isNullable(field.definition)) {
      const isEmpty = object.stored !== undefined && this.#world.isLeftEmpty(objectPlace(object), key);
      if (isEmpty || isFailureField(field.definition) || isFailure(target)) return null;
    }
    const members = model.membersOf(target);
    const member = members[hash(this.#world.store.seed, objectPlace(object), key, 0) % Math.max(members.length, 1)];
    if (member === undefined) return null;
    // There is one of it, whoever asks.
    if (model.isSingle(member)) return new EmulatedObject(member);
    return new EmulatedObject(member, { owner: object, path: key, ...(isRecord(said) && { values: said }) });
  }

  /** The items of a list, before arguments select from them; null where the list itself is. */
  many(
    object: EmulatedObject,
    field: ModelField,
    isHidden: (stored: StoredObject) => boolean = (stored) => this.isGone(stored),
  ): readonly EmulatedObject[] | null {
    const { target } = field;
    if (target === undefined) return [];
    if (field.kind === 'references')
      return this.#links
        .list(object, field)
        .flatMap((stored) => (isHidden(stored) ? [] : this.#population.view(stored, target)));
    const said = this.said(object, field);
    if (Array.isArray(said)) return said.map((values, place) => this.#part(object, field, place, values));
    if (said === null && isNullable(field.definition)) return null;
    if (isFailure(target) || isFailureField(field.definition)) return [];
    if (object.stored && this.#world.isLeftEmpty(objectPlace(object), field.key))
      return isNullable(field.definition) && field.page === undefined ? null : [];
    if (this.#world.model.membersOf(target).length === 0) return [];
    return Array.from({ length: handful }, (_, place) => this.#part(object, field, place, undefined));
  }

  /** Whether a state holds for an object. */
  holds(stored: StoredObject, state: StoryState): boolean {
    const object = this.#population.view(stored);
    const [shown] = state.shows;
    return shown?.field.leaf !== undefined && holdsBy(state, shown.field, this.leaf(object, shown.field)) === true;
  }

  /** Whether an object was deleted, and can be restored. */
  isGone(stored: StoredObject): boolean {
    const gone = goneState(this.#world.storyOf(stored));
    return gone !== undefined && this.holds(stored, gone);
  }

  /** The value that fixtures or mutations say; undefined if they say nothing. */
  said(object: EmulatedObject, { key }: ModelField): unknown {
    if (object.values) return object.values[key];
    return object.stored && saidOf(object.stored, key);
  }

  #part(owner: EmulatedObject, { key, target }: ModelField, place: number, values: unknown): EmulatedObject {
    const members = target ? this.#world.model.membersOf(target) : [];
    const named = isRecord(values) && members.find(({ name }) => name === values['__typename']);
    const member = named || members[place % members.length] || owner.type;
    return new EmulatedObject(member, {
      ...{ owner, path: `${key}[${place}]`, index: place },
      ...(isRecord(values) && { values }),
    });
  }

  /** Whether `closedBy` of what is open is null. */
  #isRefused({ stored }: EmulatedObject, field: ModelField): boolean {
    if (stored === undefined || saidOf(stored, field.key) !== undefined || !isNullable(field.definition)) return false;
    return this.#shownOf(stored, field)?.get(field.key) === null;
  }

  /** The id of the object that a field refers to, or the ids of those in its list. */
  #ids(object: EmulatedObject, field: ModelField): unknown {
    if (field.kind === 'reference') return this.one(object, field)?.stored?.id ?? null;
    return this.#links.list(object, field).map(({ id }) => id);
  }

  /** The values of the fields of an object that show its states, as they are drawn. */
  #shownOf(stored: StoredObject, shown: ModelField): ReadonlyMap<string, unknown> | undefined {
    const { storyOf, store } = this.#world;
    const story = storyOf(stored);
    if (!story?.statesOf(shown).length) return undefined;
    return shownValues(story, {
      said: ({ key }) => saidOf(stored, key),
      own: (field) => this.#made(this.#population.view(stored), field),
      holds: (state) =>
        state !== goneState(story) && hash(store.seed, nameOf(stored), state.word) % 4 > 0 === holdsOften(state.word),
    });
  }

  #draw(object: EmulatedObject, field: ModelField): unknown {
    const { definition, kind, key } = field;
    const { stored } = object;
    const shown = stored && this.#shownOf(stored, field)?.get(key);
    if (shown !== undefined && isAllowed(definition.type, shown)) return shown;
    // Parts of answers, such as the cursor of an edge, are not left out.
    const mayBeEmpty = kind === 'value' && (stored !== undefined || object.owner?.stored !== undefined);
    if (mayBeEmpty && !/^(?:creat|updat)/.test(definition.name) && this.#world.isLeftEmpty(objectPlace(object), key)) {
      if (isNullable(definition)) return null;
      if (isListType(getNullableType(definition.type))) return [];
    }
    return this.#made(object, field);
  }

  #made(object: EmulatedObject, field: ModelField, type = getNullableType(field.definition.type), at = 0): unknown {
    const ofType = (inner: GraphQLOutputType): GraphQLOutputType => (isNonNullType(inner) ? inner.ofType : inner);
    if (isListType(type))
      return [...new Set([1, 2].map((place) => this.#made(object, field, ofType(type.ofType), at * 2 + place)))];
    if (!isLeafType(type)) return null;
    const { seed } = this.#world.store;
    const owner = nearest(object);
    const offset = hash(seed, owner.stored?.family ?? owner.type.name);
    const index = owner.stored ? owner.index : hash(objectPlace(object)) % 4096;
    return leafValue(type, {
      number: hash(seed, objectPlace(object), field.definition.name, at),
      origin: hash(seed, objectPlace(owner)),
      name: nameAt(index, offset),
      field: field.definition.name,
    });
  }
}

/** The object whose name a part shows: its owner, if it is not itself in a list. */
function nearest(object: EmulatedObject): EmulatedObject {
  if (object.stored || !object.owner || object.path.includes('[')) return object;
  return nearest(object.owner);
}
