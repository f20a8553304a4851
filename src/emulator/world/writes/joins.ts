import type { Family, ModelField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import type { StoredObject } from '../store/emulated-object.ts';
import type { ChangeParts, Changes } from './changes.ts';

/** How two objects are joined. */
export interface JoinHow {
  readonly joined: boolean;
  /** Whether the item belongs to no other owner then, as after a move. */
  readonly alone?: boolean;
  /** The list of the owner, or the reference of the item, that the mutation mentions. */
  readonly name?: string | undefined;
}

/** Joins and parts objects by whatever the schema has for it: a reference, or a list on either side. */
export class Joins {
  readonly #parts: ChangeParts;
  readonly #changes: Changes;

  constructor(parts: ChangeParts, changes: Changes) {
    this.#parts = parts;
    this.#changes = changes;
  }

  /** Joins or parts an item and an owner; false if the schema has nothing for it. */
  join(item: StoredObject, owner: StoredObject, { joined, alone = false, name }: JoinHow): boolean {
    const { model, links, population } = this.#parts;
    const [its, owners] = [model.families.get(item.family), model.families.get(owner.family)];
    if (!its || !owners) return false;
    const reference = this.#referenceTo(its, owners, name);
    if (reference) return this.#refer(item, reference, owner, joined);
    const there = this.#listOf(owners, its, name);
    const here = this.#listOf(its, owners);
    if (there || here) {
      if (alone && here)
        for (const before of links.list(population.view(item), here)) links.join(item, here.key, before, false);
      if (there) links.join(owner, there.key, item, joined);
      else if (here) links.join(item, here.key, owner, joined);
      return true;
    }
    const back = this.#referenceTo(owners, its, name);
    return back !== undefined && this.#refer(owner, back, item, joined);
  }

  /** Makes a list hold these items alone. */
  replace(owner: StoredObject, field: ModelField, items: readonly StoredObject[]): void {
    const { links, population } = this.#parts;
    for (const item of links.list(population.view(owner), field))
      if (!items.includes(item)) links.join(owner, field.key, item, false);
    for (const item of items) links.join(owner, field.key, item, true);
  }

  #refer(from: StoredObject, field: ModelField, to: StoredObject, joined: boolean): boolean {
    if (!joined && !isNullable(field.definition)) return false;
    // What belongs elsewhere stays there.
    if (joined || this.#parts.links.referenceOf(from, field) === to)
      this.#changes.refer(from, field, joined ? to : null);
    return true;
  }

  /** The reference of a family to another one: the one that the mutation mentions, or the one that lists are made from. */
  #referenceTo(family: Family, owner: Family, name: string | undefined): ModelField | undefined {
    const { model, relations } = this.#parts;
    const found = [...model.fieldsOfFamily(family).values()].find(
      ({ kind, key, target }) =>
        kind === 'reference' &&
        target !== undefined &&
        model.familiesOf(target).includes(owner) &&
        (flatName(key) === name || (name?.startsWith('assign') && flatName(key).startsWith('assign'))),
    );
    return found ?? relations.backReference(family, owner);
  }

  /** The list that a family has of another: the one with this name if there is one. */
  #listOf(family: Family, item: Family, name?: string): ModelField | undefined {
    const { model } = this.#parts;
    const lists = [...model.fieldsOfFamily(family).values()].filter(
      ({ kind, target }) => kind === 'references' && target && model.familiesOf(target).includes(item),
    );
    return lists.find(({ key }) => name !== undefined && [name, `${name}s`].includes(flatName(key))) ?? lists[0];
  }
}
