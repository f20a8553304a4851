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
import { isAllowed } from '../values/leaf-value.ts';
import { drawnState, drawnValue } from './drawn-value.ts';
import { EmulatedObject, type StoredObject, writtenValue } from './emulated-object.ts';
import type { Links } from './links.ts';
import type { Population } from './population.ts';

const handful = 3;

/** Reads the fields of objects without their arguments: what was written, and else what the seed has. */
export class Reader {
  readonly #world: Population;
  readonly #links: Links;
  /** The value that follows from other objects, such as the count of a list; set by those who can filter lists. */
  countOf: (object: EmulatedObject, field: ModelField) => number | undefined = () => undefined;

  constructor(world: Population, links: Links) {
    this.#world = world;
    this.#links = links;
  }

  /** The value of a leaf, as the schema allows it: a scalar, an enum's value, or a list. */
  leaf(object: EmulatedObject, field: ModelField): unknown {
    const known = this.known(object, field);
    if (known !== undefined) return known;
    if (!object.stored) return drawnValue(this.#world, object, field);
    object.stored.drawn ??= new Map();
    if (!object.stored.drawn.has(field.key)) object.stored.drawn.set(field.key, drawnValue(this.#world, object, field));
    return object.stored.drawn.get(field.key);
  }

  /** The value that something says: what was written, or the length of a list; undefined if the value is drawn. */
  known(object: EmulatedObject, field: ModelField): unknown {
    const said = isLink(field)
      ? (object.values?.[field.definition.name] ?? this.#ids(object, field))
      : writtenValue(object, field);
    // The schema may have another type here than the object's own id has.
    if (said !== undefined && isAllowed(field.definition.type, said)) return said;
    if (isLink(field)) return undefined;
    const { link, name } = this.#world.model.shown(object.type).get(field.key) ?? {};
    const other = link && object.stored && this.one(object, link);
    const value = other && this.#world.model.fields(other.type).get(name ?? '');
    if (value) return this.leaf(other, value);
    return this.countOf(object, field);
  }

  one(object: EmulatedObject, field: ObjectField): EmulatedObject | null {
    const said = writtenValue(object, field);
    if (field.kind !== 'one')
      return field.isNullable && this.#isEmpty(object, field, said) ? null : this.#part(object, field, said);
    const found = this.#links.reference(object, field);
    // `closedBy` of what is open is null.
    const isRefused =
      object.stored && said === undefined && field.isNullable && drawnState(this.#world, object, field) === null;
    return found && !isRefused ? this.#world.view(found) : null;
  }

  many(
    object: EmulatedObject,
    field: ObjectField,
    isHidden: (stored: StoredObject) => boolean = (stored) => this.isGone(stored),
  ): readonly EmulatedObject[] | null {
    if (field.kind === 'many')
      return this.#links
        .list(object, field)
        .filter((each) => !isHidden(each))
        .map((each) => this.#world.view(each));
    const said = writtenValue(object, field);
    const isEmpty = this.#isEmpty(object, field, said);
    if (isEmpty && field.isNullable && !field.page) return null;
    const items = Array.isArray(said) ? said.filter(isRecord) : Array.from({ length: isEmpty ? 0 : handful });
    return items.flatMap((item, index) => this.#part(object, field, item, index) ?? []);
  }

  holds(stored: StoredObject, { shows }: State): boolean {
    const [shown] = shows;
    const value = shown?.field.leaf && this.leaf(this.#world.view(stored), shown.field);
    return shown?.role === 'flag' ? value === true : shown?.role === 'value' ? value === shown.value : value != null;
  }

  isGone(stored: StoredObject): boolean {
    const type = this.#world.typeOf(stored.family);
    const gone = type && this.#world.states(type).gone;
    return gone !== undefined && this.holds(stored, gone);
  }

  #ids(object: EmulatedObject, field: LinkField): unknown {
    if (field.kind === 'one') return this.one(object, field)?.stored?.id ?? null;
    return this.#links.list(object, field).map(({ id }) => id);
  }

  #isEmpty({ stored, place }: EmulatedObject, { target, definition, key }: ObjectField, said: unknown): boolean {
    if (said !== undefined) return said === null;
    if (listsFailures(definition) || isFailure(target)) return true;
    return stored !== undefined && this.#world.isLeftEmpty(place, key);
  }

  #part(owner: EmulatedObject, { target, key }: ObjectField, said: unknown, index?: number): EmulatedObject | null {
    const { model } = this.#world;
    const members = model.membersOf(target);
    const values = isRecord(said) ? said : undefined;
    const number = index ?? this.#world.chance(owner.place, key);
    const type = members.find(({ name }) => name === values?.['__typename']) ?? members[number % members.length];
    if (type === undefined) return null;
    // There is one of it, whoever asks.
    if (model.isSingle(type)) return new EmulatedObject(type);
    return new EmulatedObject(type, { owner, path: index === undefined ? key : `${key}[${index}]`, values });
  }
}
