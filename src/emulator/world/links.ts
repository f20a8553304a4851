import type { Family, FieldSlot, Model } from './model.ts';
import { bare } from './names.ts';
import { isNullable } from './nullability.ts';
import type { Population } from './population.ts';
import type { Reader } from './reader.ts';
import type { Relations } from './relations.ts';
import { keep } from './state.ts';
import { type Steps, settingOf } from './steps.ts';
import { nameOf, type Placed, type Thing } from './thing.ts';

/** How two objects are joined. */
export interface LinkHow {
  /** Whether the item belongs to no other owner then, as after a move. */
  readonly alone?: boolean;
  /** The list of the owner, if the mutation mentions it. */
  readonly list?: string | undefined;
}

interface Parts {
  readonly model: Model;
  readonly population: Population;
  readonly relations: Relations;
  readonly reader: Reader;
}

/** Joins and parts objects. */
export interface Links {
  /** Joins or parts two objects by whatever the schema has for it; false if it has nothing. */
  link(steps: Steps, item: Thing, owner: Thing, isLinked: boolean, how?: LinkHow): boolean;
  /** Puts an item into a list or takes it out. */
  relate(owner: Placed, slot: FieldSlot, item: Thing, isLinked: boolean): void;
  /** Puts these items into a list, and takes out all others. */
  replace(owner: Placed, slot: FieldSlot, items: readonly Thing[]): void;
}

/** Joins objects by a reference, by a list of one of them, or by lists of both. */
export function createLinks({ model, population, relations, reader }: Parts): Links {
  /** The items of a list; of a very long one the first. */
  function listed(thing: Thing, slot: FieldSlot): readonly Thing[] {
    const list = reader.many(thing, slot);
    return Array.from({ length: Math.min(list.length, 100_000) }, (_, position) => list.at(position));
  }

  function replace(owner: Placed, slot: FieldSlot, items: readonly Thing[]): void {
    for (const item of listed(owner, slot)) relate(owner, slot, item, false);
    for (const item of items) relate(owner, slot, item, true);
  }

  /** Puts an item into a list or takes it out: by the item's reference back if there is one. */
  function relate(owner: Placed, slot: FieldSlot, item: Thing, isLinked: boolean): void {
    if (item.family === undefined) return;
    const back = relations.backReference(item.family, owner.family);
    if (back === undefined)
      relations.link(relations.linkName(owner.family, slot.key, item.family), owner, item, isLinked);
    else if (isLinked) keep(population.state(item.family), item.index, back.key, { ref: nameOf(owner) });
    else if (isNullable(back.field)) keep(population.state(item.family), item.index, back.key, null);
  }

  function link(
    steps: Steps,
    item: Thing,
    owner: Thing,
    isLinked: boolean,
    { alone = false, list }: LinkHow = {},
  ): boolean {
    if (item.family === undefined || owner.family === undefined) return false;
    const joined = { ...item, family: item.family };
    const holder = { ...owner, family: owner.family };
    const there = listSlot(holder.family, joined.family, list);
    const reference = relations.backReference(joined.family, holder.family);
    if (reference) {
      if (!isLinked && !isNullable(reference.field)) return false;
      steps.push(settingOf(population, joined, reference.key, isLinked ? { ref: nameOf(owner) } : null));
      return true;
    }
    const here = listSlot(joined.family, holder.family);
    const other = relations.backReference(holder.family, joined.family);
    if (there === undefined && here === undefined) {
      if (other === undefined || (!isLinked && !isNullable(other.field))) return false;
      steps.push(settingOf(population, holder, other.key, isLinked ? { ref: nameOf(item) } : null));
      return true;
    }
    steps.push(() => {
      if (alone && here) for (const before of listed(item, here)) relate(joined, here, before, false);
      if (there) relate(holder, there, item, isLinked);
      else if (here) relate(joined, here, owner, isLinked);
    });
    return true;
  }

  /** The list that a family has of another: the one with this name if there is one. */
  function listSlot(family: Family, item: Family, name?: string): FieldSlot | undefined {
    const lists = [...model.slotsOf(family).values()].filter(
      (slot) => slot.kind === 'references' && slot.target && model.familiesOf(slot.target).includes(item),
    );
    return lists.find(({ key }) => name !== undefined && [name, `${name}s`].includes(bare(key))) ?? lists[0];
  }

  return { link, relate, replace };
}
