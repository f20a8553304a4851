import type { GraphQLCompositeType } from 'graphql';
import type { Model } from '../model/model.ts';
import { flatName } from '../model/names.ts';
import { byAge, type EmulatedObject } from '../store/emulated-object.ts';
import type { Population } from '../store/population.ts';
import type { Reader } from '../store/reader.ts';
import type { Arguments } from './call.ts';
import { createFilters } from './filter.ts';
import { hasField } from './key-filter.ts';
import { createOrders, directionNames, isDescending, isDirection, type Order, orderNames } from './order.ts';
import { isPagingArgument } from './page-arguments.ts';
import type { FilterOf } from './predicate.ts';

/** The items that arguments leave. */
export interface Selected {
  readonly items: readonly EmulatedObject[];
  /** Compares two objects as the list does; undefined where the list has an order of its own. */
  readonly compare?: (one: EmulatedObject, other: EmulatedObject) => number;
}

/** Applies the arguments of a list to it. */
export interface Selection {
  /** The objects that the arguments leave, in their order; `note` is called with the path of what is not understood. */
  select(
    items: readonly EmulatedObject[],
    type: GraphQLCompositeType,
    args: Arguments,
    note: (argument: string) => void,
  ): Selected;
  readonly filterOf: FilterOf;
}

/** Selects by filters, searches, ids and orders. */
export function createSelection(model: Model, population: Population, reader: Reader): Selection {
  const filterOf = createFilters(model, reader);
  const orders = createOrders(model, reader);

  function readArguments(type: GraphQLCompositeType, args: Arguments, note: (argument: string) => void) {
    const conditions: Record<string, unknown> = {};
    const order: Order[] = [];
    const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
    const direction = entries.find(([name, value]) => directionNames.test(flatName(name)) && isDirection(value));
    const down = isDescending(direction?.[1]);
    let isOrdered = false;
    for (const [name, value] of entries) {
      if (name === direction?.[0] || isPagingArgument(name, value)) continue;
      if (orderNames.test(flatName(name)) && !hasField(model, type, name)) {
        const found = orders.read(type, value, down);
        if (found) order.push(...found);
        else note(name);
        isOrdered = true;
      } else conditions[name] = value;
    }
    if (!isOrdered && down) order.push({ path: [], descending: true });
    return { conditions, order };
  }

  /** `ids: […]` picks objects in that order. */
  function picked(type: GraphQLCompositeType, { ids }: Arguments): readonly EmulatedObject[] | undefined {
    if (!Array.isArray(ids) || hasField(model, type, 'ids')) return undefined;
    return ids.map((id) => population.find(type, id)).filter((object) => object !== undefined);
  }

  function select(
    items: readonly EmulatedObject[],
    type: GraphQLCompositeType,
    args: Arguments,
    note: (argument: string) => void,
  ): Selected {
    const { conditions, order } = readArguments(type, args, note);
    const named = picked(type, conditions);
    const { ids: _, ...rest } = conditions;
    const filter = filterOf(type, named ? rest : conditions);
    for (const name of new Set(filter.unknown)) note(name);
    const from = named ? named.filter((one) => items.some((other) => other.stored === one.stored)) : items;
    const left = filter.selects ? from.filter(filter.test) : from;
    const compare = (one: EmulatedObject, other: EmulatedObject): number =>
      orders.compare(order, one, other) || (one.stored && other.stored ? byAge(one.stored, other.stored) : 0);
    if (order.length > 0) return { items: [...left].sort(compare), compare };
    return named ? { items: left } : { items: left, compare };
  }

  return { select, filterOf };
}
