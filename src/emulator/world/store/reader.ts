import { isRecord } from '../../../base/is-record.ts';
import { isFailure, isFailureField } from '../model/failures.ts';
import type { ModelField, ObjectField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { goneState, holdsBy, type StoryState } from '../model/story.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { drawnState, drawnValue } from './drawn-value.ts';
import { EmulatedObject, type StoredObject, writtenValue } from './emulated-object.ts';
import type { Links } from './links.ts';
import type { Population } from './population.ts';

/** The length of a list of parts. */
const handful = 3;

/** The value that follows from other objects, such as the count of a list; undefined if it follows from none. */
export type CountOf = (object: EmulatedObject, field: ModelField) => unknown;

/** Reads the fields of objects without their arguments: what was written, and else what the seed has. */
export class Reader {
  readonly #world: Population;
  readonly #links: Links;
  /** Set by those who can filter lists. */
  countOf: CountOf = () => undefined;

  constructor(world: Population, links: Links) {
    this.#world = world;
    this.#links = links;
  }

  /** The value of a leaf, as the schema allows it: a scalar, an enum's value, or a list. */
  leaf(object: EmulatedObject, field: ModelField): unknown {
    const known = this.known(object, field);
    if (known !== undefined) return known;
    const { drawn = new Map<ModelField, unknown>() } = object.stored ?? {};
    if (object.stored) object.stored.drawn = drawn;
    if (!drawn.has(field)) drawn.set(field, drawnValue(this.#world, object, field));
    return drawn.get(field);
  }

  /** The value that something says: what was written, or the length of a list; undefined if the value is drawn. */
  known(object: EmulatedObject, field: ModelField): unknown {
    const { definition, target } = field;
    const said = target ? (object.values?.[definition.name] ?? this.#ids(object, field)) : writtenValue(object, field);
    // The schema may have another type here than the object's own id has.
    if (said !== undefined && isAllowed(definition.type, said)) return said;
    return target ? undefined : this.countOf(object, field);
  }

  /** The object that a field refers to, or the part that it holds. */
  one(object: EmulatedObject, field: ObjectField): EmulatedObject | null {
    const said = writtenValue(object, field);
    const mayBeNull = isNullable(field.definition);
    if (field.kind !== 'reference')
      return mayBeNull && this.#isEmpty(object, field, said) ? null : this.#part(object, field, said);
    const found = this.#links.reference(object, field);
    // `closedBy` of what is open is null.
    const isRefused = object.stored && said === undefined && drawnState(this.#world, object, field) === null;
    return found && !(isRefused && mayBeNull) ? this.#world.view(found, field.target) : null;
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
      return found.map((stored) => this.#world.view(stored, target));
    }
    const said = writtenValue(object, field);
    const isEmpty = this.#isEmpty(object, field, said);
    if (isEmpty && isNullable(definition) && page === undefined) return null;
    const items = Array.isArray(said) ? said.filter(isRecord) : Array.from({ length: isEmpty ? 0 : handful });
    return items.flatMap((item, index) => this.#part(object, field, item, index) ?? []);
  }

  /** Whether a state holds for an object. */
  holds(stored: StoredObject, state: StoryState): boolean {
    const field = state.shows[0]?.field;
    const view = this.#world.view(stored);
    return field?.leaf !== undefined && holdsBy(state, field, this.leaf(view, field)) === true;
  }

  /** Whether an object was deleted, and can be restored. */
  isGone(stored: StoredObject): boolean {
    const gone = goneState(this.#world.storyOf(stored.family));
    return gone !== undefined && this.holds(stored, gone);
  }

  /** The id of the object that a field refers to, or the ids of those in its list. */
  #ids(object: EmulatedObject, field: ObjectField): unknown {
    if (field.kind === 'reference') return this.one(object, field)?.stored?.id ?? null;
    return this.#links.list(object, field).map(({ id }) => id);
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
    const number = index ?? this.#world.chance(owner.place, key);
    const type = members.find(({ name }) => name === values?.['__typename']) ?? members[number % members.length];
    if (type === undefined) return null;
    // There is one of it, whoever asks.
    if (model.isSingle(type)) return new EmulatedObject(type);
    const path = index === undefined ? key : `${key}[${index}]`;
    return new EmulatedObject(type, { owner, path, index: index ?? 0, values });
  }
}
