import { isRecord } from '../../../base/is-record.ts';
import { hasNullableItems, idName } from '../model/names.ts';
import type { ObjectField } from '../model/shapes.ts';
import type { EmulatedObject, StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import { type Arguments, type Call, drawnNote, failureMember, failureObject, isDefault, notFound } from './call.ts';
import { countedBy, Doubts } from './doubts.ts';
import { Filter } from './filter.ts';
import { type ListArguments, type PageArguments, readListArguments } from './list-arguments.ts';
import { asText } from './operators.ts';
import { cutPage, pageObject } from './page.ts';
import { type SelectedItems, selectItems } from './select.ts';
import type { SelectedList } from './selected-list.ts';

const remembered = 64;

/** A list, its unknown arguments, and its position in the history of the store. */
interface KnownList extends SelectedItems {
  readonly history: readonly StoredObject[];
  seen: number;
}

/** Answers the fields of queries. */
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
    const { field } = call;
    const doubt = this.#doubts.about(call);
    if (doubt) call.say(drawnNote(call, doubt));
    if (field.leaf || !field.target) return this.#leaf(call);
    return field.kind === 'one' || field.kind === 'part' ? this.#one(call, field) : this.#list(call, field);
  }

  served(owner: EmulatedObject, field: ObjectField, list: SelectedList, args: Arguments): unknown {
    return this.#paged(owner, field, list, readListArguments(this.#world, field, args).page);
  }

  #paged(owner: EmulatedObject, field: ObjectField, list: SelectedList, asked: PageArguments): unknown {
    const page = cutPage(this.#world, list, asked);
    // A list of pages is served as a list.
    if (field.page && !field.isList) return pageObject(owner, field.definition.name, field.page, page);
    return list.slice(page.start, page.end);
  }

  /** A value. The arguments of a count choose what it counts; those of other values are not understood. */
  #leaf({ owner, field, args, note }: Call): unknown {
    const asked = Object.keys(args).filter((name) => args[name] != null);
    const counted = asked.length > 0 ? countedBy(this.#world, owner, field) : undefined;
    if (counted?.counts !== 'items') {
      for (const name of asked) note(name);
      return this.#world.reader.leaf(owner, field);
    }
    const filter = new Filter(this.#world, counted.list.target, args);
    for (const name of new Set(filter.unknown)) note(name);
    return counted.items().filter(filter.test).length;
  }

  /** One object or part: the one that the arguments name by its id, or the first that they leave. */
  #one(call: Call, field: ObjectField): EmulatedObject | null {
    const { model, reader, links } = this.#world;
    const { target, definition } = field;
    const { place } = call;
    const asked = Object.entries(call.args)
      .filter(([name, value]) => value != null && !isDefault(call.info, name))
      .flatMap(([name, value]) =>
        isRecord(value) && model.meanings(target, name).length === 0 ? Object.entries(value) : [[name, value] as const],
      );
    const isId = (name: string): boolean =>
      idName(name)?.many === false && model.meanings(target, name).some(({ kind }) => kind === 'id');
    const id = field.kind === 'one' ? asked.find(([name]) => isId(name)) : undefined;
    const filter = new Filter(this.#world, target, Object.fromEntries(asked.filter((entry) => entry !== id)));
    for (const name of field.kind === 'one' ? filter.unknown : asked.map(([each]) => each)) call.note(name);
    if (field.kind !== 'one' || (id === undefined && !filter.selects)) {
      const found = reader.one(call.owner, field);
      if (found !== null || field.isNullable) return found;
      throw notFound(`The emulator has no object for ${place}.`);
    }
    const list = { ...field, kind: 'many' } as const;
    // `order { return(id:) }` is one of the returns of the order.
    const isHeld = links.membership(call.owner, list) ?? (() => true);
    const stored = id && this.#world.find(target, id[1]);
    const own = stored && isHeld(stored) ? [this.#world.view(stored)] : [];
    const found = (id ? own : reader.many(call.owner, list))?.find(filter.test);
    if (found) return found;
    const like =
      id && model.stored.find((type) => !model.membersOf(target).includes(type) && this.#world.find(type, id[1]));
    if (like)
      call.say(`The id of ${place} is that of a ${like.name}, which the emulator keeps apart from ${String(target)}.`);
    const [argument, value] = id ?? asked[0] ?? ['', ''];
    const message = `The emulator has no ${String(target)} with the ${argument} "${asText(value)}".`;
    const failed = failureMember(definition);
    if (failed) return failureObject(failed, { message, argument, id: value });
    if (field.isNullable) return null;
    throw notFound(message);
  }

  #list(call: Call, field: ObjectField): unknown {
    const { args, info, owner } = call;
    const { target, page, isNullable, definition } = field;
    // A plain list of nullable items has null for each unknown id.
    if (Array.isArray(args['ids']) && page === undefined && hasNullableItems(definition))
      return args['ids'].map((id) => {
        const found = this.#world.find(target, id);
        return found ? this.#world.view(found) : null;
      });
    const asked = readListArguments(this.#world, field, args, (name) => !isDefault(info, name));
    const { list, unknown } = this.#selected(call, field, asked);
    for (const name of [...asked.unknown, ...unknown]) call.note(name);
    return list ? this.#paged(owner, field, list, asked.page) : isNullable ? null : [];
  }

  /** The list that the arguments leave: remembered, and brought up to date. */
  #selected({ owner, type }: Call, field: ObjectField, asked: ListArguments): SelectedItems {
    const { history } = this.#world.store;
    const { order, filter, including } = asked;
    const key = `${owner.place}.${field.definition.name} ${JSON.stringify([order, filter, ...including])}`;
    // A part has no place of its own.
    const known = owner.owner ? undefined : this.#known.get(key);
    if (known && this.#isCurrent(known)) return known;
    const state = this.#doubts.stateOf(type, field);
    const made = { ...selectItems(this.#world, owner, field, asked, state), history, seen: history.length };
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.set(key, made);
    return made;
  }

  /** Applies later changes to a list; false if it must be selected again. */
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
