import {
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
} from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import type { ModelField, ObjectField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { hasNullableItems, isNullable } from '../model/nullability.ts';
import type { EmulatedObject, StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import { type Arguments, type Call, drawnNote, withoutEmptyDefaults } from './call.ts';
import { countedItems } from './counts.ts';
import { filterOf } from './filter.ts';
import { hiding } from './hiding.ts';
import { Known } from './known.ts';
import { fieldMeant } from './named-field.ts';
import { cutPage, pageObject } from './page.ts';
import { isPagingArgument, readPageArguments } from './page-arguments.ts';
import { selectItems } from './select.ts';
import type { SelectedList } from './selected-list.ts';
import { readSingle } from './single.ts';

/** How many lists are remembered. */
const remembered = 64;

/** A list, what was not understood of it, and how much of the history of the store it has seen. */
interface KnownList {
  readonly list: SelectedList | null;
  readonly notes: ReadonlySet<string>;
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
    const call = { ...asked, args: spread(withoutEmptyDefaults(asked.args, asked.info)) };
    const { type, definition } = call;
    const field = this.#world.model.field(type, definition.name);
    if (field === undefined) return null;
    const doubt = this.#certain.doubtAbout(call, field);
    if (doubt) call.say(drawnNote(type.name, definition.name, doubt));
    if (field.leaf || !field.target) return this.#leaf(call, field);
    return /^(?:reference|part)$/.test(field.kind) ? readSingle(this.#world, call, field) : this.#list(call, field);
  }

  /** A value; of arguments, a count alone understands any: those that choose what it counts. */
  #leaf({ owner, args, note }: Call, field: ModelField): unknown {
    const asked = Object.keys(args).filter((name) => args[name] != null);
    const counted = asked.length > 0 ? countedItems(this.#world, owner, field) : undefined;
    const filter = counted && filterOf(this.#world, counted.type, args);
    for (const name of filter?.unknown ?? asked) note(name);
    return counted && filter ? counted.items().filter(filter.test).length : this.#world.reader.leaf(owner, field);
  }

  /** A list, or its page, in the type that the field has for it. */
  served(call: Pick<Call, 'owner' | 'definition'>, field: ModelField, list: SelectedList, args: Arguments): unknown {
    const { definition } = call;
    const type = getNullableType(definition.type);
    const asked = readPageArguments(definition, args, this.#world.settings.maxPageSize);
    const page = cutPage(this.#world, list, asked);
    const all = () => (field.target && this.#world.reader.many(call.owner, field)?.length) ?? list.length;
    if (field.page && isCompositeType(type)) return pageObject(this.#world, call, field.page, { ...page, all });
    return nested(type, list.slice(page.start, page.end));
  }

  #list(call: Call, field: ObjectField): unknown {
    const { definition, args } = call;
    const { population } = this.#world;
    const { target, page } = field;
    // A list that is not a page says which of the ids are unknown.
    if (Array.isArray(args['ids']) && page === undefined && hasNullableItems(definition))
      return args['ids'].map((id) => {
        const found = population.find(target, id);
        return found ? population.view(found, target) : null;
      });
    const list = this.#selected(call, field);
    return list ? this.served(call, field, list, args) : isNullable(definition) ? null : [];
  }

  /** The list that the arguments leave, which each of its pages is cut from: remembered, and brought up to date. */
  #selected(call: Call, field: ObjectField): SelectedList | null {
    const { history } = this.#world.store;
    const args = Object.entries(call.args).filter(([name, value]) => !isPagingArgument(name, value));
    const key = `${call.owner.place}.${call.definition.name} ${JSON.stringify(args)}`;
    // A part has no place of its own.
    let known = call.owner.owner ? undefined : this.#known.get(key);
    if (known === undefined || !this.#isCurrent(known)) {
      if (this.#known.size >= remembered) this.#known.clear();
      known = { ...this.#select(call, field), history, seen: history.length };
      this.#known.set(key, known);
    }
    for (const what of known.notes) call.note(what);
    return known.list;
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

  #select({ owner, type: of, args, definition }: Call, field: ObjectField) {
    const notes = new Set<string>();
    const { model, reader, links } = this.#world;
    const { target } = field;
    const { isHidden, others: asked } = hiding(this.#world, target, definition, args);
    const state = this.#certain.stateOf(of, field);
    const others = { ...asked, ...(state !== undefined && { [state]: true }) };
    // A value of an enum chooses nothing by a text, which is drawn.
    const isText = (name: string) =>
      model.membersOf(target).some((member) => fieldMeant(model, member, name)?.leaf?.name === 'String');
    for (const { name, type } of definition.args)
      if (others[name] != null && isEnumType(getNamedType(type)) && isText(name)) {
        notes.add(name);
        delete others[name];
      }
    const all = reader.many(owner, field, isHidden);
    if (all === null) return { list: null, notes };
    const { ids } = args;
    const isItem = field.kind === 'references' ? links.membership(owner, field) : undefined;
    const choice = Array.isArray(ids)
      ? { items: ids.flatMap((id) => all.filter(({ stored }) => String(stored?.id) === String(id))), isOrdered: true }
      : { items: all, isItem: isItem && ((stored: StoredObject) => isItem(stored) && !isHidden(stored)) };
    return { list: selectItems(this.#world, { ...choice, type: target }, others, (what) => notes.add(what)), notes };
  }
}

/** Arguments with those of an input around all of them beside them: `options: { take, sort, filter }`. */
function spread(args: Arguments): Arguments {
  const entries = Object.entries(args).map(([name, value]): Arguments => {
    if (!isRecord(value) || !/(?:options|opts|input|params|request|query|args|filter)$/.test(flatName(name)))
      return { [name]: value };
    const isAround = Object.entries(value).some(
      ([key, each]) => isPagingArgument(key, each) || /^(?:sort|order|filter|where|include)/i.test(key),
    );
    return isAround ? value : { [name]: value };
  });
  return Object.assign({}, ...entries);
}

/** Items in as many lists as the type has around them. */
function nested(type: GraphQLOutputType, items: readonly EmulatedObject[]): unknown {
  const inner = isListType(type) ? getNullableType(type.ofType) : undefined;
  return isListType(inner) ? [nested(inner, items)] : items;
}
