import type { Family, ModelField } from '../model/model-field.ts';
import { isNullable } from '../model/nullability.ts';
import { hash } from '../values/chance.ts';
import { byAge, type EmulatedObject, isRef, type Ref, type StoredObject } from './emulated-object.ts';
import type { Population } from './population.ts';
import { addTo } from './store.ts';
import type { WorldGround } from './world-ground.ts';

/** The shape of a tree of objects of one type. */
const branches = 3;

/** How the objects of the world belong together: one side holds names of the other, which reads its own list from an index. */
export class Links {
  readonly #world: WorldGround;
  readonly #population: Population;
  /** The owners of the lists that fixtures state, by the field that holds the list: nothing else is drawn for them. */
  readonly stated: Map<string, Set<StoredObject>> = new Map();

  constructor(world: WorldGround, population: Population) {
    this.#world = world;
    this.#population = population;
  }

  /** The object that a field refers to; null if there is none. */
  reference(owner: EmulatedObject, field: ModelField): StoredObject | null {
    const { target } = field;
    if (target === undefined) return null;
    if (owner.stored) return this.referenceOf(owner.stored, field);
    const { holder } = owner;
    const families = this.#world.model.familiesOf(target);
    if (holder && families.some(({ name }) => name === holder.family)) return holder;
    // A root gives without arguments, as `viewer`, the first object: the one to which most belongs.
    if (!holder && owner.owner === undefined) return this.#population.all(target)[0] ?? null;
    return this.#chosen(families, owner.place, field);
  }

