import { getNullableType, isCompositeType } from 'graphql';
import { hasNullableItems } from '../model/names.ts';
import type { ModelField, ObjectField } from '../model/shapes.ts';
import type { StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type Arguments, type Call, drawnNote, isDefault } from './call.ts';
import { countedBy } from './counts.ts';
import { Doubts } from './doubts.ts';
import { Filter } from './filter.ts';
import { type ListArguments, type PageArguments, readListArguments } from './list-arguments.ts';
import { readOne } from './one.ts';
import { cutPage, pageObject } from './page.ts';
import { type SelectedItems, selectItems } from './select.ts';
import type { SelectedList } from './selected-list.ts';

const remembered = 64;

/** A list, its unknown arguments, and its position in the history of the store. */
interface KnownList extends SelectedItems {
  readonly history: readonly StoredObject[];
  seen: number;
}

export class Reads {
  readonly #world: WorldParts;
  readonly #doubts: Doubts;
  /** The lists read last: each page of a list is cut from the same one. */
  readonly #known = new Map<string, KnownList>();

  constructor(world: WorldParts) {
    this.#world = world;
    this.#doubts = new Doubts(world);
  }

  read(call: Call): unknown {
    const { type, definition } = call;
    const field = this.#world.model.fields(type).get(definition.name);
    if (field === undefined) return null;
    const doubt = this.#doubts.about(call, field);
    if (doubt) call.say(drawnNote(type.name, definition.name, doubt));
    if (field.leaf || !field.target) return this.#leaf(call, field);
    return field.kind === 'one' || field.kind === 'part' ? readOne(this.#world, call, field) : this.#list(call, field);
  }

  served(call: Pick<Call, 'owner' | 'definition'>, field: ObjectField, list: SelectedList, args: Arguments): unknown {
    return this.#paged(call, field, list, readListArguments(this.#world, field, args).page);
  }

  #paged(
    call: Pick<Call, 'owner' | 'definition'>,
    field: ObjectField,
    list: SelectedList,
    asked: PageArguments,
  ): unknown {
    const type = getNullableType(call.definition.type);
    const page = cutPage(this.#world, list, asked);
    if (field.page && isCompositeType(type)) return pageObject(call, field.page, page);
    return list.slice(page.start, page.end);
  }

  /** A value; of arguments, a count alone understands any: those that choose what it counts. */
  #leaf({ owner, args, note }: Call, field: ModelField): unknown {
    const asked = Object.keys(args).filter((name) => args[name] != null);
    const counted = asked.length > 0 ? countedBy(this.#world, owner, field) : undefined;
    const filter = counted && new Filter(this.#world, counted.list.target, args);
    for (const name of new Set(filter?.unknown ?? asked)) note(name);
    return counted && filter ? counted.items().filter(filter.test).length : this.#world.reader.leaf(owner, field);
  }

  #list(call: Call, field: ObjectField): unknown {
    const { args, info } = call;
    const { target, page, isNullable, definition } = field;
    // A list that is not a page says which of the ids are unknown.
    if (Array.isArray(args['ids']) && page === undefined && hasNullableItems(definition))
      return args['ids'].map((id) => {
        const found = this.#world.find(target, id);
        return found ? this.#world.view(found) : null;
      });
    const asked = readListArguments(this.#world, field, args, (name) => !isDefault(info, name));
    const { list, unknown } = this.#selected(call, field, asked);
    for (const name of [...asked.unknown, ...unknown]) call.note(name);
    return list ? this.#paged(call, field, list, asked.page) : isNullable ? null : [];
  }

  /** The list that the arguments leave, which each of its pages is cut from: remembered, and brought up to date. */
  #selected({ owner, definition, type }: Call, field: ObjectField, asked: ListArguments): SelectedItems {
    const { history } = this.#world.store;
    const { order, filter, including } = asked;
    const key = `${owner.place}.${definition.name} ${JSON.stringify([order, filter, ...including])}`;
    // A part has no place of its own.
    const known = owner.owner ? undefined : this.#known.get(key);
    if (known && this.#isCurrent(known)) return known;
    const state = this.#doubts.stateOf(type, field);
    const made = { ...selectItems(this.#world, owner, field, asked, state), history, seen: history.length };
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.set(key, made);
    return made;
  }

  /** Whether a list is still valid after later changes were applied to it. */
  #isCurrent(known: KnownList): boolean {
    const { history } = this.#world.store;
    const { list, seen } = known;
    if (known.history !== history || seen === history.length) return known.history === history;
    if (!list?.follows || history.length - seen > list.length) return false;
    for (const object of history.slice(seen)) list.follow(object);
    known.seen = history.length;
    return true;
  }
}
