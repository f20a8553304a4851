import { type GraphQLOutputType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { ModelField } from '../model/model-field.ts';
import { hasNullableItems, isNullable } from '../model/nullability.ts';
import { type EmulatedObject, objectPlace } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Arguments, Call } from './call.ts';
import { cutPage } from './cut-page.ts';
import { pageObject } from './page.ts';
import { readPageArguments } from './page-arguments.ts';
import { type Selected, selectItems } from './select.ts';
import { readSingle } from './single.ts';

/** Answers fields: leaves, the object or part that the arguments name, and lists with their pages. */
export class Reads {
  readonly #world: WorldParts;
  /** The list that was read last, which holds until something changes: who pages through it asks for it again and again. */
  #last: { readonly place: string; readonly items: readonly EmulatedObject[] | null } = { place: '', items: null };

  constructor(world: WorldParts) {
    this.#world = world;
  }

  read(call: Call): unknown {
    const { owner, type, definition } = call;
    const field = this.#world.model.field(type, definition.name);
    if (field === undefined) return null;
    if (field.leaf) {
      for (const [name, value] of Object.entries(call.args)) if (value != null) call.note(name);
      return this.#world.reader.leaf(owner, field);
    }
    if (field.kind === 'reference' || field.kind === 'part') return readSingle(this.#world, call, field);
    return this.#list(call, field);
  }

  /** A list, or its page, in the type that the field has for it. */
  served(
    call: Pick<Call, 'owner' | 'definition' | 'say'>,
    field: ModelField,
    list: Selected,
    args: Arguments,
  ): unknown {
    const { definition } = call;
    const type = getNullableType(definition.type);
    const asked = readPageArguments(definition, args, this.#world.settings.maxPageSize);
    const page = { ...cutPage(this.#world, list, asked), items: list.items, size: asked.size };
    if (field.page && isCompositeType(type)) return pageObject(this.#world, call, field.page, page);
    return nested(type, list.items.slice(page.start, page.end));
  }

  #list(call: Call, field: ModelField): unknown {
    const { owner, definition, args } = call;
    const { target } = field;
    if (target === undefined) return [];
    const { ids } = args;
    // A list that is not a page says which of the ids are unknown.
    if (Array.isArray(ids) && field.page === undefined && hasNullableItems(definition))
      return ids.map((id) => this.#world.population.find(target, id) ?? null);
    const items = this.#itemsOf(owner, field);
    if (items === null) return isNullable(definition) ? null : [];
    const inOrder = Array.isArray(ids)
      ? ids.flatMap((id) => items.filter(({ stored }) => String(stored?.id) === String(id)))
      : items;
    const list = selectItems(this.#world, inOrder, target, args, call.note);
    return this.served(call, field, list, args);
  }

  #itemsOf(owner: EmulatedObject, field: ModelField): readonly EmulatedObject[] | null {
    const { store, reader } = this.#world;
    if (owner.owner) return reader.many(owner, field);
    const place = `${store.version} ${objectPlace(owner)}.${field.definition.name}`;
    if (this.#last.place !== place) this.#last = { place, items: reader.many(owner, field) };
    return this.#last.items;
  }
}

/** Items in as many lists as the type has around them. */
function nested(type: GraphQLOutputType, items: readonly EmulatedObject[]): unknown {
  let depth = 0;
  for (let at = type; isListType(at); at = getNullableType(at.ofType)) depth += 1;
  return Array.from({ length: Math.max(0, depth - 1) }).reduce((inner) => [inner], items as unknown);
}
