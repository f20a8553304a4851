import type { GraphQLCompositeType } from 'graphql';
import type { Model } from '../model/model.ts';
import { flatName } from '../model/names.ts';
import { byAge, type EmulatedObject } from '../store/emulated-object.ts';
import type { Reader } from '../store/reader.ts';
import type { Arguments } from './call.ts';
import { hasField } from './named-field.ts';
import { compareBy, descends, directionNames, type Order, orderNames, readOrder } from './order.ts';
import { isPagingArgument } from './page-arguments.ts';
import type { FilterOf } from './predicate.ts';

/** The items that arguments leave. */
export interface Selected {
  readonly items: readonly EmulatedObject[];
  /** Compares two objects as the list does; undefined where the list has an order of its own. */
  readonly compare?: (one: EmulatedObject, other: EmulatedObject) => number;
}

/** Leaves the objects that arguments ask for, in their order; `note` is called with the path of what is not understood. */
export type Select = (
  items: readonly EmulatedObject[],
  type: GraphQLCompositeType,
  args: Arguments,
  note: (argument: string) => void,
) => Selected;

/** Selects by filters, searches and orders. */
export function createSelect(model: Model, reader: Reader, filterOf: FilterOf): Select {
  return (items, type, args, note) => {
    const entries = Object.entries(args).filter(([name, value]) => value != null && !isPagingArgument(name, value));
    const direction = entries.find(
      ([name, value]) => directionNames.test(flatName(name)) && descends(value) !== undefined,
    );
    const down = descends(direction?.[1]) === true;
    const isOrder = (name: string): boolean => orderNames.test(flatName(name)) && !hasField(model, type, name);
    const others = entries.filter((entry) => entry !== direction);
    const orders = others
      .filter(([name]) => isOrder(name))
      .flatMap(([name, value]): readonly Order[] => {
        const order = readOrder(model, type, value, down);
        if (order === undefined) note(name);
        return order ?? [];
      });
    if (down && !others.some(([name]) => isOrder(name))) orders.push({ path: [], isDescending: true });
    const filter = filterOf(type, Object.fromEntries(others.filter(([name]) => !isOrder(name))));
    for (const name of new Set(filter.unknown)) note(name);
    const left = filter.selects ? items.filter(filter.test) : items;
    const compare = (one: EmulatedObject, other: EmulatedObject): number =>
      compareBy(model, reader, orders, one, other) ||
      (one.stored && other.stored ? byAge(one.stored, other.stored) : 0);
    return { items: orders.length > 0 ? [...left].sort(compare) : left, compare };
  };
}
