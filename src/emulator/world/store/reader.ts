import { type GraphQLOutputType, getNullableType, isLeafType, isListType, isNonNullType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { isFailure, isFailureField } from '../model/failures.ts';
import type { ModelField, ObjectField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { shownValues } from '../model/shown-values.ts';
import { goneState, holdsBy, holdsOften, type StoryState } from '../model/story.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { leafValue } from '../values/leaf-value.ts';
import { nameAt } from '../values/readable-names.ts';
import { EmulatedObject, type StoredObject } from './emulated-object.ts';
import type { Links } from './links.ts';
import type { Population } from './population.ts';
import type { WorldGround } from './world-ground.ts';

/** The length of a list of parts. */
const handful = 3;

/** The value that follows from other objects, such as the count of a list; undefined if it follows from none. */
export type CountOf = (object: EmulatedObject, field: ModelField) => unknown;

/** Reads the fields of objects without their arguments: what was written, and else what the seed has. */
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
    const known = this.known(object, field);
    if (known !== undefined) return known;
    const { stored } = object;
    const drawn = stored?.drawn ?? new Map<ModelField, unknown>();
    if (!drawn.has(field)) drawn.set(field, this.#draw(object, field));
    if (stored) stored.drawn = drawn;
    return drawn.get(field);
  }

  /** The value that something says: what was written, or the length of a list; undefined if the value is drawn. */
  known(object: EmulatedObject, field: ModelField): unknown {
    const { definition, target } = field;
    const said = target ? (object.values?.[definition.name] ?? this.#ids(object, field)) : this.said(object, field);
    // The schema may have another type here than the object's own id has.
    if (said !== undefined && isAllowed(definition.type, said)) return said;
    return target ? undefined : this.countOf(object, field);
  }

  /** The object that a field refers to, or the part that it holds. */
  one(object: EmulatedObject, field: ObjectField): EmulatedObject | null {
    const { target, definition, kind } = field;
    const said = this.said(object, field);
    if (kind !== 'reference')
      return isNullable(definition) && this.#isEmpty(object, field, said) ? null : this.#part(object, field, said);
    const found = this.#links.reference(object, field);
    // `closedBy` of what is open is null.
    const isRefused = object.stored && said === undefined && this.#shown(object, field) === null;
    return found && !(isRefused && isNullable(definition)) ? this.#population.view(found, target) : null;
  }

  /** The items of a list, before arguments select from them; null where the list itself is. */
  many(
    object: EmulatedObject,
    field: ObjectField,
    isHidden: (stored: StoredObject) => boolean = (stored) => this.isGone(stored),
  ): readonly EmulatedObject[] | null {
    const { target, definition, kind, page } = field;
    if (kind === 'references') {
      const found = this.#links.list(object, field).filter((stored) => !isHidden(stored));
      return found.map((stored) => this.#population.view(stored, target));
    }
    const said = this.said(object, field);
    const isEmpty = this.#isEmpty(object, field, said);
    if (isEmpty && isNullable(definition) && page === undefined) return null;
    const items = Array.isArray(said) ? said.filter(isRecord) : Array.from({ length: isEmpty ? 0 : handful });
    return items.flatMap((item, index) => this.#part(object, field, item, index) ?? []);
  }

  /** Whether a part, or a list of parts, is not there. */
  #isEmpty({ stored, place }: EmulatedObject, { target, definition, key }: ObjectField, said: unknown): boolean {
    if (said !== undefined) return said === null;
    if (isFailureField(definition) || isFailure(target)) return true;
    return stored !== undefined && this.#world.isLeftEmpty(place, key);
  }

  /** A part of an object, of the type that was written or one by its place. */
  #part(owner: EmulatedObject, { target, key }: ObjectField, said: unknown, index?: number): EmulatedObject | null {
    const { model } = this.#world;
    const members = model.membersOf(target);
    const values = isRecord(said) ? said : undefined;
    const number = index ?? this.#world.chance(owner.place, key, 0);
    const named = members.find(({ name }) => name === values?.['__typename']);
    const member = named ?? members[number % members.length];
    if (member === undefined) return null;
    // There is one of it, whoever asks.
    if (model.isSingle(member)) return new EmulatedObject(member);
    const path = index === undefined ? key : `${key}[${index}]`;
    return new EmulatedObject(member, { owner, path, index: index ?? 0, values });
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

  /** The id, and the value that fixtures or mutations wrote; undefined if they wrote none. */
  said({ values, stored }: EmulatedObject, { key, kind }: ModelField): unknown {
    return stored && kind === 'identity' ? stored.id : (values ?? stored?.values)?.[key];
  }

  /** The id of the object that a field refers to, or the ids of those in its list. */
  #ids(object: EmulatedObject, field: ObjectField): unknown {
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
    const isOwnId = type.name === 'ID' && field.kind === 'value' && !isNullable(definition) && at === 0;
    if (isOwnId && object.stored) return object.stored.id;
    const { stored, place, type: shown } = nearest(object);
    const origin = this.#world.chance(place);
    return leafValue(type, {
      number: this.#world.chance(object.place, definition.name, at),
      origin,
      name: nameAt(stored?.index ?? origin % 4096, this.#world.chance(stored?.family ?? shown.name)),
      field: definition.name,
    });
  }
}

/** The object whose name a part shows: its owner, if it is not itself in a list. */
function nearest(object: EmulatedObject): EmulatedObject {
  return object.stored || !object.owner || object.path.includes('[') ? object : nearest(object.owner);
}
