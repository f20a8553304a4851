import { type GraphQLOutputType, getNullableType, isLeafType, isListType, isNonNullType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { isFailure, isFailureField } from '../model/failures.ts';
import type { ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { shownValues } from '../model/shown-values.ts';
import { goneState, holdsBy, holdsOften, type StoryState } from '../model/story.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { leafValue } from '../values/leaf-value.ts';
import { nameAt } from '../values/readable-names.ts';
import { EmulatedObject, type StoredObject, type Values } from './emulated-object.ts';
import type { Links } from './links.ts';
import type { Population } from './population.ts';
import type { WorldGround } from './world-ground.ts';

/** The length of a list of parts. */
const handful = 3;

/** Counts the list that a number stands for, and says of `hasEmail` whether there is one; undefined if a value stands for neither. */
export type CountOf = (object: EmulatedObject, field: ModelField) => number | boolean | undefined;

/** Reads the fields of objects without their arguments: what was written, what mocks say, and else what the seed has. */
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
    const { stored } = object;
    const known = this.known(object, field);
    if (known !== undefined) return known;
    if (stored?.drawn?.has(field)) return stored.drawn.get(field);
    const drawn = field.byId ? this.#made(object, field) : this.#draw(object, field);
    if (stored) stored.drawn = (stored.drawn ?? new Map<ModelField, unknown>()).set(field, drawn);
    return drawn;
  }

  /** The value that something says: what was written, a mock, or the length of a list; undefined if the value is drawn. */
  known(object: EmulatedObject, field: ModelField): unknown {
    const { definition, byId, kind } = field;
    const said = byId ? (object.values?.[definition.name] ?? this.#ids(object, field)) : this.said(object, field);
    // The schema may have another type here than the object's own id has.
    if (said !== undefined && isAllowed(definition.type, said)) return said;
    if (byId) return undefined;
    const { stored } = object;
    if (stored && kind === 'identity' && isAllowed(definition.type, stored.id)) return stored.id;
    const mocked = this.#world.mocked(object, field);
    return mocked === undefined ? this.countOf(object, field) : mocked;
  }

  /** The object that a field refers to, or the part that it holds. */
  one(object: EmulatedObject, field: ModelField): EmulatedObject | null {
    const { model } = this.#world;
    const { target, key, definition } = field;
    const { stored, place } = object;
    if (target === undefined) return null;
    if (field.kind === 'reference') {
      const found = this.#links.reference(object, field);
      // `closedBy` of what is open is null.
      const isRefused = stored && stored.values[key] === undefined && this.#shown(object, field) === null;
      return found && !(isRefused && isNullable(definition)) ? this.#population.view(found, target) : null;
    }
    const said = this.said(object, field);
    const isEmpty = (stored && this.#world.isLeftEmpty(place, key)) || isFailureField(definition) || isFailure(target);
    if (isNullable(definition) && (said === null || (said === undefined && isEmpty))) return null;
    const members = model.membersOf(target);
    const member = members[this.#world.chance(place, key, 0) % Math.max(members.length, 1)];
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
    const { target, definition, key } = field;
    if (target === undefined) return [];
    if (field.kind === 'references') {
      const found = this.#links.list(object, field).filter((stored) => !isHidden(stored));
      return found.map((stored) => this.#population.view(stored, target));
    }
    const said = this.said(object, field);
    const members = this.#world.model.membersOf(target);
    const part = (values: Values, index: number): EmulatedObject => {
      const named = members.find(({ name }) => name === values['__typename']);
      const member = named ?? members[index % members.length] ?? object.type;
      return new EmulatedObject(member, { owner: object, path: `${key}[${index}]`, index, values });
    };
    if (Array.isArray(said)) return said.filter(isRecord).map(part);
    if (said === null && isNullable(definition)) return null;
    if (isFailure(target) || isFailureField(definition) || members.length === 0) return [];
    if (object.stored && this.#world.isLeftEmpty(object.place, key))
      return isNullable(definition) && field.page === undefined ? null : [];
    return Array.from({ length: handful }, (_, index) => part({}, index));
  }

  /** Whether a state holds for an object. */
  holds(stored: StoredObject, state: StoryState): boolean {
    const field = state.shows[0]?.field;
    return field?.leaf !== undefined && holdsBy(state, field, this.leaf(this.#population.view(stored), field)) === true;
  }

  /** Whether an object was deleted, and can be restored. */
  isGone(stored: StoredObject): boolean {
    const gone = goneState(this.#world.storyOf(stored.family));
    return gone !== undefined && this.holds(stored, gone);
  }

  /** The value that fixtures or mutations wrote; undefined if they wrote none. */
  said({ values, stored }: EmulatedObject, { key }: ModelField): unknown {
    return (values ?? stored?.values)?.[key];
  }

  /** The id of the object that a field refers to, or the ids of those in its list. */
  #ids(object: EmulatedObject, field: ModelField): unknown {
    if (field.kind === 'reference') return this.one(object, field)?.stored?.id ?? null;
    return this.#links.list(object, field).map(({ id }) => id);
  }

  /** The value that a field shows of the states of an object, as they are drawn; undefined if it shows none. */
  #shown(object: EmulatedObject, shown: ModelField): unknown {
    const { place, stored, type } = object;
    const story = this.#world.storyOf(stored?.family ?? type.name);
    if (!story?.statesOf(shown).length) return undefined;
    // A family has the story of its first type.
    const view = stored ? this.#population.view(stored) : object;
    const facts = {
      said: (field: ModelField) => this.said(view, field),
      own: (field: ModelField) => this.#made(view, field),
      holds: (state: StoryState) =>
        state !== goneState(story) && this.#world.chance(place, state.word) % 4 > 0 === holdsOften(state.word),
    };
    return shownValues(story, facts).get(shown.key);
  }

  #draw(object: EmulatedObject, field: ModelField): unknown {
    const { definition, kind, key } = field;
    const { stored, owner, place } = object;
    const shown = object.holder && this.#shown(object, field);
    if (shown !== undefined && isAllowed(definition.type, shown)) return shown;
    // Parts of answers, such as the cursor of an edge, are not left out.
    const mayBeEmpty = kind === 'value' && (stored ?? owner?.stored) && !/^(?:creat|updat)/.test(definition.name);
    if (mayBeEmpty && this.#world.isLeftEmpty(place, key)) {
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
    const { definition } = field;
    // `internalID: ID!` and `slug: ID!` that name nothing else are the object's own, so that they find it.
    if (
      type.name === 'ID' &&
      object.stored &&
      field.kind === 'value' &&
      !field.byId &&
      !isNullable(definition) &&
      at === 0
    )
      return object.stored.id;
    const owner = nearest(object);
    return leafValue(type, {
      number: this.#world.chance(object.place, definition.name, at),
      origin: this.#world.chance(owner.place),
      name: nameAt(
        owner.stored ? owner.index : this.#world.chance(object.place) % 4096,
        this.#world.chance(owner.stored?.family ?? owner.type.name),
      ),
      field: definition.name,
    });
  }
}

/** The object whose name a part shows: its owner, if it is not itself in a list. */
function nearest(object: EmulatedObject): EmulatedObject {
  return object.stored || !object.owner || object.path.includes('[') ? object : nearest(object.owner);
}
