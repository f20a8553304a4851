import type { Family, ObjectField } from '../model/model-field.ts';
import { flatName, sameNoun } from '../model/names.ts';
import { isNullable } from '../model/nullability.ts';
import { isId, type StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Changes } from './changes.ts';
import type { InputEntry } from './entries.ts';
import type { Plan } from './plan.ts';
import { UnknownObject } from './unknown-object.ts';
import { kindOf } from './verbs.ts';

/** Joins and parts objects, as one mutation says. */
export class Joins {
  /** The list or reference that the mutation mentions: `owner` of `addGroupOwner`. */
  readonly mentioned: string;
  readonly #world: WorldParts;
  readonly #changes: Changes;
  readonly #plan: Plan;

  constructor(world: WorldParts, changes: Changes, plan: Plan) {
    this.mentioned = plan.does === 'create' ? '' : plan.attribute || (plan.done[0] ?? '');
    this.#world = world;
    this.#changes = changes;
    this.#plan = plan;
  }

  /** Joins what ids name: by the field that is called so, or else by whatever the two types have for it. */
  link(
    object: StoredObject,
    family: Family,
    field: ObjectField | undefined,
    { key, value, idOf }: InputEntry,
  ): boolean {
    const { model, links } = this.#world;
    const { joins, does } = this.#plan;
    const ids: readonly unknown[] = [value].flat();
    if (!ids.every(isId) || (field && !this.#isSure(family, field, idOf ?? []))) return false;
    const type = field?.target ?? model.named(idOf ?? []);
    // `subjectId` of a new object names anything that it refers to.
    const references = does === 'create' ? model.linksOf(family) : [];
    const types = type ? [type] : references.filter(({ kind }) => kind === 'reference').map(({ target }) => target);
    const found = ids.map((id) => types.map((each) => this.#world.find(each, id)).find(Boolean));
    const items = found.filter((item) => item !== undefined);
    // A text that is no id may be a value that the schema has no field for: tags.
    if (type && idOf && items.length < ids.length) throw new UnknownObject(key, ids[found.indexOf(undefined)]);
    // Who refers to one at most can't be joined with several.
    const others = items[0] && model.families.get(items[0].family);
    const only = field ?? (others && model.backReference(family, others));
    if (items.length < ids.length || (items.length > 1 && only?.kind === 'reference')) return false;
    // `addedLabelIds` of an update.
    const [, adds, removes] = /^(?:(add|attach)|(remove|detach))/.exec(flatName(key)) ?? [];
    const isJoined = adds !== undefined || (removes === undefined && joins !== 'part');
    if (field === undefined) return items.every((item) => this.join(object, family, item, isJoined));
    if (field.kind === 'references' && joins === 'set' && !adds && !removes)
      for (const item of links.list(this.#world.view(object), field))
        if (!items.includes(item)) links.join(object, field, item, false);
    return items.every((item) => this.#tie(object, field, item, isJoined));
  }

  /** Joins or parts two objects by what the schema has for it, a reference or a list on either side; false if it has nothing. */
  join(object: StoredObject, family: Family, other: StoredObject, isJoined: boolean): boolean {
    const { model } = this.#world;
    const owners = model.families.get(other.family);
    if (!owners) return false;
    const listOf = (of: Family, items: Family): ObjectField | undefined => {
      const lists = model.linksOf(of, items).filter(({ kind }) => kind === 'references');
      // Nothing says which of several lists has it.
      return (
        lists.find(({ key }) => sameNoun(flatName(key), this.mentioned)) ?? (lists.length === 1 ? lists[0] : undefined)
      );
    };
    const here = model.backReference(family, owners) ?? listOf(family, owners);
    if (here) return this.#tie(object, here, other, isJoined);
    const there = listOf(owners, family) ?? model.backReference(owners, family);
    return there !== undefined && this.#tie(other, there, object, isJoined);
  }
  /** Whether an object belongs to what must refer to another; a new one is put where all that it refers to is. */
  isBelow(object: StoredObject, above: StoredObject): boolean {
    const { model, links } = this.#world;
    // All belong to what is there once.
    if (model.families.get(above.family)?.isSingle) return true;
    const owners = (from: StoredObject): readonly (readonly [ObjectField, StoredObject | null])[] => {
      const family = model.families.get(from.family);
      const fields = family ? model.linksOf(family) : [];
      const required = fields.filter(({ kind, definition }) => kind === 'reference' && !isNullable(definition));
      return required.map((field) => [field, links.referenceOf(from, field)]);
    };
    const own = owners(object);
    if (this.#plan.does !== 'create')
      return own.some(([, owner]) => owner === above || (owner && owners(owner).some(([, next]) => next === above)));
    return own.some(([field]) => {
      const place = this.#world.all(field.target).find((each) => {
        const to = owners(each).map(([, owner]) => owner);
        return to.includes(above) && to.every((one) => one === above || own.some(([, owner]) => owner === one));
      });
      return place !== undefined && this.#tie(object, field, place, true);
    });
  }

  /** Joins or parts by one field; what must have one there, and is removed from it, is no more. */
  #tie(object: StoredObject, field: ObjectField, item: StoredObject, isJoined: boolean): boolean {
    const { links } = this.#world;
    const isHeld =
      field.kind === 'reference' && !isNullable(field.definition) && links.referenceOf(object, field) === item;
    if (!isJoined && isHeld && kindOf(this.#plan.done[0]) === 'delete') this.#changes.remove(object);
    else if (!links.join(object, field, item, isJoined)) return false;
    this.#changes.say(object, item);
    this.#changes.say(item, object);
    return true;
  }

  /** Whether an id names a field, or the only one for such objects: where several may be meant, nothing says which. */
  #isSure(family: Family, { key, kind, target }: ObjectField, words: readonly string[]): boolean {
    const { model } = this.#world;
    const noun = words.filter((each) => !/^(?:new|to|into|target|destination)$/.test(each)).join('');
    const isCalled = [noun, this.mentioned].some((name) => sameNoun(flatName(key), name));
    const isLike = (each: ObjectField) => each.kind === kind && model.isSameFamily(each.target, target);
    return isCalled || model.linksOf(family).filter(isLike).length === 1;
  }
}
