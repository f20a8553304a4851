import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { isOwn, type ObjectField } from '../model/model-field.ts';
import { flatName } from '../model/names.ts';
import { goneState, type StoryState } from '../model/story.ts';
import type { EmulatedObject, StoredObject } from '../store/emulated-object.ts';
import type { WorldParts } from '../store/world-parts.ts';
import type { Arguments } from './call.ts';
import { Filter } from './filter.ts';
import type { ListArguments } from './list-arguments.ts';
import { fieldNamed, hasField } from './named-field.ts';
import { asText } from './operators.ts';
import { type Order, SelectedList } from './selected-list.ts';

/** The items that arguments leave, in their order, and the names of what was not understood. */
export interface SelectedItems {
  /** Null where the list itself is. */
  readonly list: SelectedList | null;
  readonly unknown: ReadonlySet<string>;
}

/** Selects the items of a list of an owner. `state` is the one in which they are. */
export function selectItems(
  world: WorldParts,
  owner: EmulatedObject,
  field: ObjectField,
  asked: ListArguments,
  state: string | undefined,
): SelectedItems {
  const { target, kind } = field;
  const isHidden = hiddenBy(world, target, asked);
  const filter = new Filter(world, target, { ...asked.filter, ...(state !== undefined && { [state]: true }) });
  const orders = ordersOf(world, target, asked.order);
  const unknown = new Set([...filter.unknown, ...(orders ? [] : Object.keys(asked.order))]);
  const all = world.reader.many(owner, field, isHidden);
  if (all === null) return { list: null, unknown };
  const isItem = kind === 'references' ? world.links.membership(owner, field) : undefined;
  const itemFor = (stored: StoredObject): EmulatedObject | undefined => {
    const item = isItem?.(stored) && !isHidden(stored) ? world.view(stored, target) : undefined;
    return item && filter.test(item) ? item : undefined;
  };
  const follows = isItem && filter.isOwn && orders?.every((order) => order.isOwn) !== false;
  const rule = { orders: orders ?? [], itemFor: follows ? itemFor : undefined };
  return { list: new SelectedList(filter.selects ? all.filter(filter.test) : all, rule), unknown };
}

/**
 * Decides what a list leaves out unless it is asked for: what is in a state that an argument may include (`includeRevoked`), and what
 * was deleted and can be restored.
 */
function hiddenBy(
  { model, storyOf, reader }: WorldParts,
  target: GraphQLCompositeType,
  { filter, including }: ListArguments,
): (stored: StoredObject) => boolean {
  const asked = flatName(JSON.stringify(filter));
  const hidden = model.familiesOf(target).map(({ name }) => {
    const story = storyOf(name);
    const gone = goneState(story);
    const states = new Map<StoryState, boolean>(gone && [[gone, true]]);
    for (const [word, isIncluded] of including) {
      const { state, holds } = story?.find(word) ?? {};
      if (state && isIncluded) states.delete(state);
      else if (state && holds !== undefined) states.set(state, holds);
    }
    const isAsked = ({ shows }: StoryState) => shows.some(({ field }) => asked.includes(flatName(field.key)));
    return [name, [...states].filter(([state]) => !isAsked(state))] as const;
  });
  const byFamily = new Map(hidden);
  return (stored) =>
    byFamily.get(stored.family)?.some(([state, holds]) => reader.holds(stored, state) === holds) ?? false;
}

/** The name of a field, and whether it descends; undefined if nothing says in which direction. */
type Key = readonly [name: string, isDescending: boolean | undefined];

/**
 * The orders that arguments ask for: `NAME_DESC`, `{ field, direction }`, `{ name: ASC }`, several, or a key and a direction apart.
 * Undefined if one of them is not understood.
 */
function ordersOf(
  { model, reader }: WorldParts,
  type: GraphQLCompositeType,
  sorting: Arguments,
): readonly Order[] | undefined {
  function keysIn(input: Arguments, isInner = false): readonly Key[] {
    const entries = Object.entries(input).filter(([, value]) => value != null);
    const way = entries.find(([name, value]) => descends(value, name) !== undefined && !hasField(model, type, name));
    const keys = entries.flatMap(([name, value]): readonly Key[] => {
      const own = descends(value, name);
      if (own !== undefined) return name === way?.[0] ? [] : [[name, own]];
      // The order of what an item refers to is not understood.
      return [value].flat().flatMap((each) => (isRecord(each) && !isInner ? keysIn(each, true) : [keyIn(each)]));
    });
    // A direction alone says of nothing that it is sorted.
    if (way && keys.length === 0) return [['', undefined]];
    return keys.map(([name, isDescending = way && descends(way[1], way[0])]) => [name, isDescending]);
  }

  const orders = keysIn(sorting).map(([key, isDescending = false]): Order | undefined => {
    const names = [key, `${key}_at`];
    const all = names.flatMap((name) => model.membersOf(type).map((member) => fieldNamed(model, member, name)));
    const field = all.find((each) => each?.leaf);
    const read = (item: EmulatedObject): unknown => {
      const own = field && model.field(item.type, field.definition.name);
      return own ? reader.leaf(item, own) : null;
    };
    return field && { read, isDescending, isOwn: isOwn(field) };
  });
  return orders.every((order) => order !== undefined) ? orders : undefined;
}

/** The key in a value such as `NAME_DESC`. */
function keyIn(value: unknown): Key {
  const [, name = '', way] = /^(\w+?)(?:_(asc|desc)(?:ending)?)?$/i.exec(asText(value)) ?? [];
  return [name, descends(way)];
}

/** Whether a list descends, as `DESC` or `reverse: true` says; undefined if a value is no direction. Null is last in any case. */
function descends(value: unknown, name = ''): boolean | undefined {
  if (typeof value === 'boolean')
    return /^(?:reverse|desc)/i.test(name) ? value : /^asc/i.test(name) ? !value : undefined;
  const [, way] = /^(asc|desc)(?:ending)?$/i.exec(asText(value)) ?? [];
  return way === undefined ? undefined : /desc/i.test(way);
}
