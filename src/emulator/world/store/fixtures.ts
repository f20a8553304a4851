import { type GraphQLCompositeType, isCompositeType, isObjectType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { ControlApiError } from '../../../index.ts';
import type { Model } from '../model/model.ts';
import type { Family, ObjectField } from '../model/model-field.ts';
import type { Fixtures } from '../model/world-options.ts';
import { isAllowed } from '../values/is-allowed.ts';
import { isId, type Ref, type Values } from './emulated-object.ts';
import { addTo } from './store.ts';

/** One object of fixtures. */
interface FixtureObject {
  readonly family: Family;
  /** Its name in the world. */
  readonly ref: Ref;
  readonly values: Record<string, unknown>;
}

/** The objects of fixtures as plain values: each is one that the schema allows, and a reference is the name of an object. */
export class FixtureObjects {
  /** The values of the objects of each family, in order. */
  readonly families: Map<string, Values[]> = new Map();
  /** The families that the fixtures list; others are only mentioned. */
  readonly listed: ReadonlySet<string>;
  /** The names of those whose lists are stated, by the field that such a list is read from: nothing else is drawn for them. */
  readonly stated: Map<string, Set<string>> = new Map();
  readonly #model: Model;
  /** The objects by the family and the id. */
  readonly #known = new Map<string, FixtureObject>();
  /** The references that are followed when all objects are known. */
  readonly #links: (() => void)[] = [];

  /** @throws {ControlApiError} with the place of a value that does not fit. */
  constructor(model: Model, fixtures: Fixtures) {
    this.#model = model;
    const lists = Object.entries(fixtures).map(([name, list]) => {
      const type = model.schema.getType(name);
      if (!isCompositeType(type)) throw wrong(name, 'the schema has no such type');
      return { name, type, list };
    });
    this.listed = new Set(lists.flatMap(({ type }) => model.familiesOf(type)).map(({ name }) => name));
    for (const { name, type, list } of lists)
      for (const [at, record] of list.entries()) this.#add(type, record, `${name}[${at}]`);
    for (const link of this.#links) link();
  }

  /** Adds an object, or what is said of a known one. */
  #add(type: GraphQLCompositeType, record: Values, place: string): FixtureObject {
    const family = this.#familyOf(type, record, place);
    const own = record[family.identity?.name ?? 'id'];
    const known = own === undefined ? undefined : this.#known.get(`${family.name} ${String(own)}`);
    const object = known ?? this.#make(family, own);
    for (const [name, value] of Object.entries(record)) {
      if (name === '__typename') continue;
      const at = `${place}.${name}`;
      const field = this.#model.fieldsOfFamily(family).get(name);
      if (field === undefined) throw wrong(at, `\`${family.name}\` has no field \`${name}\``);
      const { key, kind, definition } = field;
      if (value !== null && field.target && /^reference/.test(kind)) {
        const items = [value].flat().map((each) => this.#item(field, each, at));
        this.#links.push(() => this.#link(object, field, items));
      } else if (/identity|value/.test(kind) && !isAllowed(definition.type, value))
        throw wrong(at, `the schema has \`${String(definition.type)}\` there`);
      else object.values[key] = value;
    }
    return object;
  }

  #make(family: Family, id: unknown): FixtureObject {
    const objects = this.families.get(family.name) ?? [];
    this.families.set(family.name, objects);
    const values = id === undefined ? {} : { id };
    const object = { family, values, ref: { $object: `${family.name}#${objects.push(values) - 1}` } };
    if (id !== undefined) this.#known.set(`${family.name} ${String(id)}`, object);
    return object;
  }

  /** Writes what a reference or a list names, at the side that holds it. */
  #link(owner: FixtureObject, field: ObjectField, named: readonly (() => FixtureObject)[]): void {
    const { family } = owner;
    const items = named.map((item) => item());
    if (field.kind === 'reference') owner.values[field.key] = items[0]?.ref;
    for (const each of field.kind === 'references' ? this.#model.familiesOf(field.target) : []) {
      const own = items.filter((item) => item.family === each);
      const back = this.#model.backOf(each, family, field);
      addTo(this.stated, back ? `${each.name} ${back.key}` : `${family.name} ${field.key}`, owner.ref.$object);
      if (back) for (const item of own) join(item, back, [owner]);
      else join(owner, field, own);
    }
  }

  /** The object with an id; one with emulated values where a reference mentions it and no list has it. */
  #find({ target }: ObjectField, id: string, place: string): FixtureObject {
    const targets = this.#model.familiesOf(target);
    const [known] = targets.flatMap(({ name }) => this.#known.get(`${name} ${id}`) ?? []);
    const free = targets.find(({ name }) => !this.listed.has(name));
    if (known) return known;
    if (free) return this.#make(free, id);
    throw wrong(place, `no ${String(target)} of the fixtures has the id "${id}"`);
  }

  #familyOf(type: GraphQLCompositeType, { __typename: name }: Values, place: string): Family {
    const concrete = typeof name === 'string' ? this.#model.schema.getType(name) : type;
    const [only, ...others] = isCompositeType(concrete) ? this.#model.familiesOf(concrete) : [];
    if (only && others.length === 0) return only;
    if (isObjectType(concrete)) throw wrong(place, `\`${concrete.name}\` is not a type of objects with an id`);
    throw wrong(place, 'its type is not clear: add `__typename`');
  }

  /** The object that a reference names, when all are known: by its id, or written in its place. */
  #item(field: ObjectField, value: unknown, place: string): () => FixtureObject {
    if (isId(value)) return () => this.#find(field, String(value), place);
    if (!isRecord(value)) throw wrong(place, 'write the id of an object, or an object');
    const object = this.#add(field.target, value, place);
    return () => object;
  }
}

/** Adds objects to those that a list names, or makes the first the one that a reference names. */
function join({ values }: FixtureObject, { key, kind }: ObjectField, items: readonly FixtureObject[]): void {
  const refs = items.map(({ ref }) => ref);
  values[key] = kind === 'reference' ? refs[0] : [values[key] ?? [], refs].flat();
}

function wrong(place: string, reason: string): ControlApiError {
  return new ControlApiError('configuration', `The fixtures are wrong at ${place}: ${reason}.`);
}
