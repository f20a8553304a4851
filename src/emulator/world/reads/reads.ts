import { type GraphQLOutputType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { ModelField, ObjectField } from '../model/model-field.ts';
import { hasNullableItems, isNullable } from '../model/nullability.ts';
import type { EmulatedObject, StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Arguments, type Call, drawnNote, isDefault, withoutEmptyDefaults } from './call.ts';
import { countedItems } from './counts.ts';
import { Filter } from './filter.ts';
import { Known } from './known.ts';
import { type ListArguments, type PageArguments, readListArguments } from './list-arguments.ts';
import { cutPage, pageObject } from './page.ts';
import { type SelectedItems, selectItems } from './select.ts';
import type { SelectedList } from './selected-list.ts';
import { readSingle } from './single.ts';

/** How many lists are remembered. */
const remembered = 64;

/** A list, what was not understood of it, and how much of the history of the store it has seen. */
interface KnownList extends SelectedItems {
  readonly history: readonly StoredObject[];
  seen: number;
}

/** Answers fields: leaves, the object or part that the arguments name, and lists with their pages. */
export class Reads {
  readonly #world: WorldParts;
  readonly #certain: Known;
  /** The lists that were read last, since who pages through one asks for it again and again. */
  readonly #known = new Map<string, KnownList>();

  constructor(world: WorldParts) {
    this.#world = world;
    this.#certain = new Known(world);
  }

  read(asked: Call): unknown {
    const call = { ...asked, args: withoutEmptyDefaults(asked.args, asked.info) };
    const { type, definition } = call;
    const field = this.#world.model.field(type, definition.name);
    if (field === undefined) return null;
    const doubt = this.#certain.doubtAbout(call, field);
    if (doubt) call.say(drawnNote(type.name, definition.name, doubt));
    if (field.leaf || !field.target) return this.#leaf(call, field);
    return /^(?:reference|part)$/.test(field.kind) ? readSingle(this.#world, call, field) : this.#list(call, field);
  }

  /** A list, or its page, in the type that the field has for it. */
  served(call: Pick<Call, 'owner' | 'definition'>, field: ModelField, list: SelectedList, args: Arguments): unknown {
    return field.target ? this.#page(call, field, list, readListArguments(this.#world, field, args).page) : [];
  }

  /** A value; of arguments, a count alone understands any: those that choose what it counts. */
  #leaf({ owner, args, note }: Call, field: ModelField): unknown {
    const asked = Object.keys(args).filter((name) => args[name] != null);
    const counted = asked.length > 0 ? countedItems(this.#world, owner, field) : undefined;
    const filter = counted && new Filter(this.#world, counted.type, args);
    for (const name of new Set(filter?.unknown ?? asked)) note(name);
    return counted && filter ? counted.items().filter(filter.test).length : this.#world.reader.leaf(owner, field);
  }

  #list(call: Call, field: ObjectField): unknown {
    const { definition, args } = call;
    const { target, page } = field;
    // A list that is not a page says which of the ids are unknown.
    if (Array.isArray(args['ids']) && page === undefined && hasNullableItems(definition))
      return args['ids'].map((id) => {
        const found = this.#world.find(target, id);
        return found ? this.#world.view(found, target) : null;
      });
    const asked = readListArguments(this.#world, field, args, (name) => !isDefault(call.info, name));
    const { list, unknown } = this.#selected(call, field, asked);
    for (const name of [...asked.unknown, ...unknown]) call.note(name);
    if (list) return this.#page(call, field, list, asked.page);
    return isNullable(definition) ? null : [];
  }

  #page(
    call: Pick<Call, 'owner' | 'definition'>,
    field: ObjectField,
    list: SelectedList,
    asked: PageArguments,
  ): unknown {
    const type = getNullableType(call.definition.type);
    const page = cutPage(this.#world, list, asked);
    if (field.page && isCompositeType(type)) return pageObject(call, field.page, page);
    return nested(type, list.slice(page.start, page.end));
  }

  /** The list that the arguments leave, which each of its pages is cut from: remembered, and brought up to date. */
  #selected({ owner, definition, type }: Call, field: ObjectField, asked: ListArguments): SelectedItems {
    const { history } = this.#world.store;
    const { order, filter, including } = asked;
    const key = `${owner.place}.${definition.name} ${JSON.stringify([order, filter, ...including])}`;
    // A part has no place of its own.
    const known = owner.owner ? undefined : this.#known.get(key);
    if (known && this.#isCurrent(known)) return known;
    const state = this.#certain.stateOf(type, field);
    const made = { ...selectItems(this.#world, owner, field, asked, state), history, seen: history.length };
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.set(key, made);
    return made;
  }

  /** Whether a list holds still, after it followed what changed since it was read. */
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

/** Items in as many lists as the type has around them. */
function nested(type: GraphQLOutputType, items: readonly EmulatedObject[]): unknown {
  const inner = isListType(type) ? getNullableType(type.ofType) : undefined;
  return isListType(inner) ? [nested(inner, items)] : items;
}
