import type { GraphQLCompositeType } from 'graphql';
import { createBackReferences } from './back-references.ts';
import { hash } from './chance.ts';
import type { Family, FieldSlot, Model } from './model.ts';
import { isNullable } from './nullability.ts';
import type { Population } from './population.ts';
import { emptySeries, interleaved, progression, type Series } from './series.ts';
import { isReference, kept, type State } from './state.ts';
import { holderOf, nameOf, type Thing } from './thing.ts';

/** How the objects of the world belong together. A list and the reference back are one relation, so they agree. */
export interface Relations {
  /** The object that a slot of an object with a place of its own refers to; null if there is none. */
  reference(owner: Thing, slot: FieldSlot): Thing | null;
  /** The objects that a list of the owner has, before arguments select from them. */
  list(owner: Thing, slot: FieldSlot): Series;
  /** The slot of `family` that a list of an `owner` family is computed from. */
  backReference(family: Family, owner: Family): FieldSlot | undefined;
  /** The name of the relation between a list and its owner that is not a reference back. */
  linkName(owner: Family, key: string, family: Family): string;
  link(relation: string, owner: Thing, item: Thing, linked: boolean): void;
}

/** The shape of a tree of objects of one type. */
const branches = 3;

/** Computes relations from the seed and what was set: no list is kept. */
export function createRelations(model: Model, state: State, population: Population): Relations {
  const backReference = createBackReferences(model);

  /** Whether lists of the target are computed from this slot. */
  function isPrimary(family: Family, slot: FieldSlot, target: Family): boolean {
    return backReference(family, target)?.key === slot.key;
  }

  function reference(owner: Thing, slot: FieldSlot): Thing | null {
    const { target } = slot;
    if (target === undefined) return null;
    const set = owner.family ? kept(population.state(owner.family), owner.index, slot.key) : undefined;
    if (set !== undefined) {
      const found = population.follow(set, target);
      if (found || isNullable(slot.field)) return found ?? null;
    }
    return madeReference(owner, slot, target);
  }

  function madeReference(owner: Thing, slot: FieldSlot, target: GraphQLCompositeType): Thing | null {
    const families = model.familiesOf(target);
    const holder = holderOf(owner);
    if (holder !== owner && holder.family && families.includes(holder.family))
      return population.thing(holder.family, holder.index, target);
    // What a root gives without arguments, such as `viewer`, is the first object: the one to which most belongs.
    const [first] = families;
    if (first && isRoot(owner)) return living(first, 0, target, slot);
    if (holder.family === undefined || holder !== owner) return chosen(families, target, nameOf(owner), slot);
    const [turn, rest] = [holder.index % families.length, Math.floor(holder.index / families.length)];
    const family = families[turn];
    if (family === undefined) return null;
    if (!isPrimary(holder.family, slot, family)) return chosen(families, target, nameOf(owner), slot, holder);
    const size = population.size(family);
    if (family === holder.family) {
      // A tree: the first object is the root.
      if (holder.index === 0 && isNullable(slot.field)) return null;
      return living(family, Math.max(0, Math.floor((holder.index - 1) / branches)), target, slot);
    }
    return size === 0 ? living(family, 0, target, slot) : living(family, rest % size, target, slot);
  }

  function isRoot(owner: Thing): boolean {
    return owner.family === undefined && owner.owner === undefined && model.isSingle(owner.type);
  }

  /** An object drawn for a slot that no list is computed from; an object does not refer to itself. */
  function chosen(
    families: readonly Family[],
    target: GraphQLCompositeType,
    from: string,
    slot: FieldSlot,
    self?: Thing,
  ): Thing | null {
    const number = hash(state.seed, from, slot.key);
    const family = families[number % Math.max(families.length, 1)];
    if (family === undefined) return null;
    const size = Math.max(population.size(family), 1);
    const index = (number >>> 4) % size;
    return living(family, self?.family === family && self.index === index ? (index + 1) % size : index, target, slot);
  }

  /** The object, or null if it was deleted; the next living one if the schema does not allow null. */
  function living(family: Family, index: number, as: GraphQLCompositeType, slot: FieldSlot): Thing | null {
    if (population.isAlive(family, index)) return population.thing(family, index, as);
    if (isNullable(slot.field)) return null;
    const { size, created } = population.state(family);
    for (let step = 1; step < size + created; step += 1) {
      const other = (index + step) % (size + created);
      if (population.isAlive(family, other)) return population.thing(family, other, as);
    }
    return null;
  }

  /** The references of a family that were set, by slot. Made again after a change. */
  const set = new Map<
    string,
    { readonly version: number; readonly targets: Map<string, number[]>; readonly moved: number[] }
  >();

  function setReferences(family: Family, key: string) {
    const name = `${family.name} ${key}`;
    const known = set.get(name);
    if (known?.version === state.version) return known;
    const own = population.state(family);
    const targets = new Map<string, number[]>();
    const indices = new Set<number>();
    for (const values of [own.fixtures, own.changed]) for (const index of values.keys()) indices.add(index);
    const moved: number[] = [];
    for (const index of [...indices].sort((one, other) => one - other)) {
      const value = kept(own, index, key);
      if (value === undefined) continue;
      moved.push(index);
      if (own.deleted.has(index) || !isReference(value)) continue;
      const list = targets.get(value.ref);
      if (list) list.push(index);
      else targets.set(value.ref, [index]);
    }
    const made = { version: state.version, targets, moved };
    set.set(name, made);
    return made;
  }

  /** The objects of a family whose slot refers to the owner. */
  function referring(family: Family, slot: FieldSlot, owner: Thing, as: GraphQLCompositeType): Series {
    const ownerFamily = owner.family;
    if (ownerFamily === undefined || slot.target === undefined) return emptySeries;
    const own = population.state(family);
    const families = model.familiesOf(slot.target);
    const turn = families.indexOf(ownerFamily);
    const size = population.size(ownerFamily);
    const tree = family === ownerFamily;
    const start = tree ? branches * owner.index + 1 : families.length * owner.index + turn;
    const step = tree ? 1 : families.length * size;
    const fitting = Math.max(0, Math.ceil((own.size - start) / Math.max(step, 1)));
    const count = owner.index >= size ? 0 : tree ? Math.min(branches, fitting) : fitting;
    const { targets, moved } = setReferences(family, slot.key);
    const inRun = (index: number): boolean =>
      index >= start && index < start + step * count && (index - start) % step === 0;
    const out = new Set([...own.deleted].filter(inRun));
    for (const index of moved) if (inRun(index)) out.add(index);
    const then = targets.get(nameOf(owner)) ?? [];
    // A tree's first object would be its own parent.
    return progression(
      { start, step, count },
      [...out].sort((one, other) => one - other),
      then,
      (index) => population.thing(family, index, as),
    );
  }

  /** The objects of a family that share a relation with the owner, none of them having a reference. */
  function linked(family: Family, owner: Thing, key: string, as: GraphQLCompositeType): Series {
    const ownerFamily = owner.family;
    if (ownerFamily === undefined) return emptySeries;
    const [size, owners] = [population.size(family), population.size(ownerFamily)];
    const made: number[] = [];
    let run: { start: number; step: number; count: number };
    const relation = linkName(ownerFamily, key, family);
    if (owner.index >= owners || size === 0 || state.fixtures.relations.has(relation))
      run = { start: 0, step: 1, count: 0 };
    else if (family === ownerFamily) {
      for (const step of [1, 2, 3]) made.push((owner.index + step) % size);
      run = { start: 0, step: 1, count: 0 };
    } else if (size >= owners) {
      run = { start: owner.index, step: owners, count: Math.ceil((size - owner.index) / owners) };
    } else run = { start: owner.index % size, step: 1, count: 1 };
    const { deleted } = population.state(family);
    const inRun = (index: number): boolean =>
      index >= run.start && index < run.start + run.step * run.count && (index - run.start) % run.step === 0;
    const out = new Set([...deleted].filter(inRun));
    const then = new Set(made.filter((index) => index !== owner.index && !deleted.has(index)));
    for (const [pair, isLinked] of state.links.get(relation) ?? []) {
      const [one = '', other = ''] = pair.split(' ');
      const mine = nameOf(owner);
      const partner = one === mine ? other : other === mine ? one : undefined;
      if (partner === undefined || !partner.startsWith(`${family.name}#`)) continue;
      const index = Number(partner.slice(family.name.length + 1));
      if (!isLinked) {
        if (inRun(index)) out.add(index);
        then.delete(index);
      } else if (population.isAlive(family, index)) {
        if (inRun(index)) out.delete(index);
        else then.add(index);
      }
    }
    return progression(
      run,
      [...out].sort((one, other) => one - other),
      [...then],
      (index) => population.thing(family, index, as),
    );
  }

  function linkName(owner: Family, key: string, family: Family): string {
    const back = [...model.slotsOf(family).values()].filter((slot) => isListOf(slot, owner));
    const there = new Set(
      [...model.slotsOf(owner).values()].filter((slot) => isListOf(slot, family)).map((slot) => slot.key),
    );
    const backKeys = new Set(back.map((slot) => slot.key));
    // One list on each side: they are the two ends of one relation.
    if (owner !== family && there.size === 1 && backKeys.size === 1) return [owner.name, family.name].sort().join(' ');
    return `${owner.name}.${key}`;
  }

  function isListOf(slot: FieldSlot, family: Family): boolean {
    return slot.kind === 'references' && slot.target !== undefined && model.familiesOf(slot.target).includes(family);
  }

  return {
    reference,
    backReference,
    linkName,
    list(owner, slot) {
      const { target } = slot;
      if (target === undefined) return emptySeries;
      const holder = holderOf(owner);
      if (holder.family === undefined || model.isSingle(holder.type)) return population.all(target);
      const owners = holder.family;
      return interleaved(
        model.familiesOf(target).map((family) => {
          const back = backReference(family, owners);
          return back ? referring(family, back, holder, target) : linked(family, holder, slot.key, target);
        }),
      );
    },
    link(relation, owner, item, isLinked) {
      const pairs = state.links.get(relation) ?? new Map<string, boolean>();
      const [mine, partner] = [nameOf(owner), nameOf(item)];
      // The pair may be kept from the other end.
      const name = pairs.has(`${partner} ${mine}`) ? `${partner} ${mine}` : `${mine} ${partner}`;
      pairs.set(name, isLinked);
      state.links.set(relation, pairs);
    },
  };
}
