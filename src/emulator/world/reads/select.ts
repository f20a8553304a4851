import type { GraphQLCompositeType } from 'graphql';
import { isRecord } from '../../../base/is-record.ts';
import { flatName } from '../model/names.ts';
import type { ObjectField } from '../model/shapes.ts';
import type { State } from '../model/states.ts';
import type { EmulatedObject, StoredObject } from '../objects/emulated-object.ts';
import type { WorldParts } from '../objects/world-parts.ts';
import type { Arguments } from './call.ts';
import { Filter } from './filter.ts';
import type { ListArguments } from './list-arguments.ts';
import { asText } from './operators.ts';
import { type Order, SelectedList } from './selected-list.ts';

export interface SelectedItems {
  /** Null if the list itself is null. */
  readonly list: SelectedList | null;
  readonly unknown: ReadonlySet<string>;
}

/** Selects the items of a list of an owner. All of them are in the given state. */
export function selectItems(
  world: WorldParts,
  owner: EmulatedObject,
  field: ObjectField,
  asked: ListArguments,
  state: string | undefined,
): SelectedItems {
  const { target } = field;
  const isHidden = hiddenBy(world, target, asked);
  const filter = new Filter(world, target, { ...asked.filter, ...(state !== undefined && { [state]: true }) });
  const orders = ordersOf(world, target, asked.order);
  const unknown = new Set([...filter.unknown, ...(orders ? [] : Object.keys(asked.order))]);
  const all = world.reader.many(owner, field, isHidden);
  if (all === null) return { list: null, unknown };
  const isItem = field.kind === 'many' ? world.links.membership(owner, field) : undefined;
  const itemFor = (stored: StoredObject): EmulatedObject | undefined => {
    const item = isItem?.(stored) && !isHidden(stored) ? world.view(stored) : undefined;
    return item && filter.test(item) ? item : undefined;
  };
  const follows = isItem && filter.isOwn && orders?.every((order) => order.isOwn) !== false;
  const rule = { orders: orders ?? [], itemFor: follows ? itemFor : undefined };
  return { list: new SelectedList(filter.selects ? all.filter(filter.test) : all, rule), unknown };
}

/** Hides what `includeRevoked` would include, and deleted objects that can be restored, unless the arguments ask for them. */
function hiddenBy(world: WorldParts, target: GraphQLCompositeType, { filter, including }: ListArguments) {
  const asked = flatName(JSON.stringify(filter));
  const hidden = new Map(
    world.model.storedOf(target).map((type) => {
      const states = world.states(type);
      const isAsked = ({ shows }: State) => shows.some(({ field }) => asked.includes(flatName(field.key)));
      const included = new Map<State, boolean>();
      for (const [word, isIncluded] of including) {
        const state = states.find(word)?.state;
        if (state) included.set(state, isIncluded && included.get(state) !== false);
      }
      if (states.gone && !included.has(states.gone)) included.set(states.gone, false);
      return [type.name, [...included.keys()].filter((state) => !included.get(state) && !isAsked(state))] as const;
    }),
  );
  return (stored: StoredObject): boolean =>
    hidden.get(stored.family)?.some((state) => world.reader.holds(stored, state)) ?? false;
}

/** A field to sort by; the direction is undefined if the arguments do not say it. */
type Key = readonly [name: string, isDescending: boolean | undefined];

/** Reads `NAME_DESC`, `{ field, direction }`, `{ name: ASC }`, or several of these; undefined if one is not understood. */
function ordersOf(
  { model, reader }: WorldParts,
  type: GraphQLCompositeType,
  sorting: Arguments,
): readonly Order[] | undefined {
  function keysIn(input: Arguments, depth = 0): readonly Key[] {
    const entries = Object.entries(input).filter(([, value]) => value != null);
    const way = entries.find(
      ([name, value]) => descends(value) !== undefined && model.meanings(type, name).length === 0,
    );
    const keys = entries.flatMap(([name, value]): readonly Key[] => {
      const own = descends(value);
      if (own !== undefined) return name === way?.[0] ? [] : [[name, own]];
      return [value].flat().flatMap((each) => (isRecord(each) && depth === 0 ? keysIn(each, 1) : [keyIn(each)]));
    });
    return keys.map(([name, isDescending = way && descends(way[1])]) => [name, isDescending]);
  }
  const orders = keysIn(sorting).map(([key, isDescending = false]): Order | undefined => {
    const field = [key, `${key}_at`].flatMap((name) => model.meanings(type, name)).find(({ leaf }) => leaf);
    const read = (item: EmulatedObject): unknown => {
      const own = field && model.fields(item.type).get(field.definition.name);
      return own ? reader.leaf(item, own) : null;
    };
    return field && { read, isDescending, isOwn: model.isOwn(field) };
  });
  return orders.every((order) => order !== undefined) ? orders : undefined;
}

function keyIn(value: unknown): Key {
  const [, name = '', way] = /^(\w+?)(?:_(asc|desc)(?:ending)?)?$/i.exec(asText(value)) ?? [];
  return [name, descends(way)];
}

/** Whether a direction descends; undefined if the value is no direction. */
function descends(value: unknown): boolean | undefined {
  const [, way] = /^(asc|desc)(?:ending)?$/i.exec(asText(value)) ?? [];
  return way === undefined ? undefined : /desc/i.test(way);
}