  /** The object that an object of the store refers to. */
  referenceOf(stored: StoredObject, field: ModelField): StoredObject | null {
    const { key, target, definition } = field;
    const said = stored.values[key];
    const named = isRef(said) ? this.#population.objectNamed(said.$object) : undefined;
    if (named?.isAlive && target && this.#world.model.familiesOf(target).some(({ name }) => name === named.family))
      return named;
    if (said === null && isNullable(definition)) return null;
    const known = stored.targets?.get(field);
    if (known === null || known?.isAlive) return known;
    const drawn = this.#drawReference(stored, field);
    stored.targets ??= new Map();
    stored.targets.set(field, drawn);
    return drawn;
  }

  /** The objects that a list of an owner has, the oldest first. */
  list(owner: EmulatedObject, field: ModelField): readonly StoredObject[] {
    const { model } = this.#world;
    const { target } = field;
    const { holder } = owner;
    const family = holder && model.families.get(holder.family);
    if (target === undefined) return [];
    if (!family || family.isSingle) return this.#population.all(target);
    const items = model.familiesOf(target).flatMap((each) => {
      const back = model.backOf(each, family, field);
      return back ? this.referring(each, back, holder) : this.#held(holder, field, each);
    });
    return [...new Set(items)].sort(byAge);
  }

  /** Decides whether an object is in the list of an owner by that object alone; undefined where the owner decides it. */
  membership({ holder }: EmulatedObject, field: ModelField): ((stored: StoredObject) => boolean) | undefined {
    const { model } = this.#world;
    const family = holder && model.families.get(holder.family);
    const families = field.target ? model.familiesOf(field.target) : [];
    const backs = new Map(families.map((items) => [items.name, family && model.backOf(items, family, field)]));
    if (!family || family.isSingle) return ({ family: name }) => backs.has(name);
    if ([...backs.values()].includes(undefined)) return undefined;
    return (stored) => {
      const back = backs.get(stored.family);
      return back !== undefined && this.#refers(stored, back, holder, family);
    };
  }

  /** Everyone whose field refers to an object. */
  referring({ name }: Family, field: ModelField, to: StoredObject): readonly StoredObject[] {
    const { store, model } = this.#world;
    const index = `${name} ${field.key}`;
    const family = model.families.get(to.family);
    if (family === undefined) return [];
    if (!store.referrers.has(index)) {
      const known = new Map<string, Set<StoredObject>>();
      for (const object of this.#population.family(name).objects)
        for (const target of this.#targets(object, field)) addTo(known, target.name, object);
      store.referrers.set(index, known);
    }
    const found = store.referrers.get(index)?.get(to.name) ?? [];
    return [...found].filter((object) => object.isAlive && this.#refers(object, field, to, family));
  }

  /** Draws nothing more for the list of an owner: it has the items that join it. */
  state(owner: StoredObject, own: Family, field: ModelField): void {
    for (const items of field.target ? this.#world.model.familiesOf(field.target) : []) {
      const back = this.#world.model.backOf(items, own, field);
      addTo(this.stated, back ? `${items.name} ${back.key}` : `${own.name} ${field.key}`, owner);
      if (!back && !owner.values[field.key]) this.#world.store.put(owner, field.key, []);
    }
  }

  /** Joins or parts an object and what its reference or list has; false if the schema does not allow it. */
  join(owner: StoredObject, field: ModelField, item: StoredObject, joined: boolean): boolean {
    const { model, store } = this.#world;
    const [mine, theirs] = [model.families.get(owner.family), model.families.get(item.family)];
    if (!mine || !theirs) return false;
    if (field.kind === 'reference') {
      if (!joined && !isNullable(field.definition)) return false;
      // An object that belongs elsewhere stays there.
      if ((this.referenceOf(owner, field) === item) !== joined)
        store.put(owner, field.key, joined ? refTo(item) : null);
      return true;
    }
    const back = model.backOf(theirs, mine, field);
    if (back) return this.join(item, back, owner, joined);
    const before = this.#targets(owner, field);
    if (before.includes(item) === joined) return true;
    const after = joined ? [...before, item] : before.filter((each) => each !== item);
    store.put(owner, field.key, after.map(refTo));
    return true;
  }

  #refers(object: StoredObject, field: ModelField, to: StoredObject, family: Family): boolean {
    return field.kind === 'reference'
      ? this.referenceOf(object, field) === to
      : this.#held(object, field, family).includes(to);
  }

  /** The objects that a field of an object names itself. */
  #targets(object: StoredObject, field: ModelField): readonly StoredObject[] {
    if (field.kind === 'reference') return [this.referenceOf(object, field)].filter((target) => target !== null);
    const families = field.target ? this.#world.model.familiesOf(field.target) : [];
    return families.flatMap((family) => this.#held(object, field, family));
  }

  /** The items of one family in a list that its owner holds: those that were written, or else drawn. */
  #held(owner: StoredObject, field: ModelField, items: Family): readonly StoredObject[] {
    const { model } = this.#world;
    const own = model.families.get(owner.family);
    const said = owner.values[field.key];
    if (Array.isArray(said))
      return said
        .flatMap((ref) => (isRef(ref) ? (this.#population.objectNamed(ref.$object) ?? []) : []))
        .filter(({ isAlive, family }) => isAlive && family === items.name);
    return own && !model.backOf(items, own, field) ? this.#drawList(owner, own, field, items) : [];
  }

  #drawList(owner: StoredObject, own: Family, field: ModelField, items: Family): readonly StoredObject[] {
    const [mine, theirs] = [this.#population.family(own.name), this.#population.family(items.name)];
    const isStated = this.stated.has(`${own.name} ${field.key}`);
    if (isStated || owner.index >= mine.size || this.#world.isLeftEmpty(owner.name, items.name)) return [];
    const length = own === items ? owner.index + 4 : Math.max(mine.size, theirs.size);
    const drawn = new Set<StoredObject>();
    for (let at = owner.index; at < length && theirs.size > 0; at += own === items ? 1 : mine.size) {
      const item = theirs.objects[at % theirs.size];
      if (item?.isAlive && item !== owner) drawn.add(item);
    }
    return [...drawn];
  }

  #drawReference(stored: StoredObject, field: ModelField): StoredObject | null {
    const { model } = this.#world;
    const { target, definition, key } = field;
    const own = model.families.get(stored.family);
    const families = target ? model.familiesOf(target) : [];
    const family = families[stored.index % Math.max(families.length, 1)];
    if (!own || !family || (isNullable(definition) && this.#world.isLeftEmpty(stored.name, key))) return null;
    if (model.backReference(own, family)?.key !== key) return this.#chosen(families, stored.name, field, stored);
    const { objects, size } = this.#population.family(family.name);
    if (family === own) {
      // A tree: the first object is the root.
      const parent = stored.index === 0 ? undefined : objects[Math.floor((stored.index - 1) / branches)];
      return parent?.isAlive ? parent : null;
    }
    const stated = this.stated.get(`${own.name} ${key}`);
    const start = Math.floor(stored.index / families.length);
    const owner = nextOf(objects, start, size, (each) => each.isAlive && !stated?.has(each));
    return owner ?? (isNullable(definition) ? null : (objects.find(({ isAlive }) => isAlive) ?? null));
  }

  /** An object drawn for a field that no list is made from; an object does not refer to itself. */
  #chosen(families: readonly Family[], from: string, { key }: ModelField, self?: StoredObject): StoredObject | null {
    const number = hash(this.#world.store.seed, from, key);
    const family = families[number % Math.max(families.length, 1)];
    if (family === undefined) return null;
    const { objects } = this.#population.family(family.name);
    const isOther = (each: StoredObject): boolean => each.isAlive && (each !== self || objects.length === 1);
    return nextOf(objects, number >>> 4, objects.length, isOther);
  }
}

/** The name of an object, as a value that refers to it. */
export function refTo({ name }: StoredObject): Ref {
  return { $object: name };
}

/** The first of `size` objects that is right, from a place on, and round. */
function nextOf(
  objects: readonly StoredObject[],
  start: number,
  size: number,
  isRight: (object: StoredObject) => boolean,
): StoredObject | null {
  for (let step = 0; step < size; step += 1) {
    const object = objects[(start + step) % size];
    if (object && isRight(object)) return object;
  }
  return null;
}
