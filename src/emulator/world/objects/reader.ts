import { type GraphQLOutputType, getNullableType, isLeafType, isListType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import {
  isFailure,
  isLink,
  type LinkField,
  listsFailures,
  type ModelField,
  type ObjectField,
} from '../model/shapes.ts';
import type { State } from '../model/states.ts';
import { isAllowed, leafValue, nameAt } from '../values/leaf-value.ts';
import { EmulatedObject, type StoredObject, writtenValue } from './emulated-object.ts';
import type { Links } from './links.ts';
import type { Population } from './population.ts';

const partsInList = 3;

/** Reads the fields of objects without their arguments: a written value, else a derived one, else one drawn by the seed. */
export class Reader {
  readonly #world: Population;
  readonly #links: Links;
  /** The count of a list. Set by the world: to count, lists must be filtered, which takes a reader. */
  countOf: (object: EmulatedObject, field: ModelField) => number | undefined = () => undefined;

  constructor(world: Population, links: Links) {
    this.#world = world;
    this.#links = links;
  }

  leaf(object: EmulatedObject, field: ModelField): unknown {
    const known = this.#known(object, field);
    if (known !== undefined) return known;
    if (!object.stored) return this.#drawn(object, field);
    object.stored.drawn ??= new Map();
    if (!object.stored.drawn.has(field.key)) object.stored.drawn.set(field.key, this.#drawn(object, field));
    return object.stored.drawn.get(field.key);
  }

  one(object: EmulatedObject, field: ObjectField): EmulatedObject | null {
    const written = writtenValue(object, field);
    if (!isLink(field))
      return field.isNullable && this.#isEmpty(object, field, written) ? null : this.#part(object, field, written);
    const found = this.#links.reference(object, field);
    // `closedBy` of an open object is null.
    const isDenied =
      object.stored && written === undefined && field.isNullable && this.#drawnState(object, field) === null;
    return found && !isDenied ? this.#world.view(found) : null;
  }

  many(
    object: EmulatedObject,
    field: ObjectField,
    isHidden: (stored: StoredObject) => boolean = (stored) => this.#isGone(stored),
  ): readonly EmulatedObject[] | null {
    if (isLink(field))
      return this.#links
        .list(object, field)
        .filter((each) => !isHidden(each))
        .map((each) => this.#world.view(each));
    const written = writtenValue(object, field);
    const isEmpty = this.#isEmpty(object, field, written);
    if (isEmpty && field.isNullable && !field.page) return null;
    const items = Array.isArray(written) ? written.filter(isRecord) : Array.from({ length: isEmpty ? 0 : partsInList });
    return items.flatMap((item, index) => this.#part(object, field, item, index) ?? []);
  }

  holds(stored: StoredObject, { shows }: State): boolean {
    const [shown] = shows;
    const value = shown?.field.leaf && this.leaf(this.#world.view(stored), shown.field);
    return shown?.role === 'flag' ? value === true : shown?.role === 'value' ? value === shown.value : value != null;
  }

  #isGone(stored: StoredObject): boolean {
    const { gone } = this.#world.states(this.#world.typeOf(stored));
    return gone !== undefined && this.holds(stored, gone);
  }

  /** A written or derived value; undefined if the value is drawn. */
  #known(object: EmulatedObject, field: ModelField): unknown {
    const known = isLink(field)
      ? (object.values?.[field.definition.name] ?? this.#ids(object, field))
      : writtenValue(object, field);
    // An id field may have another type than the id of its object.
    if (known !== undefined && isAllowed(field.definition.type, known)) return known;
    if (isLink(field)) return undefined;
    const { link, name } = this.#world.model.shown(object.type).get(field.key) ?? {};
    const other = link && object.stored && this.one(object, link);
    const shown = other && this.#world.model.fields(other.type).get(name ?? '');
    return shown ? this.leaf(other, shown) : this.countOf(object, field);
  }

  #ids(object: EmulatedObject, field: LinkField): unknown {
    if (field.kind === 'one') return this.one(object, field)?.stored?.id ?? null;
    return this.#links.list(object, field).map(({ id }) => id);
  }

  #isEmpty({ stored, place }: EmulatedObject, { target, definition, key }: ObjectField, written: unknown): boolean {
    if (written !== undefined) return written === null;
    if (listsFailures(definition) || isFailure(target)) return true;
    return stored !== undefined && this.#world.isLeftEmpty(place, key);
  }

  #part(owner: EmulatedObject, { target, key }: ObjectField, written: unknown, index?: number): EmulatedObject | null {
    const { model } = this.#world;
    const members = model.membersOf(target);
    const values = isRecord(written) ? written : undefined;
    const number = index ?? this.#world.chance(owner.place, key);
    const type = members.find(({ name }) => name === values?.['__typename']) ?? members[number % members.length];
    if (type === undefined) return null;
    // The team has no owner: it is the same object on every path.
    if (model.isSingle(type)) return new EmulatedObject(type);
    return new EmulatedObject(type, { owner, path: index === undefined ? key : `${key}[${index}]`, values });
  }

  #drawn(object: EmulatedObject, field: ModelField): unknown {
    const { definition, kind, key, isNullable, isList } = field;
    const { stored, owner, place } = object;
    const state = this.#drawnState(object, field);
    if (state !== undefined && isAllowed(definition.type, state)) return state;
    // Parts of answers, such as the cursor of an edge, are never left empty.
    const mayBeEmpty = kind === 'value' && (stored ?? owner?.stored) && !/^(?:creat|updat)/.test(definition.name);
    if (mayBeEmpty && (isNullable || isList) && this.#world.isLeftEmpty(place, key)) return isNullable ? null : [];
    return this.#drawnAlone(object, field);
  }

  /** The value of a field that shows states, drawn with all states of its object; undefined if the field shows none. */
  #drawnState(object: EmulatedObject, shown: ModelField): unknown {
    const { place, stored, type, holder } = object;
    const states = this.#world.states(type);
    if (!holder || !states.has(shown)) return undefined;
    const isOften = (word: string): boolean =>
      /^(?:online|active|enabled|visible|connected|verified|available)$/.test(word);
    const values = states.settle({
      written: (field) => writtenValue(object, field),
      own: (field) => this.#drawnAlone(object, field),
      holds: (word) => word !== states.gone?.word && this.#world.chance(place, word) % 4 > 0 === isOften(word),
    });
    const drawn = stored?.drawn ?? new Map<string, unknown>();
    for (const [key, value] of values) if (!drawn.has(key)) drawn.set(key, value);
    if (stored) stored.drawn = drawn;
    return values.get(shown.key);
  }

  #drawnAlone(
    object: EmulatedObject,
    field: ModelField,
    type: GraphQLOutputType = field.definition.type,
    at = 0,
  ): unknown {
    const inner = getNullableType(type);
    if (isListType(inner)) {
      const places = [at * 2 + 1, at * 2 + 2];
      return [...new Set(places.map((place) => this.#drawnAlone(object, field, inner.ofType, place)))];
    }
    if (!isLeafType(inner)) return undefined;
    const { stored, place } = object;
    const { name } = field.definition;
    const [number, origin] = [this.#world.chance(place, name, at), this.#world.chance(place)];
    const called = nameAt(stored?.index ?? origin % 4096, this.#world.chance(stored?.family ?? object.type.name));
    return leafValue(inner, { number, origin, name: called, field: name });
  }
}
