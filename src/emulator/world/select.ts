import type { GraphQLCompositeType } from 'graphql';
import { createFilters } from './filter.ts';
import type { Model } from './model.ts';
import { bare } from './names.ts';
import { createOrders, directionNames, type Order, orderNames, reverseNames } from './order.ts';
import type { Population } from './population.ts';
import type { FilterOf } from './predicate.ts';
import type { Reader } from './reader.ts';
import { emptySeries, type Series, selected, seriesOf } from './series.ts';
import type { State } from './state.ts';
import { nameOf, type Thing } from './thing.ts';

/** The values of arguments, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

const paging =
  /^(?:first|last|after|before|limit|offset|skip|take|page|pagesize|perpage|pagenumber|size|cursor|pagination|paging|maxresults)$/;

/** Applies the arguments of a list to it. */
export interface Selection {
  /** The objects that the arguments leave, in their order; `note` is called with the path of what is not understood. */
  select(base: Series, type: GraphQLCompositeType, args: Arguments, from: SelectionPlace): Series;
  readonly filterOf: FilterOf;
}

/** Where arguments select. */
export interface SelectionPlace {
  /** The object that the list belongs to, and the field: what a list is remembered by. */
  readonly owner: Thing;
  readonly field: string;
  readonly note: (argument: string) => void;
}

/** Selects by filters, searches, ids and orders; remembers its last answers. */
export function createSelection(model: Model, state: State, population: Population, reader: Reader): Selection {
  const filterOf = createFilters(model, population, reader);
  const orders = createOrders(model, reader);
  /** The last answers: the pages of one filtered list are cut from one. */
  const remembered = new Map<string, Uint32Array>();

  function readArguments(type: GraphQLCompositeType, args: Arguments, note: (argument: string) => void) {
    const conditions: Record<string, unknown> = {};
    const order: Order[] = [];
    const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
    const direction = entries.find(
      ([name, value]) => directionNames.test(bare(name)) && typeof value === 'string' && /^(?:asc|desc)/i.test(value),
    );
    const reverse = entries.find(([name, value]) => reverseNames.test(bare(name)) && typeof value === 'boolean');
    const down = (direction !== undefined && /^desc/i.test(String(direction[1]))) !== (reverse?.[1] === true);
    let asked = false;
    for (const [name, value] of entries) {
      const word = bare(name);
      if (name === direction?.[0] || name === reverse?.[0] || paging.test(word)) continue;
      if (orderNames.test(word)) {
        const found = orders.ordersOf(type, value, down);
        if (found) order.push(...found);
        else note(name);
        asked = true;
      } else conditions[name] = value;
    }
    if (!asked && down) order.push({ path: [], descending: true });
    return { conditions, order };
  }

  function select(
    base: Series,
    type: GraphQLCompositeType,
    args: Arguments,
    { owner, field, note }: SelectionPlace,
  ): Series {
    const { conditions, order } = readArguments(type, args, note);
    if (Object.keys(conditions).length === 0 && order.length === 0) return base;
    const { list, rest } = identified(base, type, conditions);
    const filter = filterOf(type, rest);
    for (const name of new Set(filter.unknown)) note(name);
    if (Object.keys(rest).length === 0 && order.length === 0) return list;
    const name = JSON.stringify([state.version, nameOf(owner), field, conditions, order]);
    let positions = remembered.get(name);
    if (positions === undefined) {
      positions = new Uint32Array(list.length);
      let count = 0;
      for (let position = 0; position < list.length; position += 1)
        if (filter.test(list.at(position))) positions[count++] = position;
      positions = sorted(positions.subarray(0, count), list, order);
      if (remembered.size >= 8) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(name, positions);
    }
    return selected(list, positions);
  }

  function sorted(positions: Uint32Array, list: Series, order: readonly Order[]): Uint32Array {
    return order.length === 0
      ? positions.slice()
      : orders.sort(positions.slice(), (position) => list.at(position), order);
  }

  /** `ids: […]` picks objects in that order, without a look at the others. */
  function identified(
    base: Series,
    type: GraphQLCompositeType,
    conditions: Arguments,
  ): { list: Series; rest: Arguments } {
    const { ids, ...rest } = conditions;
    if (
      !Array.isArray(ids) ||
      model.familiesOf(type).some(({ types }) => types.some((each) => each.getFields()['ids']))
    )
      return { list: base, rest: conditions };
    const found = ids.map((id) => population.find(type, id)).filter((thing) => thing !== undefined);
    return { list: found.length > 0 ? seriesOf(found) : emptySeries, rest };
  }

  return { select, filterOf };
}
